"""The registry of the syncs that share the matches of one store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol


class SyncSeen(NamedTuple):
    """When a sync last sent a heartbeat, and the calls a minute that it would make with each account."""

    seen: float
    demand: Mapping[str, float]


class SyncRegistry(Protocol):
    """The list of syncs on one store, each with its heartbeats. Any call may raise `StoreDown`."""

    def heartbeat(self, owner: str, now: float, demand: Mapping[str, float]) -> Mapping[str, SyncSeen]:
        """Store a heartbeat of the sync *owner* at *now*, and return all syncs by owner."""

    def leave(self, owner: str) -> None:
        """Remove a sync that has ended, and release its claims on matches."""
