"""The store in a database: its tables, and what several syncs share through it: their heartbeats and their quota."""
