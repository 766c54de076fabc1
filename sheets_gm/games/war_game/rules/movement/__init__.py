"""How armies move: from the line that a player types to the new places of all armies."""
