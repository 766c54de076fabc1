"""Formulas: read once (`parsing`), worked out in the order of what they read (`engine`), moved with cells (`moving`).

Our own, because the libraries at hand are Excel's: other errors without sentences, no blank results, no half-open
ranges, and a stored text that cannot be moved.
"""
