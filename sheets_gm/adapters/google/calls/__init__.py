"""Calls to Google Sheets and Drive: their parts, their answers, and how they are limited and retried."""
