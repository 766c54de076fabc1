"""Drawing: every tab as it should look, from journal and record alone, so it always looks the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from sheets_gm.games.contract import Game
from sheets_gm.gm.between.talk import Talk
from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.log.reports import Chapter, News, chapters, headlines, last_moves, news_of
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.table_talk import TeamMessage
from sheets_gm.gm.match_record.workbook import PUBLIC_WORKBOOKS
from sheets_gm.gm.workbooks.boards.floors import with_floor_colours
from sheets_gm.gm.workbooks.boards.history_link import history_link, with_history_link
from sheets_gm.gm.workbooks.boards.lettering import with_lettering
from sheets_gm.gm.workbooks.boards.move_notes import with_move_notes
from sheets_gm.gm.workbooks.boards.score_row import ROW, has_score_row, score_of, with_score_row
from sheets_gm.gm.workbooks.form_lines import lines_on
from sheets_gm.gm.workbooks.form_tabs import draw_form_tab, held_rows, until
from sheets_gm.gm.workbooks.gm_tab import draw_gm_tab
from sheets_gm.gm.workbooks.head_rows import (
    MOST_PLACED,
    NOTHING,
    STATE,
    Head,
    LinkedText,
    Whereabouts,
    head_of,
    labelled,
    with_stand,
    with_stand_above_help,
    with_step,
)
from sheets_gm.gm.workbooks.layout import (
    DICE,
    GM_TAB,
    LOG,
    MATCH,
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
from sheets_gm.gm.workbooks.report_tab import draw_report
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.gm.workbooks.tabs_behind import hidden_behind, hide, link_to, with_links
from sheets_gm.gm.workbooks.turn_mark import run_mark, turn_mark
from sheets_gm.kernel.defaults import no_entries
from sheets_gm.kernel.english import sides_left
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat, signs_of
from sheets_gm.sheet.drawn import Drawn, Same
from sheets_gm.sheet.grid import Area, Grid, Row
from sheets_gm.sheet.history import NO_TALLIES_DRAWN, draw_history
from sheets_gm.sheet.marks import HIDDEN, NEWS, NOW, PLACES, ROLLS, TALK, VERSION, marked
from sheets_gm.sheet.rendering import JOINED, Line, draw_log
from sheets_gm.sheet.tabs import Eyes, FormTab, HistoryTab, PartDrawing, Tab, Tally, ViewTab
from sheets_gm.sheet.template import TabTemplate

T = TypeVar("T")

NO_LABELS: Mapping[str, str] = MappingProxyType({})

SAID = 3
"""How many of the newest lines of a team's talk a page shows, not counting comments, which it has itself."""

ROOM = 20
"""The rows by which the space of a view grows if other views are below it."""


class Book(NamedTuple):
    """The input for drawing one workbook: the match, and what its readers know of it, as a *report*."""

    snapshot: Snapshot
    layout: WorkbookLayout
    report: tuple[Chapter, ...]
    by_key: Mapping[str, Tab]

    def template(self, key: str) -> TabTemplate:
        """The template of a tab."""
        return self.snapshot.template.tabs[key]

    def last(self, key: str) -> tuple[Any, Any] | None:
        """Return the input and the result of the last drawing of a tab."""
        return self.snapshot.drawn.last(self.layout.key, key)

    def made(self, name: str, make: Callable[..., T], *inputs: Any) -> T:
        """Return `make(*inputs)`, drawn again only if an input has changed."""
        return self.snapshot.drawn.made(self.layout.key, name, make, *inputs)


