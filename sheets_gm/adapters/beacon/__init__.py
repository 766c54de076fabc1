"""The public beacon: relays that give its rounds, and the check of their signatures."""
