"""A match as values: its position, the orders of players, and events."""
