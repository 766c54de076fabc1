"""How entries are written: published digests tell nothing, and settings are stored in the charter alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

import pytest
from pydantic import BaseModel, ValidationError, model_validator

from sheets_gm.gm.between.pauses import Pause
from sheets_gm.kernel.dice import Dice, Secrets
from sheets_gm.kernel.match.codec import Codec
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.journal import Charter, Entry
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.match.recorder import Locked, Recorder, Step, charter_for
from sheets_gm.kernel.model import Shared, digest
from sheets_gm.kernel.outcome import Orders, Outcome
from sheets_gm.kernel.rules import Secrecy
from tests.kernel.toy import SEATS, SEED, Add, Sums, Toy, open_forms, resolve, start
from tests.kernel.toy import Settings as ToySettings


class Settings(ToySettings, Shared):
    """The toy's settings, as a value that can be stored; *validated* counts how often one was read."""

    validated: ClassVar[int] = 0

    @model_validator(mode="after")
    def _count(self) -> Self:
        type(self).validated += 1
        return self


class Kept(Sums):
    """The toy's position together with its settings."""

    settings: Settings


def kept(settings: Settings, outcome: Outcome[Any]) -> Outcome[Kept]:
    return Outcome(Kept(**outcome.state.model_dump(exclude={"settings"}), settings=settings), outcome.events)


def start_kept(settings: Settings, seats: Any, dice: Dice) -> Outcome[Kept]:
    return kept(settings, start(settings, seats, dice))


def resolve_kept(state: Kept, orders: Orders, dice: Dice) -> Outcome[Kept]:
    return kept(state.settings, resolve(state, orders, dice))


KEPT = Toy(settings=Settings, state=Kept, start=start_kept, open=open_forms, resolve=resolve_kept)


class Journal:
    """A match of *rules* as it is written down."""

    def __init__(self, rules: Toy, settings: BaseModel | None = None, format: int = 2) -> None:
        self.rules, self.secrets = rules, Secrets(SEED)
        chosen = settings or rules.settings()
        charter = charter_for(rules, self.secrets, match="m", title="M", settings=chosen, seats=SEATS)
        self.charter: Charter = charter.but(format=format)
        self.recorder: Recorder[Any] = Recorder(rules, self.charter, self.secrets)
        self.steps: list[Step[Any]] = [self.recorder.start()]

    def turn(self, **numbers: int) -> None:
        last = self.steps[-1]
        orders = {seat: (Add(number=number),) for seat, number in numbers.items()}
        self.steps.append(self.recorder.play(last.entry, last.state, Locked(orders=orders)))

    @property
    def entries(self) -> list[Entry]:
        return [step.entry for step in self.steps]

    def fault(self, entries: Iterable[Entry] | None = None, hidden: bytes | None = None) -> Fault | None:
        found = verify(self.rules, self.charter, self.entries if entries is None else entries, hidden)
        return next((each for each in found if isinstance(each, Fault)), None)


# -- what is published tells nothing -----------------------------------------------------------------------------------


def secret_match() -> Journal:
    """A match of a game that hides things, in which ana adds 4."""
    journal = Journal(Toy(secrecy=Secrecy.SEAT))
    journal.turn(ana=4)
    return journal


def test_nobody_can_guess_a_hidden_position_and_compare_its_digest() -> None:
    """A digest of the state alone would let anybody try each possible number against what is published."""
    journal = secret_match()
    entry = journal.entries[-1]
    assert entry.state_salt == ""
    guesses = [{**entry.state, "sums": {**entry.state["sums"], "ana": number}} for number in range(30)]
    assert entry.state in guesses
    assert entry.after not in {digest(guess) for guess in guesses}
    assert entry.after == journal.recorder.codec.digest(entry.state, journal.secrets.state_salt(1))


def test_nobody_can_guess_an_action_and_compare_its_lock() -> None:
    journal = secret_match()
    last = journal.steps[-1]
    action = Pause(why="tea")
    step = journal.recorder.carry_out(last.entry, last.state, action, lambda _: None, Locked({}))
    assert step.entry.locks["act"] != digest(step.entry.act)
    assert journal.fault([*journal.entries, step.entry], journal.secrets.hidden) is None


def test_nobody_can_guess_what_an_entry_holds_and_compare_its_seal() -> None:
    entry = secret_match().entries[0]
    bare = {"entry": entry.model_dump(mode="json", exclude={"seal", "state", "state_salt"}), "sealed": ""}
    assert entry.seal != digest(bare)


