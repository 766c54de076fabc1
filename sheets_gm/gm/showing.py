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
from sheets_gm.gm import house
from sheets_gm.gm.attendance import WAITED_FOR
from sheets_gm.gm.cases import Case, Stage
from sheets_gm.gm.deadlines import clock_face_in_zone
from sheets_gm.gm.layout import DICE, GM_TAB, LOG, PUBLIC, ROSTER, Sheaf
from sheets_gm.gm.ports import Draft, Record, StandingOrder, Status
from sheets_gm.gm.telling import tell_act
from sheets_gm.kernel.acts import Acted, stored_act
from sheets_gm.kernel.forms import Form, Typed
from sheets_gm.kernel.journal import Done, Entry
from sheets_gm.kernel.outcome import GM, Event, Result, Uneventful
from sheets_gm.kernel.seats import Seat
from sheets_gm.kernel.words import won
from sheets_gm.sheet.cleaning import spelled
from sheets_gm.sheet.grid import CHECKBOX, EMPTY, Area, Cell, Grid, Row
from sheets_gm.sheet.history import draw_history
from sheets_gm.sheet.reading import Key, Lines, lines_of
from sheets_gm.sheet.rendering import Line, Standing, draw_form, draw_log, draw_log_head, fixed, head
from sheets_gm.sheet.tabs import Eyes, FormTab, HistoryTab, Tally, ViewTab
from sheets_gm.sheet.template import Paper, Template

TOLD_AGAIN = 60
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
class Scene:
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
    attendance: Mapping[str, Done]
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
    told = won(result.winners, seats)
    return f"{told[:1].upper()}{told[1:]}"


def _eyes(scene: Scene, tab: ViewTab, sheaf: Sheaf) -> tuple[str | None, ...]:
    """Whose views *tab* draws in one workbook: where each seat has secrets of its own, every seat's in a shared one."""
    if tab.eyes is not Eyes.OWN:
        return (None,) if tab.eyes is Eyes.PUBLIC else (GM,)
    own = tuple(seat for seat in sheaf.eyes if seat != GM)
    return own if scene.game.secrecy is Secrecy.SEAT else own[:1]


def _seen(scene: Scene, views: dict[str | None, Any], eyes: str | None) -> Any:
    if eyes not in views:
        view = scene.game.seated(scene.game.view(scene.state, eyes), scene.seats)
        views[eyes] = view.but(heading=scene.heading) if "heading" in type(view).model_fields else view
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


def lines_told(game: Game[Any, Any], record: Record, entry: Entry, events: Sequence[Event]) -> tuple[Line, ...]:
    """The lines of the log that an entry's public events make."""
    public = (event for event in events if event.audience is None)
    return tuple(Line(entry.label, sentence(game, record, entry, event), event.clause) for event in public)


def sentence(game: Game[Any, Any], record: Record, entry: Entry, event: Event) -> str:
    """An event of *entry* as people read it, with the names of those who sat there then."""
    seats = record.people_at(entry.number)
    if isinstance(event, Acted) and entry.act is not None:
        return tell_act(stored_act(entry.act), seats, entry.rolls, record.conceded_at(entry.number))
    if isinstance(event, Uneventful):
        return "Nothing happens" if game.secrecy is Secrecy.OPEN else "Nothing happens that everybody may know"
    return game.tell(event, seats)


def forms_on(tab: FormTab, sheaf: Sheaf, forms: Sequence[Form]) -> Lines:
    """The rows that lie on *tab* in one workbook."""
    return lines_of([form for form in forms if form.key == tab.form and form.seat in sheaf.eyes])


