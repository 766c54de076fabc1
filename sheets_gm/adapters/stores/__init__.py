"""Where matches are kept: in a SQL database, or in a spreadsheet.

Both implement the `Store` port.
"""
