"""One poll of one match: locks, the steps that follow, notices, and deadlines that move after an outage.

A poll writes the journal first, and then updates the sheets from it.
"""
