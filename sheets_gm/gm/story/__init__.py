"""Looking back at a match: its boards turn by turn and its story, as one audience may see them.

Everything here is a value made from the journal. Pictures, workbooks, pages and tables are drawn elsewhere.
"""
