"""The public beacon that keys the turns of a match, if its game master chose one."""

from __future__ import annotations

from typing import Protocol

from sheets_gm.kernel.beacon import BeaconRound
from sheets_gm.kernel.errors import UnavailableError


class BeaconDown(UnavailableError):
    """The error if no relay of the beacon returns a round that is due. The message lists the answer of each relay."""


class Beacon(Protocol):
    """A function that fetches a round and checks the beacon's signature."""

    def __call__(self, round: int) -> BeaconRound: ...


def no_beacon(round: int) -> BeaconRound:
    """Raise `BeaconDown`: the beacon of an installation without a beacon."""
    raise BeaconDown(f"Nothing is set up to fetch round {round} of the public beacon.")
