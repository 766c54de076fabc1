"""People live on few tabs: what they look up now and then is behind a link, and what is not due is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from sheets_gm.games.finding import games
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import SheetsRefused, TabRange
from sheets_gm.gm.workbooks import drawing, layout
from sheets_gm.gm.workbooks.layout import GM_TAB, PUBLIC
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.grid import PLACE_LINK
from sheets_gm.sheet.tabs import FormTab
from tests.gm.table import Evening

MOST = 6
"""Tabs that a player sees at most, besides those on which somebody has something to do."""

RUN = ("desk", GM_TAB)
"""The tabs by which a match is run."""

GAMES = sorted(games())


@cache
def match_of(name: str, laid_out: str) -> Evening:
    """A match of the game called *name* after two turns."""
    policy = Policy(gm=("gm@table",), layout=laid_out, open_hands=True)
    match = Evening(plays=name, policy=policy, turns=2, own_desk=True)
    match.tick()
    return match


def shown(match: Evening, book: Workbook) -> list[str]:
    """The keys of the tabs of *book* that are not hidden."""
    titles = match.sync.titles(book)
    return [key for key, sheet in book.tabs.items() if sheet in titles]


def due(match: Evening) -> set[str]:
    """The keys of the tabs on which somebody has something to do."""
    forms = {form.key for form in match.table.session.all_forms if form.due}
    return {tab.key for tab in match.table.session.journal.tabs if isinstance(tab, FormTab) and tab.form in forms}


def links(match: Evening, book: Workbook, key: str) -> Iterator[str]:
    """The tabs to which links of the tab *key* lead."""
    look = match.table.workbooks.looks.shown[book.key][key]
    runs = (run for row in look.rows for cell in row for run in cell.runs)
    yield from (run.link.removeprefix(PLACE_LINK).partition("!")[0] for run in runs if run.link.startswith(PLACE_LINK))


@pytest.mark.parametrize("laid_out", ["shared", "sealed"])
@pytest.mark.parametrize("name", GAMES)
def test_a_player_sees_few_tabs_and_those_that_are_due(name: str, laid_out: str) -> None:
    match = match_of(name, laid_out)
    for book in match.record.workbooks:
        tabs = [key for key in shown(match, book) if key not in (*due(match), *RUN)]
        assert len(tabs) <= MOST, (book.key, tabs)


TABS = {
    "champions": {"player": 6, "public": 3, "gm": 4},
    "gvg": {"player": 6, "public": 4, "gm": 3},
    "war_game": {"player": 6, "judge": 3, "public": 4, "gm": 3},
    "wesnoth": {"player": 6, "public": 4, "gm": 3},
    "win_or_die": {"player": 6, "public": 4, "gm": 3},
}
"""How many tabs each role has in a private match, besides those that are due. Claims, plans, the roster, the full log,
dice and rare forms are a link away behind *Your seat*, *What happened* and the form that they belong to."""


@pytest.mark.parametrize("name", GAMES)
def test_each_role_sees_so_many_tabs(name: str) -> None:
    match = match_of(name, "sealed")
    neutral = {f"seat.{seat.id}" for seat in match.seats if seat.neutral}
    found: dict[str, set[int]] = {}
    for book in match.record.workbooks:
        tabs = [key for key in shown(match, book) if key not in due(match)]
        role = book.key if "." not in book.key else "judge" if book.key in neutral else "player"
        found.setdefault(role, set()).add(len(tabs))
    assert found == {role: {count} for role, count in TABS[name].items()}


@pytest.mark.parametrize("laid_out", ["shared", "sealed"])
@pytest.mark.parametrize("name", GAMES)
def test_links_lead_to_every_hidden_tab_that_holds_anything(name: str, laid_out: str) -> None:
    match = match_of(name, laid_out)
    for book in match.record.workbooks:
        seen = [*shown(match, book)]
        for key in seen:
            seen += [each for each in links(match, book, key) if each not in seen]
        empty = {*book.tabs} - {*seen}
        forms = {tab.key: tab.form for tab in match.table.session.journal.tabs if isinstance(tab, FormTab)}
        assert empty <= {*forms, "ahead", "free"}, (book.key, empty)
        open_here = {form.key for form in match.table.session.all_forms if form.seat in seats_of(match, book)}
        assert not open_here & {forms[key] for key in empty if key in forms}


def seats_of(match: Evening, book: Workbook) -> set[str]:
    """The seats and teams whose forms *book* has."""
    found = next(each for each in match.table.workbooks.layouts if each.key == book.key)
    return {*found.eyes, *found.teams} - {GM}


@pytest.mark.parametrize("name", GAMES)
def test_a_tab_that_is_due_is_shown(name: str) -> None:
    match = match_of(name, "shared")
    book = match.book("report")
    assert due(match) <= {*shown(match, book)}


PHASES = ("movement", "looting", "equipment", "battle")


def test_a_hidden_tab_is_shown_when_its_form_opens_and_hidden_again() -> None:
    match = match_of("champions", "sealed")
    book = next(each for each in match.record.workbooks if each.key != PUBLIC)
    seen = []
    for _ in range(4):
        (open_now,) = due(match)
        seen.append(open_now)
        assert [key for key in shown(match, book) if key in PHASES] == [open_now]
        match.play()
    assert len({*seen}) > 1


@pytest.mark.parametrize("name", GAMES)
def test_who_runs_an_open_match_has_a_workbook_of_their_own_with_what_nobody_else_sees(name: str) -> None:
    match = match_of(name, "shared")
    table, desk = match.record.workbooks
    assert shown(match, desk)[:2] == [GM_TAB, "desk"]
    assert not {*RUN, *OF_THE_GM} & {*table.tabs}
    assert {*OF_THE_GM} & {tab.key for tab in match.table.session.journal.tabs} <= {*desk.tabs}
    match.person("gm@table").read(desk, [TabRange("desk")])
    with pytest.raises(SheetsRefused):
        match.person(match.seats[0].account or "").read(desk, [TabRange("desk")])


OF_THE_GM = ("pools", "whole")
"""The tabs of games that only the game master sees."""


@pytest.mark.parametrize(
    ("gm", "named", "expected"),
    [(("gm@x",), (), True), (("gm@x",), ("table",), False), (("gm@x",), ("table", "gm"), True), ((), (), False)],
    ids=["nothing is given", "one spreadsheet is given", "both are given", "nobody is the game master"],
)
def test_who_gives_one_spreadsheet_has_all_of_an_open_match_in_it(
    gm: tuple[str, ...], named: tuple[str, ...], *, expected: bool
) -> None:
    assert layout.gets_own_desk(Policy(gm=gm), named) is expected


def test_a_game_master_runs_an_open_match_from_their_own_workbook() -> None:
    match = Evening(policy=Policy(gm=("gm@table",), every=86400.0), own_desk=True)
    match.tick()
    reads, writes = match.sync.calls["read"], match.sync.calls["write"]
    match.tick()
    assert (match.sync.calls["read"] - reads, match.sync.calls["write"] - writes) == (2, 0)
    match.do("extend", "", "24h")
    assert "✓" in match.answer()
    match.play()
    assert match.table.session.state.turn == 2
    assert not match.tick().writes


@pytest.mark.parametrize("on", ["fake", "google"])
@pytest.mark.parametrize(
    "policy", [Policy(gm=("gm@table",)), Policy(layout="sealed", gm=("gm@table",))], ids=["shared", "sealed"]
)
def test_a_match_that_was_laid_out_with_all_its_tabs_in_sight_goes_on_with_few(
    policy: Policy, on: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(layout, "_in_order", lambda keys, _tabs: tuple(keys))
        patch.setattr(drawing, "hidden_behind", lambda *_: {})
        match = Evening(on=on, policy=policy)
        match.tick()
        key = match.book("orders", "table" if policy.layout == "shared" else "team.blue").key
        match.type("orders", {match.cell("orders", "blue1", "move_to", key): "A1"}, "ana@table", key)
        match.tick()
    match.table = match.poller()
    match.tick()
    match.record = match.table.session.record
    for book in match.record.workbooks:
        tabs = [each for each in shown(match, book) if each not in RUN]
        titles = match.sync.titles(book)
        run = {titles[book.tabs[each]] for each in RUN if each in book.tabs}
        in_sight = [each for each in titles.values() if each not in run]
        assert on == "fake" or [titles[book.tabs[each]] for each in tabs] == in_sight
        assert len([each for each in tabs if each not in due(match)]) <= MOST
    assert match.row("orders", "blue1", key)["move_to"] == "A1"
    assert not match.tick().writes
