"""What the game master needs from outside: a store, a spreadsheet service, a clock, a beacon, a registry of syncs.

The adapters implement these ports. Tests use the same adapters with a store in memory and the local spreadsheet.
"""
