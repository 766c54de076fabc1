"""Building a workbook's tabs, in a new spreadsheet or in an existing one, in one atomic batch or a few.

A build that fails halfway is undone or repeated. Columns move only in the last batch, together with the protections and
the marker, because until then the workbook counts as it was before. Each batch creates metadata that can be created
only once. So a batch that is sent again after a lost answer is refused instead of applied twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sheets_gm.adapters.google.calls.api import FILES, SHEETS, SPREADSHEET, Api, Body, batch_update, parts
from sheets_gm.adapters.google.calls.cell_requests import OURS, tab_id
from sheets_gm.adapters.google.calls.retries import MayHaveHappened
from sheets_gm.adapters.google.drive.sharing import uninvite
from sheets_gm.adapters.google.workbooks import properties
from sheets_gm.adapters.google.workbooks.tabs import formatting, overlays, protected_ranges
from sheets_gm.adapters.google.workbooks.tabs.formatting import ExistingTab
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import Protection, SheetsDown, SheetsRefused, TabPlan
from sheets_gm.kernel.defaults import nothing

MARK = f"{OURS}.layout"
"""The key of the developer metadata whose id counts how often a spreadsheet was built."""

FIRST_MARK = 7_301_000

MARKING = 1_000
"""Bytes that are kept free in a batch for its mark."""

_MASK = (
    f"{formatting.MASK},{protected_ranges.MASK.replace('properties(sheetId,title),', '')},"
    f"developerMetadata(metadataId,metadataKey),{properties.FIELDS}"
)


@dataclass(frozen=True, slots=True)
class Build:
    """What to build: *tabs* with their *protections*, and the keys of tabs to *delete*.

    *clear* empties existing tabs, for a new match in them. *check* raises if another process was faster. It is called
    after the program knows what the batch replaces.
    """

    tabs: Sequence[TabPlan]
    protections: Sequence[Protection] = ()
    delete: Sequence[str] = ()
    clear: bool = False
    check: Callable[[], None] = nothing


DELETED = "deleteProtectedRange"


class BuildResult(NamedTuple):
    """The result of a build: lines about what others protect, the rows and columns of each built tab, and its
    properties.

    *named* are the title, language, zone and recalculation of the spreadsheet.
    """

    foreign_protections: tuple[str, ...]
    sizes: Mapping[str, tuple[int, int]]
    named: Mapping[str, str]


def create_document(api: Api, key: str, title: str, folder: str = "") -> str:
    """Create a spreadsheet for the workbook *key*, in *folder* if it is given; return its id.

    Drive creates it, because one that Sheets creates may not count as the program's own for Drive. With the scope
    `drive.file` it could then be neither shared nor deleted. Its editors may not share it, because they could then
    remove each other.
    """
    body = {
        "name": title,
        "mimeType": SPREADSHEET,
        "writersCanShare": False,
        "appProperties": {OURS: key},
        **({"parents": [folder]} if folder else {}),
    }
    try:
        return str(api.call("post", FILES, body, params={"fields": "id"})["id"])
    except SheetsRefused as refused:
        if not folder:
            raise
        raise SheetsRefused(
            f"No spreadsheet can be created in the folder {folder}: {refused} Name a folder that this account may "
            "write to; with credentials of sheets-gm login leave it out: they reach only files that this program made."
        ) from refused


def build(
    api: Api,
    workbook: Workbook,
    wanted: Build,
    writes: Sequence[Body] = (),
    closing: Sequence[Body] = (),
    guard: Sequence[Body] = (),
) -> BuildResult:
    """Add the missing tabs, format the others again, apply the requests *writes*, and protect the tabs.

    *closing* are the requests that write into tabs whose columns move, and those that come after everything else.
    *guard* are those that come first, and may refuse everything. Raises `SheetsRefused` if others protect one of the
    tabs from this account.
    """
    answer = _fetch(api, workbook)
    wanted.check()
    existing, protection = formatting.existing_tabs(answer), protected_ranges.protected_tabs(answer)
    _check_editable(workbook, protection, wanted.tabs)
    early: list[Body] = [*guard]
    late: list[Body] = []
    fitting: list[Body] = []
    sizes: dict[str, tuple[int, int]] = {}
    titles = {each.title.casefold() for each in existing.values()}
    for index, tab in enumerate(wanted.tabs):
        before = existing.get(tab_id(tab.key))
        if before is None:
            title = _free_title(tab.tab_template.title, titles)
            early += formatting.add_tab(tab, title, _position(workbook, tab, index))
            sizes[tab.key] = (tab.rows, tab.columns)
        else:
            titles.discard(before.title.casefold())
            title = _free_title(_title(tab, before), titles)
            requests = late if tab.former else early
            requests += formatting.reformat_tab(tab, title, before, clear=wanted.clear or tab.emptied)
            sizes[tab.key] = formatting.size_after(tab, before)
            fitting += formatting.fit_rows(tab, sizes[tab.key][0])
        titles.add(title.casefold())
    early += _moves(workbook, [tab_id(tab.key) for tab in wanted.tabs], [*existing])
    early += (request for tab in wanted.tabs for request in overlays.add_charts_of_others(tab))
    early += writes
    moved = {tab_id(tab.key) for tab in wanted.tabs if tab.former}
    changes = protected_ranges.changes(protection, wanted.protections, workbook, moved)
    # a column that moves takes the ranges that lie in it alone with it, so ours are deleted before it does
    late = [*(each for each in changes if DELETED in each), *late, *(each for each in changes if DELETED not in each)]
    late += [{"deleteSheet": {"sheetId": tab_id(key)}} for key in wanted.delete if tab_id(key) in existing]
    if workbook.own and wanted.tabs and 0 in existing:
        # the empty tab of a new document
        late.append({"deleteSheet": {"sheetId": 0}})
    late += [*fitting, *closing]
    _send(api, workbook, newest_mark(answer), early, late)
    foreign = protected_ranges.foreign_protections(protection, wanted.protections)
    return BuildResult(foreign, sizes, properties.properties_of(answer))


def _send(api: Api, workbook: Workbook, mark: int, early: list[Body], late: list[Body]) -> None:
    """Apply *early* and *late* in one batch if they fit, else in several. Each batch sets the next mark."""
    whole = list(parts([*early, *late], reserved=MARKING))
    batches = whole if len(whole) == 1 else [*parts(early, reserved=MARKING), *parts(late, reserved=MARKING)]
    for batch in batches:
        try:
            batch_update(api, workbook.document, [*next_mark(mark), *batch])
        except (SheetsRefused, MayHaveHappened):
            if newest_mark(_fetch(api, workbook)) == mark:
                raise
        mark = mark + 1 if mark else FIRST_MARK


def _check_editable(
    workbook: Workbook, protection: Mapping[int, protected_ranges.ProtectedTab], tabs: Sequence[TabPlan]
) -> None:
    locked = protected_ranges.locked_tabs(protection, [tab.key for tab in tabs])
    if locked:
        raise SheetsRefused(
            f"In {workbook.link or workbook.document} these tabs are protected from this account: "
            f"{', '.join(f'“{title}”' for title in locked)}. In a copy of a match's spreadsheet the protections belong "
            "to whoever copied it: ask that person to remove them under Data > Protect sheets and ranges, or use a "
            "new spreadsheet."
        )


def _fetch(api: Api, workbook: Workbook) -> Body:
    return api.call("get", f"{SHEETS}/{workbook.document}", params={"fields": _MASK})


def newest_mark(answer: Mapping[str, Any]) -> int:
    """Return the newest mark of a spreadsheet; 0 if it was never built."""
    marks = answer.get("developerMetadata", ())
    return max((each["metadataId"] for each in marks if each.get("metadataKey") == MARK), default=0)


def next_mark(mark: int) -> list[Body]:
    """Return the requests that replace *mark* by the next one."""
    new = {
        "metadataId": mark + 1 if mark else FIRST_MARK,
        "metadataKey": MARK,
        "metadataValue": OURS,
        "location": {"spreadsheet": True},
        "visibility": "DOCUMENT",
    }
    requests: list[Body] = [{"createDeveloperMetadata": {"developerMetadata": new}}]
    if mark:
        old = {"developerMetadataLookup": {"metadataId": mark}}
        requests.append({"deleteDeveloperMetadata": {"dataFilter": old}})
    return requests


def _title(tab: TabPlan, before: ExistingTab) -> str:
    """Return the title of an existing tab after building: the template's, unless people have renamed the tab."""
    is_ours = before.title in (tab.called, f"{tab.called} ({OURS})")
    return tab.tab_template.title if tab.called and is_ours and tab.called != tab.tab_template.title else before.title


