"""What people do to cells and programs do not: they cut instead of copying, and type without a network connection.

Both are strangenesses. They affect calls that only type values, of accounts that do not own the spreadsheet.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from sheets_gm.localsheets.api.sheets_routes import spreadsheets, values
from sheets_gm.localsheets.batch_update.cells import write_cells
from sheets_gm.localsheets.drive.call import Answer, Call, Json
from sheets_gm.localsheets.drive.drive import Drive
from sheets_gm.localsheets.drive.strangeness import CUT, LATE_EDIT
from sheets_gm.localsheets.protocol.errors import ApiError
from sheets_gm.localsheets.spreadsheet.model import access
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.ranges import area_of

Handler = Callable[[Drive, Call], Answer]

CUT_ALONG = "dataValidation,userEnteredFormat"
"""What a cell loses that somebody cuts."""


class Late(NamedTuple):
    """A delayed call, to be carried out at the instant *due*."""

    due: float
    handler: Handler
    call: Call


@dataclass(slots=True)
class TypedByPeople:
    """The delayed calls of people who typed without a connection, in order."""

    _late: list[Late] = field(default_factory=list)

    def answer(self, drive: Drive, handler: Handler, call: Call) -> Answer:
        """Answer a call, now or later if people typed it. Calls that are due are carried out first."""
        self._do_what_is_due(drive)
        strange = drive.strangeness
        if (LATE_EDIT not in strange and CUT not in strange) or not _is_typed(drive, handler, call):
            return handler(drive, call)
        if LATE_EDIT in strange:
            self._late.append(Late(drive.clock().timestamp() + strange.numbers[LATE_EDIT], handler, call))
            return {"spreadsheetId": call.names[0]}
        return _done(drive, handler, call)

    def _do_what_is_due(self, drive: Drive) -> None:
        now = drive.clock().timestamp() if self._late else 0.0
        due = [each for each in self._late if each.due <= now]
        self._late = [each for each in self._late if each.due > now]
        for each in due:
            with contextlib.suppress(ApiError):  # whoever typed it is not there any more to be told
                _done(drive, each.handler, each.call)


def _is_typed(drive: Drive, handler: Handler, call: Call) -> bool:
    """Whether a call of somebody who does not own the spreadsheet types values, and nothing else."""
    if handler in (values.values_update, values.values_batch_update):
        only = True
    elif handler is spreadsheets.batch_update:
        wanted = [each.get("updateCells", {}) for each in _requests(call)]
        only = all("start" in each and each.get("fields") == "userEnteredValue" for each in wanted)
    else:
        return False
    document = drive.documents.get(call.names[0])
    return only and document is not None and access.role(document, call.account) != "owner"


def _done(drive: Drive, handler: Handler, call: Call) -> Answer:
    """Carry out a call of people now. With `CUT` they cut the cells first, and then type."""
    answer = handler(drive, call)
    if CUT in drive.strangeness and isinstance(answer, dict):
        document = drive.documents[call.names[0]]
        areas = [*_areas(document, call, answer)]

        def work(held: Document) -> Json:
            for area in areas:
                write_cells.update_cells(held, {"range": area, "fields": CUT_ALONG}, call.account)
            return {}

        drive.update(call, work)
    return answer


def _areas(document: Document, call: Call, answer: Json) -> Iterator[Json]:
    """Yield the cells that were typed in, as GridRanges."""
    for each in _requests(call):
        start, rows = each["updateCells"]["start"], each["updateCells"].get("rows", [])
        width = max((len(row.get("values", [])) for row in rows), default=0)
        yield _range(start.get("sheetId", 0), start.get("rowIndex", 0), start.get("columnIndex", 0), len(rows), width)
    for each in answer.get("responses", [answer]) if "requests" not in call.body else []:
        sheet, area = area_of(document, each["updatedRange"])
        height, width = (area.bottom or 0) - area.top, (area.right or 0) - area.left
        yield _range(sheet.id, area.top, area.left, height, width)


def _range(sheet: int, top: int, left: int, height: int, width: int) -> Json:
    return {
        "sheetId": sheet,
        "startRowIndex": top,
        "startColumnIndex": left,
        "endRowIndex": top + height,
        "endColumnIndex": left + width,
    }


def _requests(call: Call) -> list[Json]:
    requests: list[Json] = call.body.get("requests", [])
    return requests
