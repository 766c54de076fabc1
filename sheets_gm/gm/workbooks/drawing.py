"""Drawing: every tab of a workbook as it should look.

Everything is drawn from the journal and the record, so the same match always draws the same tabs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from sheets_gm.games.contract import Game
from sheets_gm.gm.desk import desk_forms
from sheets_gm.gm.log.log_lines import last_rolls
from sheets_gm.gm.log.reports import Chapter, chapters, headlines, last_moves
from sheets_gm.gm.match_record.table_talk import Told
from sheets_gm.gm.workbooks.boards.history_link import history_link, with_history_link
from sheets_gm.gm.workbooks.boards.lettering import with_lettering
from sheets_gm.gm.workbooks.boards.move_notes import with_move_notes
from sheets_gm.gm.workbooks.boards.score_row import ROW, has_score_row, score_of, with_score_row
from sheets_gm.gm.workbooks.due_links import due_links
from sheets_gm.gm.workbooks.form_tabs import draw_form_tab, held_rows
from sheets_gm.gm.workbooks.gm_tab import draw_gm_tab
from sheets_gm.gm.workbooks.layout import (
    DICE,
    GM_TAB,
    LOG,
    MATCH,
    PUBLIC,
    REPORT,
    ROSTER,
    STATISTICS,
    WorkbookLayout,
)
from sheets_gm.gm.workbooks.looking_back.match_tab import draw_match
from sheets_gm.gm.workbooks.looking_back.statistics_tab import draw_statistics
from sheets_gm.gm.workbooks.marker import with_marker
from sheets_gm.gm.workbooks.play_mark import play_mark
from sheets_gm.gm.workbooks.reference_tabs import draw_dice
from sheets_gm.gm.workbooks.report_tab import draw_report, state_of_play, with_state_of_play
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.gm.workbooks.turn_mark import run_mark, turn_mark
from sheets_gm.kernel.english import sides_left
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.drawn import Drawn, Same
from sheets_gm.sheet.grid import Area, Grid, Row
from sheets_gm.sheet.history import NO_TALLIES_DRAWN, draw_history
from sheets_gm.sheet.marks import NEWS, PLACES, ROLLS, TALK, VERSION, marked
from sheets_gm.sheet.rendering import NO_LINES_DRAWN, Line, draw_log
from sheets_gm.sheet.tabs import Eyes, FormTab, HistoryTab, PartDrawing, Tally, ViewTab
from sheets_gm.sheet.template import TabTemplate

STATE = 1
"""The row of the line about whose turn it is."""

SAID = 3
"""The newest lines of a team's own talk that a page shows; comments, which it knows, are not among them."""

ROOM = 20
"""The rows by which the space of a view grows if other views are below it."""


