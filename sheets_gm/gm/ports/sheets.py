"""The spreadsheet service: workbooks are built, read, written, protected and shared through it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from sheets_gm.gm.match_record.workbook import Guest, Workbook
from sheets_gm.kernel.errors import PollEnded, UnavailableError, UserError
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.model import Model
from sheets_gm.sheet.charts import Chart
from sheets_gm.sheet.template import Style, TabTemplate
from sheets_gm.sheet.writes import Put, Write


@dataclass(frozen=True, slots=True)
class TabPlan:
    """A tab to build, or to format again: its key, its template, its size and its charts.

    If its columns have moved, *former* is the earlier place of each column (None for a new one), and *wide* the earlier
    number of columns. *called* is the title that an existing tab was built with. If *emptied*, it loses its values.
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
    """Who may edit what on a tab: only the sync outside *inputs*, and only its editors in each input.

    Each input is an area (top, left, bottom, right) with the accounts that may type there; no account means anyone.
    """

    tab: str
    inputs: tuple[tuple[tuple[int, int, int, int], tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Sharing:
    """Whom to share a workbook with.

    *invites* is how: "now"; "mail", with an e-mail to those whom the service cannot invite otherwise; `LATER` or
    `UNINVITED`: nobody is invited, but it is noted who has access. With *is_private*, nobody else may have access,
    unless *keeps_others*: then those who had access before the workbook was built stay, and are named. *masters* are
    the accounts of the GMs.
    """

    guests: tuple[Guest, ...] = ()
    invites: str = "now"
    is_private: bool = False
    keeps_others: bool = False
    masters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Inspection:
    """A workbook after a look at it, and what was put back, a line each."""

    workbook: Workbook
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkbookPlan:
    """What to build of a workbook: its tabs, the styles by name, the writes that fill them, and their protection."""

    tabs: Sequence[TabPlan] = ()
    styles: Mapping[str, Style] = field(default_factory=dict)
    writes: Sequence[Write] = ()
    protections: Sequence[Protection] = ()


class TabRange(NamedTuple):
    """A part of a tab to read: its rows from *top* on, counted from 0, and before them its first *head* rows."""

    tab: str
    top: int = 0
    head: int = 0


class Post(NamedTuple):
    """A comment or a reply: what its *author* calls themselves, its *text*, and when it was *written* (RFC 3339)."""

    author: str
    text: str
    written: str


class TypedCell(NamedTuple):
    """That *account* typed in a *cell* (A1) of the tab with the key *tab*, and when that was *written* (RFC 3339)."""

    account: str
    tab: str
    cell: str
    written: str


class TabsMissing(Exception):
    """Tabs of a workbook are missing; *keys* are their keys."""

    def __init__(self, keys: Sequence[str]) -> None:
        super().__init__(", ".join(keys))
        self.keys = tuple(keys)


class SheetsDown(UnavailableError, PollEnded):
    """The spreadsheet service cannot be reached or is busy. Trying later may help; the message states what to do."""


class SheetsRefused(UserError):
    """The spreadsheet service refuses, and trying again will not help. The message states what to do."""


def always() -> None:
    """A check that holds."""


class Sheets(Protocol):
    """A spreadsheet service."""

    def make(
        self,
        key: str,
        title: str,
        plan: WorkbookPlan,
        document: str | None = None,
        *,
        sharing: Sharing | None = None,
    ) -> Workbook:
        """Build a workbook in a new document, or in an existing *document*. Nothing is left if it fails.

        It is shared before it is protected. A guest who is refused is noted in it and does not fail the building.
        `SheetsRefused` if it is to be private and others can open it.
        """

    def remake(
        self,
        workbook: Workbook,
        plan: WorkbookPlan,
        *,
        gone: Sequence[str] = (),
        check: Callable[[], None] = always,
    ) -> Workbook:
        """Add the tabs of *plan* that are missing, format the others again and delete those *gone*, in one call.

        That call is refused if another process makes the same one between *check* and it; *check* raises where another
        one was faster before.
        """

    def unmake(self, workbook: Workbook) -> None:
        """Delete a workbook that was just built, or remove its tabs if the document existed before."""

    def share(self, workbook: Workbook, sharing: Sharing) -> Workbook:
        """Share the document with those in *sharing*, and no longer with those whom it was shared with before.

        Return the workbook with its guests: every one is tried, and those who were refused have the reason.
        """

    def protect(self, workbook: Workbook, protections: Sequence[Protection]) -> Workbook:
        """Protect tabs in one atomic call, or none if they are.

        Return the workbook with the protections of other people, a line each, in its remarks.
        """

    def forget(self, workbook: Workbook) -> None:
        """Forget how a workbook is protected: another process may have protected it again."""

    def retitle(self, workbook: Workbook, title: str) -> Workbook:
        """Give the document of a workbook another title."""

    def exists(self, workbook: Workbook) -> bool:
        """Whether the document of a workbook is there."""

    def check_kept(self, workbook: Workbook) -> None:
        """Raise `SheetsRefused` if the document of a workbook is in the trash, where nobody sees what is played."""

    @property
    def is_local(self) -> bool:
        """Whether the service is on this machine or near it, where a look at a workbook costs no quota."""

    def inspect(
        self, workbook: Workbook, protections: Sequence[Protection], sharing: Sharing, tabs: Sequence[TabPlan]
    ) -> Inspection:
        """Put back what people changed about a workbook apart from its cells.

        A workbook whose *tabs* lost what lies over their cells, or have hidden rows or columns, is torn.
        """

    def read(self, workbook: Workbook, wanted: Sequence[TabRange]) -> Mapping[str, list[list[Typed]]]:
        """The values of tabs by key, in one call. `TabsMissing` if a tab is gone."""

    def posts(self, workbook: Workbook, since: str) -> Sequence[Post]:
        """What others than this program wrote in comments that have changed *since* (RFC 3339; "": ever).

        There are none where it may not read them. `SheetsDown`.
        """

    def typed_cells(self, workbook: Workbook) -> Sequence[TypedCell]:
        """The newest writes of people, oldest first; none where the service does not list them."""

    def altered(self, workbook: Workbook, inputs: Sequence[Put], styles: Mapping[str, Style]) -> Sequence[Put]:
        """Those of *inputs* whose cells no longer have the list, the box or the format that was drawn there."""

    def stop_spilling(self, workbook: Workbook, places: Sequence[tuple[str, int, int]]) -> bool:
        """Turn formulas into their values whose arrays may fill *places* (tab, row, column); whether there were any."""

    def write(
        self,
        workbook: Workbook,
        writes: Sequence[Write],
        styles: Mapping[str, Style],
        protections: Sequence[Protection] | None = None,
    ) -> tuple[str, ...]:
        """Apply *writes*, and protect tabs by *protections* if they are given, in one atomic call.

        What is too large for one call goes in several, the closing writes in the last of them. Return the protections
        of other people, if protections are given, a line each.
        """
