"""Which match is polled when: rounds over all matches, the pace of each, and the quota of calls.

It ticks matches and knows nothing of what a tick does.
"""
