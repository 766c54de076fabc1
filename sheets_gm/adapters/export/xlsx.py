"""The final match sheet as an Excel workbook: the tabs as players saw them, and every roll with the means to check it.

Text that a spreadsheet program might take for a formula stays text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sheets_gm.adapters.export.record import MatchRecord
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.sheet import conditional_formats
from sheets_gm.sheet.charts import Chart
from sheets_gm.sheet.grid import Cell, Grid, is_box
from sheets_gm.sheet.template import Rule, Style, TabTemplate, style_at


class ExportTab(NamedTuple):
    """A tab of the final match sheet: its template, its cells, its charts."""

    tab_template: TabTemplate
    grid: Grid
    charts: tuple[Chart, ...] = ()


def write_workbook(path: Path, tabs: Sequence[ExportTab], styles: Mapping[str, Style], match: MatchRecord) -> None:
    """Write the final match sheet. Hidden rolls are listed only if *match* holds their secret."""
    import xlsxwriter

    book = xlsxwriter.Workbook(str(path), {"strings_to_formulas": False, "strings_to_urls": False})
    formats = _Formats(book, styles)
    for tab in tabs:
        sheet = book.add_worksheet(_name(tab.tab_template.title, [each.get_name() for each in book.worksheets()]))
        _write_tab(sheet, tab.tab_template, tab.grid, formats)
        for chart in tab.charts:
            _add_chart(book, sheet, chart, tab.grid.bottom)
    _write_rolls(book, formats, match)
    book.close()


MOST_NAME = 31
"""Characters of the name of a sheet in Excel."""


def _name(title: str, taken: Sequence[str]) -> str:
    """A name for a sheet: its title, as long as Excel allows, with a number where another sheet is called the same."""
    known = {each.casefold() for each in taken}
    names = (title[: MOST_NAME - len(end)] + end for end in ("", *(f" ({number})" for number in range(2, 1000))))
    return next(name for name in names if name.casefold() not in known)


def _add_chart(book: Any, sheet: Any, chart: Chart, rows: int) -> None:
    """A line chart over the rows from its headings down."""
    made = book.add_chart({"type": "line"})
    made.set_title({"name": chart.title, "overlay": False})
    made.set_legend({"position": "bottom"})
    made.set_size({"width": chart.width, "height": chart.height})
    first, last = chart.heading + 1, max(rows - 1, chart.heading + 1)
    for line in chart.series:
        series: dict[str, Any] = {
            "name": [sheet.name, chart.heading, line.column],
            "categories": [sheet.name, first, chart.foot, last, chart.foot],
            "values": [sheet.name, first, line.column, last, line.column],
        }
        if line.colour:
            series["line"] = {"color": line.colour, "width": 2}
        made.add_series(series)
    sheet.insert_chart(chart.row, chart.column, made)


class _Formats:
    """The XlsxWriter formats of the template's styles."""

    def __init__(self, book: Any, styles: Mapping[str, Style]) -> None:
        self._book = book
        self._styles = styles
        self._made: dict[Style, Any] = {}

    def __getitem__(self, name: str) -> Any:
        return self._of(style_at(self._styles, name))

    def at(self, name: str, bands: conditional_formats.CellStyles, row: int, column: int) -> Any:
        """The format of a cell, in the colour of its row."""
        return self._of(bands.banded(style_at(self._styles, name), row, column))

    def _of(self, style: Style) -> Any:
        if style not in self._made:
            self._made[style] = self._book.add_format(_format(style))
        return self._made[style]

    def rule(self, rule: Rule) -> Any:
        """The format that a conditional format applies."""
        style = Style(fill=rule.fill, ink=rule.ink, bold=rule.bold, italic=rule.italic, strike=rule.strike)
        properties = {name: value for name, value in _format(style).items() if value and name != "valign"}
        return self._book.add_format(properties)


def _format(style: Style) -> dict[str, Any]:
    made: dict[str, Any] = {"valign": {"middle": "vcenter"}.get(style.valign or "", style.valign or "top")}
    for name, value in (
        ("bg_color", style.fill),
        ("font_color", style.ink),
        ("border_color", style.border),
        ("font_size", style.size),
        ("align", style.align),
    ):
        if value:
            made[name] = value
    for name, on in (("bold", style.bold), ("italic", style.italic), ("font_strikeout", style.strike)):
        if on:
            made[name] = True
    made["border"] = 1 if style.border else 0
    made["text_wrap"] = style.wrap
    return made