def draw(scene: Scene, sheaf: Sheaf) -> dict[str, Grid]:
    """Every tab of one workbook, by key."""
    heading = scene.heading
    drafts = {(draft.form, draft.seat, draft.row): draft for draft in scene.record.drafts}
    standing = _standing(drafts, scene.record.standing)
    by_key = {tab.key: tab for tab in (*scene.game.tabs, *house.TABS)}
    views: dict[str | None, Any] = {}
    grids: dict[str, Grid] = {}
    for key in sheaf.tabs:
        paper = scene.template.tabs[key]
        tab = by_key.get(key)
        if isinstance(tab, FormTab):
            grids[key] = _form_tab(scene, sheaf, tab, paper, f"{heading}{_deadline(scene)}", standing)
        elif isinstance(tab, ViewTab):
            grids[key] = _stacked([tab.draw(_seen(scene, views, seat), paper) for seat in _eyes(scene, tab, sheaf)])
        elif isinstance(tab, HistoryTab):
            grids[key] = draw_history(paper, scene.tallied)
        elif key == LOG:
            grids[key] = draw_log(paper, scene.told, scene.first_told)
        elif key == ROSTER:
            grids[key] = scene.roster
        elif key == DICE:
            grids[key] = _dice(paper, scene)
        elif key == GM_TAB:
            grids[key] = _desk(paper, heading, scene)
    first = sheaf.tabs[0]
    grids[first] = _marked(grids[first], marker(scene.entry))
    return grids


def _deadline(scene: Scene) -> str:
    """What a form's heading says of the deadline: when it is, or until when latecomers still count."""
    record, words = scene.record, scene.template.tabs[GM_TAB]
    if record.due is None:
        return ""
    until = clock_face_in_zone(record.due + (record.policy.grace if scene.late else 0.0), record.policy.zone)
    return f" · {words.word('late' if scene.late else 'due by').format(until)}"


def _form_tab(
    scene: Scene, sheaf: Sheaf, tab: FormTab, paper: Paper, heading: str, standing: Mapping[Key, Standing]
) -> Grid:
    ours = tab in house.TABS
    typed = any(key[0] == tab.form for key in standing)
    if ours and not typed and (sheaf.key, tab.key) in scene.blank:
        return scene.blank[sheaf.key, tab.key]
    lines = forms_on(tab, sheaf, scene.forms)
    instead = "" if lines.keys else _instead(scene, sheaf, paper)
    grid = draw_form(paper, "" if ours else heading, lines, scene.seats, standing, instead)
    if ours:
        grid = _linked(grid, paper, scene.record)
    if ours and not typed:
        scene.blank[sheaf.key, tab.key] = grid
    return grid


def _linked(grid: Grid, paper: Paper, record: Record) -> Grid:
    """*grid* with the way to the public workbook beside its title, where there is one: the house's tabs are in none."""
    link = next((book.link for book in record.workbooks if book.key == PUBLIC), "")
    if not link:
        return grid
    row = (*grid.rows[0], EMPTY, fixed(paper.word("Public spreadsheet:"), "help"), fixed(link, "help"))
    return grid._replace(rows=(row, *grid.rows[1:]))


def _instead(scene: Scene, sheaf: Sheaf, paper: Paper) -> str:
    """What a form's tab says while nobody has a row on it: what is open instead, or that the others are waited for."""
    if scene.result is not None:
        return paper.word("The match is over.")
    tabs = [tab for tab in scene.game.tabs if isinstance(tab, FormTab) and tab.key in sheaf.tabs]
    keys = {form.key for form in scene.forms if form.seat in sheaf.eyes}
    now = [scene.template.tabs[tab.key].title for tab in tabs if tab.form in keys]
    if now:
        return f"{paper.word('Open now:')} {', '.join(now)}"
    return paper.word("The others are still at it.")


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


def draw_roster(paper: Paper, seats: Sequence[Seat], layout: str) -> Grid:
    """Who plays where: it is drawn once for who sits there. In a sealed *layout* nobody comes in without an account."""
    unknown = paper.word("open" if layout == "shared" else "uninvited")
    rows = list(head(paper))
    for seat in seats:
        words = {
            "seat": seat.id,
            "player": seat.player,
            "team": seat.team,
            "captain": paper.word("captain") if seat.captain else "",
            "account": seat.account or unknown,
            "traits": ", ".join(seat.traits.values()),
        }
        styles = {"account": "account" if seat.account else "account.open"}
        rows.append(
            tuple(
                Cell(words.get(column.field, ""), styles.get(column.field, f"player.{seat.team}"))
                for column in paper.columns
            )
        )
    return Grid(tuple(rows))


