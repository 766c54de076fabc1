"""The tabs that look back at a match: the boards of its last turns, and after its end its story and statistics.

They show what everybody may see, even in a match with secrets that is over, because a rewind may continue it.
"""
