"""The commands of a player: the choices, the reading of a row, and the forecast of its result."""
