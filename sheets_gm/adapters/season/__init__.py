"""A season: the results of many matches, as tables that a page, a spreadsheet and CSV files show."""
