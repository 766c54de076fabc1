"""The only modules that touch the world: spreadsheets, databases, files, the terminal, the clock."""