def _dice(paper: Paper, scene: Scene) -> Grid:
    """What anyone needs to check the newest entry: older ones are in the export."""
    charter, entry = scene.record.charter, scene.entry
    word = paper.word
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
    if scene.game.secrecy is Secrecy.OPEN:
        # elsewhere a salt would let people try which hidden orders fit a lock: there they stand in the export
        said += [(f"{salt} {seat}", entry.salts[seat]) for seat in sorted(entry.salts)]
    rows: list[Row] = [(fixed(paper.title, "title"),), (fixed(paper.help, "help"),)]
    rows += [(fixed(name, "label"), Cell(value, "mono")) for name, value in said]
    return Grid(tuple(rows))


@lru_cache(maxsize=64)
def _done(state: Done) -> Cell:
    return Cell(state.value, f"done.{state.name.lower()}")


def _desk(paper: Paper, heading: str, scene: Scene) -> Grid:
    """The GM's tab: controls to tick, how the match stands, and who has done what."""
    record = scene.record
    rows: list[Row] = list(head(paper, heading))
    for name in controls(record):
        rows.append(
            (
                fixed(paper.word(name), "label"),
                Cell(name == "pause" and record.status is Status.PAUSED, "ready", None, CHECKBOX, True),
                fixed(paper.word(f"{name}.help"), "help"),
            )
        )
    waited = [seat for seat, state in scene.attendance.items() if state in WAITED_FOR]
    names = {seat.id: seat.player for seat in record.people} | {GM: "Game master"}
    stopped = {Status.PAUSED: "paused", Status.OVER: "over"}.get(record.status, "no deadline")
    ended = f": {_won(scene.result, scene.seats)}" if record.status is Status.OVER and scene.result else ""
    due = clock_face_in_zone(record.due, record.policy.zone) if record.due else paper.word(stopped)
    for name, value in (
        ("status", f"{record.status.value}{ended}"),
        ("due", due),
        ("waiting", ", ".join(names.get(seat, seat) for seat in waited) or paper.word("nobody")),
        ("problem", record.reason or paper.word("none")),
    ):
        rows.append((fixed(paper.word(name), "label"), fixed(value, "told")))
    for remark in (remark for book in record.workbooks for remark in book.remarks):
        rows.append((Cell(paper.word("protection"), "label"), Cell(remark, "told.warn")))
    rows += [(Cell(paper.word("mended"), "label"), Cell(line, "told")) for line in record.mended]
    rows.append(())
    rows.append((fixed(paper.word("seat"), "heading"), fixed(paper.word("done"), "heading")))
    for seat, state in scene.attendance.items():
        if seat != GM or state is not Done.NOTHING_DUE:
            rows.append((fixed(names.get(seat, seat), "label"), _done(state)))
    for case in record.cases:
        if case.stage is not Stage.FINAL:
            rows += [(), *_case(paper, case, names, record.policy.zone)]
    if record.rehearsal:
        rows += [(), (Cell(paper.word("rehearsal"), "heading"),)]
        rows += [(EMPTY, Cell(line, "log.what")) for line in record.rehearsal]
    return Grid(tuple(rows))


def _case(paper: Paper, case: Case, names: Mapping[str, str], zone: str) -> list[Row]:
    """A claim that is not settled, with what was said of it."""
    told = [(names.get(case.by, case.by), case.text)]
    if case.decision:
        until = f" ({paper.word('appeal until')} {clock_face_in_zone(case.appeal_by, zone)})" if case.appeal_by else ""
        told.append((paper.word("ruling"), f"{case.decision}: {case.reason}{until}"))
    if case.appealed_by:
        told.append((names.get(case.appealed_by, case.appealed_by), case.grounds))
    title = f"{paper.word('claim')} {case.number}: {case.stage.value}"
    return [(Cell(title, "heading"),), *((Cell(who, "label"), Cell(text, "log.what")) for who, text in told)]


def log_head(template: Template, sheaf: Sheaf) -> Grid:
    """The head of the log, which is drawn once."""
    return draw_log_head(template.tabs[LOG], sheaf.title or template.title)


def history_tab(game: Game[Any, Any]) -> HistoryTab | None:
    """The tab of a game's history, if it has one."""
    return next((tab for tab in game.tabs if isinstance(tab, HistoryTab)), None)


def tally_of(game: Game[Any, Any], state: Any) -> Tally | None:
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
