"""Reads rounds of the public beacon from its relays, one after the other, until one returns a signed round.

A relay cannot forge a round, because a round counts only with the beacon's signature. It can only be late or fail to
answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus

from pydantic import ValidationError

from sheets_gm.adapters.outgoing.calls import CallFailed, OutgoingCalls
from sheets_gm.adapters.public_beacon.signatures import CHAIN, is_signed
from sheets_gm.gm.ports.beacon import BeaconDown
from sheets_gm.kernel.beacon import BeaconRound

PATIENCE = 5.0
"""Seconds to wait for one relay."""

MOST_BYTES = 4096
"""The most bytes of an answer. A round has about 230."""

CALLS = OutgoingCalls()
"""The calls to relays, of all matches."""


class RelayedBeacon:
    """The beacon, read through *relays*, which are addresses without the name of the chain."""

    def __init__(self, relays: Sequence[str] = ()) -> None:
        self._relays = tuple(relay.rstrip("/") for relay in relays)

    def __call__(self, round: int) -> BeaconRound:
        """Return round *round*. Raises BeaconDown with the answer of each relay."""
        troubles = []
        for relay in self._relays:
            answer = _fetched(relay, round)
            if isinstance(answer, BeaconRound):
                return answer
            troubles.append(f"{relay}: {answer}")
        raise BeaconDown(f"No relay gives it ({'; '.join(troubles) or 'none is set up'}).")


def _fetched(relay: str, round: int) -> BeaconRound | str:
    """Return the round from *relay*, or a text that says what is wrong with its answer."""
    try:
        status, body = CALLS.fetch(f"{relay}/{CHAIN}/public/{round}", most=MOST_BYTES, patience=PATIENCE)
    except CallFailed:
        return "it cannot be reached"
    if status != HTTPStatus.OK:
        return f"it answers {status}"
    try:
        answer = _Answer.model_validate_json(body)
    except ValidationError:
        return "its answer is not a round"
    given = BeaconRound(round=answer.round, signature=answer.signature)
    if given.round != round:
        return f"it gives round {given.round}"
    return given if is_signed(given) else "the beacon did not sign its answer"


class _Answer(BeaconRound):
    """The answer of a relay. Other fields, such as the digest of the signature, are ignored."""

    model_config = {"extra": "ignore"}