def _write_tab(sheet: Any, tab_template: TabTemplate, grid: Grid, formats: _Formats) -> None:
    widths = tab_template.widths or tuple(column.width for column in tab_template.columns)
    for at, width in enumerate(widths):
        sheet.set_column_pixels(at, at, width)
    if tab_template.height:
        sheet.set_default_row(tab_template.height * 0.75)
    for at, height in enumerate(tab_template.but(graphs=()).row_heights):  # it has no charts
        sheet.set_row_pixels(at, height)
    if not tab_template.gridlines:
        sheet.hide_gridlines(2)
    sheet.freeze_panes(tab_template.frozen_rows, tab_template.frozen_columns)
    if tab_template.colour:
        sheet.set_tab_color(tab_template.colour)
    for area in grid.merges:
        first = grid.at(area.top, area.left)
        sheet.merge_range(area.top, area.left, area.bottom - 1, area.right - 1, "", formats[first.style])
    bands = conditional_formats.CellStyles(tab_template, grid)
    for row, cells in enumerate(grid.rows):
        for column, cell in enumerate(cells):
            _write_cell(sheet, (row, column), cell, formats.at(cell.style, bands, row, column))
    _add_rules(sheet, tab_template, grid, formats)
    _set_up_pages(sheet, tab_template.frozen_rows)


def _set_up_pages(sheet: Any, frozen_rows: int) -> None:
    """Print a tab as wide as a page, with its headings on each page."""
    sheet.fit_to_pages(1, 0)
    sheet.set_landscape()
    sheet.set_paper(9)  # A4
    if frozen_rows:
        sheet.repeat_rows(frozen_rows - 1)


def _add_rules(sheet: Any, tab_template: TabTemplate, grid: Grid, formats: _Formats) -> None:
    """Add the conditional formats of a tab, which keep working in the file."""
    for each in conditional_formats.placed_rules(tab_template, grid.bottom):
        area = each.area
        options = {
            "type": "formula",
            "criteria": conditional_formats.formula(each, ","),
            "format": formats.rule(each.rule),
            "stop_if_true": True,
        }
        sheet.conditional_format(area.top, area.left, area.bottom - 1, area.right - 1, options)


def _write_cell(sheet: Any, place: tuple[int, int], cell: Cell, format_: Any) -> None:
    if is_box(cell.pick):
        sheet.insert_checkbox(*place, bool(cell.value), format_)
    elif isinstance(cell.value, bool):
        sheet.write_boolean(*place, cell.value, format_)
    elif isinstance(cell.value, int | float):
        sheet.write_number(*place, cell.value, format_)
    elif cell.value:
        sheet.write_string(*place, cell.value, format_)
    elif cell.style:
        sheet.write_blank(*place, None, format_)
    if cell.note:
        sheet.write_comment(*place, cell.note)


def _write_rolls(book: Any, formats: _Formats, match: MatchRecord) -> None:
    """Write every roll, and on another tab the secrets and locks from which the rolls follow."""
    rolls = _add_list(book, formats, "Rolls", {"Entry": 60, "Step": 140, "Roll": 380, "Die": 60, "Shows": 60})
    checks = _add_list(book, formats, "Dice", {"Entry": 60, "Step": 140, "What": 160, "Value": 560})
    charter, row, check_row = match.charter, 1, 1
    known = {"top of the chain": charter.top, "promise of hidden rolls": charter.hidden_lock}
    known |= {"key that signs the record": charter.key} if charter.key else {}
    if match.hidden:
        known["secret of hidden rolls"] = match.hidden.hex()
    for name, value in known.items():
        checks.write_string(check_row, 2, name)
        checks.write_string(check_row, 3, value, formats["mono"])
        check_row += 1
    for entry in match.entries:
        for roll in entry.rolls:
            if not roll.hidden or match.hidden:
                _write_row(rolls, row, (entry.number, entry.label, roll.why, f"d{roll.sides}", roll.value))
                row += 1
        for name, value in _checks(entry):
            _write_row(checks, check_row, (entry.number, entry.label, name))
            checks.write_string(check_row, 3, value, formats["mono"])
            check_row += 1


def _checks(entry: Entry) -> Iterator[tuple[str, str]]:
    """What the rolls of an entry follow from, by name."""
    yield "secret", entry.secret
    yield "position after", entry.after
    yield from ((f"lock of {seat}", lock) for seat, lock in sorted(entry.locks.items()))
    yield from ((f"salt of {seat}", salt) for seat, salt in sorted(entry.salts.items()))


def _write_row(sheet: Any, row: int, values: Sequence[str | int]) -> None:
    for column, value in enumerate(values):
        write = sheet.write_string if isinstance(value, str) else sheet.write_number
        write(row, column, value)


def _add_list(book: Any, formats: _Formats, title: str, columns: Mapping[str, int]) -> Any:
    """A new tab with a heading row; *columns* gives the width of each column in pixels."""
    sheet = book.add_worksheet(title)
    for column, (heading, width) in enumerate(columns.items()):
        sheet.write_string(0, column, heading, formats["heading"])
        sheet.set_column_pixels(column, column, width)
    sheet.freeze_panes(1, 0)
    _set_up_pages(sheet, 1)
    return sheet
