"""Links from the names of those who are waited for to their rows, in the line about whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator

from sheets_gm.gm.intake.attendance import WAITED_FOR
from sheets_gm.gm.workbooks.form_tabs import lines_on
from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.report_tab import NAMED, WAITING
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.gm.workbooks.turn_mark import duties_of
from sheets_gm.kernel.english import owner_name
from sheets_gm.sheet.grid import Run, place_link
from sheets_gm.sheet.reading import Lines
from sheets_gm.sheet.tabs import FormTab


def due_links(snapshot: Snapshot, layout: WorkbookLayout, text: str) -> tuple[Run, ...]:
    """The parts of *text*, the line about whose turn it is, that lead to rows of this workbook.

    Where it shows only how many are waited for, their number leads to the row of the first.
    """
    at = text.find(WAITING)
    if at < 0 or snapshot.record.gathers:
        return ()  # the match waits for nobody, or for people to take its seats
    at += len(WAITING)
    waited = [owner for owner, state in snapshot.attendance.items() if state in WAITED_FOR]
    rows = dict(reversed([*_due_rows(snapshot, layout)]))
    names = [(owner_name(owner, snapshot.seats), rows.get(owner, "")) for owner in waited]
    if len(waited) > NAMED:
        names = [(text[at:].partition(" · ")[0], next((rows[owner] for owner in waited if owner in rows), ""))]
    runs: list[Run] = []
    for name, link in names:
        start = text.find(name, at)
        if start < 0:
            continue  # before the step that waits for them, the line names the game master, who rolls dice
        at = start + len(name)
        if link:
            runs += [Run(start, link=link), Run(at)]
    return tuple(runs)


def _due_rows(snapshot: Snapshot, layout: WorkbookLayout) -> Iterator[tuple[str, str]]:
    """Who is to fill in what: an owner, and a link to the first row of a duty that is not done."""
    tabs = [tab for tab in snapshot.tabs if isinstance(tab, FormTab) and tab.key in layout.tabs]
    duties = [duty for duty in duties_of(snapshot, layout) if not duty.done]
    for tab in tabs:
        here = [duty for duty in duties if duty.form.key == tab.form]
        rows = _first_rows(lines_on(snapshot, layout, tab)) if here else {}
        for duty in here:
            row = rows.get((duty.form.seat, duty.part.authors))
            if row is not None:
                yield duty.part.awaited, place_link(tab.key, row)


def _first_rows(lines: Lines) -> dict[tuple[str, tuple[str, ...]], int]:
    """The first of *lines* of each owner and those who may fill it in."""
    found: dict[tuple[str, tuple[str, ...]], int] = {}
    for at, (_, seat, _), form in lines:
        found.setdefault((seat, form.authors), at)
    return found
