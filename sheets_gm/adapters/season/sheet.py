"""A season as a spreadsheet, with a tab for each of its tables. What is typed into it is never read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from sheets_gm.adapters.season.table import SeasonTable, Value
from sheets_gm.gm.match_record.workbook import Guest, Workbook
from sheets_gm.gm.ports.sheets import Protection, Sharing, Sheets, TabPlan, WorkbookPlan
from sheets_gm.sheet.grid import EMPTY, Cell, Grid, Row
from sheets_gm.sheet.planning import plan
from sheets_gm.sheet.template import Style, TabTemplate

KEY = "season"

STYLES = {
    "title": Style(bold=True, size=14, ink="#1f2937", valign="middle"),
    "help": Style(ink="#6b7280", italic=True, size=9, valign="middle"),
    "heading": Style(bold=True, fill="#e5e7eb", ink="#111827", border="#9ca3af", align="center", wrap=True),
    "name": Style(bold=True, ink="#1f2937", valign="top", wrap=True),
    "shown": Style(ink="#374151", align="center", valign="top", wrap=True),
    "text": Style(ink="#374151", valign="top", wrap=True),
}

SPARE = 20
"""Empty rows below a table."""


def make_sheet(
    sheets: Sheets, title: str, tables: Sequence[SeasonTable], document: str | None, readers: Sequence[str]
) -> Workbook:
    """Create the spreadsheet of a season in a new document, or in *document*, and share it with *readers*."""
    sharing = _sharing(readers) if readers else None
    return sheets.make(KEY, title, _plan(title, tables, {}), document, sharing=sharing)


def share_sheet(sheets: Sheets, workbook: Workbook, readers: Sequence[str]) -> Workbook:
    """Let *readers* open *workbook* as well."""
    return sheets.share(workbook, _sharing(readers))


def _sharing(readers: Sequence[str]) -> Sharing:
    return Sharing(tuple(Guest(account=account, role="reader") for account in readers))


def update_sheet(
    sheets: Sheets, workbook: Workbook, title: str, tables: Sequence[SeasonTable], shown: dict[str, int]
) -> Workbook:
    """Write *tables* to *workbook*; *shown* is the number of rows that its tabs have now."""
    return sheets.remake(workbook, _plan(title, tables, shown))


def rows_of(tables: Sequence[SeasonTable]) -> dict[str, int]:
    """Return the number of rows on the tab of each table."""
    return {each.name: len(_grid("", each).rows) for each in tables}


def _plan(title: str, tables: Sequence[SeasonTable], shown: dict[str, int]) -> WorkbookPlan:
    """Return the plan of the whole workbook, which clears what a tab shows now."""
    grids = {each.name: _grid(title, each) for each in tables}
    tabs = [
        TabPlan(
            each.name,
            _template(each),
            max(len(grids[each.name].rows), shown.get(each.name, 0)) + SPARE,
            len(each.columns),
            emptied=bool(shown),
        )
        for each in tables
    ]
    writes = [
        write for name, grid in grids.items() for write in plan(name, Grid(), [], _padded(grid, shown.get(name, 0)))
    ]
    return WorkbookPlan(tabs, STYLES, writes, [Protection(tab=each.name, inputs=()) for each in tables])


def _padded(grid: Grid, rows: int) -> Grid:
    """Return *grid* with empty cells below it, which clear the *rows* that stood there before."""
    empty: Row = (Cell(None, "text"),) * grid.width
    return Grid((*grid.rows, *((empty,) * (rows - len(grid.rows)))))


def _template(table: SeasonTable) -> TabTemplate:
    return TabTemplate(
        title=table.title,
        help=table.about,
        colour="#15803d",
        widths=tuple(_width(table, at) for at in range(len(table.columns))),
        heights=(30, 24),
        frozen_rows=3,
        frozen_columns=1,
        gridlines=False,
    )


WIDTHS: Mapping[str, int] = MappingProxyType(
    {
        "Player": 160,
        "Against": 160,
        "Match": 220,
        "Ended": 190,
        "Record": 200,
        "Others": 260,
        "Played so": 320,
        "Game": 190,
    }
)
"""The width of a column of texts by its heading, in pixels."""

NARROW, LETTER = 90, 12
"""The least width of another column, and what a letter of the longest word of its heading needs."""


def _width(table: SeasonTable, at: int) -> int:
    """Return the width of column *at*: no word of its heading is broken, and names have room."""
    heading = table.columns[at]
    if any(isinstance(row[at], str) for row in table.rows):
        return WIDTHS.get(heading, WIDTHS["Player"])
    return max(WIDTHS.get(heading, NARROW), LETTER * max(map(len, heading.split()), default=0))


def _grid(title: str, table: SeasonTable) -> Grid:
    heading = f"{title}: {table.title}" if title else table.title
    rows: list[Row] = [(Cell(heading, "title"),), (Cell(_template(table).help_text, "help"),)]
    rows.append(tuple(Cell(each, "heading") for each in table.columns))
    rows += [tuple(_cell(value, at) for at, value in enumerate(row)) for row in table.rows]
    return Grid(tuple(rows))


def _cell(value: Value, column: int) -> Cell:
    if value is None:
        return EMPTY
    return Cell(value, "name" if column == 0 else "text" if isinstance(value, str) else "shown")
