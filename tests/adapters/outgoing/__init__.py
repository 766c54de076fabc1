"""Tests of calls to addresses that somebody typed."""
