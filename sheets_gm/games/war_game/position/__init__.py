"""A match as values: its position, what players order, and what happens."""
