"""Functions that make arrays, and what they are made with: LAMBDA, sorting, computed addresses.

None of them writes a cell. What an array fills is decided by `recalculation`.
"""
