"""Showing: a match as its workbooks shall look.

Laws: everything is drawn from the journal and from what rows hold; the same match draws the same sheets; the entry
that a workbook shows stands in its marker, written in the same batch as all the rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from sheets_gm.games.contract import Game, Secrecy
from sheets_gm.gm.deadlines import clock_face_in_zone
from sheets_gm.gm.desk import desk_forms
from sheets_gm.gm.intake.attendance import WAITED_FOR
from sheets_gm.gm.ports import Draft, Record, StandingOrder, Status
from sheets_gm.gm.record.cases import Case, Stage
from sheets_gm.gm.workbooks.action_sentences import describe_action
from sheets_gm.gm.workbooks.layout import DICE, GM_TAB, LOG, PUBLIC, ROSTER, WorkbookLayout
from sheets_gm.kernel.actions import ActionTaken, read_action
from sheets_gm.kernel.english import describe_winners
from sheets_gm.kernel.forms import Form, Typed
from sheets_gm.kernel.journal import Attendance, Entry
from sheets_gm.kernel.outcome import GM, Event, Result, Uneventful
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.cleaning import spelled
from sheets_gm.sheet.grid import CHECKBOX, EMPTY, Area, Cell, Grid, Row
from sheets_gm.sheet.history import draw_history
from sheets_gm.sheet.reading import Key, Lines, lines_of
from sheets_gm.sheet.rendering import Line, Standing, draw_form, draw_log, draw_log_head, fixed, head
from sheets_gm.sheet.tabs import Eyes, FormTab, HistoryTab, Tally, ViewTab
from sheets_gm.sheet.template import TabTemplate, Template

LOG_WINDOW = 60
"""Lines of the log that are held against the sheet at each poll; older ones are put right by showing all."""


def controls(record: Record) -> tuple[str, ...]:
    """What a GM may tick on the GM's tab; the words beside them are the template's.

    A rehearsal is told on the GM's own workbook, so a match in which everybody shares one has none.
    """
    return ("resolve", "pause", "rehearse") if record.policy.layout == "sealed" else ("resolve", "pause")


GROWTH = 200
"""Rows by which the tabs of the log and of the history grow."""

_MARKER = re.compile(r"#(\d+) [0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that is needed to draw a match at one instant.

    *blank* keeps what the house's own tabs look like while nobody has typed there, by workbook and tab. *late* is
    whether the deadline has passed, and only its grace is left. *tallied* are the newest rows of the history.
    """

    game: Game[Any, Any]
    template: Template
    record: Record
    entry: Entry
    state: Any
    forms: tuple[Form, ...]
    attendance: Mapping[str, Attendance]
    told: tuple[Line, ...]
    first_told: int
    seats: Mapping[str, Seat]
    roster: Grid
    blank: dict[tuple[str, str], Grid] = field(default_factory=dict)
    late: bool = False
    tallied: tuple[Tally, ...] = ()

    @property
    def result(self) -> Result | None:
        """How the match ended, by its rules or because all others gave up."""
        return self.record.result or self.game.result(self.state)

    @property
    def heading(self) -> str:
        """The step, and who has won where the rules cannot know it."""
        label = self.game.label(self.state)
        given = self.record.result
        return f"{label} · {_won(given, self.seats)}" if given else label


def _won(result: Result, seats: Mapping[str, Seat]) -> str:
    told = describe_winners(result.winners, seats)
    return f"{told[:1].upper()}{told[1:]}"


def _eyes(snapshot: Snapshot, tab: ViewTab, layout: WorkbookLayout) -> tuple[str | None, ...]:
    """Whose views *tab* draws in one workbook: where each seat has secrets of its own, every seat's in a shared one."""
    if tab.eyes is not Eyes.OWN:
        return (None,) if tab.eyes is Eyes.PUBLIC else (GM,)
    own = tuple(seat for seat in layout.eyes if seat != GM)
    return own if snapshot.game.secrecy is Secrecy.SEAT else own[:1]


def _seen(snapshot: Snapshot, views: dict[str | None, Any], eyes: str | None) -> Any:
    if eyes not in views:
        view = snapshot.game.seated(snapshot.game.view(snapshot.state, eyes), snapshot.seats)
        views[eyes] = view.but(heading=snapshot.heading) if "heading" in type(view).model_fields else view
    return views[eyes]


