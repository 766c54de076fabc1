"""Whole turns of sixty armies and a judge: read, checked, resolved, drawn for everybody, and planned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from sheets_gm.adapters.installation.templates import template
from sheets_gm.adapters.people.roster import made_up
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import bot_dice
from sheets_gm.games.war_game.data.words import JUDGE, SIDES
from sheets_gm.games.war_game.position.state import Match
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.outcome import Order
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.planning import plan
from sheets_gm.sheet.reading import read_row
from sheets_gm.sheet.tabs import Eyes, ViewTab, template_for_tabs
from tests.games.war_game import sixty

WAR_GAME = game("war_game")
EYES = {Eyes.PUBLIC: (None,), Eyes.TEAM: SIDES, Eyes.NEUTRAL: (JUDGE,)}
N = TypeVar("N", int, float)

Typing = dict[tuple[str, str, int], Mapping[str, Typed]]


def typed(match: Match) -> Typing:
    """What bots of both sides and of the judge type, by owner, form and row."""
    found: Typing = {}
    for owner in (*SIDES, "c1", "p1", JUDGE):
        forms = tuple(form for form in WAR_GAME.open(match) if form.seat == owner)
        bot = WAR_GAME.people.bots["keen"]
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
            remark = WAR_GAME.checks.check(match, form.seat, order) if order is not None else None
            if order is not None and (remark is None or not remark.refuses):
                found.setdefault(form.seat, []).append(order)
    return {owner: tuple(each) for owner, each in found.items()}


def whole_turns(number: int, measure: Callable[[Callable[[], None]], N]) -> Iterator[dict[str, N]]:
    """What *measure* says of each phase of so many turns, one after the other."""
    made = sixty.settings()
    match: Match = WAR_GAME.start(made, made_up(WAR_GAME.places(made)), bot_dice("start")).state
    shown, cells = drawn(match), typed(match)

    def play() -> None:
        nonlocal match, shown
        given = orders(match, cells)
        match = WAR_GAME.resolve(match, given, bot_dice(f"{match.turn} {match.phase}")).state
        wanted = drawn(match)
        for (tab, eyes), grid in wanted.items():
            plan(tab, shown[tab, eyes], None, grid)
        shown = wanted

    for _ in range(number):
        turn, taken = match.turn, dict[str, N]()
        while match.turn == turn:
            cells, phase = typed(match), match.phase
            taken[phase] = measure(play)
        yield taken
