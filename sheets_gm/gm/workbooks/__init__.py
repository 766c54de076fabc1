"""The workbooks of a match: their layout, and how tabs are built, drawn, protected and repaired.

Everything is drawn from the journal and the record, so drawing again is always safe.
"""
