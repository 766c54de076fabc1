"""Rounds that quicknet published are right, and nothing else is, whatever a relay answers."""

from __future__ import annotations

import hashlib
import json
import socket
import threading
from typing import Any

import pytest

from sheets_gm.adapters.installation.optional_dependencies import MissingExtra
from sheets_gm.adapters.public_beacon import relays, signatures
from sheets_gm.adapters.public_beacon.relays import RelayedBeacon
from sheets_gm.adapters.public_beacon.signatures import is_signed
from sheets_gm.gm.ports.beacon import BeaconDown
from sheets_gm.kernel.beacon import BeaconRound
from tests import patience
from tests.adapters.public_beacon.rounds import RANDOMNESS, ROUNDS, SIGNATURES, answer, relay


@pytest.mark.parametrize("number", ROUNDS)
def test_a_round_that_the_beacon_published_is_right(number: int) -> None:
    assert is_signed(ROUNDS[number])


def test_the_recorded_rounds_are_those_of_the_beacon() -> None:
    for number, digest in RANDOMNESS.items():
        assert hashlib.sha256(bytes.fromhex(SIGNATURES[number])).hexdigest() == digest


FLIPPED = f"{int(SIGNATURES[1000][:2], 16) ^ 0x20:02x}" + SIGNATURES[1000][2:]

FORGED = {
    "the signature of the next round": SIGNATURES[1001],
    "the point on the other side": FLIPPED,
    "the point at infinity": "c0" + "00" * 47,
    "zeros": "00" * 48,
    "no point": "b4" + "11" * 47,
    "the largest number": "ff" * 48,
}


@pytest.mark.parametrize("signature", FORGED.values(), ids=FORGED)
def test_a_forged_signature_is_not(signature: str) -> None:
    assert not is_signed(BeaconRound(round=1000, signature=signature))


def test_a_beacon_without_its_library_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signatures, "find_spec", lambda _name: None)
    with pytest.raises(MissingExtra, match="py-arkworks-bls12381"):
        is_signed(ROUNDS[1000])


def test_a_relay_gives_a_round() -> None:
    asked = []

    def given(number: int) -> tuple[int, bytes]:
        asked.append(number)
        return 200, answer(number)

    with relay(given) as address:
        assert RelayedBeacon([f"{address}/"])(1000) == ROUNDS[1000]
    assert asked == [1000]


def as_json(**changes: Any) -> bytes:
    return json.dumps({"round": 1000, "signature": SIGNATURES[1000], **changes}).encode()


BAD = {
    "it is too early": (425, b"", "it answers 425"),
    "there is no such round": (404, b"", "it answers 404"),
    "another round": (200, answer(1001), "it gives round 1001"),
    "another round under this number": (200, as_json(signature=SIGNATURES[1001]), "the beacon did not sign its answer"),
    "another spelling": (200, as_json(signature=SIGNATURES[1000].upper()), "its answer is not a round"),
    "no JSON": (200, b"<html>", "its answer is not a round"),
    "a long answer": (200, as_json(more="x" * 100_000), "its answer is not a round"),
}


@pytest.mark.parametrize(("status", "body", "why"), BAD.values(), ids=BAD)
def test_a_relay_that_gives_no_right_round_is_passed_over(status: int, body: bytes, why: str) -> None:
    with relay(lambda _: (status, body)) as bad, relay(lambda number: (200, answer(number))) as good:
        assert RelayedBeacon([bad, good])(1000) == ROUNDS[1000]
        with pytest.raises(BeaconDown, match=why):
            RelayedBeacon([bad])(1000)


def test_where_there_is_no_network_every_relay_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(BeaconDown) as raised:
        RelayedBeacon([f"http://127.0.0.1:{port}", "http://no.such.host.invalid"])(1000)
    assert str(raised.value).count("it cannot be reached") == 2


def test_a_relay_that_answers_slowly_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relays, "PATIENCE", 0.2)

    given_up = threading.Event()

    def slow(_number: int) -> tuple[int, bytes]:
        given_up.wait(patience.SECONDS)
        return 200, answer(1000)

    with relay(slow) as address:
        with pytest.raises(BeaconDown, match="cannot be reached"):
            RelayedBeacon([address])(1000)
        given_up.set()
