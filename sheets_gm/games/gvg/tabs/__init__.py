"""The tabs of a match, and how they are drawn."""
