"""Public randomness for the dice: the rounds of a beacon.

Nobody can predict a round, not even the people who run the sync. The beacon is quicknet, run by the League of Entropy
with drand. Every three seconds it publishes a round: the BLS signature of the round's number. The time of the lock
determines which round is used for a step, so nobody chooses it. That round is published some seconds after the lock,
when the orders can no longer change.

Adapters fetch and check the signatures; the kernel only computes with them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, TypeAlias

from pydantic import Field

from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.model import Model

QUICKNET = "quicknet"
"""The beacon of a charter; a charter without one has ""."""

GENESIS = 1_692_803_367
"""The instant of round 1."""

PERIOD = 3
"""Seconds between two rounds."""

AHEAD = 10.0
"""Seconds from a lock to its round, at least: time to show what was locked before the round is published."""


class BeaconRound(Model):
    """A round of the beacon: its number, and its signature in lower-case hexadecimal."""

    round: Annotated[int, Field(ge=1)]
    signature: Annotated[str, Field(pattern=r"^[0-9a-f]{96}$")]


SignatureCheck: TypeAlias = Callable[[BeaconRound], bool]
"""Whether the signature of a round is the beacon's own."""


class BeaconMissing(UserError):
    """The error for a step that cannot be played yet, because *round* of the beacon is not known."""

    def __init__(self, round: int) -> None:
        super().__init__(f"The step waits for round {round} of the public beacon.")
        self.round = round


def due(round: int) -> float:
    """Return the time at which *round* is published, in seconds since 1970."""
    return float(GENESIS + (round - 1) * PERIOD)


def clock(round: int) -> str:
    """Return the time at which *round* is published, to the second: "15:59:24 UTC"."""
    return datetime.fromtimestamp(due(round), UTC).strftime("%H:%M:%S UTC")


def round_after(lock: float) -> int:
    """Return the number of the first round that is published at least `AHEAD` seconds after the time *lock*."""
    return max(1, math.ceil((lock + AHEAD - GENESIS) / PERIOD) + 1)
