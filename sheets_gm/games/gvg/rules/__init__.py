"""The sequence of a turn, chapter by chapter of the rulebook, from the start of a match to its end."""
