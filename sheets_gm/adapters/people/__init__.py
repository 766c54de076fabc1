"""Who plays a match: rosters, seats and bots."""
