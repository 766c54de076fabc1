"""Tabs as players saw them, as tabs of an Excel workbook.

Text that a spreadsheet program might take for a formula stays text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sheets_gm.sheet import conditional_formats
from sheets_gm.sheet.grid import Cell, Grid, is_box
from sheets_gm.sheet.picture.boxes import Boxes, boxes_of
from sheets_gm.sheet.picture.signs import with_letters
from sheets_gm.sheet.template import Rule, Style, TabTemplate, style_at


class ExportTab(NamedTuple):
    """A tab to write: its template and its cells."""

    tab_template: TabTemplate
    grid: Grid


def write_tabs(book: Any, tabs: Sequence[ExportTab], styles: Mapping[str, Style]) -> None:
    """Write *tabs* behind those that *book* has."""
    formats = _Formats(book, styles)
    for tab in tabs:
        sheet = book.add_worksheet(_name(tab.tab_template.title, [each.get_name() for each in book.worksheets()]))
        _write_tab(sheet, tab, boxes_of(tab.grid, tab.tab_template, styles), formats)


MOST_NAME = 31
"""Characters of the name of a sheet in Excel."""


def _name(title: str, taken: Sequence[str]) -> str:
    """A name for a sheet: its title, as long as Excel allows, with a number where another sheet is called the same."""
    known = {each.casefold() for each in taken}
    names = (title[: MOST_NAME - len(end)] + end for end in ("", *(f" ({number})" for number in range(2, 1000))))
    return next(name for name in names if name.casefold() not in known)


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


def _write_tab(sheet: Any, tab: ExportTab, boxes: Boxes, formats: _Formats) -> None:
    tab_template, grid = tab
    widths = tab_template.widths or tuple(column.width for column in tab_template.columns)
    for at, width in enumerate(widths):
        sheet.set_column_pixels(at, at, width)
    for at, height in enumerate(boxes.heights):
        sheet.set_row_pixels(at, round(height))
    if not tab_template.gridlines:
        sheet.hide_gridlines(2)
    sheet.freeze_panes(tab_template.frozen_rows, tab_template.frozen_columns)
    if tab_template.colour:
        sheet.set_tab_color(tab_template.colour)
    for area in grid.merges:
        # merging through the sheet would write rows out of their order
        sheet.merge.append([area.top, area.left, area.bottom - 1, area.right - 1])
    bands = conditional_formats.CellStyles(tab_template, grid)
    for row, cells in enumerate(grid.rows):
        for column, cell in enumerate(cells):
            _write_cell(sheet, (row, column), cell, formats.at(cell.style, bands, row, column))
    _add_rules(sheet, tab_template, grid, formats)
    sheet.print_area(0, 0, max(len(grid.rows) - 1, 0), max(grid.width - 1, 0))
    sheet.fit_to_pages(1, 1)
    sheet.set_landscape()
    sheet.set_paper(9)  # A4


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
        sheet.write_string(*place, with_letters(cell.value), format_)
    elif cell.style:
        sheet.write_blank(*place, None, format_)
    if cell.note:
        sheet.write_comment(*place, cell.note)
