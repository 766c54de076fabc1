"""The text of formulas: split into tokens, parsed into a tree, and rewritten when cells move.

What a formula evaluates to is the business of `calculation`.
"""
