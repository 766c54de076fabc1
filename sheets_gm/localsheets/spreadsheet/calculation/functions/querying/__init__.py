"""QUERY: its language, and how rows are selected by it."""
