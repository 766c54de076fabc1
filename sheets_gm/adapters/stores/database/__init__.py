"""The store in a database: its tables, and what several syncs share through it: heartbeats and quota."""
