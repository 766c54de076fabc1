"""The game master: it opens forms, polls, locks, resolves, journals and shows. It contains no rule of any game.

The journal is written before any sheet, and everything on a sheet can be drawn again from it.
"""
