"""Building: a workbook's tabs, in a new spreadsheet or in one that is there, all of it in one atomic batch.

Laws: a spreadsheet is shared before it is built, for only who may edit it can be an editor of a range in it; what goes
wrong halfway is undone. A batch leaves a mark that can be left only once, so that one whose answer was lost, and which
is sent again, is refused rather than done twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from sheets_gm.adapters.google import formatting, protected_ranges
from sheets_gm.adapters.google.requests import OURS, tab_id
from sheets_gm.gm.ports.sheets import Protection, SheetsDown, SheetsRefused, TabPlan
from sheets_gm.gm.record.workbook import Workbook

SHEETS = "https://sheets.googleapis.com/v4/spreadsheets"
FILES = "https://www.googleapis.com/drive/v3/files"

MARK = f"{OURS}.layout"
"""The key of the developer metadata whose id counts how often a spreadsheet was built."""

FIRST_MARK = 7_301_000

_MASK = (
    f"{formatting.MASK},{protected_ranges.MASK.replace('properties(sheetId,title),', '')},"
    "developerMetadata(metadataId,metadataKey)"
)

Body = dict[str, Any]


class Wire(Protocol):
    """What building needs of the spreadsheet service."""

    def call(
        self, method: str, address: str, body: Mapping[str, Any] | None = None, params: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """One call of the service, and its answer. `SheetsDown`, `SheetsRefused`."""


class Built(NamedTuple):
    """What others protect in a spreadsheet, a line each, and the size of each tab that was built."""

    remarks: tuple[str, ...]
    sizes: Mapping[str, tuple[int, int]]


def build(
    wire: Wire,
    workbook: Workbook,
    tabs: Sequence[TabPlan],
    writes: Iterable[Body] = (),
    protections: Sequence[Protection] = (),
    gone: Sequence[str] = (),
    *,
    emptied: bool = False,
) -> Built:
    """Make *tabs*, or dress those anew that are there; write by the requests *writes*; protect; delete *gone*.

    *emptied*: a new match begins in the tabs that are there.
    """
    answer = _asked(wire, workbook)
    held, protection, mark = formatting.held(answer), protected_ranges.tabs_of(answer), _mark(answer)
    if closed := protected_ranges.shut(protection, [tab.key for tab in tabs]):
        raise SheetsRefused(
            f"{', '.join(f'«{title}»' for title in closed)} in {workbook.link or workbook.document}: protected from "
            "this account. In a copy of a match's spreadsheet the protections belong to whoever copied it: let that "
            "person remove them under Data > Protect sheets and ranges, or take a new spreadsheet."
        )
    wanted = _marked(mark)
    sizes: dict[str, tuple[int, int]] = {}
    titles = {each.title.casefold() for each in held.values()}
    for index, tab in enumerate(tabs):
        before = held.get(tab_id(tab.key))
        if before is None:
            title = _free(tab.tab_template.title, titles)
            wanted += formatting.added(tab, title, _place(workbook, tab, index))
            sizes[tab.key] = (tab.rows, tab.columns)
        else:
            sizes[tab.key] = formatting.size(tab, before)
            titles.discard(before.title.casefold())
            title = _free(_title(tab, before.title), titles)
            wanted += formatting.dressed(tab, title, before, emptied=emptied or tab.emptied)
        titles.add(title.casefold())
    wanted += writes
    wanted += protected_ranges.changes(protection, protections)
    wanted += [{"deleteSheet": {"sheetId": tab_id(key)}} for key in gone if tab_id(key) in held]
    if workbook.own and 0 in held:
        wanted.append({"deleteSheet": {"sheetId": 0}})
    try:
        _batch(wire, workbook, wanted)
    except SheetsRefused:
        if _mark(_asked(wire, workbook)) == mark:
            raise
    return Built(protected_ranges.strangers(protection, protections), sizes)


def _asked(wire: Wire, workbook: Workbook) -> dict[str, Any]:
    return wire.call("get", f"{SHEETS}/{workbook.document}", params={"fields": _MASK})


def _batch(wire: Wire, workbook: Workbook, wanted: Sequence[Body]) -> None:
    wire.call("post", f"{SHEETS}/{workbook.document}:batchUpdate", {"requests": list(wanted)})


def _mark(answer: Mapping[str, Any]) -> int:
    """The newest mark of a spreadsheet; 0 where it was never built."""
    marks = answer.get("developerMetadata", ())
    return max((each["metadataId"] for each in marks if each.get("metadataKey") == MARK), default=0)


def _marked(mark: int) -> list[Body]:
    """The requests that leave the mark after *mark*."""
    new = {
        "metadataId": mark + 1 if mark else FIRST_MARK,
        "metadataKey": MARK,
        "metadataValue": OURS,
        "location": {"spreadsheet": True},
        "visibility": "DOCUMENT",
    }
    made: list[Body] = [{"createDeveloperMetadata": {"developerMetadata": new}}]
    if mark:
        old = {"developerMetadataLookup": {"metadataId": mark}}
        made.append({"deleteDeveloperMetadata": {"dataFilter": old}})
    return made


def _title(tab: TabPlan, now: str) -> str:
    """What a tab that is called *now* shall be called: a name that people gave it is theirs."""
    own = now in (tab.called, f"{tab.called} ({OURS})")
    return tab.tab_template.title if tab.called and own and tab.called != tab.tab_template.title else now


def _free(title: str, taken: set[str]) -> str:
    while title.casefold() in taken:
        title += f" ({OURS})"
    return title


def _place(workbook: Workbook, tab: TabPlan, index: int) -> int:
    order = list(workbook.tabs)
    return order.index(tab.key) if tab.key in order else index


# -- sharing -----------------------------------------------------------------------------------------------------------


def share(wire: Wire, document: str, writers: Sequence[str], without: Sequence[str] = ()) -> tuple[str, ...]:
    """Let *writers* edit a document, and those in *without* no longer; answer those who could not before."""
    if not writers and not without:
        return ()
    address = f"{FILES}/{document}/permissions"
    held = wire.call("get", address, params={"fields": "permissions(id,emailAddress,role)"})["permissions"]
    may = {each.get("emailAddress", "").casefold() for each in held if each["role"] in ("writer", "owner")}
    out = {account.casefold() for account in without}
    for each in held:
        if each.get("emailAddress", "").casefold() in out and each["role"] != "owner":
            wire.call("delete", f"{address}/{each['id']}")
    new: list[str] = []
    try:
        for account in writers:
            if account.casefold() not in may:
                body = {"type": "user", "role": "writer", "emailAddress": account}
                wire.call("post", address, body, params={"sendNotificationEmail": "false"})
                new.append(account)
    except SheetsRefused as refused:
        share(wire, document, (), new)
        raise SheetsRefused(f"It cannot be shared with {account}: {refused}") from refused
    return tuple(new)


def taken_back(wire: Wire, workbook: Workbook) -> str:
    """Take back a workbook that could not be built, and say so; where that fails too, what is left of it."""
    try:
        undo(wire, workbook)
    except (SheetsDown, SheetsRefused):
        if workbook.own:
            return f" An empty spreadsheet is left, delete it yourself: {workbook.link}"
        return f" Look whether tabs or invitations of it are left in {workbook.link}"
    return ""


def undo(wire: Wire, workbook: Workbook) -> None:
    """Take back a workbook that was just built: the document if it was made for it, else its tabs and invitations."""
    if workbook.own:
        wire.call("delete", f"{FILES}/{workbook.document}")
        return
    held = formatting.held(_asked(wire, workbook))
    gone = [sheet for sheet in map(tab_id, workbook.tabs) if sheet in held]
    if gone:
        _batch(wire, workbook, [{"deleteSheet": {"sheetId": sheet}} for sheet in gone])
    share(wire, workbook.document, (), workbook.invited)
