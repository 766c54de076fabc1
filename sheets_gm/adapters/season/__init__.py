"""A season: the results of many matches as tables, on a page, in a spreadsheet and in CSV files."""
