"""`spreadsheets.values`: read, written, appended, cleared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sheets_gm.localsheets import access, values
from sheets_gm.localsheets.a1 import Box, written
from sheets_gm.localsheets.calls import Call, Json, known
from sheets_gm.localsheets.document import Document, Sheet
from sheets_gm.localsheets.errors import invalid
from sheets_gm.localsheets.routes.ranges import area_of, filtered

if TYPE_CHECKING:
    from sheets_gm.localsheets.service import Service


def _value_range(sheet: Sheet, area: Box, call: Call) -> Json:
    option = call.option("valueRenderOption", "FORMATTED_VALUE")
    dimension = call.option("majorDimension", "ROWS")
    held = values.read(sheet, area, option, dimension, call.option("dateTimeRenderOption", "SERIAL_NUMBER"))
    made: Json = {"range": written(sheet.title, area), "majorDimension": dimension}
    return {**made, "values": held} if held else made


def values_get(service: Service, call: Call) -> Json:
    """`values.get`."""
    sheet, area = area_of(service.open(call), call.names[1])
    return _value_range(sheet, area, call)


def values_batch_get(service: Service, call: Call) -> Json:
    """`values.batchGet`: one bad range fails all of it."""
    document = service.open(call)
    areas = [area_of(document, text) for text in call.query.get("ranges", [])]
    return {
        "spreadsheetId": document.id,
        "valueRanges": [_value_range(sheet, area, call) for sheet, area in areas],
    }


def values_batch_get_by_data_filter(service: Service, call: Call) -> Json:
    """`values.batchGetByDataFilter`: ranges in A1 notation, or by sheetId."""
    known(call.body, {"dataFilters", "majorDimension", "valueRenderOption", "dateTimeRenderOption"})
    document = service.open(call)
    answers = []
    for number, each in enumerate(call.body.get("dataFilters", [])):
        sheet, area = filtered(document, each, f"Invalid dataFilter[{number}]: ")
        answers.append({"valueRange": _value_range(sheet, area, call), "dataFilters": [each]})
    return {"spreadsheetId": document.id, "valueRanges": answers}


def _write(service: Service, document: Document, call: Call, text: str, rows: Any, option: str) -> Json:
    """Write *rows* into the range that *text* names, and answer what was written."""
    sheet, area = area_of(document, text)
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise invalid("Invalid value at 'data.values' (type.googleapis.com/google.protobuf.ListValue)")
    if call.option("majorDimension", "ROWS") == "COLUMNS":
        longest = max(map(len, rows), default=0)
        rows = [[row[at] if at < len(row) else None for row in rows] for at in range(longest)]
    height, width = len(rows), max(map(len, rows), default=0)
    single = (area.bottom or 0) - area.top == 1 and (area.right or 0) - area.left == 1
    room = sheet.size if single else (area.bottom or 0, area.right or 0)
    if area.top + height > room[0]:
        raise invalid(f"Requested writing within range [{text}], but tried writing to row [{room[0] + 1}]")
    if area.left + width > room[1]:
        raise invalid(f"Requested writing within range [{text}], but tried writing to column [{room[1] + 1}]")
    touched = Box(area.top, area.left, area.top + max(height, 1), area.left + max(width, 1))
    access.must_touch(document, sheet, [touched], service.account_of(call, document))
    done, count = values.write(document, sheet, area, rows, option, "data.values")
    return {
        "spreadsheetId": document.id,
        "updatedRange": written(sheet.title, done),
        "updatedRows": height,
        "updatedColumns": width,
        "updatedCells": count,
    }


def _input_option(call: Call) -> str:
    option = call.option("valueInputOption", "")
    if option not in ("RAW", "USER_ENTERED"):
        raise invalid("'valueInputOption' is required but not specified")
    return option


def values_update(service: Service, call: Call) -> Json:
    """`values.update`."""
    option = _input_option(call)

    def work(document: Document) -> Json:
        return _write(service, document, call, call.names[1], call.body.get("values", []), option)

    return service.change(call, work)


def values_batch_update(service: Service, call: Call) -> Json:
    """`values.batchUpdate`: all ranges, or none."""
    option = _input_option(call)

    def work(document: Document) -> Json:
        done = [
            _write(service, document, call, each["range"], each.get("values", []), option)
            for each in call.body.get("data", [])
        ]
        return {
            "spreadsheetId": document.id,
            "totalUpdatedRows": sum(each["updatedRows"] for each in done),
            "totalUpdatedColumns": sum(each["updatedColumns"] for each in done),
            "totalUpdatedCells": sum(each["updatedCells"] for each in done),
            "totalUpdatedSheets": len({each["updatedRange"].rpartition("!")[0] for each in done}),
            "responses": done,
        }

    return service.change(call, work)


def values_append(service: Service, call: Call) -> Json:
    """`values.append`: below the table that the range lies in."""
    option = _input_option(call)

    def work(document: Document) -> Json:
        sheet, area = area_of(document, call.names[1])
        table = _table(sheet, area)
        rows = call.body.get("values", [])
        top = (table.bottom or 0) if table else area.top
        left = table.left if table else area.left
        short = top + len(rows) - sheet.size[0]
        if short > 0:
            document.touch(sheet)
            sheet.meta["properties"]["gridProperties"]["rowCount"] += short
        text = written(sheet.title, Box(top, left, top + 1, left + 1))
        answer: Json = {"spreadsheetId": document.id}
        if table:
            answer["tableRange"] = written(sheet.title, table)
        return {**answer, "updates": _write(service, document, call, text, rows, option)}

    return service.change(call, work)


def _table(sheet: Sheet, area: Box) -> Box | None:
    """The block of cells around the first filled cell of *area*, grown until only empty cells touch it."""
    full = {place for place, cell in sheet.cells.items() if values.plain_value(cell) is not None}
    inside = sorted(
        place
        for place in full
        if area.top <= place[0] < (area.bottom or 0) and area.left <= place[1] < (area.right or 0)
    )
    if not inside:
        return None
    top, left = inside[0]
    bottom, right = top + 1, left + 1
    while True:
        near = [place for place in full if top - 1 <= place[0] <= bottom and left - 1 <= place[1] <= right]
        grown = (
            min(row for row, _ in near),
            min(column for _, column in near),
            max(row for row, _ in near) + 1,
            max(column for _, column in near) + 1,
        )
        if grown == (top, left, bottom, right):
            return Box(*grown)
        top, left, bottom, right = grown


def values_clear(service: Service, call: Call) -> Json:
    """`values.clear`: formats stay."""
    return service.change(
        call,
        lambda document: {"spreadsheetId": document.id, "clearedRange": _clear(service, document, call, call.names[1])},
    )


def values_batch_clear(service: Service, call: Call) -> Json:
    """`values.batchClear`."""
    return service.change(
        call,
        lambda document: {
            "spreadsheetId": document.id,
            "clearedRanges": [_clear(service, document, call, text) for text in call.body.get("ranges", [])],
        },
    )


def _clear(service: Service, document: Document, call: Call, text: str) -> str:
    sheet, area = area_of(document, text)
    access.must_touch(document, sheet, [area], service.account_of(call, document))
    for place, cell in list(sheet.values_in(area)):
        if "userEnteredValue" in cell:
            document.put(sheet, place, {name: value for name, value in cell.items() if name != "userEnteredValue"})
    return written(sheet.title, area)
