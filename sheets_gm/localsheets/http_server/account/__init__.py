"""What an account has for itself beside its spreadsheets: its turns, its calendar, and its mail.

Nobody else reads them.
"""
