"""Cell values: typed text as USER_ENTERED reads it, number formats, and cells as a caller reads them.

`reading` and `writing` are the entry points; the other modules convert single values.
"""
