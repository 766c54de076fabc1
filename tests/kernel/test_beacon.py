"""A public round in the key of every turn: it follows from the lock, and nothing passes without it."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from sheets_gm.kernel.beacon import AHEAD, GENESIS, QUICKNET, BeaconMissing, BeaconRound, due, round_after
from sheets_gm.kernel.match.integrity import Fault, intact
from sheets_gm.kernel.match.journal import Entry, seal
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.match.recorder import Locked, Recorder
from tests.kernel.toy import TOY, Add, Table, Toy

SIGNATURE, OTHER = "ab" * 48, "cd" * 48
LOCK = due(1000) - AHEAD


def trusting(_round: BeaconRound) -> bool:
    return True


def table(signature: str = SIGNATURE, round: int = 1000) -> Table:
    """A match with a beacon after one turn."""
    made = Table(beacon=QUICKNET)
    locked = Locked(
        orders={"ana": (Add(number=1),)},
        when=LOCK,
        beacon=BeaconRound.model_construct(round=round, signature=signature),
    )
    made.steps.append(made.recorder.play(made.last.entry, made.last.state, locked))
    return made


def fault(made: Table, entries: list[Entry] | None = None, rules: Toy = TOY) -> str | None:
    journal = entries or [step.entry for step in made.steps]
    found = list(verify(rules, made.charter, journal, made.secrets.hidden, trusting))[-1]
    return found.what if isinstance(found, Fault) else None


def test_round_1000_came_out_when_the_beacon_published_it() -> None:
    assert due(1) == GENESIS
    assert due(1000) == 1_692_806_364  # 2023-08-23 15:59:24 UTC


@pytest.mark.parametrize("seconds", [0, 0.5, 1, 2.999, 3, 100.25])
def test_the_round_of_a_lock_is_the_first_that_leaves_time_to_show_the_lock(seconds: float) -> None:
    lock = GENESIS + 5000 + seconds
    assert AHEAD <= due(round_after(lock)) - lock < AHEAD + 3


def test_a_turn_waits_for_the_round_of_its_lock() -> None:
    made = Table(beacon=QUICKNET)
    with pytest.raises(BeaconMissing) as raised:
        made.recorder.play(made.last.entry, made.last.state, Locked({}, when=LOCK))
    assert raised.value.round == 1000


def test_another_signature_gives_other_rolls() -> None:
    one, other = (table(signature).last.entry for signature in (SIGNATURE, OTHER))
    assert one.locks == other.locks
    assert one.rolls != other.rolls


def test_a_turn_with_its_round_is_right() -> None:
    made = table()
    assert fault(made) is None
    assert list(intact(TOY, made.charter, [step.entry for step in made.steps], None, trusting))[-1] == made.last.entry


def test_nothing_is_right_while_nobody_checks_the_signatures() -> None:
    made = table()
    entries = [step.entry for step in made.steps]
    for found in (verify(TOY, made.charter, entries), intact(TOY, made.charter, entries)):
        assert list(found)[-1] == Fault(1, "its public round cannot be checked here")


def test_a_signature_that_is_not_the_beacons_is_noticed() -> None:
    made = table()
    entries = [step.entry for step in made.steps]
    for found in (
        verify(TOY, made.charter, entries, None, lambda _: False),
        intact(TOY, made.charter, entries, None, lambda _: False),
        verify(Toy(version="toy-2", label=lambda _: "x"), made.charter, entries, None, lambda _: False),
    ):
        assert list(found)[-1] == Fault(1, "the beacon did not sign its public round 1000")


@pytest.mark.parametrize("round", [999, 1001, 2000])
def test_nobody_chooses_the_round(round: int) -> None:
    """Whoever has the seed could wait for a round that they like, and seal the turn with it."""
    assert fault(table(round=round)) == f"its public round is {round}, but the one after its lock is 1000"


def test_a_turn_without_its_round_is_noticed() -> None:
    made = table()
    plain = Recorder(TOY, made.charter.but(beacon=""), made.secrets)
    first = made.steps[0]
    entry = plain.play(first.entry, first.state, Locked({"ana": (Add(number=1),)}, when=LOCK)).entry
    assert fault(made, [first.entry, entry]) == "it has no round of the public beacon"


def test_a_charter_cannot_drop_its_beacon() -> None:
    made = table()
    found = list(verify(TOY, made.charter.but(beacon=""), [made.steps[0].entry]))
    assert isinstance(found[-1], Fault)


def test_a_round_in_a_match_without_a_beacon_is_noticed() -> None:
    made = Table()
    made.turn(ana=1)
    entry = made.last.entry.but(beacon=BeaconRound(round=1000, signature=SIGNATURE))
    entry = entry.but(seal=seal(entry, made.steps[0].entry.seal, bytes.fromhex(entry.state_salt)))
    assert fault(made, [made.steps[0].entry, entry]) == "it has a round of a public beacon"


def test_an_unknown_beacon_proves_nothing() -> None:
    made = table()
    found = list(verify(TOY, made.charter.but(beacon="moonbeam"), [], None, trusting))
    assert found == [Fault(0, "the charter has an unknown public beacon, moonbeam")]


def test_a_signature_has_one_spelling() -> None:
    """Each spelling would give other rolls, to choose from."""
    for signature in (SIGNATURE.upper(), SIGNATURE + "00", "0x" + SIGNATURE[2:], " " + SIGNATURE[1:]):
        with pytest.raises(ValidationError):
            BeaconRound(round=1, signature=signature)


def test_a_match_without_a_beacon_is_keyed_and_sealed_as_ever() -> None:
    made = Table()
    assert "beacon" not in made.charter.model_dump(mode="json", exclude_defaults=True)
    old = made.charter.model_dump(mode="json", exclude={"beacon"})
    assert type(made.charter).model_validate(old).lock() == made.charter.lock()
