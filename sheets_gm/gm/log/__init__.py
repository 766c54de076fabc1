"""The log of a match: actions and events as sentences, the lines of the Log tab, the rows of the History tab.

All of it is made from the journal; `workbooks` decides where it is on a sheet.
"""
