"""Export of spreadsheets to other formats, and import of CSV.

An export contains what the sheet shows. Text stays text in every format, whatever its first character.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator

from sheets_gm.localsheets.drive import xlsx
from sheets_gm.localsheets.protocol.answer_size import AnswerSize
from sheets_gm.localsheets.protocol.errors import ApiError
from sheets_gm.localsheets.spreadsheet.model import access
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.changes import MOST_WRITTEN
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet, new_sheet
from sheets_gm.localsheets.spreadsheet.values import reading, writing


def first_visible(document: Document) -> Sheet:
    """The first visible sheet."""
    order = document.ordered()
    return next((sheet for sheet in order if not sheet.meta["properties"].get("hidden")), order[0])


def delimited(document: Document, sign: str, sheet: Sheet | None = None, box: Box | None = None) -> bytes:
    """Return a sheet (by default the first visible one), or a part of it, as delimited text."""
    sheet = sheet or first_visible(document)
    size = AnswerSize(export=True)
    rows = reading.read(sheet, box or Box(0, 0, *sheet.size), reading.Rendering(), size)
    width = max(map(len, rows), default=0)
    size.spend(width * len(rows))
    text = io.StringIO()
    writer = csv.writer(text, delimiter=sign)
    writer.writerows([*row, *[""] * (width - len(row))] for row in rows)
    return text.getvalue().removesuffix("\r\n").encode()


FORMATS: dict[str, Callable[[Document], bytes]] = {
    "text/csv": lambda document: delimited(document, ","),
    "text/tab-separated-values": lambda document: delimited(document, "\t"),
    xlsx.MEDIA: xlsx.workbook_bytes,
}
"""The writer for each media type."""


def export_document(document: Document, media: str) -> bytes:
    """Return *document* in the format *media*. Raises 400 in Drive's words for an unknown format."""
    if media not in FORMATS:
        raise ApiError(400, "The requested conversion is not supported.", reason="badRequest", location="mimeType")
    return FORMATS[media](document)


def import_csv(document: Document, content: bytes, account: str) -> None:
    """Replace the content of *document* by CSV, read as if it were typed, in one sheet with the first one's title.

    Raises 400.
    """
    try:
        rows = list(_bounded(csv.reader(_lines(content))))
    except (UnicodeDecodeError, csv.Error) as error:
        raise ApiError(400, f"The file cannot be read as CSV: {error}", reason="badRequest") from error
    for sheet in document.ordered():
        access.require_editable(document, sheet, [Box(0, 0, *sheet.size)], account)
        document.remove(sheet)
    first = min((change for change in document.change.removed), key=lambda sheet: sheet.meta["properties"]["index"])
    width = max(map(len, rows), default=0)
    sheet = new_sheet(first.id, first.title, 0, max(len(rows), first.size[0]), max(width, first.size[1]))
    document.add(sheet)
    writing.write(document, sheet, Box(0, 0, 1, 1), rows, "USER_ENTERED", "data")


def _bounded(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    """Yield *rows*. Raises 400 as soon as they hold more cells than one request can write."""
    count = 0
    for row in rows:
        count += max(1, len(row))
        if count > MOST_WRITTEN:
            message = f"The file has more than {MOST_WRITTEN} cells, the most that can be imported here."
            raise ApiError(400, message, reason="badRequest")
        yield row


def _lines(content: bytes) -> Iterator[str]:
    return io.StringIO(content.decode("utf-8-sig"), newline="")
