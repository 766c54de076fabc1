"""A cell that holds a choice has the colour of its kind, by conditional formats: no program can colour a list."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import islice
from typing import Any

import pytest

from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.calls.cell_requests import rgb
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.people.roster import made_up
from sheets_gm.games.finding import game, games
from sheets_gm.games.play_out import play_out
from sheets_gm.gm.between.finding import desk_actions, seat_actions
from sheets_gm.sheet.tabs import FormTab
from tests.colours import rounded
from tests.gm.table import Evening

MOVES = ("action", "command", "order")
"""The columns of forms in which somebody chooses what to do."""

STEPS = 200
"""The most steps of a match that are played until such a form is open."""


@cache
def vocabulary(name: str) -> Mapping[str, frozenset[str]]:
    """All that the columns `MOVES` of a game can hold."""
    rules = game(name)
    settings = rules.settings()
    seats = made_up(rules.places(settings))
    bot = next(iter(rules.people.bots.values()))
    found: dict[str, frozenset[str]] = {}
    for step in islice(play_out(rules, settings, seats, {seat.id: bot for seat in seats}, bytes(32)), STEPS):
        forms = rules.open(step.state)
        fields = [
            field for form in forms for field in (*form.fields, *(each for row in form.each for each in row.fields))
        ]
        for field in (field for field in fields if field.name in MOVES):
            words = {each.casefold() for each in (*field.known, *(field.choices or ()))}
            found[field.name] = found.get(field.name, frozenset()) | words
        if found:
            break
    return found


def coloured(name: str, column: str) -> Mapping[str, str]:
    """The choices of a column that have a colour, and which."""
    rules = [rule for rule in templates.template(name).rules if rule.on == (column,)]
    return {text.casefold(): rule.fill or "" for rule in rules for text in rule.among}


@pytest.mark.parametrize("name", sorted(games()))
def test_choices_of_what_to_do_have_colours_in_every_game(name: str) -> None:
    found = vocabulary(name)
    assert found
    for column, words in found.items():
        colours = {colour for word, colour in coloured(name, column).items() if word in words}
        assert len(colours) >= 3, (column, words)


@pytest.mark.parametrize("name", sorted(games()))
def test_the_forms_with_such_a_column_have_its_rules(name: str) -> None:
    rules = game(name)
    template = templates.template(name)
    for tab in rules.tabs_for(rules.settings()):
        if not isinstance(tab, FormTab):
            continue
        columns = {column.field for column in template.tabs[tab.key].columns}
        held = {rule.on for rule in template.tabs[tab.key].rules if rule.among}
        assert {(column,) for column in columns & {*MOVES}} <= held


def test_each_colour_is_for_a_choice_that_some_game_or_the_desk_has() -> None:
    words = frozenset[str]().union(*(each for name in games() for each in vocabulary(name).values()))
    acts = {each.casefold() for each in (*desk_actions(), *seat_actions())}
    for column, there in (*((column, words) for column in MOVES), ("act", acts)):
        assert coloured("gvg", column).keys() <= there


def test_the_cell_of_a_choice_has_its_colour_as_soon_as_it_is_made() -> None:
    evening = Evening(on="google")
    evening.tick()
    fills = [fill(evening, "blue1")]
    for action in ("HOLD", "FIGHT"):
        evening.order("blue1", as_account="ana@table", action=action)
        fills.append(fill(evening, "blue1"))
    wanted = coloured("gvg", "action")
    assert rounded(fills[1:]) == rounded([rgb(wanted["hold"]), rgb(wanted["fight"])])
    assert fills[0] not in fills[1:]


def fill(evening: Evening, seat: str) -> Any:
    """The colour of the cell with the action of a seat."""
    book = evening.book("orders")
    title = evening.table.session.template.tabs["orders"].title
    place = f"'{title}'!{evening.cell('orders', seat, 'action')}"
    params = {"ranges": place, "fields": "sheets.data.rowData.values.effectiveFormat.backgroundColorStyle"}
    answer = evening.sync.call("get", f"{SHEETS}/{book.document}", params=params)
    return answer["sheets"][0]["data"][0]["rowData"][0]["values"][0]["effectiveFormat"]["backgroundColorStyle"][
        "rgbColor"
    ]
