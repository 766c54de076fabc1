"""The files of the page: read once, bundled, and served with a version in their path.

Nothing here knows an account or a spreadsheet.
"""