def draw(snapshot: Snapshot, layout: WorkbookLayout) -> dict[str, Grid]:
    """Return every tab of one workbook, by key."""
    by_key = {tab.key: tab for tab in (*snapshot.tabs, *desk_forms.TABS)}
    book = Book(snapshot, layout, _chapters(snapshot, layout), by_key)
    grids = {key: grid for key in layout.tabs if (grid := _tab(book, key)) is not None}
    boards = [key for key, grid in grids.items() if PLACES in dict(grid.marks)]
    noted = _newest(book) if boards or REPORT in layout.tabs else ()
    charts = history_link(snapshot, layout)
    with_score = {key for key in boards if has_score_row(snapshot.game, by_key.get(key))}
    for key in boards:
        grids[key] = _with_moves(book, key, grids[key], charts, noted, is_scored=key in with_score)
    first = layout.tabs[0]
    watched = {*([first] if isinstance(by_key.get(first), ViewTab) else boards[:1]), *with_score}
    # every other workbook costs a write of its own, so only the one that all see follows who is ready
    attended = layout.key in PUBLIC_WORKBOOKS
    is_over = snapshot.record.status is Status.OVER
    news = _news(book, "" if is_over else snapshot.heading)
    told = book.made("labelled news", labelled, Same(news), Same(_labels(book)))
    head = head_of(snapshot, layout, told, _whereabouts(book))
    for key in watched:
        grids[key] = with_stand(with_step(grids[key], head.until, head.ahead), head.stand)
        if key in boards and key not in with_score:
            grids[key] = with_history_link(grids[key], STATE, *charts)
    _put_heads(book, head, grids)
    marks = (
        *turn_mark(snapshot, layout, attended=attended),
        *run_mark(snapshot, layout),
        *play_mark(snapshot, layout),
        *(() if boards else noted),
    )
    _put_behind(book, grids)
    grid = with_marker(grids[first], snapshot.entry)
    grids[first] = grid._replace(marks=(*grid.marks, *marks))
    return grids


def _put_heads(book: Book, head: Head, grids: dict[str, Grid]) -> None:
    """Give the visible forms of the game in *grids* their *head*. A form that is not due shows only its deadline."""
    for tab in book.snapshot.tabs:
        if not isinstance(tab, FormTab) or tab.ask or tab.key not in grids or (HIDDEN, "yes") in grids[tab.key].marks:
            continue
        forms = lines_on(book.snapshot, book.layout, tab).forms
        stand = head.stand if not forms or any(form.due for form in forms) else NOTHING
        texts = until(book.snapshot, forms) if forms else head.until, head.ahead, stand
        grids[tab.key] = book.made(f"{tab.key} with head", _with_head, Same(grids[tab.key]), *texts)


def _with_head(grid: Grid, end: str, ahead: str, stand: LinkedText) -> Grid:
    return with_stand_above_help(with_step(grid, end, ahead), stand)


def _put_behind(book: Book, grids: dict[str, Grid]) -> None:
    """Hide the tabs of *grids* that stand behind another tab, and add links to them there."""

    def is_due(key: str) -> bool:
        tab = book.by_key.get(key)
        return isinstance(tab, FormTab) and any(form.due for form in lines_on(snapshot, layout, tab).forms)

    snapshot, layout = book.snapshot, book.layout
    for front, keys in hidden_behind(grids, book.by_key, is_due).items():
        links = tuple(link_to(key, book.template(key).title) for key in keys)
        grids[front] = book.made(f"{front} with links", with_links, Same(grids[front]), links)
        for key in keys:
            grids[key] = book.made(f"{key} behind", hide, Same(grids[key]))


def _tab(book: Book, key: str) -> Grid | None:
    """Return a tab as it should look; None for one that shows nothing of a match, or nothing yet."""
    tab = book.by_key.get(key)
    if isinstance(tab, FormTab):
        rows = book.made("", held_rows, Same(book.snapshot.record), Same(book.snapshot.forms))
        return draw_form_tab(book.snapshot, book.layout, tab, rows)
    if isinstance(tab, ViewTab):
        return _view_tab(book, tab)
    if isinstance(tab, HistoryTab):
        return book.made(key, partial(_history, book.last(key)), book.template(key), book.snapshot.history)
    return TABS[key](book) if key in TABS else None


