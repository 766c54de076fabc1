"""Errors that both stores raise."""

from __future__ import annotations

from sheets_gm.kernel.errors import SetupError


class StoreBroken(SetupError):
    """The store cannot be used. The message states why and what to do."""
