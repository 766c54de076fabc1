"""A match is a series of games: how each game begins and ends."""
