"""The contents of a row of the tab Desk or “Your seat”, and how its cells are read."""
