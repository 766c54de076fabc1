"""Recalculation: which formulas depend on changed cells, in which order they are evaluated, and where arrays spill.

`engine.Engine` does it for one document. For what a single formula evaluates to, see `evaluation`.
"""
