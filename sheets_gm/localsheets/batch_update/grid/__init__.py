"""Requests about the grid: sheets, rows and columns, and groups of them.

Objects anchored to cells move along with them.
"""
