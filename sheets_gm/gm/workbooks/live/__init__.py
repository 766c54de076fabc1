"""The workbooks of a match in the spreadsheet service: reading moved rows, showing, repairing, sharing.

Only the difference to what was read is written. So showing again is safe, and writes nothing if they are right.
"""
