"""The spreadsheet service: workbooks are built, read, written, protected and shared through it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from sheets_gm.gm.match_record.workbook import Guest, Workbook
from sheets_gm.kernel.defaults import nothing
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
    number of columns. *called* is the title that an existing tab was built with. *emptied*: its values are removed.
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


Editors = tuple[str, ...] | None
"""The accounts that may type in a cell: `EVERYONE` who may edit the workbook, or these accounts; none means nobody."""

EVERYONE: Final = None


class Protection(Model):
    """Who may edit what on a tab: in each input its editors, everywhere else only the sync.

    Each input is an area (top, left, bottom, right) with those who may type there.
    """

    tab: str
    inputs: tuple[tuple[tuple[int, int, int, int], Editors], ...]


@dataclass(frozen=True, slots=True)
class Sharing:
    """The people to share a workbook with.

    *invites* says how. "now": at once. "mail": with an e-mail to people whom the service cannot invite otherwise.
    `LATER` and `UNINVITED`: nobody is invited, but existing access is noted. *is_private*: nobody else may have access.
    *keeps_others*: people who had access before the workbook was built keep it, and are listed. *masters* are the
    accounts of the game masters.
    """

    guests: tuple[Guest, ...] = ()
    invites: str = "now"
    is_private: bool = False
    keeps_others: bool = False
    masters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Inspection:
    """A workbook after an inspection, with a line for each change that was undone."""

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
    """A part of a tab to read: the first *head* rows, and the rows from *top* on, counted from 0."""

    tab: str
    top: int = 0
    head: int = 0


class Post(NamedTuple):
    """A comment or a reply: the *author* as displayed, the *text*, and the time when it was *written* (RFC 3339)."""

    author: str
    text: str
    written: str


class TypedCell(NamedTuple):
    """A *cell* (A1) of the tab with the key *tab* in which *account* typed, and the time of that (RFC 3339)."""

    account: str
    tab: str
    cell: str
    written: str


class TabsMissing(Exception):
    """The error for missing tabs of a workbook; *keys* are their keys."""

    def __init__(self, keys: Sequence[str]) -> None:
        super().__init__(", ".join(keys))
        self.keys = tuple(keys)


class SheetsDown(UnavailableError, PollEnded):
    """The spreadsheet service cannot be reached or is busy. Trying later may help; the message states what to do."""


class SheetsRefused(UserError):
    """The spreadsheet service refuses a call, and trying again does not help. The message states what to do."""


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
        """Build a workbook in a new document, or in an existing *document*. If it fails, nothing remains.

        The workbook is shared before it is protected. If the service refuses a guest, this is noted in the workbook,
        and building continues. Raises `SheetsRefused` if the workbook must be private and others can open it.
        """

    def remake(
        self,
        workbook: Workbook,
        plan: WorkbookPlan,
        *,
        gone: Sequence[str] = (),
        check: Callable[[], None] = nothing,
    ) -> Workbook:
        """Add the missing tabs of *plan*, format the others again, and delete the tabs in *gone*, in one call.

        *check* is called before, and raises if another process was faster. If another process makes the same call
        between *check* and this one, this call is refused.
        """

    def unmake(self, workbook: Workbook) -> None:
        """Delete a workbook that was just built, or remove its tabs if the document existed before."""

    def share(self, workbook: Workbook, sharing: Sharing) -> Workbook:
        """Share the document with the people in *sharing*, and remove those that it was shared with before.

        Return the workbook with its guests. Every guest is tried; those who are refused have the reason.
        """

    def protect(self, workbook: Workbook, protections: Sequence[Protection]) -> Workbook:
        """Protect tabs in one atomic call, or in none if they are already protected.

        Return the workbook with its remarks: a line for each protection of other people.
        """

    def forget(self, workbook: Workbook) -> None:
        """Forget how a workbook is protected, because another process may have changed its protection."""

    def retitle(self, workbook: Workbook, title: str) -> Workbook:
        """Change the title of the document of a workbook."""

    def exists(self, workbook: Workbook) -> bool:
        """Return whether the document of a workbook exists."""

    def check_kept(self, workbook: Workbook) -> None:
        """Raise `SheetsRefused` if the document of a workbook is in the trash, where nobody would see the match."""

    @property
    def is_local(self) -> bool:
        """Return whether the service is on this machine or near it, so that inspecting a workbook costs no quota."""

    def inspect(
        self, workbook: Workbook, protections: Sequence[Protection], sharing: Sharing, tabs: Sequence[TabPlan]
    ) -> Inspection:
        """Undo what people changed in a workbook apart from its cells.

        The workbook is torn if one of *tabs* lost something that lies over its cells, or has hidden rows or columns.
        """

    def read(self, workbook: Workbook, wanted: Sequence[TabRange]) -> Mapping[str, list[list[Typed]]]:
        """Return the values of tabs by key, in one call. Raises `TabsMissing` if a tab is missing."""

    def posts(self, workbook: Workbook, since: str) -> Sequence[Post]:
        """Return what other people wrote in comments that changed *since* then (RFC 3339; "" for all). Raises
        `SheetsDown`.

        It is empty if the program may not read comments.
        """

    def typed_cells(self, workbook: Workbook) -> Sequence[TypedCell]:
        """Return the newest edits of people, oldest first. It is empty if the service does not list them."""

    def altered(self, workbook: Workbook, inputs: Sequence[Put], styles: Mapping[str, Style]) -> Sequence[Put]:
        """Return those of *inputs* whose cells have lost the drop-down, box or format that was drawn there."""

    def stop_spilling(self, workbook: Workbook, places: Sequence[tuple[str, int, int]]) -> bool:
        """Replace formulas that may fill *places* (tab, row, column) by their values. Return whether any were found."""

    def write(
        self,
        workbook: Workbook,
        writes: Sequence[Write],
        styles: Mapping[str, Style],
        protections: Sequence[Protection] | None = None,
    ) -> tuple[str, ...]:
        """Apply *writes*, and protect tabs by *protections* if they are given, in one atomic call.

        A batch that is too large for one call is sent in several, with the closing writes in the last one. If
        *protections* are given, return a line for each protection of other people.
        """
