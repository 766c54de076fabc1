"""Where matches are stored: in a SQL database or in a spreadsheet.

Both implement the `Store` port.
"""
