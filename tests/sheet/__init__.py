"""Tests of the sheet language: grids, tabs, templates, reading and drawing."""
