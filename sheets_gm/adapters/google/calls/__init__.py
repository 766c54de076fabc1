"""Calls to Google Sheets and Drive: requests, answers, quota, and retries after a lost connection or answer."""
