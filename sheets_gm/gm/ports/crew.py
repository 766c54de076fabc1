"""The log of the syncs that share the matches of one store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol


class SyncSeen(NamedTuple):
    """When a sync last reported that it lives, and the calls a minute that it would make as each account."""

    seen: float
    demand: Mapping[str, float]


class CrewLog(Protocol):
    """Where the syncs on one store tell each other that they live. `StoreDown`."""

    def beat(self, owner: str, now: float, demand: Mapping[str, float]) -> Mapping[str, SyncSeen]:
        """Note that the sync *owner* lives at *now*, and return all syncs by owner."""

    def sign_off(self, owner: str) -> None:
        """Forget a sync that has ended, and release its claims on matches."""
