"""Who plays: rosters, seats and bots."""
