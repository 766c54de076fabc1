"""The process of a sync: its health, its memory, and whether another process has ended."""
