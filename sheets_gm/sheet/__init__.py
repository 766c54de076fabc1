"""Spreadsheets as values: grids and tabs, reading what was typed, rendering what is shown, planning the writes.

This layer knows no game and no Google. Everything in it is a pure function of values.
"""
