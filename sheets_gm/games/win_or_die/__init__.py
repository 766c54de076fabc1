"""Win or Die: two hidden legions on a map of hexes, command by command, best two of three."""
