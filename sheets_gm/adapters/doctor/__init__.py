"""Checks of an installation and its matches for `sheets-gm doctor`, with fixes. No check changes anything."""
