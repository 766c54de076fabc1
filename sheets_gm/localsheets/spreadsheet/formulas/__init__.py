"""The text of formulas: split into tokens, parsed into a tree, and rewritten when cells move.

For what a formula evaluates to, see `calculation`.
"""
