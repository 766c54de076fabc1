"""Tests mirror the house: one folder a layer."""
