"""The report: one file of HTML with a match turn by turn, its boards, and the record that proves it.

It loads nothing from elsewhere. Without scripts it still shows everything but the boards of earlier turns.
"""
