"""The report: one file of HTML that tells a match, with its boards turn by turn and the record that proves it.

It loads nothing from elsewhere. Without scripts it still shows everything but the boards of earlier turns.
"""
