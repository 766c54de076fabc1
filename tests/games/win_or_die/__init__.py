"""Tests of Win or Die."""
