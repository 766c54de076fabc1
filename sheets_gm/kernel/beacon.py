"""Public randomness in the dice: rounds of a beacon, which nobody can foresee, not even whoever runs the sync.

The beacon is quicknet, run by the League of Entropy with drand: every three seconds it publishes the BLS signature of
the number of a round. Which round keys a step follows from the instant of the lock, so nobody chooses it. It is
published some seconds after the lock, when the orders can no longer change.

Signatures are fetched and checked by adapters; the kernel only computes with them.
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
"""The fewest seconds from a lock to its round: time to show what was locked before the round is published."""


class BeaconRound(Model):
    """A round of the beacon: its number, and its signature in hexadecimal, of which there is only one spelling."""

    round: Annotated[int, Field(ge=1)]
    signature: Annotated[str, Field(pattern=r"^[0-9a-f]{96}$")]


SignatureCheck: TypeAlias = Callable[[BeaconRound], bool]
"""Whether the signature of a round is the beacon's own."""


class BeaconMissing(UserError):
    """A step of a match with a beacon waits for *round*."""

    def __init__(self, round: int) -> None:
        super().__init__(f"The step waits for round {round} of the public beacon.")
        self.round = round


def due(round: int) -> float:
    """The instant at which *round* is published."""
    return float(GENESIS + (round - 1) * PERIOD)


def clock(round: int) -> str:
    """When *round* is published, to the second: "15:59:24 UTC"."""
    return datetime.fromtimestamp(due(round), UTC).strftime("%H:%M:%S UTC")


def round_after(lock: float) -> int:
    """The round for a lock at the instant *lock*: the first that is published at least `AHEAD` seconds later."""
    return max(1, math.ceil((lock + AHEAD - GENESIS) / PERIOD) + 1)
