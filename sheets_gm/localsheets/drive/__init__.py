"""The files: the storage of spreadsheets, access to them, the feed of changes, and conversion to other formats.

`drive.Drive` runs each change as one transaction.
"""