def _free_title(title: str, used: set[str]) -> str:
    while title.casefold() in used:
        title += f" ({OURS})"
    return title


def _moves(workbook: Workbook, wanted: list[int], existing: list[int]) -> Iterator[Body]:
    """Yield the requests that put all tabs of a workbook in the *wanted* order; none if they are already in it."""
    if len(wanted) == len(workbook.tabs) and [each for each in wanted if each in existing] != [
        each for each in existing if each in wanted
    ]:
        for index, sheet in enumerate(wanted):
            yield {"updateSheetProperties": {"properties": {"sheetId": sheet, "index": index}, "fields": "index"}}


def _position(workbook: Workbook, tab: TabPlan, index: int) -> int:
    order = list(workbook.tabs)
    return order.index(tab.key) if tab.key in order else index


def try_undo(api: Api, workbook: Workbook) -> str:
    """Undo a failed build. Return "", or a sentence about what remains if that fails too."""
    try:
        undo(api, workbook)
    except (SheetsDown, SheetsRefused):
        if workbook.own:
            return f" An empty spreadsheet is left. Delete it yourself: {workbook.link}"
        return f" Some of its tabs or invitations may be left in {workbook.link}"
    return ""


def undo(api: Api, workbook: Workbook) -> None:
    """Undo a build: delete the document if it was made for the workbook, else its tabs and invitations."""
    if workbook.own:
        api.call("delete", f"{FILES}/{workbook.document}")
        return
    existing = formatting.existing_tabs(_fetch(api, workbook))
    sheets = [sheet for sheet in map(tab_id, workbook.tabs) if sheet in existing]
    if sheets:
        batch_update(api, workbook.document, [{"deleteSheet": {"sheetId": sheet}} for sheet in sheets])
    if workbook.invited:
        uninvite(api, workbook)
