"""Tables: cells that an owner converts to a table, and what the program can still read and write there."""

from __future__ import annotations

from typing import Any

from sheets_gm.adapters.doctor.rehearsal.stage import TITLE, Stage
from sheets_gm.adapters.doctor.rehearsal.step import Facts, Step
from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.calls.cell_requests import CellRows, Formats, grid_range, put, tab_id, value_at
from sheets_gm.adapters.google.workbooks.tabs import tables
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.sheet.grid import CHECKBOX, Cell
from sheets_gm.sheet.writes import PICK, VALUE

KEY = "rehearsal table"
LIST = {"condition": {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": "north"}, {"userEnteredValue": "south"}]}}
COLUMNS = (
    {"columnIndex": 0, "columnName": "Seat", "columnType": "TEXT"},
    {"columnIndex": 1, "columnName": "Move", "columnType": "DROPDOWN", "dataValidationRule": LIST},
    {"columnIndex": 2, "columnName": "Ready", "columnType": "BOOLEAN"},
)


def _table(stage: Stage) -> Facts:
    """A table of headings and two rows, one column of which has no heading."""
    sheet = stage.tab("table", 8, 6)
    heads = (Cell("Seat"), Cell("Move"), Cell("Ready"))
    rows = [(Cell(seat), Cell("north", pick=("north", "south")), Cell(False, pick=CHECKBOX)) for seat in ("Ana", "Ben")]
    stage.batch(put(sheet, CellRows(0, 0, [heads, *rows], VALUE | PICK), Formats({})))
    area = grid_range(sheet, (0, 0, 3, 4))
    made = {"name": "Rehearsal", "range": area, "columnProperties": list(COLUMNS)}
    found: dict[str, Any] = {"made": stage.outcome(lambda: stage.batch({"addTable": {"table": made}}))}
    found["read"] = _values(stage)
    stage.batch(value_at(sheet, 0, 3, None))
    found["heading without a text"] = _values(stage)[0][3:]
    row = (Cell("south", pick=("south", "west")), Cell(True, pick=CHECKBOX))
    cells = put(sheet, CellRows(1, 1, [row], VALUE | PICK), Formats({}))
    found["lists"] = stage.outcome(lambda: stage.batch(cells))
    merge = {"range": grid_range(sheet, (2, 0, 3, 2)), "mergeType": "MERGE_ALL"}
    found["merged"] = stage.outcome(lambda: stage.batch({"mergeCells": merge}))
    book = Workbook(key="rehearsal", document=stage.document, tabs={KEY: tab_id(KEY)})
    below = {"filter": {"range": grid_range(sheet, (4, 0, 6, 2))}}
    found["filtered"] = stage.outcome(lambda: stage.batch({"setBasicFilter": below}))
    before = _values(stage)
    found["taken away"] = len(tables.loosen(stage.sheets, book, filters=True))
    found["kept"] = _values(stage) == before
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    return found


def _values(stage: Stage) -> Any:
    address = f"{SHEETS}/{stage.document}/values/'{TITLE} table'!A1:D3"
    return stage.call("get", address, params={"valueRenderOption": "UNFORMATTED_VALUE"}).get("values", [[]])


STEPS = (
    Step(
        name="table",
        does="makes a table of cells, with a column of check boxes and one of a list, and writes into it",
        expects=(
            "orders are read, lists are accepted, merging is refused; a heading always has a text; deleting it empties "
            "its cells"
        ),
        means="if a tab of a match is converted to a table, it may look wrong until the sync makes plain cells of it",
        advice="do not convert cells to tables; if it was done, undo it",
        run=_table,
        tolerates=("made", "heading without a text", "merged"),
    ),
)
