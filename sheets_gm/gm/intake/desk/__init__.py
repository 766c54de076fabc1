"""The tabs that every match has, which are read like those of its game: Desk, Claims, Seats, Plan ahead, Rolls."""
