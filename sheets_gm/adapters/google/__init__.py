"""Google Sheets and Drive: accounts, calls, quota, and the requests that build and write a spreadsheet.

The local spreadsheet speaks the same API and is reached by the same code; only the endpoint differs.
"""