def _view_tab(book: Book, tab: ViewTab) -> Grid:
    """Return a tab of the game; a board also gets its letters."""
    snapshot, template = book.snapshot, book.template(tab.key)
    seen = {seat: _view(book, seat) for seat in _viewers(snapshot, tab, book.layout)}
    grid = draw_view_tab(snapshot.drawn, tab, seen, template)
    if not tab.board:
        return grid
    grid = book.made(f"{tab.key} with floors", with_floor_colours, Same(grid), Same(snapshot.template.styles))
    name = f"{tab.key} with letters"
    make = partial(with_lettering, book.last(name))
    return book.made(name, make, Same(grid), Same(template), Same(snapshot.template.styles))


def _log_tab(book: Book) -> Grid:
    snapshot = book.snapshot
    now = LogShown(book.template(LOG), snapshot.log, snapshot.log_start, snapshot.taken_back)
    return book.made(LOG, partial(_log, book.last(LOG)), now)


def _report_tab(book: Book) -> Grid:
    record, layout = book.snapshot.record, book.layout
    told = _told(book.snapshot, layout)
    public = next(
        (each.link for each in record.workbooks if each.key in PUBLIC_WORKBOOKS and layout.key != each.key), ""
    )
    shown = (layout.title, book.report, record.policy.zone, public, told)
    return book.made(REPORT, draw_report, book.template(REPORT), *shown)


def _match_tab(book: Book) -> Grid | None:
    final = book.snapshot.final
    return book.made(MATCH, draw_match, book.template(MATCH), Same(final)) if final else None


def _statistics_tab(book: Book) -> Grid | None:
    snapshot = book.snapshot
    return draw_statistics(book.template(STATISTICS), snapshot).grid if snapshot.final else None


TABS: Mapping[str, Callable[[Book], Grid | None]] = {
    LOG: _log_tab,
    REPORT: _report_tab,
    ROSTER: lambda book: book.snapshot.roster,
    DICE: lambda book: draw_dice(book.template(DICE), book.snapshot),
    MATCH: _match_tab,
    STATISTICS: _statistics_tab,
    GM_TAB: lambda book: draw_gm_tab(book.template(GM_TAB), book.snapshot, book.layout),
}
"""The drawing functions of the tabs that belong to no game."""


def _newest(book: Book) -> tuple[tuple[str, str], ...]:
    """Return the marks for what has just happened: in this turn and the last one, the rolls, and what a team said."""
    snapshot, layout = book.snapshot, book.layout
    news = _news(book, snapshot.heading)
    said = [[each.name, each.text, int(each.at)] for each in _told(snapshot, layout) if each.seat][-SAID:]
    lines = {
        NOW: news.now,
        NEWS: news.latest,
        ROLLS: snapshot.rolls,
        TALK: said,
    }
    return tuple(mark for key, newest in lines.items() if newest for mark in marked(key, newest))


def _news(book: Book, heading: str) -> News:
    return book.made("news", news_of, Same(book.report), heading, _eyes(book.snapshot, book.layout))


def _with_moves(
    book: Book,
    key: str,
    grid: Grid,
    charts: tuple[Any, ...],
    noted: tuple[tuple[str, str], ...],
    *,
    is_scored: bool,
) -> Grid:
    """Return a board with notes about the moves and, with *is_scored*, the score and the *charts* link."""
    snapshot = book.snapshot
    grid = book.made(f"{key} with moves", with_move_notes, Same(grid))
    if is_scored:
        grid = book.made(f"{key} with score", with_score_row, Same(grid), score_of(snapshot))
        grid = book.made(f"{key} with charts", with_history_link, Same(grid), ROW, *charts)
    return grid._replace(marks=(*grid.marks, (VERSION, snapshot.heading), *noted))


def _history(last: tuple[Any, Any] | None, tab_template: TabTemplate, tallies: tuple[Tally, ...]) -> Grid:
    """Return the history. A turn of the *last* drawing is used again if the columns are the same."""
    if last is None:
        return draw_history(tab_template, tallies)
    (template_before, before), grid = last
    alike = template_before is tab_template and before[0].values.keys() == tallies[0].values.keys()
    rows_by_tally = (
        {id(tally): grid.rows[tally.turn - before[0].turn] for tally in before} if alike else NO_TALLIES_DRAWN
    )
    return draw_history(tab_template, tallies, rows_by_tally)


