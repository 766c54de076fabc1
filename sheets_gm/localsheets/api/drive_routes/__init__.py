"""The handlers of the part of the Drive API v3 that clients of spreadsheets use.

Each takes the drive and a `Call`, and returns the response.
"""
