"""Notices to players and game masters."""
