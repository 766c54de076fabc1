"""The language of paper: grids of cells, tabs, reading what was typed, drawing what is shown, planning the writes.

Law: this layer knows no game and no Google; everything in it is a pure function of values.
"""
