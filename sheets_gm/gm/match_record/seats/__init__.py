"""What the record holds of its seats between the turns: who is there, who fills in, who may take a seat, who voted."""
