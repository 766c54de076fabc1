"""The handlers of the Sheets API v4.

Each takes the drive and a `Call`, and returns the JSON of the response.
"""
