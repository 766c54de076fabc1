"""How battles are fought: pairing, attacks, support, and the odds."""
