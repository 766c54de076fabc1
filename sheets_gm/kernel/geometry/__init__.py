"""Boards: graphs of named tiles, squares and hexes, which know distances and lines of sight, but no pieces."""
