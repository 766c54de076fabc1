"""What people do to a spreadsheet of the local service, as `FakeSheets` has it for one in memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheets_gm.adapters.google.calls.api import FILES, SHEETS, batch_update
from sheets_gm.adapters.google.calls.cell_requests import grid_range
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.gm.match_record.workbook import Workbook


class PersonAtGoogle(GoogleSheets):
    """gspread as one account, and what its person does by hand."""

    def _do(self, workbook: Workbook, what: str, **how: Any) -> None:
        batch_update(self, workbook.document, [{what: how}])

    def lines_come(self, workbook: Workbook, tab: str, lines: str, start: int, end: int) -> None:
        """Insert empty *lines* ("ROWS" or "COLUMNS") before line *start*, up to *end*."""
        self._do(workbook, "insertDimension", range=_lines(workbook, tab, lines, start, end))

    def lines_go(self, workbook: Workbook, tab: str, lines: str, start: int, end: int) -> None:
        """Delete *lines* ("ROWS" or "COLUMNS") from *start* up to *end*."""
        self._do(workbook, "deleteDimension", range=_lines(workbook, tab, lines, start, end))

    def sort_rows(
        self, workbook: Workbook, tab: str, area: tuple[int, int, int, int], by: int, *, descending: bool = False
    ) -> None:
        """Sort the rows of an area (top, left, bottom, right) by the texts in the column *by*; empty ones come last."""
        order = {"dimensionIndex": by, "sortOrder": "DESCENDING" if descending else "ASCENDING"}
        self._do(workbook, "sortRange", range=grid_range(workbook.tabs[tab], area), sortSpecs=[order])

    def empty(self, workbook: Workbook, tab: str) -> None:
        """Delete all that stands on a tab, with its formats."""
        self._do(workbook, "updateCells", range={"sheetId": workbook.tabs[tab]}, fields="*")

    def delete_tab(self, workbook: Workbook, tab: str) -> None:
        """Delete a tab."""
        self._do(workbook, "deleteSheet", sheetId=workbook.tabs[tab])

    def rename_tab(self, workbook: Workbook, tab: str, title: str) -> None:
        """Give a tab another title."""
        named = {"sheetId": workbook.tabs[tab], "title": title}
        self._do(workbook, "updateSheetProperties", properties=named, fields="title")

    def hide_tab(self, workbook: Workbook, tab: str) -> None:
        """Hide a tab."""
        hidden = {"sheetId": workbook.tabs[tab], "hidden": True}
        self._do(workbook, "updateSheetProperties", properties=hidden, fields="hidden")

    def titles(self, workbook: Workbook) -> Mapping[int, str]:
        """The titles of the tabs that are not hidden, by id."""
        params = {"fields": "sheets.properties(sheetId,title,hidden)"}
        answer = self.call("get", f"{SHEETS}/{workbook.document}", params=params)
        tabs = [each["properties"] for each in answer["sheets"]]
        return {each.get("sheetId", 0): each["title"] for each in tabs if not each.get("hidden")}

    def marks(self, workbook: Workbook, tab: str) -> Mapping[str, str]:
        """The marks on a tab, by key."""
        held = self._sheet(workbook, tab, "developerMetadata(metadataKey,metadataValue)").get("developerMetadata", ())
        return {each["metadataKey"]: each.get("metadataValue", "") for each in held}

    def notes(self, workbook: Workbook, tab: str) -> Mapping[tuple[int, int], str]:
        """The notes of a tab, by row and column."""
        rows = self._sheet(workbook, tab, "data.rowData.values.note")["data"][0].get("rowData", ())
        cells = (
            (row, column, cell) for row, line in enumerate(rows) for column, cell in enumerate(line.get("values", ()))
        )
        return {(row, column): cell["note"] for row, column, cell in cells if "note" in cell}

    def choices(self, workbook: Workbook, tab: str, row: int, column: int) -> tuple[str, ...] | None:
        """The choices of a cell's list, or what a tick in its box writes (nothing: TRUE); None without one."""
        rows = self._sheet(workbook, tab, "data.rowData.values.dataValidation")["data"][0]["rowData"]
        values = rows[row].get("values", ()) if row < len(rows) else ()
        rule = values[column].get("dataValidation") if column < len(values) else None
        return tuple(each["userEnteredValue"] for each in rule["condition"].get("values", ())) if rule else None

    def title(self, workbook: Workbook) -> str:
        """The title of the document."""
        answer = self.call("get", f"{SHEETS}/{workbook.document}", params={"fields": "properties(title)"})
        return str(answer["properties"]["title"])

    def _sheet(self, workbook: Workbook, tab: str, fields: str) -> dict[str, Any]:
        params = {"fields": f"sheets(properties(sheetId),{fields})"}
        answer = self.call("get", f"{SHEETS}/{workbook.document}", params=params)
        return next(each for each in answer["sheets"] if each["properties"].get("sheetId", 0) == workbook.tabs[tab])

    def throw_out(self, workbook: Workbook, account: str) -> None:
        """Take away an account's access."""
        held = self._permissions(workbook)
        name = next(each["id"] for each in held if each.get("emailAddress", "") == account)
        self.call("delete", f"{FILES}/{workbook.document}/permissions/{name}")

    def let_in(self, workbook: Workbook, account: str, role: str = "writer") -> None:
        """Give an account ("": anyone) access."""
        who = {"type": "user", "emailAddress": account} if account else {"type": "anyone"}
        self.call("post", f"{FILES}/{workbook.document}/permissions", {**who, "role": role})

    def access(self, workbook: Workbook) -> Mapping[str, str]:
        """What each account ("": anyone) may do."""
        return {each.get("emailAddress", ""): each["role"] for each in self._permissions(workbook)}

    def _permissions(self, workbook: Workbook) -> list[Any]:
        params = {"fields": "permissions(id,emailAddress,role)"}
        return list(self.call("get", f"{FILES}/{workbook.document}/permissions", params=params)["permissions"])

    def comment(self, workbook: Workbook, text: str, to: int | None = None) -> None:
        """Write a comment, or a reply to the comment with the number *to*, counted from 0."""
        address = f"{FILES}/{workbook.document}/comments"
        if to is not None:
            held = self.call("get", address, params={"fields": "comments(id)"})["comments"][to]
            address = f"{address}/{held['id']}/replies"
        self.call("post", address, {"content": text}, params={"fields": "id"})


def _lines(workbook: Workbook, tab: str, lines: str, start: int, end: int) -> dict[str, Any]:
    return {"sheetId": workbook.tabs[tab], "dimension": lines, "startIndex": start, "endIndex": end}
