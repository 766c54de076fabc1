"""The shapes that Google's APIs share: errors, field masks, the types of request bodies, and JSON itself.

Nothing here knows what a spreadsheet is; this package imports no other.
"""
