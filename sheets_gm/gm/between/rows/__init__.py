"""What a row of the tab Desk or “Your seat” holds, and how its cells are read."""
