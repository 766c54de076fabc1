"""How a tab of a Google spreadsheet looks and who may edit it: formats, conditional formats, charts, protection.

Each module compares a tab as Google describes it with the tab as it should be, and makes the requests for the
difference.
"""
