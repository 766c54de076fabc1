"""What the game master adds to the boards of a game: notes about the last moves, and the score."""
