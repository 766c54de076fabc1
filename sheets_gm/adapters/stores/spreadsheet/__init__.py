"""The store in a spreadsheet: its tabs and rows, and how two processes never overwrite each other there."""
