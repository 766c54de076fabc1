"""Recalculation: which formulas depend on changed cells, in which order they are evaluated, and where arrays spill.

`engine.Engine` does it for one document; what a single formula evaluates to is the business of `evaluation`.
"""
