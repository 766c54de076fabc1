"""Workbooks in Google Sheets: how they are built, written and inspected, and how their tabs look."""
