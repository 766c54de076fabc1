"""Several matches and several processes: nobody is held up by another's trouble, and a turn is played once."""

from __future__ import annotations

import multiprocessing
import threading
import time
from pathlib import Path

import pytest

from sheets_gm.adapters import google, wiring
from sheets_gm.adapters.roster import made_up
from sheets_gm.adapters.store import open_store
from sheets_gm.games.finding import game
from sheets_gm.gm.opening import open_match
from sheets_gm.gm.ports import Policy, Status, Store
from sheets_gm.gm.rounds import Hall, Trouble
from sheets_gm.gm.turn import Table, Tick
from sheets_gm.localsheets import server
from tests.gm.table import SEED, Evening


def hall_of(evening: Evening, broken: str) -> Hall:
    def seat(match: str) -> Table:
        if match == broken:
            raise ZeroDivisionError("the rules have a bug")
        return wiring.table(evening.store, evening.sync, match)

    return Hall(evening.store, seat)


def second_match(evening: Evening, name: str) -> None:
    settings = evening.game.settings()
    open_match(
        evening.game,
        wiring.template("gvg"),
        evening.store,
        evening.sync,
        lambda: evening.now,
        match=name,
        title=name,
        settings=settings,
        seats=evening.seats,
        policy=Policy(),
        seed=SEED,
    )


def test_a_match_that_fails_costs_no_other_its_tick_and_is_set_aside_at_the_third_time() -> None:
    evening = Evening()
    second_match(evening, "another")
    hall = hall_of(evening, broken="another")
    for stuck in (False, False, True):
        done = list(hall.round())
        assert [type(each) for each in done] == [Trouble, Tick]
        trouble = done[0]
        assert isinstance(trouble, Trouble)
        assert trouble.stuck is stuck
        assert "the rules have a bug" in trouble.reason
    assert evening.store.record("another").status is Status.STUCK
    assert [each.match for each in hall.round()] == ["evening"]


def test_a_service_that_is_away_sets_nobody_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    from sheets_gm.gm.ports import SheetsDown

    evening = Evening()
    hall = hall_of(evening, broken="")

    def away(*_: object) -> None:
        raise SheetsDown("no network")

    monkeypatch.setattr(evening.sync, "read", away)
    for _ in range(5):
        (done,) = hall.round()
        assert isinstance(done, Trouble)
        assert done.away
    assert evening.store.record("evening").status is Status.LIVE


def test_a_claim_of_another_process_is_respected_until_it_is_stale() -> None:
    evening = Evening()
    evening.tick()
    assert evening.store.claim("evening", "another", evening.now, 300.0)
    evening.all_ready()
    assert evening.tick().steps == ()
    evening.now += 301
    assert len(evening.tick(resolve=True).steps) == 1


def test_a_process_that_lags_behind_writes_nothing_over_a_newer_turn() -> None:
    evening = Evening()
    evening.tick()
    slow = evening.poller("slow")
    slow.tick()
    evening.play(2)
    shown = evening.values("board")
    assert slow.tick().steps == ()
    assert evening.values("board") == shown
    assert slow.entry.number == evening.table.entry.number


TURNS = 1000


def poll(where: str, base: str, token: str, name: str) -> None:
    """A process that polls until the match is over."""
    store: Store = open_store(where)
    table = Table(game("gvg"), wiring.template("gvg"), store, google.connect(token, base), time.time, name, "race")
    while table.record.status is not Status.OVER:
        table.tick(resolve=True)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_two_processes_on_one_match_play_each_turn_once(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    held = server.listen(server.LOOPBACK, 0)
    base = f"http://{server.LOOPBACK}:{held.getsockname()[1]}"
    service = server.open_service(tmp_path / "sheets", address=base)
    threading.Thread(target=server.serve_quietly, args=(service, held), daemon=True).start()
    token = service.add_account("sync@race")
    rules = game("gvg")
    settings = rules.settings.model_validate({"max_turns": TURNS, "archery": "off"})
    where = str(tmp_path / "matches.db") if kind == "sqlite" else request.getfixturevalue("postgres")
    store = open_store(where)
    open_match(
        rules,
        wiring.template("gvg"),
        store,
        google.connect(token, base),
        time.time,
        match="race",
        title="Race",
        settings=settings,
        seats=made_up(rules.places(settings)),
        policy=Policy(),
        seed=SEED,
    )
    context = multiprocessing.get_context("spawn")
    pollers = [context.Process(target=poll, args=(where, base, token, name)) for name in ("one", "two")]
    for each in pollers:
        each.start()
    for each in pollers:
        each.join(300)
        assert each.exitcode == 0
    entries = list(store.entries("race"))
    assert [entry.number for entry in entries] == list(range(TURNS + 1))
    assert [entry.label for entry in entries[1:]] == [f"Turn {number} of {TURNS}" for number in range(1, TURNS + 1)]
    table = wiring.table(store, google.connect(token, base), "race")
    table.tick()
    assert table.tick().writes == 0
    store.close()
