"""Tables and filters that people make in our tabs: they are removed if they are in the way, without changing cells.

Google writes its own texts into the headings of a table, refuses to merge cells in it, and empties its cells when a
program deletes it. So the cells are read first, and written back in the same batch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheets_gm.adapters.google.calls.api import SHEETS, Api, Body, batch_update, parts
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.kernel.letters import letters

MASK = "sheets(properties(sheetId,title),tables(tableId,range),basicFilter(range))"
_FIELDS = ("userEnteredValue", "userEnteredFormat", "note", "dataValidation", "textFormatRuns", "chipRuns")


def loosen(api: Api, workbook: Workbook, *, filters: bool = False) -> tuple[str, ...]:
    """Turn the tables of *workbook* into plain cells, and remove filters if asked. Return a line for each."""
    answer = api.call("get", f"{SHEETS}/{workbook.document}", params={"fields": MASK})
    ours = set(workbook.tabs.values())
    requests: list[Body] = []
    lines: list[str] = []
    for sheet in answer["sheets"]:
        name, title = sheet["properties"].get("sheetId", 0), sheet["properties"]["title"]
        if name not in ours:
            continue
        for table in sheet.get("tables", ()):
            requests += _plain(api, workbook.document, title, table)
            lines.append(f"somebody had made a table of cells of “{title}”")
        if filters and "basicFilter" in sheet:
            requests.append({"clearBasicFilter": {"sheetId": name}})
            lines.append(f"a filter on “{title}” was in the way")
    for part in parts(requests):
        batch_update(api, workbook.document, part)
    return tuple(lines)


def _plain(api: Api, document: str, title: str, table: Mapping[str, Any]) -> Iterator[Body]:
    """Yield the requests that delete a table and write back the content of its cells."""
    area = table["range"]
    top, left = area.get("startRowIndex", 0), area.get("startColumnIndex", 0)
    quoted = title.replace("'", "''")
    cells = f"'{quoted}'!{letters(left)}{top + 1}:{letters(area['endColumnIndex'] - 1)}{area['endRowIndex']}"
    mask = f"sheets.data.rowData.values({','.join(_FIELDS)})"
    answer = api.call("get", f"{SHEETS}/{document}", params={"fields": mask, "ranges": cells})
    data: Sequence[Mapping[str, Any]] = answer["sheets"][0].get("data", [{}])
    yield {"deleteTable": {"tableId": table["tableId"]}}
    rows = data[0].get("rowData", []) if data else []
    if rows:
        start = {"sheetId": area.get("sheetId", 0), "rowIndex": top, "columnIndex": left}
        yield {"updateCells": {"start": start, "rows": rows, "fields": ",".join(_FIELDS)}}
