"""One poll of one match: locks, steps that are played, notices, and deadlines that slide after an outage.

It writes the journal first, and then shows the sheets from it.
"""