class LogShown(NamedTuple):
    """The input for the log: its newest *lines*, the number of the *first*, and the entries that are *undone*."""

    tab_template: TabTemplate
    lines: tuple[Line, ...]
    first: int
    undone: frozenset[int]


def _log(last: tuple[Any, Any] | None, now: LogShown) -> Grid:
    """Return the log. The lines of the *last* drawing that it still has are used again."""
    if last is None:
        return draw_log(*now)
    (before,), grid = last
    gone = now.first - before.first
    lines, alike = before.lines[max(0, gone) :], (before.tab_template, before.undone) == (now.tab_template, now.undone)
    is_continued = alike and gone >= 0 and now.lines[: len(lines)] == lines
    return draw_log(*now, grid.rows[gone:] if is_continued else ())


def draw_view_tab(drawn: Drawn, tab: ViewTab, views: Mapping[str | None, Any], tab_template: TabTemplate) -> Grid:
    """Return a tab that shows *views*, by seat, drawn again only if what it shows of them has changed."""
    parts = tuple(tab.draw.part(view) if isinstance(tab.draw, PartDrawing) else Same(view) for view in views.values())
    return drawn.shared(f"{tab.key} of {(*views,)}", _draw_views, tab, parts, Same(tab_template))


def _draw_views(tab: ViewTab, parts: Sequence[Any], tab_template: TabTemplate) -> Grid:
    draw_one = tab.draw.draw if isinstance(tab.draw, PartDrawing) else tab.draw
    return _stack([draw_one(part.value if isinstance(part, Same) else part, tab_template) for part in parts])


def _viewers(snapshot: Snapshot, tab: ViewTab, layout: WorkbookLayout) -> tuple[str | None, ...]:
    """Return whose views *tab* draws in one workbook. In a shared one these are the views of all seats."""
    if tab.eyes in (Eyes.PUBLIC, Eyes.GM):
        return (None,) if tab.eyes is Eyes.PUBLIC else (GM,)
    if tab.eyes is Eyes.TEAM:
        sides = sides_left(snapshot.seats.values(), ())
        return tuple(team for team in layout.teams if team in sides)
    neutral = tab.eyes is Eyes.NEUTRAL
    own_seats = tuple(seat for seat in layout.eyes if seat != GM and snapshot.seats[seat].neutral is neutral)
    # neutral seats that share a workbook are of one team, and see the same
    return own_seats if snapshot.game.secrecy is Secrecy.SEAT and not neutral else own_seats[:1]


def _chapters(snapshot: Snapshot, layout: WorkbookLayout) -> tuple[Chapter, ...]:
    """Return what happened, for the readers of one workbook. It is made once for each entry and workbook."""
    held = snapshot.chapters.get(layout.key)
    if held is None or held.seal != snapshot.entry.seal:
        eyes = _eyes(snapshot, layout)
        before = held.entries if held else {}
        held = snapshot.chapters[layout.key] = chapters(snapshot.game, snapshot.record, snapshot.recent, eyes, before)
    return held.chapters


def _eyes(snapshot: Snapshot, layout: WorkbookLayout) -> tuple[str, ...]:
    """Return the seats and teams whose secrets a workbook shows."""
    teams = {snapshot.seats[seat].team for seat in layout.eyes if seat in snapshot.seats} | set(layout.teams)
    return (*layout.eyes, *sorted(teams - {*layout.eyes}))  # who plays alone is a team of the same name


