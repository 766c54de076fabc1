"""A spreadsheet: its cells and sheets, its formulas, its values, and their calculation.

`model` has the spreadsheet itself, `formulas` the text of formulas, `values` typed and shown values, and `calculation`
the results of formulas.
"""
