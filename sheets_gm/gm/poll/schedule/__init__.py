"""Which match is polled when: rounds over all matches, the pace of each, and the quota of calls."""
