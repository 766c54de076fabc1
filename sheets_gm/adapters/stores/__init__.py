"""Where matches are stored: a SQL database or a spreadsheet. Both implement the `Store` port."""
