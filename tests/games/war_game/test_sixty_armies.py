"""Forty players, a judge and sixty armies: what is sent to Google, and how long a turn takes."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from gspread.http_client import HTTPClient

from sheets_gm.adapters.google.api import LARGEST
from sheets_gm.adapters.roster import made_up
from sheets_gm.adapters.wiring import template
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import bot_dice
from sheets_gm.games.war_game.state import Match
from sheets_gm.games.war_game.words import JUDGE, SIDES
from sheets_gm.gm.record.policy import Policy
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.outcome import Order
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.planning import plan
from sheets_gm.sheet.reading import read_row
from sheets_gm.sheet.tabs import Eyes, ViewTab, template_for_tabs
from tests.games.war_game import sixty
from tests.gm.table import Evening

WAR_GAME = game("war_game")
EYES = {Eyes.PUBLIC: (None,), Eyes.TEAM: SIDES, Eyes.NEUTRAL: (JUDGE,)}


@pytest.fixture(scope="module")
def evening() -> Iterator[tuple[Evening, list[int]]]:
    """The match after its first two steps, and the bytes of each call."""
    sizes: list[int] = []
    plain = HTTPClient.request

    def request(self: Any, method: str, endpoint: str, params: Any = None, data: Any = None, *others: Any) -> Any:
        sizes.append(len(data or b""))
        return plain(self, method, endpoint, params, data, *others)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HTTPClient, "request", request)
        made = Evening(
            plays="war_game",
            settings=sixty.settings().model_dump(),
            policy=Policy(layout="sealed", gm=("gm@table",)),
        )
        made.play(2)
        yield made, sizes


def test_a_match_of_forty_players_and_a_judge_is_built_and_played(evening: tuple[Evening, list[int]]) -> None:
    made, _ = evening
    assert len(made.seats) == 41
    assert {book.key for book in made.record.workbooks} == {
        "public", "team.coalition", "team.phyrexia", "seat.judge", "gm",
    }  # fmt: skip
    names = [str(line[0]) for line in made.values("armies") if line]
    assert sum(name[:1] in "⚜🎭" for name in names if name) == 60
    assert "Turn 2" in str(made.values("armies")[0][0])


def test_no_call_is_larger_than_google_takes(evening: tuple[Evening, list[int]]) -> None:
    _, sizes = evening
    assert max(sizes) <= LARGEST


# -- speed -------------------------------------------------------------------------------------------------------------

Typing = dict[tuple[str, str, int], Mapping[str, Typed]]


def typed(match: Match) -> Typing:
    """What bots of both sides and of the judge type, by owner, form and row."""
    found: Typing = {}
    for owner in (*SIDES, "c1", "p1", JUDGE):
        forms = tuple(form for form in WAR_GAME.open(match) if form.seat == owner)
        bot = WAR_GAME.bots["commander"]
        for each in bot(WAR_GAME.view(match, owner), forms, bot_dice(f"{match.turn} {match.phase} {owner}")):
            found[owner, each.form, each.row] = each.cells
    return found


def drawn(match: Match) -> dict[tuple[str, str | None], Grid]:
    """All views of all workbooks."""
    tabs = WAR_GAME.tabs_for(match.settings)
    tables = template_for_tabs(template("war_game"), tabs).tabs
    views = {eyes: WAR_GAME.view(match, eyes) for group in EYES.values() for eyes in group}
    return {
        (tab.key, eyes): tab.draw(views[eyes], tables[tab.key])
        for tab in tabs
        if isinstance(tab, ViewTab)
        for eyes in EYES[tab.eyes]
    }


def orders(match: Match, cells: Typing) -> dict[str, tuple[Order, ...]]:
    """Read and check every row of every form."""
    found: dict[str, list[Order]] = {}
    for form in WAR_GAME.open(match):
        for row in range(form.rows):
            at = form.at(row)
            read = read_row((form.key, form.seat, row), at, cells.get((form.seat, form.key, row), at.drawn), {})
            order = read.order if read.touched else None
            remark = WAR_GAME.check(match, form.seat, order) if order is not None else None
            if order is not None and (remark is None or not remark.refuses):
                found.setdefault(form.seat, []).append(order)
    return {owner: tuple(each) for owner, each in found.items()}


def test_a_turn_is_read_checked_resolved_drawn_and_planned_in_less_than_a_tenth_of_a_second() -> None:
    made = sixty.settings()
    match: Match = WAR_GAME.start(made, made_up(WAR_GAME.places(made)), bot_dice("start")).state
    taken: dict[str, list[float]] = {"orders": [], "judging": []}
    shown = drawn(match)
    for _ in range(6):
        phase, cells = match.phase, typed(match)
        started = time.process_time()
        given = orders(match, cells)
        match = WAR_GAME.resolve(match, given, bot_dice(f"{match.turn} {match.phase}")).state
        wanted = drawn(match)
        for (tab, eyes), grid in wanted.items():
            plan(tab, shown[tab, eyes], None, grid)
        taken[phase].append(time.process_time() - started)
        shown = wanted
    assert match.turn > 3
    fastest = {phase: min(times) for phase, times in taken.items()}
    print(", ".join(f"{phase} {1000 * seconds:.0f} ms" for phase, seconds in fastest.items()))  # noqa: T201 - the figure
    assert sum(fastest.values()) < 0.1
