"""How a game is set up: seats, legions, the Barrack, and deployment."""
