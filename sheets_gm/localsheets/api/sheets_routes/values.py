"""`spreadsheets.values`: read, write, append and clear, by A1 range or by data filter."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sheets_gm.localsheets.api.sheets_routes import tables
from sheets_gm.localsheets.batch_update.cells.write_cells import ensure_rows
from sheets_gm.localsheets.batch_update.targets import require_insertable
from sheets_gm.localsheets.drive.call import Call, Json
from sheets_gm.localsheets.drive.drive import Drive
from sheets_gm.localsheets.protocol import schema
from sheets_gm.localsheets.protocol.answer_size import AnswerSize
from sheets_gm.localsheets.protocol.errors import ApiError, invalid
from sheets_gm.localsheets.spreadsheet import developer_metadata
from sheets_gm.localsheets.spreadsheet.model import access
from sheets_gm.localsheets.spreadsheet.model.a1 import Box, column_letters, to_a1
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.ranges import area_of
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet
from sheets_gm.localsheets.spreadsheet.model.shift import Shift
from sheets_gm.localsheets.spreadsheet.values import reading, writing

INPUT = ("RAW", "USER_ENTERED")
INSERTING = ("OVERWRITE", "INSERT_ROWS")


# -- reading -----------------------------------------------------------------------------------------------------------


def _value_range(sheet: Sheet, area: Box, options: Json, dimension: str, size: AnswerSize) -> Json:
    """Return the ValueRange of an area. *options* holds the render options of the call; *size* limits its answer."""
    rendering = reading.Rendering(
        options.get("valueRenderOption", "FORMATTED_VALUE"),
        dimension,
        options.get("dateTimeRenderOption", "SERIAL_NUMBER"),
    )
    held = reading.read(sheet, area, rendering, size)
    value_range: Json = {"range": to_a1(sheet.title, area), "majorDimension": dimension}
    return {**value_range, "values": held} if held else value_range


def values_get(drive: Drive, call: Call) -> Json:
    """Handle `values.get`."""
    sheet, area = area_of(drive.open(call), call.names[1], clip=True)
    options = call.options()
    return _value_range(sheet, area, options, options.get("majorDimension", "ROWS"), AnswerSize())


def values_batch_get(drive: Drive, call: Call) -> Json:
    """`values.batchGet`: an invalid range fails the whole call."""
    document = drive.open(call)
    areas = [area_of(document, text, clip=True) for text in call.query.get("ranges", [])]
    options = call.options()
    dimension = options.get("majorDimension", "ROWS")
    answer: Json = {"spreadsheetId": document.id}
    size = AnswerSize()
    shown = [_value_range(sheet, area, options, dimension, size) for sheet, area in areas]
    return {**answer, "valueRanges": shown} if shown else answer


def values_batch_get_by_data_filter(drive: Drive, call: Call) -> Json:
    """`values.batchGetByDataFilter`: cells that several filters match are returned once.

    Google promises no order of the answers, so they are deliberately not in the order of the filters.
    """
    body = schema.read("BatchGetValuesByDataFilterRequest", call.body)
    document = drive.open(call)
    filters_by_area: dict[tuple[Sheet, Box], list[Json]] = {}
    for number, each in enumerate(body.get("dataFilters", [])):
        for area in developer_metadata.areas_of(document, each, f"Invalid dataFilter[{number}]: "):
            filters_by_area.setdefault(area, []).append(each)
    size = AnswerSize()
    shown = [
        {
            "valueRange": _value_range(sheet, area, body, body.get("majorDimension", "ROWS"), size),
            "dataFilters": filters,
        }
        for (sheet, area), filters in filters_by_area.items()
    ]
    drive.strangeness.arrange(shown)
    answer: Json = {"spreadsheetId": document.id}
    return {**answer, "valueRanges": shown} if shown else answer


# -- writing -----------------------------------------------------------------------------------------------------------


class _Writer:
    """Writes values for one call, and describes the written cells."""

    def __init__(self, drive: Drive, call: Call, document: Document, options: Json) -> None:
        self.document = document
        self.account = drive.account_of(call, document)
        self.option = options.get("valueInputOption", "")
        if self.option not in INPUT:
            if self.option not in ("", "INPUT_VALUE_OPTION_UNSPECIFIED"):
                raise invalid(f"Invalid value at 'value_input_option' (TYPE_ENUM), \"{self.option}\"")
            raise invalid("'valueInputOption' is required but not specified")
        self.included = str(options.get("includeValuesInResponse", "")).lower() == "true"
        self._size = AnswerSize()
        self.shown = {
            "valueRenderOption": options.get("responseValueRenderOption", "FORMATTED_VALUE"),
            "dateTimeRenderOption": options.get("responseDateTimeRenderOption", "SERIAL_NUMBER"),
        }

    def write(self, sheet: Sheet, area: Box, given: Json, text: str = "") -> Json:
        """Write a ValueRange into *area*, given as *text*.

        A single cell is the upper left corner of the written area.
        """
        rows = given.get("values", [])
        dimension = given.get("majorDimension", "ROWS")
        if dimension == "COLUMNS":
            rows = _transposed(rows)
        height, width = len(rows), max(map(len, rows), default=0)
        single = (area.bottom or 0) - area.top == 1 and (area.right or 0) - area.left == 1
        bottom, right = sheet.size if single else (area.bottom or 0, area.right or 0)
        where = text or to_a1(sheet.title, area)
        if area.top + height > bottom:
            raise invalid(f"Requested writing within range [{where}], but tried writing to row [{bottom + 1}]")
        if area.left + width > right:
            raise invalid(
                f"Requested writing within range [{where}], but tried writing to column [{column_letters(right)}]"
            )
        touched = Box(area.top, area.left, area.top + max(height, 1), area.left + max(width, 1))
        access.require_editable(self.document, sheet, [touched], self.account)
        done, count = writing.write(self.document, sheet, area, rows, self.option, "data.values")
        answer: Json = {"spreadsheetId": self.document.id, "updatedRange": to_a1(sheet.title, done)}
        counts = {"updatedRows": height, "updatedColumns": width, "updatedCells": count}
        answer.update({name: each for name, each in counts.items() if each})
        if self.included:
            self.document.calculate()
            answer["updatedData"] = _value_range(sheet, done, self.shown, dimension, self._size)
        return answer


def _transposed(rows: list[list[Any]]) -> list[list[Any]]:
    """Transpose columns into rows."""
    longest = max(map(len, rows), default=0)
    AnswerSize().spend(longest * len(rows))
    return [[row[at] if at < len(row) else None for row in rows] for at in range(longest)]


def _sent_value_range(call: Call) -> Json:
    """Return the ValueRange in the body of a call. Its range must be that of the path."""
    given: Json = schema.read("ValueRange", call.body, "data")
    if "range" in given and given["range"].replace("'", "") != call.names[1].replace("'", ""):
        raise invalid(
            f"Requested writing within range [{call.names[1]}], but the body of the call says [{given['range']}]."
        )
    return given


def values_update(drive: Drive, call: Call) -> Json:
    """Handle `values.update`."""
    given = _sent_value_range(call)

    def work(document: Document) -> Json:
        writer = _Writer(drive, call, document, call.options())
        return writer.write(*area_of(document, call.names[1]), given, call.names[1])

    return drive.update(call, work)


@contextmanager
def _naming_errors(where: str) -> Iterator[None]:
    """Add the part of a call to any error that occurs in it."""
    try:
        yield
    except ApiError as error:
        raise ApiError(error.code, f"Invalid {where}: {error.message}", error.status) from error


def _total(document: Document, done: list[Json]) -> Json:
    answer: Json = {"spreadsheetId": document.id}
    for name in ("Rows", "Columns", "Cells"):
        answer[f"totalUpdated{name}"] = sum(each.get(f"updated{name}", 0) for each in done)
    answer["totalUpdatedSheets"] = len({each["updatedRange"].rpartition("!")[0] for each in done})
    return {**{name: each for name, each in answer.items() if each}, "responses": done}


def values_batch_update(drive: Drive, call: Call) -> Json:
    """`values.batchUpdate`: all ranges or none."""
    body = schema.read("BatchUpdateValuesRequest", call.body)

    def work(document: Document) -> Json:
        writer = _Writer(drive, call, document, body)
        done = []
        for number, each in enumerate(body.get("data", [])):
            with _naming_errors(f"data[{number}]"):
                sheet, area = area_of(document, each.get("range", ""))
                done.append(writer.write(sheet, area, each, each["range"]))
        return _total(document, done)

    return drive.update(call, work)


def values_batch_update_by_data_filter(drive: Drive, call: Call) -> Json:
    """`values.batchUpdateByDataFilter`: everything that a filter matches gets the same values."""
    body = schema.read("BatchUpdateValuesByDataFilterRequest", call.body)

    def work(document: Document) -> Json:
        writer = _Writer(drive, call, document, body)
        done = []
        for number, each in enumerate(body.get("data", [])):
            with _naming_errors(f"data[{number}]"):
                wanted = each.get("dataFilter", {})
                for sheet, area in developer_metadata.areas_of(document, wanted):
                    answer = writer.write(sheet, area, each)
                    del answer["spreadsheetId"]
                    done.append({**answer, "dataFilter": wanted})
        return _total(document, done)

    return drive.update(call, work)


def values_append(drive: Drive, call: Call) -> Json:
    """`values.append`: after the last table that the range touches."""
    given = _sent_value_range(call)
    options = call.options()
    inserting = options.get("insertDataOption", "OVERWRITE")
    if inserting not in INSERTING:
        raise invalid(f"Invalid value at 'insert_data_option' (TYPE_ENUM), \"{inserting}\"")

    def work(document: Document) -> Json:
        writer = _Writer(drive, call, document, options)
        sheet, area = area_of(document, call.names[1], clip=True)
        table = tables.last_table(sheet, area)
        top, left = ((table.bottom or 0), table.left) if table else (area.top, area.left)
        rows = given.get("values", [])
        height = max(map(len, rows), default=0) if given.get("majorDimension") == "COLUMNS" else len(rows)
        if inserting == "INSERT_ROWS" and height and top < sheet.size[0]:
            require_insertable(document, sheet, True, top, writer.account)
            document.shift(sheet, Shift("insert", True, top, top + height))
        ensure_rows(document, sheet, top + height)
        answer: Json = {"spreadsheetId": document.id}
        if table:
            answer["tableRange"] = to_a1(sheet.title, table)
        return {**answer, "updates": writer.write(sheet, Box(top, left, top + 1, left + 1), given)}

    return drive.update(call, work)


# -- clearing ----------------------------------------------------------------------------------------------------------


def values_clear(drive: Drive, call: Call) -> Json:
    """`values.clear`: formats are kept."""
    schema.read("ClearValuesRequest", call.body)

    def work(document: Document) -> Json:
        area = area_of(document, call.names[1], clip=True)
        return {"spreadsheetId": document.id, "clearedRange": _clear(drive, document, call, *area)}

    return drive.update(call, work)


def values_batch_clear(drive: Drive, call: Call) -> Json:
    """Handle `values.batchClear`."""
    body = schema.read("BatchClearValuesRequest", call.body)

    def work(document: Document) -> Json:
        areas = [area_of(document, text, clip=True) for text in body.get("ranges", [])]
        return _cleared(drive, document, call, areas)

    return drive.update(call, work)


def values_batch_clear_by_data_filter(drive: Drive, call: Call) -> Json:
    """Handle `values.batchClearByDataFilter`."""
    body = schema.read("BatchClearValuesByDataFilterRequest", call.body)

    def work(document: Document) -> Json:
        areas = [area for each in body.get("dataFilters", []) for area in developer_metadata.areas_of(document, each)]
        return _cleared(drive, document, call, areas)

    return drive.update(call, work)


def _cleared(drive: Drive, document: Document, call: Call, areas: list[tuple[Sheet, Box]]) -> Json:
    ranges = [_clear(drive, document, call, sheet, area) for sheet, area in areas]
    answer: Json = {"spreadsheetId": document.id}
    return {**answer, "clearedRanges": ranges} if ranges else answer


def _clear(drive: Drive, document: Document, call: Call, sheet: Sheet, area: Box) -> str:
    access.require_editable(document, sheet, [area], drive.account_of(call, document))
    for place, cell in list(sheet.values_in(area)):
        if "userEnteredValue" in cell:
            document.put(sheet, place, {name: value for name, value in cell.items() if name != "userEnteredValue"})
    return to_a1(sheet.title, area)
