"""The only modules that touch the outside world: spreadsheets, databases, files, the terminal, the clock.

They implement the ports of the game master, and `cli` is how people start all of it.
"""
