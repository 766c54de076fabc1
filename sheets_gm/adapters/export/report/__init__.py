"""The report: one HTML file with a match turn by turn, its boards, and the record that proves it.

It loads nothing from elsewhere. Without scripts it still shows everything except the boards of earlier turns.
"""
