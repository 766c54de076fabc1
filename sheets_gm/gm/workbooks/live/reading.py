"""Reading: one read of each workbook, by the ids of its tabs, and what people have typed and ticked there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sheets_gm.gm.intake.rows import key_of, row_places
from sheets_gm.gm.match_record.drafts import BY_OWNER
from sheets_gm.gm.match_record.upkeep import Upkeep
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import TabRange, TabsMissing
from sheets_gm.gm.workbooks.gm_tab import changed_controls, ticked_controls
from sheets_gm.gm.workbooks.layout import GM_TAB, WorkbookLayout
from sheets_gm.gm.workbooks.live.growing_tabs import first_rows
from sheets_gm.gm.workbooks.live.input_rows import NotShown, input_rows
from sheets_gm.gm.workbooks.live.rebuilding import build_missing_tabs
from sheets_gm.gm.workbooks.live.workbooks import Reading, TabValues, Workbooks
from sheets_gm.gm.workbooks.marker import marker_parts
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.sheet.reading import Key, RowRead
from sheets_gm.sheet.rendering import LOG_TOP

MOST_AT_ONCE = 20
"""The most entries before the newest one that may have been written at the same instant."""


def read(books: Workbooks) -> Reading:
    """Return the values of every workbook. Missing tabs are built again, empty."""
    tops = first_rows(books)
    values: dict[str, TabValues] = {}
    heads: dict[str, TabValues] = {}
    for workbook in books.session.record.workbooks:
        try:
            values_by_tab = books.sheets.read(workbook, _ranges(workbook, tops))
        except TabsMissing as missing:
            built = build_missing_tabs(books, workbook, missing.keys)
            values_by_tab = books.sheets.read(built, _ranges(built, tops))
        heads[workbook.key] = {key: values_by_tab[key][:LOG_TOP] for key in tops if key in values_by_tab}
        values[workbook.key] = {key: rows[LOG_TOP:] if key in tops else rows for key, rows in values_by_tab.items()}
    return Reading(values, tops, heads)


def is_ahead(books: Workbooks, reading: Reading) -> bool:
    """Return whether a workbook already shows an entry that this process does not know yet."""
    number = books.session.entry.number
    return any(marker_parts(text)[0] > number for text in books.unknown_markers(reading).values())


def typed_rows(books: Workbooks, reading: Reading) -> dict[Key, RowRead]:
    """Return the rows of all open forms that could be read."""
    rows: dict[Key, RowRead] = {}
    snapshot = books.snapshot({})
    for layout in books.layouts:
        behind = NotShown(books.shown_entry(layout, reading), _locked_since(books, layout, reading))
        values = reading.values[layout.key]
        for tab in input_rows(snapshot, layout, books.workbook(layout), values, behind):
            rows.update(tab.rows)
            if tab.disturbed:
                books.looks.forget_tab(layout.key, tab.tab)
    return rows


def ticked_boxes(books: Workbooks, reading: Reading) -> dict[str, bool]:
    """Return which boxes of the GM tab are newly ticked.

    After a crash, a workbook may still show a box as it was before its request was carried out. Such a box does not
    count.
    """
    session = books.session
    ticked: dict[str, bool] = {}
    for layout in books.layouts:
        if GM_TAB in layout.tabs:
            values = reading.values[layout.key].get(GM_TAB, ())
            done = {name for entry in _not_shown(books, layout, reading) for name in changed_controls(entry)}
            boxes = ticked_controls(session.template.tabs[GM_TAB], layout, values)
            ticked.update({name: box for name, box in boxes.items() if name not in done})
    return ticked


def _ranges(workbook: Workbook, tops: Mapping[str, int]) -> list[TabRange]:
    return [TabRange(key, tops[key], LOG_TOP) if key in tops else TabRange(key) for key in workbook.tabs]


def _locked_since(books: Workbooks, layout: WorkbookLayout, reading: Reading) -> dict[Key, Mapping[str, Typed]]:
    """Return what locks took, and rewinds emptied, from rows that a workbook still shows after a crash.

    Rows that a standing order or a bot filled in were never in its cells. A row with a name is now where the row of
    that name is.
    """
    session, locked = books.session, dict[Key, Mapping[str, Typed]]()
    entries = [*_not_shown(books, layout, reading)]
    places = row_places(session.all_forms) if entries else {}
    for entry in entries:
        names = {key: place for place, key in row_places(session.forms_before(entry)).items()}
        for typed in entry.typed:
            key = (typed.form, typed.seat, typed.row)
            now = places.get(names.get(key, key))
            if now is not None and typed.by in BY_OWNER:
                locked[now] = typed.cells
        emptied = Upkeep.of(session.record).emptied
        for draft in emptied.drafts if emptied is not None and emptied.entry == entry.number else ():
            now = places.get(names.get(key_of(draft), key_of(draft)))
            if now is not None:
                locked[now] = draft.typed
    return locked


def _not_shown(books: Workbooks, layout: WorkbookLayout, reading: Reading) -> Iterator[Entry]:
    """Yield the entries that a workbook does not show yet after a crash.

    A workbook without a marker may lack all entries of the last moment.
    """
    session, number = books.session, books.shown_entry(layout, reading)
    if layout.key in books.looks.shown:
        return iter(())
    if number is None:
        last = session.entry
        newest = session.ports.store.entries(session.match, max(1, last.number - MOST_AT_ONCE))
        return (entry for entry in newest if entry.when == last.when)
    if number >= session.entry.number:
        return iter(())
    return session.ports.store.entries(session.match, number + 1)
