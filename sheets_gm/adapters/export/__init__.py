"""The files that a match is exported to: the match sheet as a workbook, and the record that `verify` recomputes.

What a running match hides stays out of both.
"""
