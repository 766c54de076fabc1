"""Web push: browsers of an account hear that it is its turn, also while no page is open (RFC 8030, 8291, 8292).

`subscriptions` keeps where they are reached, `sending` reaches them, `turns` knows when.
"""
