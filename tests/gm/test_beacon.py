"""A match with a public beacon: a turn is locked, shown as locked, and played when its round is out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.adapters.export.files import write_exports
from sheets_gm.adapters.people.bot_players import Player
from sheets_gm.adapters.public_beacon.signatures import is_signed
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.poll.real_dice import lock_pending
from sheets_gm.gm.poll.schedule.pace import activity_of, adaptive
from sheets_gm.gm.ports.beacon import BeaconDown
from sheets_gm.kernel.actions import BadAction, Override, Rewind
from sheets_gm.kernel.beacon import AHEAD, QUICKNET, BeaconRound, due
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.match.proof import verify
from sheets_gm.sheet.people import names_of
from sheets_gm.sheet.reading import row_name
from tests.adapters.place import typed
from tests.adapters.public_beacon.rounds import ROUNDS, SIGNATURES
from tests.gm.table import SEED, Evening

LOCK = due(1000) - AHEAD


class Relay:
    """The recorded rounds; while *trouble* is set, none of them."""

    def __init__(self) -> None:
        self.trouble = ""
        self.asked: list[int] = []

    def __call__(self, round: int) -> BeaconRound:
        self.asked.append(round)
        if self.trouble:
            raise BeaconDown(self.trouble)
        return ROUNDS[round]


@pytest.fixture
def relay() -> Relay:
    return Relay()


@pytest.fixture
def evening(relay: Relay) -> Evening:
    settings = {"max_turns": 3, "team_size": 1}
    made = Evening(beacon=QUICKNET, relay=relay, settings=settings, now=LOCK - 60)
    made.tick()
    return made


def lock(evening: Evening, at: float = LOCK) -> None:
    """Everybody is ready at the instant *at*."""
    evening.now = at - 1
    evening.order("blue1", as_account="ana@table", move_to="A1")
    evening.all_ready()
    assert evening.tick().steps == ()


def play(evening: Evening, round: int = 1000) -> Any:
    evening.now = due(round) - 1
    return evening.tick()


def entries(evening: Evening) -> list[Entry]:
    return list(evening.store.entries(evening.name))


def dice_tab(evening: Evening) -> dict[str, Any]:
    return {row[0]: row[1] for row in evening.values("dice") if len(row) > 1}


def test_a_turn_is_locked_first_and_played_when_its_round_is_out(evening: Evening, relay: Relay) -> None:
    lock(evening)
    pending = evening.store.record(evening.name).pending
    assert (pending is not None and pending.round, relay.asked) == (1000, [])
    evening.now = due(1000) - 1.1
    assert evening.tick().steps == ()
    assert relay.asked == []
    assert len(play(evening).steps) == 1
    assert entries(evening)[-1].beacon == ROUNDS[1000]
    assert entries(evening)[-1].when == LOCK
    found = list(verify(evening.game, evening.record.charter, entries(evening), Secrets(SEED).hidden, is_signed))
    assert found == entries(evening)


def test_the_sheet_shows_what_is_locked_before_the_round_is_out(evening: Evening) -> None:
    lock(evening)
    shown = dice_tab(evening)
    assert shown["Locked now, to be played with round"] == "1000 (15:59:24 UTC)"
    locked = {name.rpartition(" ")[2]: value for name, value in shown.items() if name.startswith("Locked now: ")}
    assert "waits for a public round of dice" in str(evening.values("orders"))
    play(evening)
    assert locked
    assert locked == entries(evening)[-1].locks
    assert dice_tab(evening)["Signature of that round"] == SIGNATURES[1000]


def test_what_is_typed_after_the_lock_counts_for_the_next_turn(evening: Evening) -> None:
    lock(evening)
    orders = evening.store.record(evening.name).pending
    evening.order("blue1", as_account="ana@table", move_to="B2")
    play(evening)
    assert orders is not None
    assert entries(evening)[-1].orders == {seat: given for seat, given in orders.orders.items() if given}


def test_without_the_network_the_turn_waits_and_the_sheet_says_why(evening: Evening, relay: Relay) -> None:
    relay.trouble = "No relay gives it (https://relay.example: it cannot be reached)."
    lock(evening)
    assert play(evening).steps == ()
    waited_for = next(row[1] for row in evening.values("gm") if len(row) > 1 and "Round 1000" in str(row[1]))
    assert waited_for == f"Round 1000 of the public beacon, at 15:59:24 UTC. {relay.trouble}"
    evening.now += 3600
    assert evening.tick().steps == ()
    assert evening.store.record(evening.name).status is Status.LIVE
    relay.trouble = ""
    assert len(evening.tick().steps) == 1
    assert entries(evening)[-1].beacon == ROUNDS[1000]


def test_a_process_that_starts_anew_plays_the_lock_of_the_one_before(evening: Evening) -> None:
    lock(evening)
    evening.table = evening.poller("another")
    assert len(play(evening).steps) == 1


def test_a_match_that_waits_for_its_round_is_polled_when_it_is_out(evening: Evening) -> None:
    lock(evening)
    pace = adaptive(activity_of(evening.store.record(evening.name)), due(1000) - 1)
    assert pace.at == due(1000)


def test_a_dropped_lock_leaves_its_trace_in_the_journal(evening: Evening) -> None:
    """The one way to be rid of a lock whose round one does not like is an entry that everybody sees."""
    lock(evening)
    with pytest.raises(BadAction, match="waits for a public round"):
        evening.table.tick(actions=[Override(what="turn", old=1, new=2, why="x")])
    evening.table.tick(actions=[Rewind(to=0, why="I do not like it")])
    assert evening.store.record(evening.name).pending is None
    assert entries(evening)[-1].act is not None


def test_a_dry_run_waits_for_no_round(evening: Evening, relay: Relay) -> None:
    evening.order("blue1", as_account="ana@table", move_to="A1")
    evening.tick()
    assert evening.table.dry_run()
    assert relay.asked == []


def test_an_export_is_proved_offline_and_no_signature_can_be_changed(relay: Relay, tmp_path: Path) -> None:
    evening = Evening(beacon=QUICKNET, relay=relay, settings={"max_turns": 1, "team_size": 1}, now=LOCK - 60)
    evening.tick()
    lock(evening)
    play(evening)
    (path,) = write_exports(evening.store, evening.name, tmp_path, ["json"])
    done = typed(tmp_path, "verify", path.name)
    assert done.code == 0, done
    held = json.loads(path.read_text(encoding="utf-8"))
    held["entries"][1]["beacon"]["signature"] = SIGNATURES[1001]
    path.write_text(json.dumps(held), encoding="utf-8")
    done = typed(tmp_path, "verify", path.name)
    assert (done.code, "(entry 1) is wrong: the beacon did not sign its public round 1000" in done.out) == (5, True)


def test_whoever_runs_the_sync_cannot_foresee_a_roll_at_the_lock(evening: Evening) -> None:
    """With the seed and all orders, each signature that the round may have gives other rolls."""
    lock(evening)
    session = evening.table.session
    pending = session.record.pending
    assert pending is not None
    rolls = []
    for signature in SIGNATURES.values():
        locked = lock_pending(session, pending, BeaconRound(round=1000, signature=signature))
        rolls.append(session.journal.recorder.play(session.entry, session.state, locked).entry.rolls)
    assert len(set(rolls)) == len(rolls)
    play(evening)
    assert entries(evening)[-1].rolls == rolls[0]


def test_what_is_typed_after_a_lock_counts_for_the_row_of_that_name() -> None:
    """An army that fights has no row in the next step, so the rows below it move up."""
    made = Evening(
        plays="war_game", players=2, policy=Policy(open_hands=True), beacon=QUICKNET, relay=Relay(), now=LOCK - 60
    )
    made.tick()
    for seat in made.seats:
        Player(seat.id, next(iter(made.game.people.bots.values())), made.sync).play(made.table)
    made.now = LOCK - 1
    assert made.tick(resolve=True).steps == ()
    (before,) = (form for form in made.table.session.forms if (form.key, form.seat) == ("moves", "coalition"))
    people = names_of(made.table.session.people.seats)
    names = [row_name((before.key, before.seat, row), before.at(row), people) for row in range(before.rows)]
    made.type("moves", {made.cell("moves", name, "line"): f"for {name}" for name in names})
    made.tick()
    made.now = due(1000) - 1
    assert made.tick().steps
    (after,) = (form for form in made.table.session.forms if (form.key, form.seat) == ("moves", "coalition"))
    assert after.rows < before.rows
    for name in (row_name((after.key, after.seat, row), after.at(row), people) for row in range(after.rows)):
        assert made.row("moves", name)["line"] == f"for {name}"