def test_a_record_that_reveals_its_secret_proves_its_digests_and_seals_too() -> None:
    journal = secret_match()
    hidden = journal.secrets.hidden
    assert journal.fault(hidden=hidden) is None
    first, last = journal.entries
    assert journal.fault([first, last.but(after="0" * 64)], hidden) == Fault(1, "its state does not match its digest")
    assert journal.fault([first, last.but(when=9.0)], hidden) == Fault(1, "its seal does not match its contents")


def test_what_a_game_without_secrets_publishes_can_be_checked_at_once() -> None:
    journal = Journal(Toy())
    journal.turn(ana=4)
    first, last = journal.entries
    assert last.state_salt == journal.secrets.state_salt(1).hex()
    assert journal.fault([first, last.but(after="0" * 64)]) == Fault(1, "its state does not match its digest")


def test_the_salt_of_a_state_follows_from_the_hidden_secret() -> None:
    journal = Journal(Toy())
    chosen = [journal.entries[0].but(state_salt="0" * 32)]
    assert journal.fault(chosen, journal.secrets.hidden) == Fault(
        0, "the salt of its state does not follow from the hidden secret"
    )


# -- what is stored once -----------------------------------------------------------------------------------------------


def test_settings_are_stored_in_the_charter_alone() -> None:
    journal = Journal(KEPT, Settings(goal=50))
    journal.turn(ana=4)
    assert all("settings" not in entry.state for entry in journal.entries)
    codec = journal.recorder.codec
    assert [codec.state(entry.state) for entry in journal.entries] == [step.state for step in journal.steps]
    assert journal.fault(hidden=journal.secrets.hidden) is None


def test_settings_are_validated_once_a_match_however_many_states_are_read() -> None:
    journal = Journal(KEPT, Settings(goal=50))
    for number in range(5):
        journal.turn(ana=1 + number)
    codec = Codec(KEPT, journal.charter)
    before = Settings.validated
    states = [codec.state(entry.state) for entry in journal.entries]
    assert Settings.validated == before + 1
    assert all(state.settings is codec.settings for state in states)


def test_a_state_without_settings_is_refused_where_nobody_holds_them() -> None:
    journal = Journal(KEPT, Settings(goal=50))
    with pytest.raises(ValidationError):
        Kept.model_validate({**journal.entries[-1].state, "settings": None})


def test_settings_that_an_override_has_changed_are_stored_with_the_state() -> None:
    journal = Journal(KEPT, Settings(goal=50))
    state = journal.steps[-1].state
    other = state.but(settings=state.settings.but(goal=7))
    codec = journal.recorder.codec
    assert codec.state(codec.stored(other)) == other


def test_a_position_that_is_read_has_its_mappings_in_the_order_in_which_they_were_stored() -> None:
    journal = Journal(KEPT, Settings(goal=50))
    codec = journal.recorder.codec
    state = journal.steps[-1].state.but(sums={"zoe": 2**70, "ana": 1, "mia": 3})
    stored = (
        type(journal.entries[0])
        .model_validate_json(journal.entries[0].but(state=codec.stored(state)).model_dump_json())
        .state
    )
    assert list(codec.state(stored).sums.items()) == list(state.sums.items())


def test_a_match_of_the_first_format_goes_on_and_has_its_proof() -> None:
    """Its digests are those of whole states, whether an entry has the settings or leaves them to the charter."""
    journal = Journal(KEPT, Settings(goal=50), format=1)
    for _ in range(3):
        journal.turn(ana=2, ben=3)
    entries = journal.entries
    assert [entry.after for entry in entries] == [digest(step.state) for step in journal.steps]
    pairs = zip(entries, journal.steps, strict=True)
    whole = [entry.but(state=step.state.model_dump(mode="json")) for entry, step in pairs]
    for stored in (entries, whole, [*whole[:2], *entries[2:]]):
        assert journal.fault(stored, journal.secrets.hidden) is None


def test_a_setting_that_a_later_version_adds_leaves_the_digests_of_older_states_as_they_were() -> None:
    class More(Settings):
        extra: int = 3

    class KeptMore(Sums):
        settings: More

    journal = Journal(KEPT, Settings(goal=50), format=1)
    journal.turn(ana=4)

    def onward(state: KeptMore, orders: Orders, dice: Dice) -> Outcome[KeptMore]:
        outcome = resolve(state, orders, dice)
        return Outcome(
            KeptMore(**outcome.state.model_dump(exclude={"settings"}), settings=state.settings), outcome.events
        )

    def begin(settings: More, seats: Any, dice: Dice) -> Outcome[KeptMore]:
        outcome = start(settings, seats, dice)
        return Outcome(KeptMore(**outcome.state.model_dump(), settings=settings), outcome.events)

    later = Toy(settings=More, state=KeptMore, start=begin, resolve=onward)
    found = list(verify(later, journal.charter, journal.entries, journal.secrets.hidden))
    assert found == journal.entries
