"""What the record holds of its seats between the turns: who is present, deputies, free seats, votes."""
