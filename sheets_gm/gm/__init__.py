"""The game master: opens forms, polls, locks, resolves, journals, shows. It owns no rule of any game.

Law: the journal is written before any sheet, and whatever a sheet shows can be shown again from it.
"""
