"""The files of an exported match: the match sheet as a workbook, and the record that `verify` checks.

No file holds what a running match hides.
"""
