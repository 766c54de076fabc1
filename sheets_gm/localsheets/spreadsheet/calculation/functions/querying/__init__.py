"""The function QUERY. `language` parses its query language; `selecting` chooses, groups and orders rows by it."""
