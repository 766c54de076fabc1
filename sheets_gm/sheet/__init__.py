"""Spreadsheets as values: grids and tabs, reading rows (moved ones too), rendering what is shown, planning the writes.

This layer knows no game and no Google. Everything in it is a pure function of values.
"""
