"""Features of the seats: who is away, who fills in, who takes a seat, who inherits the desk, who wants to hear."""
