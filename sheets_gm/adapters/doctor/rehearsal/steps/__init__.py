"""The steps of the rehearsal: a module for each subject.

The table in `table.py`, one level up, has them in the order in which they are tried.
"""
