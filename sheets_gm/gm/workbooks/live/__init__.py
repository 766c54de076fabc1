"""The workbooks of a match in the spreadsheet service: read, compared with how they should look, written and shared.

What is written is the difference to what was read, so showing again is safe and writes nothing when they are right.
"""
