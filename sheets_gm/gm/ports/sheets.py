"""The spreadsheet service: workbooks are built, read, written, protected and shared through it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from sheets_gm.gm.record.workbook import Workbook
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.model import Model
from sheets_gm.sheet.charts import Chart
from sheets_gm.sheet.planning import Write
from sheets_gm.sheet.template import Style, TabTemplate


@dataclass(frozen=True, slots=True)
class TabPlan:
    """A tab to be made or dressed anew: its key, how it looks, its size, its charts.

    *former* tells for each column of one whose columns have changed places where it was before, None for a new one;
    there were *wide* of them. *called* is the title under which it was made, if it was. One that is
    *emptied* loses its values.
    """

    key: str
    tab_template: TabTemplate
    rows: int
    columns: int
    charts: tuple[Chart, ...] = ()
    former: tuple[int | None, ...] = ()
    wide: int = 0
    called: str = ""
    emptied: bool = False


class Protection(Model):
    """Who may edit what on a tab: nobody but the sync outside *inputs*, and in each input only its editors.

    Each input is an area (top, left, bottom, right) with the accounts that may type there; no account is anyone.
    """

    tab: str
    inputs: tuple[tuple[tuple[int, int, int, int], tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class WorkbookPlan:
    """What to build of a workbook: its tabs, the styles by name, the writes that fill them, and their protection."""

    tabs: Sequence[TabPlan] = ()
    styles: Mapping[str, Style] = field(default_factory=dict)
    writes: Sequence[Write] = ()
    protections: Sequence[Protection] = ()


@dataclass(frozen=True, slots=True)
class TabRange:
    """What to read of a tab: its values from row *top* on."""

    tab: str
    top: int = 0


class TabsMissing(Exception):
    """Tabs of a workbook are gone: their keys."""

    def __init__(self, keys: Sequence[str]) -> None:
        super().__init__(", ".join(keys))
        self.keys = tuple(keys)


class SheetsDown(Exception):
    """The spreadsheet service cannot be reached or refuses; the message says what to do. Trying later may help."""


class SheetsRefused(Exception):
    """The spreadsheet service says no, and trying again will not help; the message says what to do."""


class Sheets(Protocol):
    """Spreadsheets, wherever they are."""

    def make(
        self,
        key: str,
        title: str,
        plan: WorkbookPlan,
        document: str | None = None,
        *,
        writers: Sequence[str] = (),
    ) -> Workbook:
        """Build a workbook in a new document, or in an existing *document*. Nothing is left if it fails."""

    def remake(
        self,
        workbook: Workbook,
        plan: WorkbookPlan,
        *,
        gone: Sequence[str] = (),
    ) -> Workbook:
        """Add the tabs of *plan* that are missing, format the others again and delete those *gone*, in one call."""

    def unmake(self, workbook: Workbook) -> None:
        """Take back a workbook that was just made."""

    def share(self, workbook: Workbook, writers: Sequence[str], without: Sequence[str] = ()) -> None:
        """Let the accounts *writers* edit the document, and those in *without* no longer see it."""

    def protect(self, workbook: Workbook, protections: Sequence[Protection]) -> tuple[str, ...]:
        """Protect tabs in one atomic call, in none where they are; answer what others protect there, a line each."""

    def read(self, workbook: Workbook, wanted: Sequence[TabRange]) -> Mapping[str, list[list[Typed]]]:
        """The values of tabs by key, in one call. `TabsMissing` where a tab is gone."""

    def write(self, workbook: Workbook, writes: Sequence[Write], styles: Mapping[str, Style]) -> None:
        """Apply *writes* in one atomic call."""
