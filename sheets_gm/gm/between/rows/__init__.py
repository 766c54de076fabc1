"""What a row of the Desk or Seats tab holds, and how its cells are read."""
