"""What people see on the sheet: every tab of a match, and how it is drawn."""
