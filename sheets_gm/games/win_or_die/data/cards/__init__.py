"""The cards and what they can do: units with their effects, line-ups and Tactics."""
