"""Tests of the War Game."""
