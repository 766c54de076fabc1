"""Google Sheets and Drive: the client, credentials, retries, quota, and the requests that build a spreadsheet.

The local spreadsheet is reached by the same code; only the endpoint differs.
"""
