"""Functions that create arrays, and their tools: LAMBDA, sorting, computed addresses.

None of them writes a cell; `recalculation` decides which cells an array fills.
"""