def draw(snapshot: Snapshot, layout: WorkbookLayout) -> dict[str, Grid]:
    """Every tab of one workbook, by key."""
    drawn, book = snapshot.drawn, layout.key
    rows = drawn.made(book, "", held_rows, Same(snapshot.record), Same(snapshot.forms))
    by_key = {tab.key: tab for tab in (*snapshot.tabs, *desk_forms.TABS)}
    grids: dict[str, Grid] = {}
    report = _chapters(snapshot, layout)
    for key in layout.tabs:
        tab_template = snapshot.template.tabs[key]
        tab = by_key.get(key)
        if isinstance(tab, FormTab):
            grids[key] = draw_form_tab(snapshot, layout, tab, rows)
        elif isinstance(tab, ViewTab):
            seen = {seat: _view(snapshot, report, seat) for seat in _viewers(snapshot, tab, layout)}
            grid = draw_view_tab(drawn, tab, seen, tab_template)
            if tab.board:
                looks, name = (Same(tab_template), Same(snapshot.template.styles)), f"{key} with letters"
                grid = drawn.made(book, name, partial(with_lettering, drawn.last(book, name)), Same(grid), *looks)
            grids[key] = grid
        elif isinstance(tab, HistoryTab):
            make = partial(_history, drawn.last(book, key))
            grids[key] = drawn.made(book, key, make, tab_template, snapshot.history)
        elif key == LOG:
            now = LogShown(tab_template, snapshot.log, snapshot.log_start, snapshot.undone)
            grids[key] = drawn.made(book, key, partial(_log, drawn.last(book, key)), now)
        elif key == REPORT:
            zone, told = snapshot.record.policy.zone, _told(snapshot, layout)
            public = next((book.link for book in snapshot.record.workbooks if book.key == PUBLIC != layout.key), "")
            grids[key] = drawn.made(book, key, draw_report, tab_template, layout.title, report, zone, public, told)
        elif key == ROSTER:
            grids[key] = snapshot.roster
        elif key == DICE:
            grids[key] = draw_dice(tab_template, snapshot)
        elif key == MATCH and snapshot.final:
            grids[key] = drawn.made(book, key, draw_match, tab_template, Same(snapshot.final))
        elif key == STATISTICS and snapshot.final:
            grids[key] = draw_statistics(tab_template, snapshot).grid
        elif key == GM_TAB:
            grids[key] = draw_gm_tab(tab_template, snapshot)
    boards = [key for key, grid in grids.items() if any(name == PLACES for name, _ in grid.marks)]
    tells = bool(boards) or REPORT in layout.tabs
    news = headlines(report, _eyes(snapshot, layout)) if tells else ()
    rolls = last_rolls([each.entry for each in snapshot.timeline], snapshot.record) if tells else ()
    said = (
        [[each.name, each.text, int(each.at)] for each in _told(snapshot, layout) if each.seat][-SAID:] if tells else []
    )
    noted = tuple(
        mark for key, lines in ((NEWS, news), (ROLLS, rolls), (TALK, said)) if lines for mark in marked(key, lines)
    )
    charts = history_link(snapshot, layout)
    with_score = [key for key in boards if has_score_row(snapshot.game, by_key.get(key))]
    for key in boards:
        grids[key] = drawn.made(book, f"{key} with moves", with_move_notes, Same(grids[key]))
        if key in with_score:
            grids[key] = drawn.made(book, f"{key} with score", with_score_row, Same(grids[key]), score_of(snapshot))
            grids[key] = drawn.made(book, f"{key} with charts", with_history_link, Same(grids[key]), ROW, *charts)
        grids[key] = grids[key]._replace(marks=(*grids[key].marks, (VERSION, snapshot.heading), *noted))
    first = layout.tabs[0]
    watched = {*([first] if isinstance(by_key.get(first), ViewTab) else boards[:1]), *with_score}
    # every workbook of a sealed match costs a write of its own, so only the public one follows who is ready
    attended = snapshot.record.policy.layout == "shared" or layout.key == PUBLIC
    text = state_of_play(snapshot, attended=attended)
    links = due_links(snapshot, layout, text)
    for key in watched:
        grids[key] = with_state_of_play(grids[key], text, links)
        if key in boards and key not in with_score:
            grids[key] = with_history_link(grids[key], STATE, *charts)
    grids[first] = with_marker(grids[first], snapshot.entry)
    turns = turn_mark(snapshot, layout, attended=attended)
    added = (*turns, *run_mark(snapshot, layout), *play_mark(snapshot, layout), *(() if boards else noted))
    grids[first] = grids[first]._replace(marks=(*grids[first].marks, *added))
    return grids


def _history(last: tuple[Any, Any] | None, tab_template: TabTemplate, tallies: tuple[Tally, ...]) -> Grid:
    """The history; a turn that was drawn the *last* time, in the same columns, is not drawn again."""
    if last is None:
        return draw_history(tab_template, tallies)
    (template_before, before), grid = last
    alike = template_before is tab_template and before[0].values.keys() == tallies[0].values.keys()
    known = {id(tally): grid.rows[tally.turn - before[0].turn] for tally in before} if alike else NO_TALLIES_DRAWN
    return draw_history(tab_template, tallies, known)


class LogShown(NamedTuple):
    """What the log is drawn from: its newest *lines*, the number of the *first*, and the entries that are *undone*."""

    tab_template: TabTemplate
    lines: tuple[Line, ...]
    first: int
    undone: frozenset[int]


def _log(last: tuple[Any, Any] | None, now: LogShown) -> Grid:
    """The log; a line that was drawn the *last* time is not drawn again."""
    if last is None:
        return draw_log(*now)
    (before,), grid = last
    alike = (before.tab_template, before.undone) == (now.tab_template, now.undone)
    # what was drawn the last time is kept, so no other line can have got the id of one of its lines
    known = {id(line): row for line, row in zip(before.lines, grid.rows, strict=True)} if alike else NO_LINES_DRAWN
    return draw_log(*now, known)


def draw_view_tab(drawn: Drawn, tab: ViewTab, views: Mapping[str | None, Any], tab_template: TabTemplate) -> Grid:
    """A tab that shows *views*, by seat, drawn again only if what it shows of them has changed."""
    parts = tuple(tab.draw.part(view) if isinstance(tab.draw, PartDrawing) else Same(view) for view in views.values())
    return drawn.shared(f"{tab.key} of {(*views,)}", _draw_views, tab, parts, Same(tab_template))


