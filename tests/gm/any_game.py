"""Any game at a table: small games that ask for everything that a game can ask for, and how to fill in their rows.

What must hold for every game is tried with all of them: the toys of `tests/games/asked.py`, with settings that open
every kind of form, and the second game of the guide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sheets_gm.adapters.people.bot_players import Player
from sheets_gm.games.contract import Game
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import bot_dice, order_of, player_counts
from sheets_gm.games.random_play import random_bot
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.workbooks.form_lines import forms_on
from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.kernel.forms import Close, Form, Kind, Typed
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.grid import a1
from sheets_gm.sheet.reading import Key
from sheets_gm.sheet.tabs import FormTab
from sheets_gm.sheet.template import Template
from tests.games import asked
from tests.gm import raiders
from tests.gm.table import Evening

DAY = 86400.0

SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "council": {"rounds": 50},
    "duel": {"goal": 9999},
    "legion": {},
    "raiders": {"rounds": 20},
}
"""The games and their settings, with which the end of a match is far away."""


@cache
def rules_of(name: str) -> tuple[Game[Any, Any], Template]:
    """A game and its template."""
    if name == "raiders":
        return raiders.rules(), raiders.template()
    return asked.game_called(name), asked.template(name)


def evening_of(name: str, **given: Any) -> Evening:
    """A sealed match of *name*, drawn once; a match of GvG with two a side where it is none of the small games."""
    policy = Policy(**{"every": DAY, "layout": "sealed", "gm": ("gm@table",), **given.pop("policy", {})})
    if name in SETTINGS:
        rules, template = rules_of(name)
        given = {"rules": rules, "template": template, "settings": SETTINGS[name], **given}
    else:
        given = {"players": 4, **given}
    evening = Evening(policy=policy, **given)
    evening.tick()
    return evening


def match_of(name: str, *, sealed: bool = False, on: str = "", **settings: Any) -> Evening:
    """A match of any game with as few players as it takes, and who each have an account."""
    layout = {"layout": "sealed"} if sealed else {"open_hands": True}
    policy = Policy.model_validate({"every": 3600.0, "gm": ("gm@table",), **layout})
    if name in SETTINGS:
        rules, template = rules_of(name)
        return Evening(policy=policy, rules=rules, template=template, settings=SETTINGS[name], on=on)
    rules = game(name)
    players = min(player_counts(rules, rules.settings()))
    return Evening(plays=name, players=players, policy=policy, on=on, settings=settings)


@dataclass(frozen=True)
class Place:
    """A row of an open form: its key, its form, its workbook and tab, and on which line it is drawn."""

    key: Key
    form: Form
    layout: WorkbookLayout
    tab: str
    line: int


def places(evening: Evening, *closes: Close) -> list[Place]:
    """The rows of the open forms that close in one of these ways, or in any."""
    session = evening.table.session
    return [
        Place(key, form, layout, tab.key, line)
        for layout in evening.table.workbooks.layouts
        for tab in session.journal.tabs
        if isinstance(tab, FormTab) and tab.key in layout.tabs
        for line, key, form in forms_on(tab, layout, session.forms)
        if not closes or form.close in closes
    ]


def legal(evening: Evening, place: Place) -> dict[str, Typed]:
    """Cells of a row that make an order which the rules accept and which the row did not have when it was drawn."""
    session = evening.table.session
    for luck in range(50):
        (filled, *_) = random_bot(None, (place.form,), bot_dice(f"{place.key} {luck}"))
        texts = {field.name: "some words" for field in place.form.fields if field.kind is Kind.TEXT}
        cells = texts | {name: value for name, value in filled.cells.items() if name != "ready"}
        order = order_of(place.form, cells)
        if order is None or cells == {field.name: field.default for field in place.form.fields}:
            continue
        if place.form.close is Close.ASK:
            return cells
        key, seat, _ = place.key
        remarks = [session.game.checks.check(session.state, seat, order)]
        if place.form.counted.whole:
            remarks.append(session.game.checks.total(session.state, seat, key, (order,)))
        if not any(remark is not None and remark.refuses for remark in remarks):
            return cells
    raise AssertionError(f"nothing is legal in {place.key}")


def address(evening: Evening, place: Place, name: str) -> str:
    """The address of a field in the row of *place*."""
    columns = [column.field for column in evening.table.session.template.tabs[place.tab].columns]
    return a1(place.line, columns.index(name))


def account(evening: Evening, place: Place) -> str:
    """The account of somebody who may fill in the row of *place*."""
    seat = evening.table.session.record.seats_of(place.key[1], place.form.who.authors)[0]
    assert seat.account
    return seat.account


def type_in(evening: Evening, place: Place, cells: Mapping[str, Typed], by: str = "") -> None:
    """Type into a row of a form, by default as somebody who may."""
    typed = {address(evening, place, name): value for name, value in cells.items()}
    evening.type(place.tab, typed, by or account(evening, place), place.layout.key)


def shown(evening: Evening, place: Place, name: str) -> Any:
    """What a cell of the row of *place* shows."""
    columns = [column.field for column in evening.table.session.template.tabs[place.tab].columns]
    line = evening.values(place.tab, place.layout.key)[place.line]
    at = columns.index(name)
    return line[at] if at < len(line) else ""


def fill_in(evening: Evening) -> None:
    """Everybody's bot fills in the open forms."""
    bot = next(iter(evening.game.people.bots.values()))
    for seat in evening.seats:
        Player(seat.id, bot, evening.person(seat.account or "sync@table")).play(evening.table)
    Player(GM, random_bot, evening.sync).play(evening.table)


def positions(evening: Evening) -> list[str]:
    """The digests of all positions."""
    return [entry.after for entry in evening.store.entries(evening.name)]


@cache
def undisturbed(name: str, turns: int) -> list[str]:
    """The positions of the same match where nothing goes wrong."""
    evening = evening_of(name)
    for _ in range(turns):
        fill_in(evening)
        evening.tick()
    return positions(evening)


def assert_recomputes(evening: Evening) -> None:
    """The whole journal can be replayed and is proved."""
    found = list(verify(evening.game, evening.record.charter, evening.store.entries(evening.name)))
    assert [each for each in found if isinstance(each, Fault)] == []
