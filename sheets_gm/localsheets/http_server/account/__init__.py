"""The private pages of an account, apart from its spreadsheets: its turns, its calendar, and its mail.

Nobody else reads them.
"""
