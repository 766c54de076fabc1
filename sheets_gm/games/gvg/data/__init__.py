"""The contents of the rulebook's tables, and the settings of a match. This room does not know positions."""
