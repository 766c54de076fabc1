"""The tabs that every match has, read by the same road as those of its game: Desk, Claims, Seats, Plan ahead, Rolls."""
