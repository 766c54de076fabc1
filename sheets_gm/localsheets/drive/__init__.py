"""The files: where spreadsheets are stored, who may open them, the feed of changes, and conversion to other formats.

`drive.Drive` runs each change as one transaction.
"""