def _stacked(grids: Sequence[Grid]) -> Grid:
    """*grids* one below another, an empty row between them."""
    if len(grids) == 1:
        return grids[0]
    rows: list[Row] = []
    merges: list[Area] = []
    for each in grids:
        rows += [()] if rows else []
        merges += [Area(area.top + len(rows), area.left, area.bottom + len(rows), area.right) for area in each.merges]
        rows += each.rows
    return Grid(tuple(rows), tuple(merges))


def marker(entry: Entry) -> str:
    """What a workbook carries to say which entry it shows."""
    return f"#{entry.number} {entry.seal[:8]}"


def log_lines(game: Game[Any, Any], record: Record, entry: Entry, events: Sequence[Event]) -> tuple[Line, ...]:
    """The lines of the log that an entry's public events make."""
    public = (event for event in events if event.audience is None)
    return tuple(Line(entry.label, sentence(game, record, entry, event), event.clause) for event in public)


def sentence(game: Game[Any, Any], record: Record, entry: Entry, event: Event) -> str:
    """An event of *entry* as people read it, with the names of those who sat there then."""
    seats = record.people_at(entry.number)
    if isinstance(event, ActionTaken) and entry.act is not None:
        return describe_action(read_action(entry.act), seats, entry.rolls, record.conceded_at(entry.number))
    if isinstance(event, Uneventful):
        return "Nothing happens" if game.secrecy is Secrecy.OPEN else "Nothing happens that everybody may know"
    return game.describe(event, seats)


def forms_on(tab: FormTab, layout: WorkbookLayout, forms: Sequence[Form]) -> Lines:
    """The rows that lie on *tab* in one workbook."""
    return lines_of([form for form in forms if form.key == tab.form and form.seat in layout.eyes])


def draw(snapshot: Snapshot, layout: WorkbookLayout) -> dict[str, Grid]:
    """Every tab of one workbook, by key."""
    heading = snapshot.heading
    drafts = {(draft.form, draft.seat, draft.row): draft for draft in snapshot.record.drafts}
    standing = _standing(drafts, snapshot.record.standing)
    by_key = {tab.key: tab for tab in (*snapshot.game.tabs, *desk_forms.TABS)}
    views: dict[str | None, Any] = {}
    grids: dict[str, Grid] = {}
    for key in layout.tabs:
        tab_template = snapshot.template.tabs[key]
        tab = by_key.get(key)
        if isinstance(tab, FormTab):
            grids[key] = _form_tab(snapshot, layout, tab, tab_template, f"{heading}{_deadline(snapshot)}", standing)
        elif isinstance(tab, ViewTab):
            grids[key] = _stacked(
                [tab.draw(_seen(snapshot, views, seat), tab_template) for seat in _eyes(snapshot, tab, layout)]
            )
        elif isinstance(tab, HistoryTab):
            grids[key] = draw_history(tab_template, snapshot.tallied)
        elif key == LOG:
            grids[key] = draw_log(tab_template, snapshot.told, snapshot.first_told)
        elif key == ROSTER:
            grids[key] = snapshot.roster
        elif key == DICE:
            grids[key] = _dice(tab_template, snapshot)
        elif key == GM_TAB:
            grids[key] = _desk(tab_template, heading, snapshot)
    first = layout.tabs[0]
    grids[first] = _marked(grids[first], marker(snapshot.entry))
    return grids


def _deadline(snapshot: Snapshot) -> str:
    """What a form's heading says of the deadline: when it is, or until when latecomers still count."""
    record, words = snapshot.record, snapshot.template.tabs[GM_TAB]
    if record.due is None:
        return ""
    until = clock_face_in_zone(record.due + (record.policy.grace if snapshot.late else 0.0), record.policy.zone)
    return f" · {words.word('late' if snapshot.late else 'due by').format(until)}"


def _form_tab(
    snapshot: Snapshot,
    layout: WorkbookLayout,
    tab: FormTab,
    tab_template: TabTemplate,
    heading: str,
    standing: Mapping[Key, Standing],
) -> Grid:
    ours = tab in desk_forms.TABS
    typed = any(key[0] == tab.form for key in standing)
    if ours and not typed and (layout.key, tab.key) in snapshot.blank:
        return snapshot.blank[layout.key, tab.key]
    lines = forms_on(tab, layout, snapshot.forms)
    instead = "" if lines.keys else _instead(snapshot, layout, tab_template)
    grid = draw_form(tab_template, "" if ours else heading, lines, snapshot.seats, standing, instead)
    if ours:
        grid = _linked(grid, tab_template, snapshot.record)
    if ours and not typed:
        snapshot.blank[layout.key, tab.key] = grid
    return grid


