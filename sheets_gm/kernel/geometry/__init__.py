"""Boards: graphs of named tiles, squares and hexes.

A board knows distances, paths and lines of sight, but not the pieces on it.
"""
