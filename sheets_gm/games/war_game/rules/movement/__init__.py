"""How armies move: from the line that a player types to the places of all armies."""
