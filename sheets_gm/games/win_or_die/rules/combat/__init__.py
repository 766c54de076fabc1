"""Attacks, abilities, reactions and the War Council, and their damage."""
