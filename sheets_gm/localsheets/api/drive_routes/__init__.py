"""The handlers of the Drive API v3, as far as clients of spreadsheets use it.

Each takes the drive and a `Call`, and returns the response.
"""
