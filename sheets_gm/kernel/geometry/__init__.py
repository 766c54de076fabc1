"""Boards: graphs of named tiles, squares and hexes.

They know distances, paths and lines of sight, but not the pieces on them.
"""
