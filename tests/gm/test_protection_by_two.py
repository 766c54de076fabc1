"""Two processes on one match, each with a connection of its own: whoever is due may type, and nobody else may.

A sync knows from its last write what is protected. A command of the game master, or a second sync, protects other cells
behind its back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.workbooks.tabs import protected_ranges
from sheets_gm.gm.between.deadlines import Excuse
from sheets_gm.gm.between.filling_in import FillIn
from sheets_gm.gm.between.rows.desk_orders import DeskOrder
from sheets_gm.gm.between.substitutes import Substitute
from sheets_gm.gm.intake.desk.gm_actions import action_of_desk_order
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.workbooks.protection import protections_of
from sheets_gm.kernel.actions import Action, Override
from sheets_gm.kernel.english import sides_left
from tests.few import by_day
from tests.gm.any_game import match_of
from tests.gm.table import Evening, sheets_on


def by_hand(act: str, **fields: str) -> Callable[[Evening], Action]:
    """A row of the Desk, as an action."""
    return lambda evening: action_of_desk_order(evening.table.session.context(), DeskOrder(act=act, **fields))


def conceded(evening: Evening) -> Action:
    """The last side gives up."""
    return by_hand("concede", on=sides_left(evening.seats, ())[-1])(evening)


def excused(evening: Evening) -> Action:
    """Somebody who is due is excused."""
    due = next(form for form in evening.table.session.forms if form.due)
    return Excuse(seat=due.parts()[0].awaited)


def substituted(evening: Evening) -> Action:
    """The first seat gets another player."""
    return Substitute(seat=evening.seats[0].id, player="Zoe", account="zoe@table")


def filled_in(evening: Evening) -> Action:
    """The first row of somebody who is due is filled in as it was drawn."""
    due = next(form for form in evening.table.session.forms if form.due)
    return FillIn(seat=due.seat, form=due.key, cells=dict(due.at(0).drawn))


def overridden(evening: Evening) -> Action:
    """It is somebody else's turn, in a game that has turns; elsewhere a number is set to what it is."""
    state = evening.table.session.state
    if (acting := getattr(state, "acting", None)) is not None:
        other = next(each.id for each in evening.seats if each.id != acting)
        return Override(what="acting", old=acting, new=other, why="the wrong player began")
    name, value = next((name, value) for name, value in state if type(value) is int)
    return Override(what=name, old=value, new=value, why="to be sure")


ACTIONS: Mapping[str, Callable[[Evening], Action]] = {
    "rewind": by_hand("rewind", on="#0", why="a typing error"),
    "excuse": excused,
    "override": overridden,
    "fill in": filled_in,
    "substitute": substituted,
    "concede": conceded,
}
"""What a game master does on the command line."""


def command(evening: Evening) -> Poller:
    """A process that begins now, on a connection of its own."""
    evening.now += 1
    evening.service.add_account("zoe@table")
    return evening.poller("command", sheets_on(evening.service, "sync@table"))


def wrongly_protected(evening: Evening) -> list[str]:
    """The tabs that other people may type in than those who are due, as somebody finds who looks for the first time."""
    fresh = command(evening)
    snapshot, wrong = fresh.workbooks.snapshot({}), list[str]()
    for layout in fresh.workbooks.layouts:
        book = fresh.workbooks.workbook(layout)
        params = {"fields": protected_ranges.MASK}
        answer = evening.sync.call("get", f"{SHEETS}/{book.document}", params=params)
        tabs = protected_ranges.protected_tabs(answer)
        wrong += protected_ranges.changed_tabs(tabs, protections_of(snapshot, layout), book)
    return wrong


def play_a_step(evening: Evening, sync: Poller) -> None:
    """Play a step by *sync* if the match goes on."""
    evening.now += 1
    sync.tick(resolve=sync.session.record.status is Status.LIVE)


NAMES = ("council", "duel", "gvg", "wesnoth", "win_or_die")
"""Games in which people are due together and in turn, with and without phases, in teams and alone."""


@pytest.mark.parametrize("name", by_day("council", "duel", "gvg", of=NAMES))
def test_who_is_due_may_type_after_any_command_beside_the_sync(name: str) -> None:
    evening = match_of(name, on="google")
    for act, action in ACTIONS.items():
        play_a_step(evening, evening.table)
        assert command(evening).tick(actions=[action(evening)]).steps, act
        assert wrongly_protected(evening) == [], act
        for _ in range(2):
            play_a_step(evening, evening.table)
            assert wrongly_protected(evening) == [], act


@pytest.mark.parametrize("name", by_day("gvg", of=NAMES))
def test_who_is_due_may_type_after_a_rebuild_beside_the_sync(name: str) -> None:
    evening = match_of(name, on="google")
    play_a_step(evening, evening.table)
    command(evening).tick(rebuild=True)
    for _ in range(2):
        assert wrongly_protected(evening) == []
        play_a_step(evening, evening.table)


@pytest.mark.parametrize("name", by_day("gvg", of=NAMES))
def test_who_is_due_may_type_where_two_syncs_take_turns(name: str) -> None:
    evening = match_of(name, on="google")
    syncs = [evening.table, command(evening)]
    for at in (0, 1, 1, 0, 0, 1, 0):
        play_a_step(evening, syncs[at])
        assert wrongly_protected(evening) == []
        if at:
            syncs[at].tick(actions=[ACTIONS["rewind"](evening)])
            assert wrongly_protected(evening) == []
