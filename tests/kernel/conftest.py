"""Tests of laws must not fail because the machine was busy: no example has a deadline."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("busy machine", deadline=None)
settings.load_profile("busy machine")
