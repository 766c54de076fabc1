"""A game master that lives in a spreadsheet."""
