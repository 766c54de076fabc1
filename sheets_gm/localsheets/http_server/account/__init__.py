"""What an account has for itself beside its spreadsheets: its turns, its calendar, its mail, and its browsers.

`routes` answers for all of it. Web push lets browsers hear that it is their account's turn, also while no page is open
(RFC 8030, 8291, 8292): `subscriptions` keeps where they are reached, `sending` reaches them, `turns` knows when.
"""
