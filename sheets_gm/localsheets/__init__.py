"""A local spreadsheet that speaks the Google Sheets API; it knows nothing of games."""
