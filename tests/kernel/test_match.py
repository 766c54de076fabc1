"""A match from its charter: the founding entry, and one entry after another."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise, permutations

import pytest

from sheets_gm.gm.between.pauses import Pause
from sheets_gm.kernel.actions import Action, Adopt, BadAction, Override, Rewind
from sheets_gm.kernel.dice import LINKS, Dice, lock
from sheets_gm.kernel.match.applying_actions import overridden
from sheets_gm.kernel.match.integrity import Fault, intact
from sheets_gm.kernel.match.journal import Entry, lines_after, seal
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.match.recorder import Locked, Recorder, RollsMissing, Step
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import Order, Orders, Outcome, Remark
from sheets_gm.kernel.rules import LawBroken, remarks_together
from tests.calls import calls
from tests.kernel.toy import TOY, Add, Sums, Table, Toy, ToyChecks, played


def test_the_charter_promises_the_secrets_and_shows_none() -> None:
    table = Table()
    assert hashlib.sha256(table.secrets.turn(0)).hexdigest() == table.charter.top
    assert hashlib.sha256(table.secrets.hidden).hexdigest() == table.charter.hidden_lock


def test_the_first_entry_is_keyed_by_the_charter() -> None:
    table = Table()
    assert table.last.entry.locks == {"charter": table.charter.lock()}
    assert [roll.why for roll in table.last.entry.rolls] == ["start of ana", "start of ben"]


def test_an_entry_holds_all_that_is_needed_to_play_it_again() -> None:
    table = played(4)
    step = table.last
    entry = Entry.model_validate_json(step.entry.model_dump_json())
    assert entry == step.entry
    assert table.recorder.codec.state(entry.state) == step.state
    assert table.recorder.codec.events(entry.events) == step.events
    assert table.recorder.codec.orders(entry.orders) == {"ana": (Add(number=3),), "ben": (Add(number=9),)}


def test_orders_of_several_kinds_are_told_apart_by_their_kind() -> None:
    orders = Table().recorder.codec.orders({"ana": [{"kind": "pass"}, {"kind": "add", "number": 2}]})["ana"]
    assert [order.kind for order in orders] == ["pass", "add"]


def test_entries_are_chained_by_number_state_and_seal() -> None:
    table = played(3)
    steps, codec = table.steps, table.recorder.codec
    assert [step.entry.number for step in steps] == [0, 1, 2, 3]
    for before, step in pairwise(steps):
        salt = bytes.fromhex(before.entry.state_salt)
        assert step.entry.before == before.entry.after == codec.digest(codec.stored(before.state), salt)
        salt = bytes.fromhex(step.entry.state_salt)
        assert step.entry.seal == seal(step.entry, before.entry.seal, salt)


def test_lines_of_the_log_are_counted_over_the_whole_match() -> None:
    entries = [step.entry for step in played(4).steps]
    assert [entry.lines for entry in entries] == [0, 0, 2, 4, 7]
    assert lines_after(entries[-1]) == 9


def test_a_step_is_called_what_the_table_calls_it() -> None:
    assert [step.entry.label for step in played(2).steps] == ["Start", "Round 1", "Round 2"]


def test_a_lock_binds_each_seats_orders_with_its_own_salt() -> None:
    table = played(1)
    entry = table.last.entry
    for seat, orders in entry.orders.items():
        assert bytes.fromhex(entry.salts[seat]) == table.secrets.salt(1, seat)
        assert entry.locks[seat] == lock(bytes.fromhex(entry.salts[seat]), orders)


def step_with(orders: dict[str, tuple[Order, ...]]) -> Step[Sums]:
    table = Table()
    return table.recorder.play(table.last.entry, table.last.state, Locked(orders=orders))


def test_shuffled_orders_give_the_same_entry() -> None:
    given: dict[str, tuple[Order, ...]] = {"ana": (Add(number=1),), "ben": (Add(number=2),)}
    steps = [step_with({seat: given[seat] for seat in order}) for order in permutations(given)]
    assert steps[0].entry == steps[1].entry
    assert steps[0].entry.model_dump_json() == steps[1].entry.model_dump_json()
    assert steps[0].events == steps[1].events


def test_a_seat_with_no_orders_is_the_same_as_a_missing_one() -> None:
    assert step_with({"ana": (Add(number=1),), "ben": ()}) == step_with({"ana": (Add(number=1),)})


def test_one_seats_orders_change_everybodys_rolls() -> None:
    one, other = (step_with({"ana": (Add(number=1),), "ben": (Add(number=ben),)}) for ben in (2, 3))
    assert one.entry.locks["ana"] == other.entry.locks["ana"]
    keys = [[digest(roll) for roll in step.entry.rolls] for step in (one, other)]
    assert keys[0] != keys[1]


# -- real dice ---------------------------------------------------------------------------------------------------------


def test_real_dice_are_asked_for_by_their_reason() -> None:
    with pytest.raises(RollsMissing) as raised:
        Table(dice="manual")
    assert raised.value.missing == {"start of ana": 6, "start of ben": 6}


def test_a_match_with_real_dice_is_proven_from_what_was_typed() -> None:
    table = Table(dice="manual", manual={"start of ana": 2, "start of ben": 3})
    with pytest.raises(RollsMissing):
        table.turn(manual={"add of ana": 7}, ana=1)
    table.turn(manual={"add of ana": 6}, ana=1)
    assert table.last.state.sums == {"ana": 9, "ben": 3}
    entries = [step.entry for step in table.steps]
    assert list(verify(TOY, table.charter, entries)) == entries
    assert list(intact(TOY, table.charter, entries)) == entries


def test_a_roll_that_others_may_make_superfluous_is_not_asked_for_yet() -> None:
    def fight(_state: Sums, _orders: Orders, dice: Dice) -> Outcome[Sums]:
        ana, ben = (dice.roll(6, f"attack of {seat}") for seat in ("ana", "ben"))
        for seat, falls in (("ana", ana < ben), ("ben", ben < ana)):
            if not falls:
                dice.roll(6, f"rest of {seat}")
        if ana + ben > 4:
            dice.roll(6, "luck")
        return Outcome(Table().last.state)

    table = Table(dice="manual", manual={"start of ana": 2, "start of ben": 3})
    recorder = Recorder(replace(TOY, resolve=fight), table.charter, table.secrets)
    for typed, missing in (
        ({}, {"attack of ana", "attack of ben"}),
        ({"attack of ana": 5}, {"attack of ben", "luck"}),
        ({"attack of ana": 5, "attack of ben": 2}, {"rest of ana", "luck"}),
    ):
        with pytest.raises(RollsMissing) as raised:
            recorder.play(table.last.entry, table.last.state, Locked(orders={}, manual=typed))
        assert set(raised.value.missing) == missing


def tie(_state: Sums, _orders: Orders, dice: Dice) -> Outcome[Sums]:
    """Both roll three dice again and again until their sums differ."""
    rounds = 0
    while True:
        rounds += 1
        ana, ben = (sum(dice.rolls_of(3, 6, f"{seat}, round {rounds}")) for seat in ("ana", "ben"))
        if ana != ben:
            return Outcome(Table().last.state)


def tied(dice: Mapping[str, int]) -> set[str]:
    """The rolls that are asked for where *dice* are typed."""
    table = Table(dice="manual", manual={"start of ana": 2, "start of ben": 3})
    recorder = Recorder(replace(TOY, resolve=tie), table.charter, table.secrets)
    with pytest.raises(RollsMissing) as raised:
        recorder.play(table.last.entry, table.last.state, Locked(orders={}, manual=dice))
    return set(raised.value.missing)


def test_a_tie_that_is_rolled_again_is_asked_for_round_by_round() -> None:
    first, second = ({f"{seat}, round {n} #{die}" for seat in ("ana", "ben") for die in (1, 2, 3)} for n in (1, 2))
    assert tied({}) == first
    assert tied(dict.fromkeys(first, 4)) == second


def test_of_rolls_that_never_end_the_first_is_asked_for() -> None:
    def endless(_state: Sums, _orders: Orders, dice: Dice) -> Outcome[Sums]:
        number = 0
        while not 1 < dice.roll(6, f"roll {number}") < 6:
            number += 1
        return Outcome(Table().last.state)

    table = Table(dice="manual", manual={"start of ana": 2, "start of ben": 3})
    recorder = Recorder(replace(TOY, resolve=endless), table.charter, table.secrets)
    with pytest.raises(RollsMissing) as raised:
        recorder.play(table.last.entry, table.last.state, Locked(orders={}, manual={"roll 0": 6}))
    assert raised.value.missing == {"roll 1": 6}


def test_a_record_from_which_the_rolls_of_a_tie_were_taken_is_found_out() -> None:
    rules = replace(TOY, resolve=tie)
    table = Table(dice="manual", manual={"start of ana": 2, "start of ben": 3})
    dice = {f"{seat}, round 1 #{die}": value for seat, value in (("ana", 1), ("ben", 2)) for die in (1, 2, 3)}
    recorder = Recorder(rules, table.charter, table.secrets)
    step = recorder.play(table.last.entry, table.last.state, Locked(orders={}, manual=dice))
    forged = [table.last.entry, step.entry.but(rolls=())]
    assert any(isinstance(each, Fault) and each.entry == 1 for each in verify(rules, table.charter, forged))


def test_the_first_position_of_a_match_with_real_dice_may_be_rolled_by_the_keys() -> None:
    keyed = Table()
    recorder = Recorder(TOY, keyed.charter, keyed.secrets)
    assert recorder.first_rolls() == {roll.why: roll.value for roll in keyed.last.entry.rolls}


# -- the log -----------------------------------------------------------------------------------------------------------


def test_only_what_everyone_may_know_is_a_line_of_the_log() -> None:
    events = ({"kind": "added", "audience": None}, {"kind": "hid", "audience": ["ana"]}, {"kind": "hid"})
    assert lines_after(played(1).last.entry.but(lines=5, events=events)) == 7


def test_a_step_in_which_nothing_happens_is_one_line_of_the_log_all_the_same() -> None:
    table = played(1)
    before = lines_after(table.last.entry)
    assert [event.kind for event in table.turn().events] == ["uneventful"]
    assert lines_after(table.last.entry) == before + 1


# -- what stands together ----------------------------------------------------------------------------------------------


def test_what_is_refused_falls_away_and_the_rest_is_asked_again() -> None:
    """A 9 needs another 9 beside it, and a 0 stands beside nothing: without the 0, both 9s may stay."""

    def fits(state: object, seat: str, orders: tuple[Order, ...]) -> list[Remark | None]:
        numbers = [order.number for order in orders if isinstance(order, Add)]
        if 0 in numbers and len(numbers) > 1:
            return [Remark(text="alone") if number == 0 else None for number in numbers]
        return [Remark(text="two") if number == 9 and numbers.count(9) < 2 else None for number in numbers]

    asked = {7: Add(number=9), 3: Add(number=0), 5: Add(number=1)}
    shown = remarks_together(Toy(checks=ToyChecks(fits=fits)), None, "ana", asked)
    assert {at: remark.text for at, remark in shown.items()} == {3: "alone", 7: "two"}
    assert remarks_together(TOY, None, "ana", asked) == {}


# -- long matches ------------------------------------------------------------------------------------------------------


def test_a_chain_of_secrets_hands_over_to_the_next_one() -> None:
    table = played(LINKS + 40)
    entries = [step.entry for step in table.steps]
    assert [entry.number for entry in entries if entry.next_top] == [0, LINKS]
    assert hashlib.sha256(bytes.fromhex(entries[LINKS].secret)).hexdigest() == entries[0].next_top
    assert not [each for each in verify(TOY, table.charter, entries, table.secrets.hidden) if isinstance(each, Fault)]


def test_a_late_turn_costs_what_an_early_one_costs() -> None:
    table = played(5)
    early = table.last

    def cost(last: Entry) -> int:
        return calls(lambda: table.recorder.play(last, early.state, Locked(orders={"ana": (Add(number=1),)})))

    cost(early.entry)  # what is kept from the first time on
    assert cost(early.entry.but(number=3 * LINKS + 700)) < 1.1 * cost(early.entry)


# -- laws --------------------------------------------------------------------------------------------------------------


def too_far(state: Sums) -> str | None:
    return "round 2 is too far" if state.round == 2 else None


def test_a_position_that_breaks_a_law_makes_no_entry() -> None:
    table = Table()
    strict = Recorder(Toy(checks=ToyChecks(laws=(too_far,))), table.charter, table.secrets)
    with pytest.raises(LawBroken, match="round 2 is too far"):
        strict.play(table.last.entry, table.last.state, Locked({"ana": (Add(number=3),)}))
    with pytest.raises(LawBroken, match="no first position"):
        Recorder(Toy(checks=ToyChecks(laws=(lambda _: "no first position",))), table.charter, table.secrets).start()


def test_an_action_leads_to_no_position_that_breaks_a_law() -> None:
    table = Table()
    strict = Recorder(Toy(checks=ToyChecks(laws=(too_far,))), table.charter, table.secrets)

    def carried_out(action: Action, state: Sums) -> Step[Sums]:
        return strict.carry_out(table.last.entry, state, action, lambda _: state.but(round=2), Locked({}))

    for action in (Override(what="round", old=1, new=2, why="on"), Rewind(to=0, why="back")):
        with pytest.raises(LawBroken, match="round 2 is too far"):
            carried_out(action, table.last.state)


@pytest.mark.parametrize(
    ("old", "shown"),
    [("x" * 58, f'"{"x" * 58}"'), ("x" * 59, f'"{"x" * 56}...')],
)
def test_an_override_of_what_is_not_there_shows_the_beginning_of_a_long_value(old: str, shown: str) -> None:
    with pytest.raises(BadAction, match=f"^round is 1, not {re.escape(shown)}$"):
        overridden(Table().last.state, Override(what="round", old=old, new=2, why="on"))


def test_an_action_that_leaves_a_position_as_it_is_needs_no_law_but_other_rules_do() -> None:
    table = Table()
    strict = Recorder(Toy(checks=ToyChecks(laws=(too_far,))), table.charter, table.secrets)
    wrong = table.last.state.but(round=2)

    def carried_out(action: Action) -> Step[Sums]:
        return strict.carry_out(table.last.entry, wrong, action, lambda _: wrong, Locked({}))

    assert carried_out(Pause()).state is wrong
    with pytest.raises(LawBroken, match="round 2 is too far"):
        carried_out(Adopt(rules="toy-1"))


def test_rolls_that_are_missing_are_asked_for_before_any_law() -> None:
    """What they stand for until then is no position."""
    table = Table(dice="manual", manual={"start of ana": 1, "start of ben": 1})
    strict = Recorder(Toy(checks=ToyChecks(laws=(too_far,))), table.charter, table.secrets)
    with pytest.raises(RollsMissing):
        strict.play(table.last.entry, table.last.state, Locked({"ana": (Add(number=3),)}))
