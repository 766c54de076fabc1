"""The tabs with forms to fill in, of the game and of the desk."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import is_
from typing import Any, NamedTuple

from sheets_gm.gm.clocks import deadlines
from sheets_gm.gm.intake.attendance import WAITED_FOR
from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.intake.desk.roll_form import ROLLS
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone, short_clock_face
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.match_record.plans import PLANS
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.hand_over import FREE
from sheets_gm.gm.match_record.seats.presence import absences
from sheets_gm.gm.match_record.workbook import PUBLIC_WORKBOOKS
from sheets_gm.gm.workbooks.click_marks import row_marks
from sheets_gm.gm.workbooks.form_lines import NO_LINES, closed_lines, lines_on
from sheets_gm.gm.workbooks.layout import GM_TAB, WorkbookLayout
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.gm.workbooks.tabs_behind import PUBLIC_LINK, with_links
from sheets_gm.kernel.english import listed, owner_name
from sheets_gm.kernel.forms import Form, Typed
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.sheet.cleaning import is_empty, shortened
from sheets_gm.sheet.drawn import Same
from sheets_gm.sheet.grid import Grid, Row
from sheets_gm.sheet.marks import COLOUR, HIDDEN, IDLE, Marks
from sheets_gm.sheet.reading import Key, Lines
from sheets_gm.sheet.rendering import NO_DRAWN_ROWS, DrawnRow, Standing, draw_rows, form_rows
from sheets_gm.sheet.tabs import FormTab
from sheets_gm.sheet.template import TabTemplate


def held_rows(record: Record, forms: Sequence[Form]) -> dict[Key, Standing]:
    """Return the content of each row of *forms*: its draft, or else its standing order."""
    open_now = {(form.key, form.seat): form for form in forms} if record.standing else {}
    rows: dict[Key, Standing] = {}
    for each in record.standing:
        form = open_now.get((each.form, each.seat))
        row = None if form is None else each.row_in(form)
        if row is not None:
            standing = Standing({"keep": True}, f"↻ standing order: {_summary(each.typed)}")
            rows[each.form, each.seat, row] = standing
    for draft in record.drafts:
        key = (draft.form, draft.seat, draft.row)
        rows[key] = _over(draft, rows.get(key, Standing({})))
    return rows


def _over(draft: Draft, standing: Standing) -> Standing:
    ticked = {**draft.typed, "ready": False} if draft.done is not None or draft.refused else draft.typed
    receipt = draft.receipt or standing.receipt
    return Standing({**standing.typed, **ticked}, receipt, draft.shown, played=draft.done is not None)


def _summary(typed: Mapping[str, Typed]) -> str:
    return ", ".join(f"{name} {shortened(value)}" for name, value in typed.items() if not is_empty(value))


def draw_form_tab(snapshot: Snapshot, layout: WorkbookLayout, tab: FormTab, rows: Mapping[Key, Standing]) -> Grid:
    """Return a form tab in one workbook. *rows* are the `held_rows` of the match."""
    tab_template = snapshot.template.tabs[tab.key]
    record = snapshot.record
    lines = lines_on(snapshot, layout, tab)
    closed, instead, link, colour, heading = NO_LINES, "", "", "", snapshot.heading
    if tab.key == ROLLS:
        tab = replace(tab, clicks=None)
    elif desk_forms.is_desk_tab(tab):
        heading, link = "", _public_link(record, layout)
    else:
        closed = closed_lines(snapshot, layout, tab)
        instead = "" if lines.keys else _instead(snapshot, layout, tab_template)
        colour = (tab_template.colour if lines.keys else IDLE) if tab_template.colour else ""
    drawn, book, name = snapshot.drawn, layout.key, f"{tab.key} rows"
    held = Same(rows) if closed.keys or any(key[0] == tab.form for key in rows) else NO_ROWS
    now = RowsShown(lines, closed, held, tab_template, Same(snapshot.seats))
    below = drawn.made(book, name, partial(_rows, drawn.last(book, name)), now)
    marks = drawn.made(book, f"{tab.key} marks", row_marks, tab, tab_template, lines, held)
    if _hides(tab, layout, snapshot.boards) and not lines.keys and not closed.keys:
        marks = (*marks, (HIDDEN, "yes"))
    page = FormPage(tab_template, heading, None if lines.keys else instead, marks, link, colour)
    return drawn.made(book, tab.key, _draw_page, page, Same(below))


def _hides(tab: FormTab, layout: WorkbookLayout, boards: frozenset[str]) -> bool:
    """Return whether *tab* is hidden while it has no rows: free seats, plans, rolls, and the forms of the game.

    The first tab stays if the workbook has no board. So do tabs on which people ask, so that they know what they can
    ask later.
    """
    if desk_forms.is_desk_tab(tab):
        return tab.key in (FREE, PLANS, ROLLS)
    return not tab.ask and (tab.key != layout.tabs[0] or not boards.isdisjoint(layout.tabs))


class FormPage(NamedTuple):
    """The input for a form tab, apart from its rows. *idle* is its text if it has no open rows.

    *marks* are those of its rows. *colour* is the colour of the tab itself, "" if the game gives it none.
    """

    tab_template: TabTemplate
    heading: str
    idle: str | None
    marks: Marks
    link: str
    colour: str


NO_ROWS: Same = Same({})


class RowsShown(NamedTuple):
    """The input for the rows of a form tab: the open and the closed forms, with the content of their rows."""

    lines: Lines
    closed: Lines
    held: Same
    tab_template: TabTemplate
    seats: Same


def _rows(last: tuple[Any, Any] | None, now: RowsShown) -> tuple[Row, ...]:
    """Return the rows of open forms, and below them those of closed ones.

    *last* is the input and the result of the last call. A row that looks the same is the same object, and so is the
    whole tuple.
    """
    held, seats = now.held.value, now.seats.value
    drawn_rows = _drawn_rows(last, now)
    rows = tuple(
        row for lines in (now.lines, now.closed) for row in form_rows(now.tab_template, lines, seats, held, drawn_rows)
    )
    before: tuple[Row, ...] = last[1] if last else ()
    return before if len(before) == len(rows) and all(map(is_, before, rows)) else rows


def _drawn_rows(last: tuple[Any, Any] | None, now: RowsShown) -> Mapping[Key, DrawnRow]:
    """Return the open rows of the last drawing, if it had the same template and the same seats."""
    if last is None:
        return NO_DRAWN_ROWS
    (before,), rows = last
    if before.tab_template is not now.tab_template or before.seats != now.seats:
        return NO_DRAWN_ROWS
    triples = zip(before.lines.keys, before.lines.forms, rows, strict=False)  # the rows of closed forms are below them
    return {key: DrawnRow(form, before.held.value.get(key), row) for key, form, row in triples}


def _draw_page(page: FormPage, rows: Sequence[Row]) -> Grid:
    grid = draw_rows(page.tab_template, page.heading, rows, page.idle)
    grid = grid._replace(marks=(*page.marks, *(((COLOUR, page.colour),) if page.colour else ())))
    return with_links(grid, [(page.tab_template.word(PUBLIC_LINK), page.link)]) if page.link else grid


def _public_link(record: Record, layout: WorkbookLayout) -> str:
    """Return a link to the public workbook; "" in that workbook itself."""
    links = (book.link for book in record.workbooks if book.key in PUBLIC_WORKBOOKS and book.key != layout.key)
    return next(links, "")


def until(snapshot: Snapshot, forms: Sequence[Form]) -> str:
    """Return the text about the lock of *forms*: when it is due, until when late orders count, or that it is over.

    If the owners of *forms* have clocks, each is due when their clock runs out.
    """
    record, words = snapshot.record, snapshot.template.tabs[GM_TAB]
    if record.status is Status.STUCK:
        return ""
    if record.pending is not None and record.pending.round is not None:
        return words.word("locked.round")
    if record.pending is not None:
        return words.word("locked")
    if record.clocks:
        return _clocks(snapshot, forms)
    if snapshot.lock_at is None:
        return ""
    return words.word("late" if snapshot.late else "due by").format(_clock(snapshot, snapshot.lock_at))


def _clock(snapshot: Snapshot, end: float) -> str:
    return short_clock_face(end, snapshot.record.policy.zone, snapshot.entry.when)


def _clocks(snapshot: Snapshot, forms: Sequence[Form]) -> str:
    """Return when *forms* are due for their owners; if none of them is due, the deadline of the step."""
    record, words = snapshot.record, snapshot.template.tabs[GM_TAB]
    ends = deadlines(record, forms) or {"": record.due}
    end_texts = {seat: _clock(snapshot, end) for seat, end in ends.items() if end is not None}
    if not end_texts:
        return ""
    seats = snapshot.seats
    named = [f"{end} ({owner_name(owner, seats)})" for owner, end in end_texts.items()]
    alike = len(set(end_texts.values())) == 1
    return words.word("due by").format(next(iter(end_texts.values())) if alike else listed(named))


def _instead(snapshot: Snapshot, layout: WorkbookLayout, tab_template: TabTemplate) -> str:
    """Return the text of a form tab without rows: on which tabs a reader has something to do, or that all are ready.

    It names no tab with only optional rows, because these may end the match.
    """
    if snapshot.result is not None:
        return tab_template.word("The match is over.")
    due = [form for form in snapshot.forms if form.due and layout.has(form.seat, team=form.who.team)]
    own_duties = [(form, part.awaited) for form in due for part in form.parts()]
    keys = {form.key for form, who in own_duties if snapshot.attendance.get(who) in WAITED_FOR}
    tabs = [tab for tab in snapshot.tabs if isinstance(tab, FormTab) and tab.key in layout.tabs]
    now = [snapshot.template.tabs[tab.key].title for tab in tabs if tab.form in keys]
    if now:
        return f"{tab_template.word('Go to')} {listed(now, 'or')}."
    return _done(snapshot, {who for _, who in own_duties}, tab_template) if own_duties else ""


def _done(snapshot: Snapshot, owners: Collection[str], tab_template: TabTemplate) -> str:
    """Return that the *owners* of forms are ready, or are away, so that nobody waits for them."""
    away = {each.seat: each.until for each in absences(snapshot.record)}
    if all(who in away and snapshot.attendance.get(who) is Attendance.EXCUSED for who in owners):
        until = clock_face_in_zone(min(away[who] for who in owners), snapshot.record.policy.zone)
        return tab_template.word("You are away until {}; nobody waits for you.").format(until)
    return tab_template.word("You are ready.")
