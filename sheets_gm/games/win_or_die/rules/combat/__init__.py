"""Attacks, abilities, reactions and the War Council, and the damage that they do."""
