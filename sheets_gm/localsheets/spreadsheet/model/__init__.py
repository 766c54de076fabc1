"""One spreadsheet in memory: its sheets and cells, ranges, protection, and how cells move.

`document.Document` is the centre; it stores cells in the form of Google's CellData and can undo a failed request.
"""
