"""Writes: the changes of a tab, as data. `planning` makes them, and the adapter of the spreadsheet applies them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.charts import Chart
from sheets_gm.sheet.grid import Area, Row
from sheets_gm.sheet.template import TabTemplate

VALUE, STYLE, NOTE, PICK = 1, 2, 4, 8
"""The aspects of a cell that can be written; a `Put` has a sum of them."""

NO_ASPECT = 0


class Put(NamedTuple):
    """Write *aspects* of *cells* into one row, from (*row*, *column*) to the right; *closing* ones come last."""

    tab: str
    row: int
    column: int
    cells: Row
    aspects: int
    closing: bool = False


class ClearIf(NamedTuple):
    """Empty a cell if it still contains *value*, and make it an input of *text* or of numbers again.

    *instead* is its default, which is written into it.
    """

    tab: str
    row: int
    column: int
    value: Typed
    text: bool = False
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Grow:
    """Give the tab at least *rows* and *columns*, and extend its conditional formats, bands and *charts*.

    *elsewhere* are the charts on other tabs, by the keys of these tabs, that show its cells: they are extended too.
    """

    tab: str
    rows: int
    columns: int
    tab_template: TabTemplate | None = None
    charts: tuple[Chart, ...] = ()
    elsewhere: tuple[tuple[str, tuple[Chart, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class RowHeights:
    """Give the rows of the tab from *top* up to but excluding *bottom* the heights in its template."""

    tab: str
    top: int
    bottom: int
    tab_template: TabTemplate


@dataclass(frozen=True, slots=True)
class Freeze:
    """Freeze the rows and columns of the tab that its template freezes, and split all merged areas first.

    People may freeze others on a phone, and the service cannot merge a frozen column with one that is not frozen.
    """

    tab: str
    tab_template: TabTemplate


@dataclass(frozen=True, slots=True)
class Merge:
    """Merge exactly *areas* of the tab, and split all others. *before* are the merged areas now (None: unknown)."""

    tab: str
    areas: tuple[Area, ...]
    before: tuple[Area, ...] | None = None


@dataclass(frozen=True, slots=True)
class Bare:
    """Remove formats, notes and drop-downs below row *bottom* of the tab, and from column *right* on (0: nowhere)."""

    tab: str
    bottom: int
    right: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Store *value* under *key* on the tab, for programs; "" removes the mark."""

    tab: str
    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Once:
    """Apply the batch of this write only if no batch with the same *name* was applied. *number* counts such batches."""

    tab: str
    name: str
    number: int


@dataclass(frozen=True, slots=True)
class Unless:
    """Apply the batch of this write unless a batch with a `Once` of the same *name* was applied."""

    tab: str
    name: str


Write: TypeAlias = Once | Unless | Put | ClearIf | Grow | RowHeights | Freeze | Merge | Bare | Mark


def is_guard(write: Write) -> bool:
    """Return whether *write* comes before everything else, and may refuse the whole batch."""
    return isinstance(write, Once | Unless)


def is_closing(write: Write) -> bool:
    """Return whether *write* comes after everything else."""
    return isinstance(write, Put) and write.closing
