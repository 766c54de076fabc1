"""Which match is polled when: rounds over all matches, the pace of each, and the quota of calls.

It decides when a match is ticked; what a tick does is in `poll`.
"""
