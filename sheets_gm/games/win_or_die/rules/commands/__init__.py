"""What a player may command: the choices, the reading of a row, and what would come of it."""
