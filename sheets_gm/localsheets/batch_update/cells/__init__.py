"""Requests that change cells: write, copy and paste, merge, sort, find and replace.

Every function checks protection before it writes.
"""
