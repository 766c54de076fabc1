"""The games. One folder each; a game is found by looking and never named anywhere else.

A game in another distribution is found through the entry point group `sheets_gm.games`.
"""
