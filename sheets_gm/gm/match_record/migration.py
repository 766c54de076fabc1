"""Brings what earlier versions stored of a match up to date when it is read; the next save stores it like that."""

from __future__ import annotations

from typing import Any

FORMER_POLICY = frozenset({"replay"})
"""Fields of a policy that say nothing any more: the tab Replay is gone."""


def migrated_policy(stored: Any) -> Any:
    """A *stored* policy, as this version has it."""
    if not isinstance(stored, dict):
        return stored
    return {name: value for name, value in stored.items() if name not in FORMER_POLICY}
