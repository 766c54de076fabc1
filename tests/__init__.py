"""Tests mirror the package: one folder for each layer."""
