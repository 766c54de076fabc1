"""Calls to Google Sheets and Drive: requests, answers, quota, and retries where the connection or an answer is lost."""
