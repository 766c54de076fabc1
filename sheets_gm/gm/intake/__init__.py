"""From typed rows to orders: the submissions, the receipt of each row, attendance, and orders for absent seats.

Nothing here writes to a spreadsheet.
"""
