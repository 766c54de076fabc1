"""The workbooks of a match in the spreadsheet service: reading rows wherever they are now, showing, putting back,
sharing.

What is written is the difference to what was read, so showing again is safe and writes nothing when they are right.
"""
