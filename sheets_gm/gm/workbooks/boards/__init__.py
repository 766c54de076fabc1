"""What the game master adds to the boards of a game: notes of the last moves, and the score."""
