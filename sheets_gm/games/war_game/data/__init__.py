"""What the rulebook's tables hold, and the settings of a match. It knows no position."""
