"""With `on_fail=skip` an illegal command is skipped: its player reads why, and nobody else learns of it."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

from sheets_gm.games.win_or_die import GAME
from sheets_gm.games.win_or_die.data.words import RED, TEAL, other
from sheets_gm.games.win_or_die.position.orders import Command
from sheets_gm.games.win_or_die.position.state import Match
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.kernel.dice import Dice, Keyed
from tests.games.win_or_die.test_live_reactions import fill
from tests.gm.table import Evening

ACCOUNTS = {RED: "ana@table", TEAL: "ben@table"}


def battle() -> Evening:
    """An evening in which somebody may command."""
    settings = {"mode": "core", "on_fail": "skip"}
    evening = Evening(plays="win_or_die", settings=settings, policy=Policy(layout="sealed", gm=("gm@table",)))
    for resolve in (False, True, True, True, True):
        evening.tick(resolve=resolve)
    return evening


def public(evening: Evening) -> str:
    """All that the public can read."""
    return json.dumps(evening.sheets_of("public"), default=str)


@pytest.mark.clause("WOD-R31")
def test_a_skipped_command_is_answered_with_its_reason_and_leaves_no_trace_in_public() -> None:
    evening = battle()
    state = evening.table.session.state
    seat, field = state.acting, state.field
    unit, enemy = field.units_of(seat)[0], field.units_of(other(seat))[0]
    before, entries = public(evening), evening.table.session.entry.number
    fill(evening, "commands", seat, " #1", unit=field.label_for(unit, seat), to=enemy.at)
    assert evening.tick().steps == ()
    answer = evening.receipt(f"{seat} #1", "commands", f"seat.{seat}")
    assert answer.startswith("✗ Skipped · ")
    assert enemy.at in answer
    assert public(evening) == before
    assert evening.table.session.entry.number == entries


def follower(match: Match) -> tuple[Command, Command]:
    """A command that is illegal until the other one was carried out: a unit goes where another one of its side is."""
    seat, field = match.acting, match.field
    units = field.units_of(seat)
    for one, other_one in permutations(units, 2):
        behind = Command(unit=field.label_for(one, seat), to=other_one.at)
        for space in match.board.terrain:
            away = Command(unit=field.label_for(other_one, seat), to=space)
            after = _after(match, away)
            if _after(match, behind) is None and after is not None and _after(after, behind) is not None:
                return behind, away
    raise AssertionError("no unit can follow another one")


def _after(match: Match, command: Command) -> Match | None:
    """The position after *command*; None where it is skipped."""
    found = GAME.resolve(match, {match.acting: (command,)}, Dice(Keyed(b"1", b"2")))
    return None if any(event.kind == "skipped" for event in found.events) else found.state


@pytest.mark.clause("WOD-R31")
def test_the_commands_below_a_skipped_one_are_played_and_it_stays_skipped_until_it_is_ticked_again() -> None:
    evening = battle()
    seat = evening.table.session.state.acting
    behind, away = follower(evening.table.session.state)
    for number, command in enumerate((behind, away), start=1):
        fill(evening, "commands", seat, f" #{number}", unit=command.unit, to=command.to)
    assert len(evening.tick().steps) == 1
    receipts = [evening.receipt(f"{seat} #{number}", "commands", f"seat.{seat}") for number in (1, 2)]
    assert receipts[0].startswith("✗ Skipped · ")
    assert receipts[1].startswith("✓ ")
    for _ in range(2):
        assert evening.tick().steps == ()
    row = evening.cell("commands", f"{seat} #1", "ready", f"seat.{seat}")
    for ticked in (False, True):
        evening.type("commands", {row: ticked}, ACCOUNTS[seat], f"seat.{seat}")
        steps = evening.tick().steps
        assert bool(steps) is ticked
    assert evening.receipt(f"{seat} #1", "commands", f"seat.{seat}").startswith("✓ ")


@pytest.mark.clause("WOD-R31")
def test_a_skipped_command_is_still_answered_once_its_turn_is_over() -> None:
    evening = battle()
    state = evening.table.session.state
    seat, field = state.acting, state.field
    unit, enemy = field.units_of(seat)[0], field.units_of(other(seat))[0]
    fill(evening, "commands", seat, " #1", unit=field.label_for(unit, seat), to=enemy.at)
    fill(evening, "commands", seat, " #2", command="End turn")
    (step,) = evening.tick().steps
    assert step.state.acting == other(seat)
    assert evening.receipt(f"{seat} #1", "commands", f"seat.{seat}").startswith("✗ Skipped · ")
