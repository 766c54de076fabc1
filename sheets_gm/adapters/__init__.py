"""The only modules that touch the outside world: spreadsheets, databases, files, the terminal, the clock."""
