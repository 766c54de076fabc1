"""The requests of `spreadsheets.batchUpdate`, one function each.

`requests` holds the table of them; `targets` and `objects` find what a request names.
"""
