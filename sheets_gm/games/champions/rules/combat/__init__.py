"""How battles are fought: who meets whom, attacks, support, and the odds."""
