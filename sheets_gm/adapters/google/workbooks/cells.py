"""Reading and writing the cells of a workbook: a poll is one call, and so is everything that is shown after it.

A call whose answer was lost may have been carried out. It is sent again, because writing the same twice does no harm; a
batch that may be applied only once is then refused. In this case, and if a large batch of a command was not answered in
time, the program reads whether its last cells are there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from sheets_gm.adapters.google.calls.api import SHEETS, Api, Body, batch_update, parts
from sheets_gm.adapters.google.calls.cell_requests import from_row, value_at, was_missed
from sheets_gm.adapters.google.calls.retries import MayHaveHappened, RefusedAgain
from sheets_gm.adapters.google.calls.value_ranges import values_by_part
from sheets_gm.adapters.google.workbooks.protected_tabs import ProtectedTabs
from sheets_gm.adapters.google.workbooks.tabs import protected_ranges
from sheets_gm.adapters.google.workbooks.write_requests import WriteRequests
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import Protection, SheetsDown, SheetsRefused, TabRange, TabsMissing
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.grid import same_value
from sheets_gm.sheet.template import Style
from sheets_gm.sheet.writes import ClearIf, Grow, Put, Write, is_closing, is_guard


class Cells:
    """The cells of workbooks, through *api*. *writes* makes requests, *protected* protects tabs with them.

    *waits* returns whether calls now wait for the quota, like those of a command.
    """

    def __init__(self, api: Api, writes: WriteRequests, protected: ProtectedTabs, waits: Callable[[], bool]) -> None:
        self._api = api
        self._waits = waits
        self._writes = writes
        self._protected = protected

    def read(self, workbook: Workbook, wanted: Sequence[TabRange]) -> Mapping[str, list[list[Typed]]]:
        """Return the values of tabs, in one call. Raises `TabsMissing`."""
        areas = {each: [{"sheetId": workbook.tabs[each.tab], **area} for area in _areas(each)] for each in wanted}
        filters = [{"gridRange": area} for of_tab in areas.values() for area in of_tab]
        body = {"dataFilters": filters, "valueRenderOption": "UNFORMATTED_VALUE"}
        try:
            answer = self._read(workbook, body)
        except SheetsRefused as refused:
            titles = self._titles(workbook.document)
            missing = [each.tab for each in wanted if workbook.tabs[each.tab] not in titles]
            if missing:
                raise TabsMissing(missing) from refused
            if "exceeds grid limits" not in str(refused):
                raise
            # somebody has deleted rows, so the tab ends above the first row to read: make it longer and read again
            self._writes.forget_sizes(workbook.document)
            self.write(workbook, [Grow(each.tab, each.top + 1, 1) for each in wanted if each.top], {})
            answer = self._read(workbook, body)
        parts = {each: [(area["sheetId"], area.get("startRowIndex", 0)) for area in areas[each]] for each in wanted}
        values = values_by_part(answer, [part for of_tab in parts.values() for part in of_tab])
        return {each.tab: _joined(each, [values[part] for part in of_tab]) for each, of_tab in parts.items()}

    def _read(self, workbook: Workbook, body: Body) -> Body:
        return self._api.call("post", f"{SHEETS}/{workbook.document}/values:batchGetByDataFilter", body)

    def _titles(self, document: str) -> dict[int, str]:
        mask = "sheets.properties(sheetId,title)"
        answer = self._api.call("get", f"{SHEETS}/{document}", params={"fields": mask})
        return {sheet["properties"].get("sheetId", 0): sheet["properties"]["title"] for sheet in answer["sheets"]}

    def write(
        self,
        workbook: Workbook,
        writes: Sequence[Write],
        styles: Mapping[str, Style],
        protections: Sequence[Protection] | None = None,
    ) -> tuple[str, ...]:
        """Apply *writes*, and protect tabs if *protections* are given, in one atomic call.

        Return what other people protect. A batch that is too large for one call is sent in parts, with the closing
        writes in the last one.
        """
        closing = [write for write in writes if is_closing(write)]
        clears = [write for write in writes if isinstance(write, ClearIf)]
        others = [w for w in writes if not (isinstance(w, ClearIf) or is_guard(w) or is_closing(w))]
        current: Mapping[int, protected_ranges.ProtectedTab] = {}
        try:
            first = [write for write in writes if is_guard(write)]
            requests = list(self._writes.requests(workbook, first, styles))
            starts: list[int] = []
            for clear in clears:
                starts.append(len(requests))
                requests += self._writes.requests(workbook, [clear], styles)
            starts.append(len(requests))
            requests += self._writes.requests(workbook, others, styles)
            if protections is not None:
                current = self._protected.of(workbook)
                requests += protected_ranges.changes(current, protections, workbook)
            requests += self._writes.requests(workbook, closing, styles)
            replies: list[Body] = []
            for part in parts(requests):
                replies += self._send(workbook, part, closing).get("replies", ())
        except (SheetsDown, SheetsRefused):
            # what was done is not known
            self._writes.forget_sizes(workbook.document)
            self._protected.forget(workbook.document)
            raise
        is_whole = len(replies) == len(requests)
        if is_whole:
            spans = zip(clears, pairwise(starts), strict=True)
            missed = [clear for clear, (at, end) in spans if was_missed(requests[at:end], replies[at:end])]
            self._clear_missed(workbook, missed)
        if protections is None:
            return ()
        if is_whole:
            self._protected.changed(workbook.document, protections, current, requests, replies)
        return protected_ranges.foreign_protections(current, protections)

    def _clear_missed(self, workbook: Workbook, missed: Sequence[ClearIf]) -> None:
        """Empty those of *missed* cells that still hold the value that was read, although a search did not find it.

        The displayed text of a cell can differ from its value in unexpected ways, as in a smart chip.
        """
        if not missed:
            return
        values_by_tab = self.read(workbook, [TabRange(tab) for tab in dict.fromkeys(each.tab for each in missed)])
        left = [each for each in missed if same_value(_value_in(values_by_tab[each.tab], each), each.value)]
        if left:
            empty = [value_at(workbook.tabs[each.tab], each.row, each.column, each.instead) for each in left]
            batch_update(self._api, workbook.document, empty)

    def _send(self, workbook: Workbook, part: list[Body], closing: Sequence[Write]) -> Body:
        """Apply requests. If they may have been carried out, read the cells (command, or refused second try)."""
        try:
            return batch_update(self._api, workbook.document, part)
        except MayHaveHappened as error:
            is_readable = isinstance(error, RefusedAgain) or self._waits()
            if is_readable and closing and self._holds(workbook, closing):
                return {}
            if not self._waits():
                raise
            return batch_update(self._api, workbook.document, part)

    def _holds(self, workbook: Workbook, writes: Sequence[Write]) -> bool:
        """Return whether the cells of *writes* already have their new values."""
        for each in writes:
            rows = self.read(workbook, [TabRange(each.tab)])[each.tab]
            if not isinstance(each, Put) or each.row >= len(rows):
                return False
            values = rows[each.row][each.column : each.column + len(each.cells)]
            if any(not same_value(value, cell.value) for value, cell in zip(values, each.cells, strict=False)):
                return False
            if len(values) < len(each.cells):
                return False
        return True


def _value_in(rows: Sequence[Sequence[Typed]], clear: ClearIf) -> Typed:
    row = rows[clear.row] if clear.row < len(rows) else ()
    return row[clear.column] if clear.column < len(row) else None


def _areas(wanted: TabRange) -> list[dict[str, int]]:
    """Return the parts of a tab to read: two if the first rows are wanted and others farther down."""
    if 0 < wanted.head < wanted.top:
        return [{"endRowIndex": wanted.head}, from_row(wanted.top)]
    return [from_row(0 if wanted.head else wanted.top)]


def _joined(wanted: TabRange, parts: Sequence[list[list[Typed]]]) -> list[list[Typed]]:
    """Return the rows of a tab from its *parts*: the first ones, and the others from where the first ones end."""
    head, *below = parts
    missing = [list[Typed]() for _ in range(wanted.head - len(head))] if below else []
    return [*head, *missing, *(row for part in below for row in part)]
