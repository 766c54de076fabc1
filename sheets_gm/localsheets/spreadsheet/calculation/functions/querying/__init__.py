"""QUERY: its language is parsed in `language`. `selecting` chooses, groups and orders rows by it."""