def _whereabouts(book: Book) -> Whereabouts:
    """Return where the pieces of the readers of a workbook are, and where they see those of others."""
    seats = book.snapshot.seats
    players = [seat.id for seat in seats.values() if not seat.neutral]
    own_seats = [seat for seat in players if seat in book.layout.eyes]
    if len(own_seats) == len(players) > MOST_PLACED:
        return Whereabouts()
    # the readers of one workbook see the same of others
    looking = own_seats if len(own_seats) <= MOST_PLACED else own_seats[:1]
    views = tuple((seat, Same(_view(book, seat))) for seat in looking)
    others = tuple(seat for seat in players if seat not in own_seats) if own_seats else ()
    own_seen = views if looking == own_seats else ()
    other_seen = tuple((seat, views[0][1]) for seat in others)
    game, named = Same(book.snapshot.game), Same(seats)
    return Whereabouts(
        book.made("own places", _placed, game, own_seen, named, " · ", " · "),
        book.made("other places", _placed, game, other_seen, named, JOINED, ": "),
    )


def _placed(
    game: Game[Any, Any], seen: Sequence[tuple[str, Same]], seats: Mapping[str, Seat], one: str, several: str
) -> tuple[str, ...]:
    """Return a line about the pieces of each seat in *seen*, as the view beside it shows them.

    Between the name and the text is *one*, or *several* if the text has several words.
    """
    signs = signs_of(seats.values())
    texts = ((seats[seat], game.showing.whereabouts(view.value, seat)) for seat, view in seen)
    return tuple(
        f"{signs.get(seat.team, '')}{JOINED}{seat.player}{several if ' ' in text else one}{text}".lstrip()
        for seat, text in texts
        if text
    )


def _labels(book: Book) -> Mapping[str, str]:
    """Return the names of pieces with the sign of their side, and who among several readers of a workbook has them."""
    seats, layout = book.snapshot.seats, book.layout
    if book.snapshot.game.showing.owners is no_entries:
        return NO_LABELS
    own_seats = tuple(seat.id for seat in seats.values() if seat.id in layout.eyes and not seat.neutral)
    view = _view(book, own_seats[0] if own_seats else None)
    return book.made("labels", _labelled, Same(book.snapshot.game), Same(view), Same(seats), own_seats)


def _labelled(
    game: Game[Any, Any], view: Any, seats: Mapping[str, Seat], own_seats: Sequence[str]
) -> Mapping[str, str]:
    signs = signs_of(seats.values())
    shared = {seat: f" ({seats[seat].player})" for seat in own_seats if len(own_seats) > 1}
    labels: dict[str, str] = {}
    for name, seat in game.showing.owners(view).items():
        team = seats[seat].team if seat in seats else ""
        if team:
            label = f"{signs.get(team, '')}{JOINED}{name}{shared.get(seat, '')}"
            labels |= {name: label, f"{name} ({team.capitalize()})": label}  # the sign says as much
    return labels


def _told(snapshot: Snapshot, layout: WorkbookLayout) -> tuple[TeamMessage, ...]:
    """Return what was said within the team whose workbook it is."""
    told = Talk.of(snapshot.record).told
    team = layout.team(snapshot.record.people) if told else ""
    return tuple(each for each in told if each.team == team)


def _view(book: Book, seat: str | None) -> Any:
    """Return the view of *seat*. If it has fields for it, the game master adds the heading, the news and the arrows.

    It is made once for each position, and shared by all workbooks.
    """
    snapshot = book.snapshot
    shared, game, seats = snapshot.drawn.shared, snapshot.game, snapshot.seats
    view = snapshot.view(seat)
    person = seats.get(seat or "")
    eyes = (*((seat,) if seat else ()), *((person.team,) if person else ()))
    arrows = shared(f"moves of {seat!r}", last_moves, Same(game), Same(snapshot.timeline), eyes)
    news = book.made(f"news of {seat!r}", headlines, Same(book.report), tuple(filter(None, eyes)))
    added = {"heading": snapshot.heading, "news": news, "arrows": arrows}
    has = {name: text for name, text in added.items() if name in view.__dict__}
    return shared(f"view of {seat!r}", _seated, Same(game), Same(view), Same(seats), has)


def _seated(game: Game[Any, Any], view: Any, seats: Mapping[str, Seat], added: Mapping[str, Any]) -> Any:
    return game.showing.seated(view, seats).but(**added)


def _stack(grids: Sequence[Grid]) -> Grid:
    """Return *grids* one below another, each with room to grow, so that the others keep their places."""
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