def _linked(grid: Grid, tab_template: TabTemplate, record: Record) -> Grid:
    """*grid* with the way to the public workbook beside its title, where there is one: the house's tabs are in none."""
    link = next((book.link for book in record.workbooks if book.key == PUBLIC), "")
    if not link:
        return grid
    row = (*grid.rows[0], EMPTY, fixed(tab_template.word("Public spreadsheet:"), "help"), fixed(link, "help"))
    return grid._replace(rows=(row, *grid.rows[1:]))


def _instead(snapshot: Snapshot, layout: WorkbookLayout, tab_template: TabTemplate) -> str:
    """What a form's tab says while nobody has a row on it: what is open instead, or that the others are waited for."""
    if snapshot.result is not None:
        return tab_template.word("The match is over.")
    tabs = [tab for tab in snapshot.game.tabs if isinstance(tab, FormTab) and tab.key in layout.tabs]
    keys = {form.key for form in snapshot.forms if form.seat in layout.eyes}
    now = [snapshot.template.tabs[tab.key].title for tab in tabs if tab.form in keys]
    if now:
        return f"{tab_template.word('Open now:')} {', '.join(now)}"
    return tab_template.word("The others are still at it.")


def marked_entry(values: Sequence[Sequence[Typed]]) -> int | None:
    """The entry that a workbook shows, by the marker in the first row of its first tab; None where there is none."""
    for value in reversed(values[0] if values else ()):
        found = _MARKER.fullmatch(value) if isinstance(value, str) else None
        if found:
            return int(found[1])
    return None


def _marked(grid: Grid, text: str) -> Grid:
    width = grid.width
    first = grid.rows[0]
    row = first + (EMPTY,) * (width - len(first)) + (Cell(text, "marker"),)
    return grid._replace(rows=(row, *grid.rows[1:]))


def _standing(drafts: Mapping[Key, Draft], kept: Sequence[StandingOrder]) -> dict[Key, Standing]:
    rows = {
        (each.form, each.seat, each.row): Standing({"keep": True}, f"↻ standing order: {_listed(each.typed)}")
        for each in kept
    }
    for key, draft in drafts.items():
        falls_back = rows.get(key)
        if falls_back is None:
            rows[key] = Standing(draft.typed, draft.receipt)
        else:
            rows[key] = Standing({**falls_back.typed, **draft.typed}, draft.receipt or falls_back.receipt)
    return rows


def _listed(typed: Mapping[str, Typed]) -> str:
    return ", ".join(f"{name} {spelled(value)}" for name, value in typed.items() if value not in (None, "", False))


def draw_roster(tab_template: TabTemplate, seats: Sequence[Seat], layout: str) -> Grid:
    """Who plays where: it is drawn once for who sits there. In a sealed *layout* nobody comes in without an account."""
    unknown = tab_template.word("open" if layout == "shared" else "uninvited")
    rows = list(head(tab_template))
    for seat in seats:
        words = {
            "seat": seat.id,
            "player": seat.player,
            "team": seat.team,
            "captain": tab_template.word("captain") if seat.captain else "",
            "account": seat.account or unknown,
            "traits": ", ".join(seat.traits.values()),
        }
        styles = {"account": "account" if seat.account else "account.open"}
        rows.append(
            tuple(
                Cell(words.get(column.field, ""), styles.get(column.field, f"player.{seat.team}"))
                for column in tab_template.columns
            )
        )
    return Grid(tuple(rows))


def _dice(tab_template: TabTemplate, snapshot: Snapshot) -> Grid:
    """What anyone needs to check the newest entry: older ones are in the export."""
    charter, entry = snapshot.record.charter, snapshot.entry
    word = tab_template.word
    said: list[tuple[str, Typed]] = [
        (word("top"), charter.top),
        (word("hidden_lock"), charter.hidden_lock),
        (word("entry"), str(entry.number)),
        (word("label"), entry.label),
        (word("secret"), entry.secret),
        (word("after"), entry.after),
        (word("seal"), entry.seal),
    ]
    lock, salt = word("lock"), word("salt")
    said += [(f"{lock} {seat}", entry.locks[seat]) for seat in sorted(entry.locks)]
    if snapshot.game.secrecy is Secrecy.OPEN:
        # elsewhere a salt would let people try which hidden orders fit a lock: there they stand in the export
        said += [(f"{salt} {seat}", entry.salts[seat]) for seat in sorted(entry.salts)]
    rows: list[Row] = [(fixed(tab_template.title, "title"),), (fixed(tab_template.help, "help"),)]
    rows += [(fixed(name, "label"), Cell(value, "mono")) for name, value in said]
    return Grid(tuple(rows))


