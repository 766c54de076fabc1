"""What people do about seats: their own on the Seats tab, and those that are free or offered."""
