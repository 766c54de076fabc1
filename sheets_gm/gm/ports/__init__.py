"""What the game master asks of the world: a store for matches, a spreadsheet service and a clock.

The adapters implement these ports; tests use the same adapters with a store in memory and the local spreadsheet.
"""
