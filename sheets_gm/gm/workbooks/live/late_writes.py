"""Late writes: another process has shown a later entry since this one read the workbook.

Each write that shows another entry may happen only once for the marker that the workbook had before, and all other
writes only until then. So everything that a slow process has drawn is refused, even if it changes no marker.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.gm.ports.sheets import TabRange
from sheets_gm.gm.ports.store import Conflict
from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.gm.workbooks.marker import found_marker, marker
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.sheet.writes import Once, Unless, Write

Values = Sequence[Sequence[Typed]]


def unless_late(layout: WorkbookLayout, values: Values, entry: Entry) -> list[Write]:
    """Return guards that refuse the write for *entry* if it is late. *values* are the read values of the first tab.

    There are none if somebody removed the marker, because then it is not known what the workbook showed.
    """
    before = found_marker(values, entry.number)
    if not before:
        return []
    if before == marker(entry):
        return unless_shown_since(layout, before)
    return [Once(layout.tabs[0], _name(layout, before), entry.number)]


def unless_shown_since(layout: WorkbookLayout, shown: str) -> list[Write]:
    """Return a guard that refuses a write once a workbook with the marker *shown* shows another entry."""
    return [Unless(layout.tabs[0], _name(layout, shown))] if shown else []


def _name(layout: WorkbookLayout, before: str) -> str:
    return f"{layout.key} after {before}"


def check_late(books: Workbooks, layout: WorkbookLayout, values: Values) -> None:
    """Raise `Conflict` if the workbook has another marker than in *values*, the read values of its first tab."""
    check_shown(books, layout, found_marker(values, books.session.entry.number))


def check_shown(books: Workbooks, layout: WorkbookLayout, shown: str) -> None:
    """Raise `Conflict` if the workbook has another marker than *shown*; "" if that is not known."""
    first = layout.tabs[0]
    now = books.sheets.read(books.workbook(layout), [TabRange(first)])[first] if shown else ()
    if shown and found_marker(now, books.session.entry.number) != shown:
        raise Conflict("another process was faster to show this workbook")
