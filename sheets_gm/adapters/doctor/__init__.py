"""Checks of an installation and its matches, each with how to fix what is wrong.

`sheets-gm doctor` runs them. No check changes anything.
"""
