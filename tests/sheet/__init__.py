"""Tests of the language of paper."""