def _draw_views(tab: ViewTab, parts: Sequence[Any], tab_template: TabTemplate) -> Grid:
    draw_one = tab.draw.draw if isinstance(tab.draw, PartDrawing) else tab.draw
    return _stack([draw_one(part.value if isinstance(part, Same) else part, tab_template) for part in parts])


def _viewers(snapshot: Snapshot, tab: ViewTab, layout: WorkbookLayout) -> tuple[str | None, ...]:
    """Whose views *tab* draws in one workbook: in a shared one every seat's, where each seat has its own secrets."""
    if tab.eyes in (Eyes.PUBLIC, Eyes.GM):
        return (None,) if tab.eyes is Eyes.PUBLIC else (GM,)
    if tab.eyes is Eyes.TEAM:
        sides = sides_left(snapshot.seats.values(), ())
        return tuple(team for team in layout.teams if team in sides)
    neutral = tab.eyes is Eyes.NEUTRAL
    own = tuple(seat for seat in layout.eyes if seat != GM and snapshot.seats[seat].neutral is neutral)
    # neutral seats that share a workbook are of one team, and see the same
    return own if snapshot.game.secrecy is Secrecy.SEAT and not neutral else own[:1]


def _chapters(snapshot: Snapshot, layout: WorkbookLayout) -> tuple[Chapter, ...]:
    """What happened, for the readers of one workbook; made once for each entry and each of its workbooks."""
    held = snapshot.chapters.get(layout.key)
    if held is None or held.seal != snapshot.entry.seal:
        eyes = _eyes(snapshot, layout)
        before = held.entries if held else {}
        held = snapshot.chapters[layout.key] = chapters(snapshot.game, snapshot.record, snapshot.recent, eyes, before)
    return held.chapters


def _eyes(snapshot: Snapshot, layout: WorkbookLayout) -> tuple[str, ...]:
    """The seats and teams whose secrets a workbook shows."""
    teams = {snapshot.seats[seat].team for seat in layout.eyes if seat in snapshot.seats} | set(layout.teams)
    return (*layout.eyes, *sorted(teams))


def _told(snapshot: Snapshot, layout: WorkbookLayout) -> tuple[Told, ...]:
    """What was said within the team whose workbook it is."""
    told = snapshot.record.told
    team = layout.team(snapshot.record.people) if told else ""
    return tuple(each for each in told if each.team == team)


def _view(snapshot: Snapshot, report: tuple[Chapter, ...], seat: str | None) -> Any:
    """The view of *seat*, with what the game master adds to it where it has a field for it.

    It is made once a position, and the same one in all workbooks that show it.
    """
    shared, game, seats = snapshot.drawn.shared, snapshot.game, snapshot.seats
    view = shared(f"position of {seat!r}", _seen, Same(game), Same(snapshot.state), Same(seats), seat)
    person = seats.get(seat or "")
    eyes = (*((seat,) if seat else ()), *((person.team,) if person else ()))
    arrows = shared(f"moves of {seat!r}", last_moves, Same(game), Same(snapshot.timeline), eyes)
    added = {"heading": snapshot.heading, "news": headlines(report, filter(None, eyes)), "arrows": arrows}
    has = {name: text for name, text in added.items() if name in view.__dict__}
    return shared(f"view of {seat!r}", _with, Same(view), has)


def _seen(game: Game[Any, Any], state: Any, seats: Mapping[str, Seat], seat: str | None) -> Any:
    """The view of *seat* in the position *state*, by the rules alone."""
    return game.seated(game.view(state, seat), seats)


def _with(view: Any, added: Mapping[str, Any]) -> Any:
    """*view* with *added* fields."""
    return view.but(**added)


def _stack(grids: Sequence[Grid]) -> Grid:
    """*grids* one below another, each with room to grow: where one gets longer, the others keep their places."""
    if len(grids) == 1:
        return grids[0]
    rows: list[Row] = []
    merges: list[Area] = []
    for each in grids:
        merges += [Area(area.top + len(rows), area.left, area.bottom + len(rows), area.right) for area in each.merges]
        rows += each.rows
        # at least one empty row below each
        rows += [()] * (ROOM - len(each.rows) % ROOM)
    return Grid(tuple(rows), tuple(merges), marks=grids[0].marks if grids else ())
