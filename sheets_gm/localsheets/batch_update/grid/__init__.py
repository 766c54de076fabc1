"""Requests about the grid: sheets, rows and columns, and groups of them.

Whatever is anchored to cells moves along with them.
"""
