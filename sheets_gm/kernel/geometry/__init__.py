"""Boards: graphs of named tiles, squares and hexes.

They know distances, ways and lines of sight, and nothing of the pieces on them.
"""
