"""The requests of `spreadsheets.batchUpdate`, one function each.

`requests` has the table of them; `targets` and `objects` find the sheets, cells and objects that a request names.
"""
