"""The requests of `spreadsheets.batchUpdate`, one function each.

`apply` holds the table of requests; `targets` and `objects` read what a request names.
"""
