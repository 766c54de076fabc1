"""A match is a series of games: how each of them begins and ends."""
