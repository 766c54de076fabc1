"""What a tab of a Google spreadsheet looks like and who may edit it: formats, conditional formats, charts, protection.

Each module compares a tab as Google describes it with the tab as it should be, and makes the requests between them.
"""
