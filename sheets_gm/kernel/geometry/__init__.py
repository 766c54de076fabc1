"""Boards: graphs of named tiles, squares and hexes."""
