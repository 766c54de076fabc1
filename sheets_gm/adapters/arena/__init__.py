"""Matches between bots, and how often each of them wins."""
