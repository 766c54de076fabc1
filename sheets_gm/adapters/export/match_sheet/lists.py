"""A tab with a list: a title, headings that stay visible, rows as high as their texts, and folded details."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

from sheets_gm.sheet.picture.signs import in_plain_signs
from sheets_gm.sheet.picture.text import lines

FONT = "Arial"
POINTS = 9.5
PIXELS = POINTS * 4 / 3
LINE = 16
"""Pixels of a line of text."""

AROUND = 2
"""Pixels above and below the text of a row. A row of 20 pixels would have no height in the file, because that is the
usual one, and LibreOffice would give it another one after it has placed the headings."""

HIGHEST = 500
"""Pixels of the highest row that Excel takes."""

PADDING = 10
"""Pixels that the edges of a cell take from its text; other programs have wider letters."""

HEADING = 2
"""The row of the headings, below the title and the help."""

A4 = 9
MARGIN = 0.45
"""Inches around a printed page."""

PLAIN: Mapping[str, Any] = {}
"""The look of a row like any other."""

Value = str | int | float | None


class Column(NamedTuple):
    """A column: its heading, its width in pixels, the format of its numbers. *exact*: it keeps all characters."""

    heading: str
    width: int
    number: str = ""
    exact: bool = False


class Looks:
    """The formats of the cells, each made once."""

    def __init__(self, book: Any) -> None:
        self._book = book
        self._made: dict[tuple[tuple[str, Any], ...], Any] = {}

    def get(self, **properties: Any) -> Any:
        """Return the format with *properties*."""
        key = tuple(sorted(properties.items()))
        if key not in self._made:
            base = {"font_name": FONT, "font_size": POINTS, "valign": "top", "text_wrap": True}
            self._made[key] = self._book.add_format({**base, **properties})
        return self._made[key]

    @property
    def title(self) -> Any:
        """The title of a tab."""
        return self.get(bold=True, font_size=15, text_wrap=False, valign="vcenter")

    @property
    def help(self) -> Any:
        """The description of a tab."""
        return self.get(font_color="#6b7280", text_wrap=False)

    @property
    def heading(self) -> Any:
        """The headings of columns."""
        return self.get(bold=True, bg_color="#e5e7eb", border=1, border_color="#9ca3af", valign="vcenter")

    @property
    def detail(self) -> Any:
        """A line that is folded below another."""
        return self.get(font_color="#4b5563", indent=1)


class ListSheet:
    """A list that is written row by row."""

    def __init__(
        self, book: Any, looks: Looks, title: str, help_text: str, columns: Sequence[Column], *, landscape: bool = False
    ) -> None:
        self.sheet = book.add_worksheet(title)
        self._looks = looks
        self._columns = tuple(columns)
        self._row = HEADING + 1
        sheet = self.sheet
        for at, column in enumerate(columns):
            sheet.set_column_pixels(at, at, column.width)
        sheet.outline_settings(True, False, True, False)  # a fold's handle is at the row above it
        sheet.set_row_pixels(0, 28)
        sheet.write_string(0, 0, title, looks.title)
        sheet.set_row_pixels(1, LINE + AROUND)
        sheet.write_string(1, 0, help_text, looks.help)
        headings = [column.heading for column in columns]
        sheet.set_row_pixels(HEADING, self._height(headings, bold=True))
        for at, heading in enumerate(headings):
            sheet.write_string(HEADING, at, heading, looks.heading)
        sheet.freeze_panes(HEADING + 1, 1)
        set_up_page(sheet, landscape=landscape)
        sheet.repeat_rows(HEADING)

    @property
    def first(self) -> int:
        """The first row of the list."""
        return HEADING + 1

    @property
    def next_row(self) -> int:
        """The row that is written next."""
        return self._row

    def add(
        self, values: Sequence[Value], details: Sequence[str] = (), *, column: int = 0, look: Mapping[str, Any] = PLAIN
    ) -> None:
        """Write a row of *values*. *details* are folded below it, in *column* and all columns to its right."""
        values = [self._shown(at, value) for at, value in enumerate(values)]
        self.sheet.set_row_pixels(self._row, self._height(values), None, {"collapsed": bool(details)})
        for at, value in enumerate(values):
            self._write(at, value, look)
        self._row += 1
        for text in map(in_plain_signs, details):
            width = sum(each.width for each in self._columns[column:])
            height = _high(text, width - 2 * PADDING)
            self.sheet.set_row_pixels(self._row, height, None, {"level": 1, "hidden": True})
            self.sheet.write_string(self._row, column, text, self._looks.detail)
            last = len(self._columns) - 1
            if last > column:
                # merging through the sheet would write earlier rows again
                self.sheet.merge.append([self._row, column, self._row, last])
            self._row += 1

    def close(self) -> None:
        """Set the filter and the print area."""
        last = max(self._row - 1, HEADING)
        self.sheet.autofilter(HEADING, 0, last, len(self._columns) - 1)
        self.sheet.print_area(0, 0, last, len(self._columns) - 1)

    def _shown(self, at: int, value: Value) -> Value:
        return in_plain_signs(value) if isinstance(value, str) and not self._columns[at].exact else value

    def _write(self, at: int, value: Value, look: Mapping[str, Any]) -> None:
        if isinstance(value, str):
            self.sheet.write_string(self._row, at, value, self._looks.get(**look))
        elif value is not None:
            number = {"num_format": self._columns[at].number} if self._columns[at].number else {}
            self.sheet.write_number(self._row, at, value, self._looks.get(**look, **number, align="center"))
        elif look:
            self.sheet.write_blank(self._row, at, None, self._looks.get(**look))

    def _height(self, values: Sequence[Value], *, bold: bool = False) -> int:
        """Return the height of a row with *values*: that of the text with most lines."""
        heights = (
            _high(value, column.width, bold=bold)
            for value, column in zip(values, self._columns, strict=False)
            if isinstance(value, str)
        )
        return max(heights, default=LINE + AROUND)


def _high(text: str, width: int, *, bold: bool = False) -> int:
    """Return the height of *text* in a cell of *width* pixels."""
    return min(HIGHEST, LINE * len(lines(text, width - PADDING, PIXELS, bold=bold)) + AROUND)


def room_for(sheet: Any, row: int, height: float) -> int:
    """Fix the height of rows from *row* on, so a picture over them fits in every program; return the last one."""
    last = row + ceil(height / LINE)
    for each in range(row, last + 1):
        sheet.set_row_pixels(each, LINE)
    return last


def set_up_page(sheet: Any, *, landscape: bool = False) -> None:
    """Print *sheet* as wide as a page, with its name and the page number at the foot."""
    sheet.fit_to_pages(1, 0)
    sheet.set_paper(A4)
    if landscape:
        sheet.set_landscape()
    sheet.set_margins(MARGIN, MARGIN, MARGIN, MARGIN + 0.2)
    sheet.set_footer("&L&8&A&R&8&P / &N")
