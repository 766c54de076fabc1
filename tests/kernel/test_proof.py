"""A journal that was changed anywhere is never taken for right, and the entry that was changed is named."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

import pytest

from sheets_gm.kernel.actions import Rewind
from sheets_gm.kernel.beacon import BeaconRound
from sheets_gm.kernel.dice import LINKS, Dice, Secrets, lock
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.match.integrity import Fault, intact
from sheets_gm.kernel.match.journal import Attendance, Charter, Entry, Refused, Slip, Typing, seal
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.match.recorder import Locked, Recorder
from sheets_gm.kernel.outcome import Event, Order, Orders, Outcome, Remark
from tests.kernel.toy import SEED, TOY, Add, Pass, Settings, Sums, Table, Toy, ToyChecks, open_forms, played

TURNS = 6
AT = 4
HIDDEN = Secrets(SEED).hidden
TABLE = played(TURNS)
ENTRIES = [step.entry for step in TABLE.steps]


def fault(
    entries: Iterable[Entry], *, charter: Charter = TABLE.charter, rules: Toy = TOY, hidden: bytes | None = None
) -> Fault | None:
    return next((each for each in verify(rules, charter, entries, hidden) if isinstance(each, Fault)), None)


def changed(change: dict[str, Any]) -> list[Entry]:
    """The journal with entry `AT` changed, and nothing else."""
    return [*ENTRIES[:AT], ENTRIES[AT].but(**change), *ENTRIES[AT + 1 :]]


def resealed(entries: Iterable[Entry]) -> list[Entry]:
    """*entries* by a forger who also computes every seal again."""
    found: list[Entry] = []
    for entry in entries:
        found.append(entry.but(seal=seal(entry, found[-1].seal if found else "", bytes.fromhex(entry.state_salt))))
    return found


# -- what is right -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hidden", [None, HIDDEN])
def test_a_true_journal_is_right(hidden: bytes | None) -> None:
    assert list(verify(TOY, TABLE.charter, ENTRIES, hidden)) == ENTRIES


def test_a_journal_is_right_after_it_was_stored() -> None:
    stored = [Entry.model_validate_json(entry.model_dump_json()) for entry in ENTRIES]
    assert fault(stored, charter=Charter.model_validate_json(TABLE.charter.model_dump_json())) is None


def test_everything_that_stands_beside_the_orders_is_bound_too() -> None:
    table = played(1)
    locked = Locked(
        orders={"ana": (Add(number=1),)},
        typed=(Typing(seat="ana", form="add", row=0, cells={"number": 1.0, "ready": True}, place="C4"),),
        slips=(Slip(seat="ben", form="add", row=0, field="number", cell="C5", typed="x", text="no number"),),
        refused=(Refused(seat="ben", order={"number": 12}, text="too high"),),
        attendance={"ana": Attendance.READY, "ben": Attendance.NO_SHOW},
        when=17,
        why="deadline",
    )
    step = table.recorder.play(table.last.entry, table.last.state, locked)
    entries = [*(each.entry for each in table.steps), Entry.model_validate_json(step.entry.model_dump_json())]
    assert fault(entries, charter=table.charter) is None
    changes: list[dict[str, Any]] = [
        {"typed": ()}, {"slips": ()}, {"refused": ()}, {"attendance": {}}, {"when": 18.0}, {"why": ""}
    ]  # fmt: skip
    for change in changes:
        assert fault([*entries[:-1], entries[-1].but(**change)], charter=table.charter) == Fault(
            2, "its seal does not match its contents"
        )


def test_a_journal_from_before_quiet_steps_had_a_line_is_still_right() -> None:
    table = played(1)
    quiet = table.turn().entry
    first = [each.entry for each in table.steps[:-1]]
    bare = quiet.but(events=())
    old = bare.but(seal=seal(bare, first[-1].seal, bytes.fromhex(bare.state_salt)))
    assert fault([*first, quiet], charter=table.charter) is None
    assert fault([*first, old], charter=table.charter) is None


@pytest.mark.parametrize(
    ("to", "back", "what"),
    [
        (1, 1, None),
        (0, 0, None),
        (3, 3, None),
        (1, 2, "its state is not the one after entry 1, to which it rewinds"),
        (4, 1, "it rewinds to entry 4, which does not exist"),
        (-1, 1, "it rewinds to entry -1, which does not exist"),
    ],
)
def test_an_entry_that_rewinds_has_the_state_of_the_entry_that_it_names(to: int, back: int, what: str | None) -> None:
    table = played(3)
    last = table.last
    step = table.recorder.carry_out(
        last.entry, last.state, Rewind(to=to), lambda _: table.steps[back].state, Locked({})
    )
    found = fault([*(each.entry for each in table.steps), step.entry], charter=table.charter)
    assert (found and found.what) == (what and f"it cannot be replayed (ValueError: {what})")


# -- one field changed -------------------------------------------------------------------------------------------------


def with_roll(entry: Entry, **changes: Any) -> dict[str, Any]:
    return {"rolls": (entry.rolls[0].but(**changes), *entry.rolls[1:])}


ROLL = ENTRIES[AT].rolls[0]
OTHER_ROLL = ROLL.value % 6 + 1
ORDERS = ENTRIES[AT].orders
EVENTS = ENTRIES[AT].events
STATE = ENTRIES[AT].state

CHANGES: dict[str, dict[str, Any]] = {
    "a roll": with_roll(ENTRIES[AT], value=OTHER_ROLL),
    "the sides of a roll": with_roll(ENTRIES[AT], sides=8),
    "the reason of a roll": with_roll(ENTRIES[AT], why="add of anna"),
    "an open roll called hidden": with_roll(ENTRIES[AT], hidden=True),
    "a roll left out": {"rolls": ENTRIES[AT].rolls[1:]},
    "a roll too many": {"rolls": (*ENTRIES[AT].rolls, ROLL.but(why="luck"))},
    "an order": {"orders": {**ORDERS, "ana": [{"kind": "add", "number": 9}]}},
    "an order left out": {"orders": {"ben": ORDERS["ben"]}},
    "an order too many": {"orders": {**ORDERS, "ana": ORDERS["ana"] * 2}},
    "an order that is none": {"orders": {**ORDERS, "ana": [{"kind": "steal"}]}},
    "a seat without orders": {"orders": {**ORDERS, "cas": []}},
    "a lock": {"locks": {**ENTRIES[AT].locks, "ana": "0" * 64}},
    "a secret": {"secret": "0" * 64},
    "a secret that is none": {"secret": "no secret"},
    "the secret of another entry": {"secret": ENTRIES[AT - 1].secret},
    "a salt": {"salts": {**ENTRIES[AT].salts, "ana": "0" * 32}},
    "a salt that is none": {"salts": {**ENTRIES[AT].salts, "ana": "salt"}},
    "a salt too many": {"salts": {**ENTRIES[AT].salts, "cas": "0" * 32}},
    "a promise of secrets": {"next_top": "0" * 64},
    "an event": {"events": ({**EVENTS[0], "number": 1}, *EVENTS[1:])},
    "an event left out": {"events": EVENTS[1:]},
    "the order of events": {"events": EVENTS[::-1]},
    "the state": {"state": {**STATE, "sums": {"ana": 1000, "ben": 0}}},
    "the digest of the state": {"after": "0" * 64},
    "the digest of the state before": {"before": "0" * 64},
    "the salt of the state": {"state_salt": "0" * 32},
    "a public round": {"beacon": BeaconRound(round=1000, signature="00" * 48)},
    "the number": {"number": AT + 1},
    "the kind": {"kind": "ruling"},
    "an act": {"act": {"kind": "pause", "by": "gm", "why": ""}},
    "the rules": {"rules": "toy-2"},
    "the label": {"label": "Round 99"},
    "the lines": {"lines": 99},
    "the instant": {"when": 1.0},
    "the reason": {"why": "because"},
    "the attendance": {"attendance": {"ana": Attendance.NO_SHOW}},
    "what was typed": {"typed": (Typing(seat="ana", form="add", row=0, cells={"number": 9}),)},
    "what was refused": {"refused": (Refused(seat="ana", order={}, text="no"),)},
    "the slips": {"slips": (Slip(seat="ana", form="add", row=0, field="number", cell="C4", typed="x", text="no"),)},
    "the seal": {"seal": "0" * 64},
}


@pytest.mark.parametrize("hidden", [None, HIDDEN], ids=["running", "over"])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_changed_field_is_noticed_and_its_entry_named(change: dict[str, Any], hidden: bytes | None) -> None:
    entries = changed(change)
    found = fault(entries, hidden=hidden)
    assert found is not None
    assert found.entry == entries[AT].number


def test_every_field_of_an_entry_is_tried() -> None:
    assert {name for change in CHANGES.values() for name in change} == set(Entry.model_fields)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_nothing_before_a_changed_entry_is_doubted(change: dict[str, Any]) -> None:
    right = [each for each in verify(TOY, TABLE.charter, changed(change)) if isinstance(each, Entry)]
    assert right == ENTRIES[:AT]


LOOSE = {"the instant", "the reason", "the attendance", "what was typed", "what was refused", "the slips", "the seal"}


@pytest.mark.parametrize("name", sorted(CHANGES.keys() - LOOSE))
def test_computing_the_seals_again_hides_nothing_that_recomputes(name: str) -> None:
    found = fault(resealed(changed(CHANGES[name])), hidden=HIDDEN)
    assert found is not None
    assert found.entry in (AT, AT + 1)


@pytest.mark.parametrize("name", sorted(LOOSE))
def test_what_is_only_sealed_shows_against_a_seal_that_was_written_down(name: str) -> None:
    entries = resealed(changed(CHANGES[name]))
    assert fault(entries) is None
    shown = ENTRIES[-1].seal
    assert (entries[-1].seal == shown) is (name == "the seal")


# -- entries moved, and journals of another match ----------------------------------------------------------------------

MOVES: dict[str, tuple[Callable[[Sequence[Entry]], list[Entry]], int]] = {
    "two entries swapped": (lambda all_: [*all_[:3], all_[4], all_[3], *all_[5:]], 4),
    "an entry missing": (lambda all_: [*all_[:3], *all_[4:]], 4),
    "the first entry missing": (lambda all_: [*all_[1:]], 1),
    "an entry that stands twice": (lambda all_: [*all_[:4], all_[3], *all_[4:]], 3),
}


@pytest.mark.parametrize(("move", "named"), MOVES.values(), ids=MOVES)
def test_moved_entries_are_noticed(move: Callable[[Sequence[Entry]], list[Entry]], named: int) -> None:
    found = fault(move(ENTRIES))
    assert found is not None
    assert found.entry == named
    assert "is missing" in found.what


@pytest.mark.parametrize(
    "change",
    [{"title": "N"}, {"match": "n"}, {"settings": {"goal": 1, "start": 6}}, {"seats": ()}, {"top": "0" * 64}],
    ids=str,
)
def test_a_changed_charter_is_noticed(change: dict[str, Any]) -> None:
    assert fault(ENTRIES, charter=TABLE.charter.but(**change)) is not None


def test_another_games_rules_prove_nothing() -> None:
    assert fault(ENTRIES, rules=Toy(name="chess")) == Fault(
        0, "the match is a game of toy, but these are the rules of chess"
    )


def test_other_rules_of_the_same_game_are_named() -> None:
    def resolve(state: Sums, orders: Orders, dice: Dice) -> Outcome[Sums]:
        outcome: Outcome[Sums] = TOY.resolve(state, orders, dice)
        return outcome if state.round < 3 else Outcome(outcome.state.but(goal=1), outcome.events)

    found = fault(ENTRIES, rules=Toy(version="toy-2", resolve=resolve))
    assert found is not None
    assert found.entry == 3
    assert "resolved by rules toy-1, but these are toy-2" in found.what


OTHERS = Toy(version="toy-2", label=lambda state: f"Turn {state.round}")
"""Rules that name every step otherwise."""


def test_a_record_of_other_rules_is_intact_where_only_the_rules_differ() -> None:
    found = fault(ENTRIES, rules=OTHERS)
    assert found is not None
    assert (found.entry, found.rules) == (1, "toy-1")
    assert list(intact(TOY, TABLE.charter, ENTRIES)) == ENTRIES
    assert list(intact(TOY, TABLE.charter, ENTRIES, HIDDEN)) == ENTRIES


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_record_of_other_rules_is_wrong_by_itself(name: str) -> None:
    entries = changed(CHANGES[name])
    found = fault(entries, rules=OTHERS)
    assert found is not None
    right = [each for each in intact(TOY, TABLE.charter, entries, HIDDEN) if isinstance(each, Entry)]
    assert right == ENTRIES[:AT]


@pytest.mark.parametrize("name", ["a roll", "a lock", "a secret", "an order", "the state", "the rules", "a salt"])
def test_seals_that_are_computed_again_do_not_make_a_record_intact(name: str) -> None:
    found = list(intact(TOY, TABLE.charter, resealed(changed(CHANGES[name])), HIDDEN))[-1]
    assert isinstance(found, Fault)
    assert (found.entry, found.rules) == (AT, "")


def test_what_follows_an_entry_that_only_other_rules_lead_to_is_replayed_from_its_position() -> None:
    def resolve(state: Sums, orders: Orders, dice: Dice) -> Outcome[Sums]:
        outcome: Outcome[Sums] = TOY.resolve(state, orders, dice)
        return outcome if state.round != 3 else Outcome(outcome.state.but(goal=1), outcome.events)

    found = list(verify(Toy(version="toy-2", resolve=resolve), TABLE.charter, ENTRIES, HIDDEN))
    assert [each.entry for each in found if isinstance(each, Fault)] == [3]
    assert [each for each in found if isinstance(each, Entry)] == [each for each in ENTRIES if each.number != 3]


class Clapped(Event):
    """Somebody clapped, as later rules say."""

    ADDED: ClassVar[bool] = True
    clause: str = "TOY-9"


@pytest.mark.parametrize(("version", "right"), [("toy-2", True), ("toy-1", False)])
def test_a_record_of_older_rules_may_lack_a_kind_of_event_that_came_later(version: str, right: bool) -> None:
    def resolve(state: Sums, orders: Orders, dice: Dice) -> Outcome[Sums]:
        outcome: Outcome[Sums] = TOY.resolve(state, orders, dice)
        return Outcome(outcome.state, (*outcome.events, Clapped()))

    assert (fault(ENTRIES, rules=Toy(version=version, resolve=resolve)) is None) is right


@pytest.mark.parametrize("kept", [slice(1, None), slice(0, -1)], ids=["no first", "no last"])
def test_rules_that_lead_to_fewer_events_than_older_ones_lead_to_others(kept: slice) -> None:
    def resolve(state: Sums, orders: Orders, dice: Dice) -> Outcome[Sums]:
        outcome: Outcome[Sums] = TOY.resolve(state, orders, dice)
        return Outcome(outcome.state, tuple(outcome.events[kept]))

    found = fault(ENTRIES, rules=Toy(version="toy-2", resolve=resolve))
    assert found is not None
    assert found.what.startswith("its orders and rolls lead to other events (it was resolved by rules toy-1")


def test_a_forged_entry_of_other_rules_is_a_fault_and_never_a_matter_of_the_rules() -> None:
    entries = resealed([ENTRIES[0], ENTRIES[1].but(**with_roll(ENTRIES[1], value=ENTRIES[1].rolls[0].value % 6 + 1))])
    found = fault(entries, rules=OTHERS)
    assert found is not None
    assert (found.entry, found.rules) == (1, "")
    assert "which does not follow from its key" in found.what


def test_rules_of_another_version_that_say_the_same_prove_the_same() -> None:
    assert fault(ENTRIES, rules=Toy(version="toy-2")) is None


def test_another_hidden_secret_is_not_the_promised_one() -> None:
    found = fault(ENTRIES, hidden=b"x" * 32)
    assert found == Fault(0, "the hidden secret is not the one in the charter")


# -- cheats by whoever holds the seed ----------------------------------------------------------------------------------


def forged(orders: dict[str, list[dict[str, Any]]], *, salts: dict[str, str] | None = None) -> Entry:
    """An entry after the last one, whole in itself, but with *orders* that the sync would never have taken."""
    secrets, last = TABLE.secrets, TABLE.last
    found = {seat: bytes.fromhex((salts or {}).get(seat, secrets.salt(TURNS + 1, seat).hex())) for seat in orders}

    class Forging(Secrets):
        def salt(self, number: int, seat: str) -> bytes:
            return found[seat]

    typed: dict[str, tuple[Order, ...]] = {
        seat: tuple(Pass() if each["kind"] == "pass" else Add(**each) for each in given)
        for seat, given in orders.items()
    }
    lenient = Toy(resolve=lambda state, orders, dice: TOY.resolve(state, {}, dice))
    entry = Recorder(lenient, TABLE.charter, Forging(SEED)).play(last.entry, last.state, Locked(orders=typed)).entry
    assert all(entry.locks[seat] == lock(found[seat], entry.orders[seat]) for seat in entry.orders)
    return entry


def test_an_order_that_could_not_stand_is_noticed() -> None:
    found = fault([*ENTRIES, forged({"ana": [{"kind": "add", "number": 99}]})])
    assert found == Fault(TURNS + 1, "an order of ana is refused: 99 is not between 0 and 9")


def test_an_order_that_no_form_asked_for_is_noticed() -> None:
    for orders in (
        {"ana": [{"kind": "pass"}]},
        {"cas": [{"kind": "add", "number": 1}]},
        {"ana": [{"kind": "add", "number": 1}, {"kind": "add", "number": 1}]},
    ):
        found = fault([*ENTRIES, forged(orders)])
        assert found is not None
        assert "no form asked" in found.what


def test_chosen_salts_are_noticed_when_the_match_is_over() -> None:
    orders = {"ana": [{"kind": "add", "number": 1}]}
    table, last = played(TURNS), TABLE.last

    class Chosen(Secrets):
        def salt(self, number: int, seat: str) -> bytes:
            return b"chosen for luck!"

    locked = Locked(orders={"ana": (Add(number=1),)})
    entry = Recorder(TOY, table.charter, Chosen(SEED)).play(last.entry, last.state, locked).entry
    assert entry.orders == orders
    assert fault([*ENTRIES, entry]) is None
    assert fault([*ENTRIES, entry], hidden=HIDDEN) == Fault(TURNS + 1, "its salts do not follow from the hidden secret")


def test_a_hidden_roll_that_was_published_wrong_is_noticed_when_the_match_is_over() -> None:
    at = next(entry for entry in ENTRIES if any(roll.hidden for roll in entry.rolls))
    value = next(roll.value for roll in at.rolls if roll.hidden)
    lied = value % 20 + 1
    state = {**at.state, "secret": lied}
    after = TABLE.recorder.codec.digest(state, bytes.fromhex(at.state_salt))
    rolls = tuple(roll.but(value=lied) if roll.hidden else roll for roll in at.rolls)
    entries = resealed([*ENTRIES[: at.number], at.but(rolls=rolls, state=state, after=after)])
    assert fault(entries) is None
    found = fault(entries, hidden=HIDDEN)
    assert found == Fault(
        at.number, f"the roll “what nobody knows” is recorded as {lied}, but “what nobody knows” comes to {value}"
    )


def test_a_hidden_roll_does_not_shield_the_rest_of_its_entry() -> None:
    at = next(entry for entry in ENTRIES if any(roll.hidden for roll in entry.rolls))
    state = {**at.state, "sums": {"ana": 1000, "ben": 0}}
    found = fault(
        resealed(
            [
                *ENTRIES[: at.number],
                at.but(state=state, after=TABLE.recorder.codec.digest(state, bytes.fromhex(at.state_salt))),
            ]
        )
    )
    assert found == Fault(at.number, "its orders and rolls lead to another state")


def test_a_chain_of_secrets_cannot_be_changed_for_another_midway() -> None:
    table = played(1)

    class Second(Secrets):
        def turn(self, number: int) -> bytes:
            return super().turn(number + LINKS - 2)

    entries = [step.entry for step in table.steps]
    entries[1] = entries[1].but(next_top=Second(SEED).top(0))
    later = Recorder(TOY, table.charter, Second(SEED)).play(entries[1], table.last.state, Locked(orders={}))
    found = fault(resealed([*entries, later.entry]), charter=table.charter)
    assert found == Fault(1, "it publishes a chain of secrets at the wrong time, or fails to publish one")


def test_a_match_does_not_go_on_after_its_end() -> None:
    table = Table(Settings(goal=10))
    while TOY.open(table.last.state):
        table.turn(ana=9, ben=9)
    entries = [step.entry for step in table.steps]
    assert fault(entries, charter=table.charter) is None
    table.turn()
    assert fault([*entries, table.last.entry], charter=table.charter) == Fault(
        len(entries), "it continues a match that was over"
    )


def test_rules_that_break_on_a_forged_entry_are_a_fault_of_the_entry() -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("boom")

    found = fault(ENTRIES, rules=Toy(resolve=broken))
    assert found == Fault(1, "it cannot be replayed (RuntimeError: boom)")


def _at_most_one(state: Any, seat: str, orders: tuple[Order, ...]) -> list[Remark | None]:
    return [None, *(Remark(text="one is enough") for _ in orders[1:])][: len(orders)]


def test_orders_that_could_not_stand_together_are_found() -> None:
    table = Table()
    twice = Locked(orders={"ana": (Add(number=1), Pass())})
    step = Recorder(Toy(resolve=lambda state, orders, dice: Outcome(state)), table.charter, table.secrets).play(
                table.last.entry, table.last.state, twice)  # fmt: skip
    entries = [table.last.entry, step.entry]
    lenient = Toy(resolve=lambda state, orders, dice: Outcome(state),
                  open=lambda state: (*open_forms(state), Form("pass", "ana", Pass, ())))  # fmt: skip
    assert fault(entries, charter=table.charter, rules=lenient) is None
    strict = dataclasses.replace(lenient, checks=ToyChecks(fits=_at_most_one))
    found = fault(entries, charter=table.charter, rules=strict)
    assert found is not None
    assert found.what == "orders of ana conflict: one is enough"
