"""A workbook that shows an older entry, because a sync ended before it wrote: what it still shows is nothing new."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import pytest

from sheets_gm.adapters.people.bot_players import Player
from sheets_gm.gm.between.pauses import Pause, Resume
from sheets_gm.gm.between.votes import Vote
from sheets_gm.gm.intake.receipts import TWICE
from sheets_gm.gm.log import window
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.poll.tick import Tick
from sheets_gm.kernel.actions import Action, Rewind
from sheets_gm.sheet.grid import from_a1
from tests.gm.table import Evening

HOUR = 3600.0

RESOLVE, PAUSE = "B4", "B5"


class Ended(BaseException):
    """The sync was killed."""


def killed_before_writing(evening: Evening, work: Callable[[], Tick]) -> None:
    """A sync that does *work*, and ends before anything of it is on a sheet. A new one takes its place."""

    def end(*_given: Any, **_named: Any) -> Any:
        raise Ended

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(evening.sync, "write", end)
        with pytest.raises(Ended):
            work()
    evening.store.release(evening.name, "sync")
    evening.table = evening.poller()


def turns(evening: Evening) -> int:
    return sum(entry.kind == "turn" for entry in evening.store.entries(evening.name))


def test_one_tick_of_the_resolve_box_or_a_double_one_plays_one_turn() -> None:
    evening = Evening(policy=Policy(every=HOUR, gm=("gm@table",)))
    evening.tick()
    evening.type("gm", {RESOLVE: True}, "gm@table")
    killed_before_writing(evening, evening.tick)
    assert turns(evening) == 1
    evening.tick()
    evening.tick()
    assert turns(evening) == 1
    for seconds, played in ((1, 1), (TWICE, 2)):
        evening.now += seconds
        evening.type("gm", {RESOLVE: True}, "gm@table")
        evening.tick()
        assert turns(evening) == played
        assert evening.values("gm")[3][1] is False


def vote(on: Literal["pause", "go on"]) -> Vote:
    """The vote that decides it."""
    return Vote(seat="blue1", on=on, votes=6, needed=6, by="blue1")


@pytest.mark.parametrize(
    ("action", "status"),
    [
        (Pause(why="tea"), Status.PAUSED),
        (vote("pause"), Status.PAUSED),
        (Resume(why="on"), Status.LIVE),
        (vote("go on"), Status.LIVE),
    ],
    ids=str,
)
def test_a_pause_that_no_sheet_shows_yet_is_not_taken_back(action: Action, status: Status) -> None:
    evening = Evening(policy=Policy(every=HOUR, gm=("gm@table",)))
    evening.tick(actions=[Pause(why="a break")] if status is Status.LIVE else [])
    killed_before_writing(evening, lambda: evening.tick(actions=[action]))
    evening.tick()
    evening.tick()
    assert evening.store.record(evening.name).status is status
    assert evening.values("gm")[4][1] is (status is Status.PAUSED)


@pytest.mark.parametrize("killed", [False, True])
def test_every_line_of_the_log_is_written_however_many_entries_a_workbook_is_behind(
    killed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "LOG_WINDOW", 1)
    evening = Evening(policy=Policy(every=HOUR, gm=("gm@table",)))
    evening.tick()
    actions = [Pause(why="tea"), Resume(why="on"), Pause(why="cake")]
    if killed:
        killed_before_writing(evening, lambda: evening.tick(actions=actions))
        actions = []
    evening.tick(actions=actions)
    lines = [line.text for line in evening.table.session.all_lines()]
    assert len(lines) == 3
    assert evening.log() == lines


def test_what_a_sync_stored_before_it_was_killed_is_shown_by_another_that_saw_no_edit() -> None:
    evening = Evening(policy=Policy(every=HOUR, gm=("gm@table",)))
    evening.tick()
    assert evening.tick().writes == 0
    watching = evening.table
    killed_before_writing(evening, lambda: evening.poller("killed").tick(actions=[Pause(why="tea")]))
    evening.store.release(evening.name, "killed")
    assert watching.tick().writes > 0
    assert evening.values("gm")[4][1] is True
    assert watching.tick().writes == 0


def choices(evening: Evening, cell: str) -> list[str]:
    """The choices of a cell of the Desk."""
    return [*(evening.sync.choices(evening.book("desk"), "desk", *from_a1(cell)) or ())]


@pytest.mark.parametrize("before", ["extend", "excuse"])
def test_choices_that_follow_from_what_was_just_typed_are_shown_after_a_sync_was_killed(before: str) -> None:
    evening = Evening(policy=Policy(every=HOUR, gm=("gm@table",)))
    evening.play()
    act, on, other = (evening.cell("desk", *at) for at in (("gm #1", "act"), ("gm #1", "on"), ("gm #3", "on")))
    evening.type("desk", {act: before}, "gm@table")
    evening.tick()
    assert "Turn 1 of 60" not in {*choices(evening, on), *choices(evening, other)}
    evening.now += 60
    evening.type("desk", {act: "rewind"}, "gm@table")
    killed_before_writing(evening, evening.tick)
    evening.tick()
    assert choices(evening, on) == ["Turn 1 of 60"]
    assert "Turn 1 of 60" in choices(evening, other)
    evening.now += 60
    assert [evening.poller().tick().writes, evening.tick().writes] == [0, 0]


def test_an_order_that_equals_what_a_bot_played_for_its_seat_counts_for_the_next_turn() -> None:
    evening = Evening(players=2, policy=Policy(every=HOUR, no_show="bot", gm=("gm@table",)))
    evening.tick()
    killed_before_writing(evening, lambda: evening.tick(resolve=True))
    (played,) = (
        typed.cells
        for typed in evening.store.last(evening.name).typed
        if (typed.form, typed.seat) == ("orders", "blue1")
    )
    evening.order("blue1", move_to=played["move_to"], ready=True)
    evening.tick()
    row = evening.row("orders", "blue1")
    assert (row["move_to"], row["ready"]) == (played["move_to"], True)
    assert row["receipt"]


def test_a_row_with_a_name_is_not_taken_twice_where_its_number_changes() -> None:
    """An army that fights has no row in the next step, so the rows below it move up."""
    evening = Evening(plays="war_game", players=2, policy=Policy(open_hands=True, gm=("gm@table",)))
    evening.tick()
    for seat in evening.seats:
        Player(seat.id, next(iter(evening.game.people.bots.values())), evening.sync).play(evening.table)
    before = sum(form.rows for form in evening.table.session.forms if form.key == "moves")
    killed_before_writing(evening, lambda: evening.tick(resolve=True))
    assert sum(form.rows for form in evening.table.session.forms if form.key == "moves") < before
    evening.tick(resolve=True)
    entry = evening.store.last(evening.name)
    assert entry.number == 2
    assert [typed for typed in entry.typed if typed.form == "moves" and not typed.by] == []


@pytest.mark.parametrize("ready", [False, True])
def test_what_a_rewind_emptied_is_not_typed_again_where_no_sheet_shows_the_rewind_yet(ready: bool) -> None:
    evening = Evening(players=4, policy=Policy(every=HOUR, gm=("gm@table",)))
    evening.tick(resolve=True)
    evening.order("blue1", action="HOLD", ready=ready)
    evening.tick()
    assert evening.receipt("blue1")
    killed_before_writing(evening, lambda: evening.tick(actions=[Rewind(to=0, why="again")]))
    evening.order("red1", action="HOLD")
    evening.tick()
    assert evening.row("orders", "blue1")["action"] == "AUTO"
    assert not evening.row("orders", "blue1")["ready"]
    assert evening.receipt("blue1") == ""
    assert evening.row("orders", "red1")["action"] == "HOLD"
    assert [draft.seat for draft in evening.store.record(evening.name).drafts if draft.form == "orders"] == ["red1"]
    evening.tick()
    assert evening.tick().writes == 0


def test_however_far_back_a_sync_reached_for_lines_it_tells_no_more_than_any_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(window, "LOG_WINDOW", 1)
    evening = Evening(policy=Policy(every=HOUR, gm=("gm@table",)))
    evening.tick()
    for what in (Pause(why="tea"), Resume(why="on")):
        killed_before_writing(evening, partial(evening.table.tick, actions=[what]))
    evening.tick()
    assert len(evening.table.session.window.recent) > len(evening.table.session.window.newest)
    told = evening.values("report")
    evening.table = evening.poller("another")
    evening.tick()
    assert evening.table.tick(rebuild=True).writes
    assert evening.values("report") == told