@lru_cache(maxsize=64)
def _done(state: Attendance) -> Cell:
    return Cell(state.value, f"done.{state.name.lower()}")


def _desk(tab_template: TabTemplate, heading: str, snapshot: Snapshot) -> Grid:
    """The GM's tab: controls to tick, how the match stands, and who has done what."""
    record = snapshot.record
    rows: list[Row] = list(head(tab_template, heading))
    for name in controls(record):
        rows.append(
            (
                fixed(tab_template.word(name), "label"),
                Cell(name == "pause" and record.status is Status.PAUSED, "ready", None, CHECKBOX, True),
                fixed(tab_template.word(f"{name}.help"), "help"),
            )
        )
    waited = [seat for seat, state in snapshot.attendance.items() if state in WAITED_FOR]
    names = {seat.id: seat.player for seat in record.people} | {GM: "Game master"}
    stopped = {Status.PAUSED: "paused", Status.OVER: "over"}.get(record.status, "no deadline")
    ended = f": {_won(snapshot.result, snapshot.seats)}" if record.status is Status.OVER and snapshot.result else ""
    due = clock_face_in_zone(record.due, record.policy.zone) if record.due else tab_template.word(stopped)
    for name, value in (
        ("status", f"{record.status.value}{ended}"),
        ("due", due),
        ("waiting", ", ".join(names.get(seat, seat) for seat in waited) or tab_template.word("nobody")),
        ("problem", record.reason or tab_template.word("none")),
    ):
        rows.append((fixed(tab_template.word(name), "label"), fixed(value, "info")))
    for remark in (remark for book in record.workbooks for remark in book.remarks):
        rows.append((Cell(tab_template.word("protection"), "label"), Cell(remark, "info.warn")))
    rows += [(Cell(tab_template.word("mended"), "label"), Cell(line, "info")) for line in record.mended]
    rows.append(())
    rows.append((fixed(tab_template.word("seat"), "heading"), fixed(tab_template.word("done"), "heading")))
    for seat, state in snapshot.attendance.items():
        if seat != GM or state is not Attendance.NOTHING_DUE:
            rows.append((fixed(names.get(seat, seat), "label"), _done(state)))
    for case in record.cases:
        if case.stage is not Stage.FINAL:
            rows += [(), *_case(tab_template, case, names, record.policy.zone)]
    if record.rehearsal:
        rows += [(), (Cell(tab_template.word("rehearsal"), "heading"),)]
        rows += [(EMPTY, Cell(line, "log.what")) for line in record.rehearsal]
    return Grid(tuple(rows))


def _case(tab_template: TabTemplate, case: Case, names: Mapping[str, str], zone: str) -> list[Row]:
    """A claim that is not settled, with what was said of it."""
    told = [(names.get(case.by, case.by), case.text)]
    if case.decision:
        until = (
            f" ({tab_template.word('appeal until')} {clock_face_in_zone(case.appeal_by, zone)})"
            if case.appeal_by
            else ""
        )
        told.append((tab_template.word("ruling"), f"{case.decision}: {case.reason}{until}"))
    if case.appealed_by:
        told.append((names.get(case.appealed_by, case.appealed_by), case.grounds))
    title = f"{tab_template.word('claim')} {case.number}: {case.stage.value}"
    return [(Cell(title, "heading"),), *((Cell(who, "label"), Cell(text, "log.what")) for who, text in told)]


def log_head(template: Template, layout: WorkbookLayout) -> Grid:
    """The head of the log, which is drawn once."""
    return draw_log_head(template.tabs[LOG], layout.title or template.title)


def history_tab(game: Game[Any, Any]) -> HistoryTab | None:
    """The tab of a game's history, if it has one."""
    return next((tab for tab in game.tabs if isinstance(tab, HistoryTab)), None)


def history_row(game: Game[Any, Any], state: Any) -> Tally | None:
    """How the match stands at *state*, as the public sees it."""
    tab = history_tab(game)
    return tab.tally(game.view(state, None)) if tab else None


def log_window(template: Template, lines: Sequence[Line], first: int) -> Grid:
    """The log from its line *first* on."""
    return draw_log(template.tabs[LOG], lines, first)


def size(grid: Grid) -> tuple[int, int]:
    """Rows and columns that a tab needs for *grid*, with some room to spare; one that is told in windows grows on."""
    if grid.top:
        return (grid.bottom // GROWTH + 1) * GROWTH, max(grid.width, 3)
    return (grid.bottom // 10 + 1) * 10, (grid.width // 4 + 1) * 4
