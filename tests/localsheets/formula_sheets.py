"""A document without a service: type into cells, and read what they show."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sheets_gm.localsheets.drive.new_document import document_with_engine
from sheets_gm.localsheets.spreadsheet.model.a1 import BadRange, parse_box, split_title
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet, new_sheet
from sheets_gm.localsheets.spreadsheet.values import reading, writing

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Book:
    """Tabs `One` and `My tab`, of 1000 rows."""

    def __init__(self) -> None:
        self.document = document_with_engine("x", {"properties": {"timeZone": "Etc/GMT", "locale": "en_US"}})
        self.document.clock = lambda: NOW
        for sheet_id, title in enumerate(("One", "My tab")):
            self.document.add(new_sheet(sheet_id, title, sheet_id))

    def _found(self, where: str) -> tuple[Sheet, str]:
        title, rest = split_title(where)
        sheet = self.document.sheet_titled(title or "One")
        if sheet is None:
            raise BadRange(where)
        return sheet, rest

    def type(self, where: str, *rows: list[Any]) -> Book:
        sheet, rest = self._found(where)
        writing.write(self.document, sheet, parse_box(rest), list(rows), "USER_ENTERED", "values")
        return self

    def rows(self, where: str, option: str = "FORMATTED_VALUE") -> list[list[Any]]:
        sheet, rest = self._found(where)
        self.document.calculate()
        return reading.read(sheet, parse_box(rest).within(*sheet.size), reading.Rendering(option))

    def shown(self, where: str) -> str:
        return str((self.rows(where) or [[""]])[0][0])

    def plain(self, where: str) -> Any:
        rows = self.rows(where, "UNFORMATTED_VALUE")
        return rows[0][0] if rows else None

    def text(self, where: str) -> Any:
        """The formula in a cell."""
        return self.rows(where, "FORMULA")[0][0]

    def of(self, formula: str, where: str = "Z99") -> Any:
        """What a formula comes to."""
        return self.type(where, [formula]).plain(where)

    def results(self) -> dict[Any, Any]:
        """Everything that formulas come to and arrays fill."""
        self.document.calculate()
        return {
            (sheet.id, *place): (type(result.value), result)
            for sheet in self.document.sheets.values()
            for held in (sheet.results, sheet.spilled)
            for place, result in held.items()
        }
