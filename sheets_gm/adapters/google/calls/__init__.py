"""Calls to Google Sheets and Drive: their requests, their answers, and how they are limited and retried."""
