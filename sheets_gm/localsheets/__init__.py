"""A local spreadsheet that speaks the Google Sheets API v4 and the Drive v3 calls that a client makes.

It is a neighbour of the rest: it knows nothing of games and imports nothing of them. Any gspread program can use it by
mounting `rewrite.Rewrite` (over HTTP) or `inprocess.InProcess` (without a socket) on its session.
"""
