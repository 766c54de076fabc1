"""The sequence of a round, chapter by chapter of the rulebook, from the start of a match to its end."""
