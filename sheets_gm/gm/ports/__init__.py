"""What the game master asks of the world: a store, a spreadsheet service, a clock, a public beacon, and what
other syncs of the same store are doing.

The adapters implement these ports; tests use the same adapters with a store in memory and the local spreadsheet.
"""
