"""The public beacon that keys the turns of a match, where its GM asked for one."""

from __future__ import annotations

from typing import Protocol

from sheets_gm.kernel.beacon import BeaconRound
from sheets_gm.kernel.errors import UnavailableError


class BeaconDown(UnavailableError):
    """No relay of the beacon returns a round that is due. The message lists what each of them did."""


class Beacon(Protocol):
    """Fetches rounds whose signature is the beacon's own."""

    def __call__(self, round: int) -> BeaconRound: ...


def no_beacon(round: int) -> BeaconRound:
    """A beacon where none is set up. `BeaconDown`."""
    raise BeaconDown(f"Nothing is set up to fetch round {round} of the public beacon.")
