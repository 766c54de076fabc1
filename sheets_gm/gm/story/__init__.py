"""Looking back at a match: its boards turn by turn and its story, as one audience may see them.

Everything here is a value made from the journal. What draws it (pictures, workbooks, pages, tables) is elsewhere.
"""
