"""What a match tells of itself: every action and event as a sentence, the lines of the log, the rows of the history.

It only reads the journal; where the lines stand on a sheet is the business of `workbooks`.
"""
