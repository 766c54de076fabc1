"""The games, one folder each. No other module names a game: `finding` discovers them.

A game in another package is discovered through the entry point group `sheets_gm.games`.
"""
