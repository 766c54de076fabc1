"""The tabs that look back at a match: the boards of its last turns, and once it is over its story and its statistics.

They show what everybody may see, also in a match with secrets that is over: a rewind may let it go on.
"""
