"""The cards and their abilities: units with effects, line-ups and Tactics."""
