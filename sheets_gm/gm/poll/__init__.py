"""One poll of one match: what it locks and when, how it plays on, whom it notifies, and time that went wrong meanwhile.

It writes the journal first, and then shows the sheets from it.
"""
