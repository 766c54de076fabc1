"""Files that leave the house: the match as JSON for `verify`, and the final match sheet as a workbook.

Laws: an export holds everything that is needed to check the match, and never the seed; text that a spreadsheet
program might take for a formula stays text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from sheets_gm.adapters.extras import how_to_get
from sheets_gm.kernel.journal import Charter, Entry
from sheets_gm.sheet import conditional_formats
from sheets_gm.sheet.charts import Chart
from sheets_gm.sheet.grid import CHECKBOX, Cell, Grid
from sheets_gm.sheet.template import Rule, Style, TabTemplate, style_at

FORMAT = "sheets-gm match 1"
PUBLIC = "sheets-gm match 1, public part"

_THE_JSON = "give me the .json that sheets-gm export wrote"

LINE_OF_FIRST = 3
"""The line of an exported file on which entry 0 stands; each entry has a line of its own."""


class BadExport(ValueError):
    """A file is no exported match, or is damaged; the message names the place."""


class ExportTab(NamedTuple):
    """A tab of the final match sheet: how it looks, what stands on it, its charts."""

    tab_template: TabTemplate
    grid: Grid
    charts: tuple[Chart, ...] = ()


class MissingExtra(RuntimeError):
    """A library that this needs is not installed; the message says how to get it."""


def public(entry: Entry) -> Entry:
    """*entry* with what everybody may know while the match goes on: what hides the rest (locks, digests) is left."""
    act = entry.act
    if act is not None and act.get("hidden"):
        act = {name: value for name, value in act.items() if name not in ("what", "old", "new")}
    return entry.but(
        act=act,
        typed=(),
        slips=(),
        refused=(),
        orders={},
        salts={},
        state={},
        rolls=tuple(roll for roll in entry.rolls if not roll.hidden),
        events=tuple(event for event in entry.events if event.get("audience") is None),
    )


def export_json(
    path: Path, charter: Charter, entries: Iterable[Entry], hidden: bytes | None, *, whole: bool = True
) -> None:
    """Write a match to *path*: a line for its head, then a line an entry. *hidden* only once the match is over.

    Without *whole*, only its public part: a match that hides things from its players and still goes on.
    """
    format_ = FORMAT if whole else PUBLIC
    head = {"format": format_, "charter": charter.model_dump(mode="json"), "hidden": hidden.hex() if hidden else None}
    with path.open("w", encoding="utf-8") as file:
        file.write('{"head": ' + json.dumps(head, ensure_ascii=False) + ',\n"entries": [\n')
        for number, entry in enumerate(entries if whole else map(public, entries)):
            file.write(("" if number == 0 else ",\n") + entry.model_dump_json())
        file.write("\n]}\n")


def read_export(path: Path) -> tuple[Charter, list[Entry], bytes | None]:
    """The match in an exported file. BadExport."""
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        head = held.get("head") if isinstance(held, dict) else None
        if not isinstance(head, dict) or "format" not in head or not isinstance(held.get("entries"), list):
            raise BadExport(f"{path} is no exported match: {_THE_JSON}.")
        if head["format"] == PUBLIC:
            raise BadExport(
                f"{path} holds only what is public: export the match again when it is over, and verify that."
            )
        if head["format"] != FORMAT:
            raise BadExport(f"{path} was written by another version: it is «{head['format']}».")
        charter = Charter.model_validate(head["charter"])
        hidden = bytes.fromhex(head["hidden"]) if head["hidden"] else None
        entries = held["entries"]
    except FileNotFoundError as error:
        raise BadExport(f"There is no file {path}: write one with sheets-gm export.") from error
    except IsADirectoryError as error:
        raise BadExport(f"{path} is a folder: {_THE_JSON}.") from error
    except UnicodeDecodeError as error:
        raise BadExport(f"{path} is no text, like a workbook: {_THE_JSON}.") from error
    except json.JSONDecodeError as error:
        raise BadExport(
            f"{path}, line {error.lineno}: {error.msg}: the file is damaged or no exported match: {_THE_JSON}."
        ) from error
    except OSError as error:
        raise BadExport(f"{path} cannot be read ({error.strerror}): {_THE_JSON}.") from error
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, BadExport):
            raise
        raise BadExport(f"The head of {path} is damaged ({str(error).splitlines()[0]}): {_THE_JSON}.") from error
    made = []
    for number, entry in enumerate(entries):
        try:
            made.append(Entry.model_validate(entry))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise BadExport(f"{path}: entry {number}: {where}: {first['msg']}") from error
    return charter, made, hidden


def export_xlsx(
    path: Path,
    pages: Sequence[ExportTab],
    styles: Mapping[str, Style],
    charter: Charter,
    entries: Iterable[Entry],
    hidden: bytes | None,
) -> None:
    """Write the final match sheet: *pages* as players see them, and every roll with the means to check it.

    *hidden* only once the match is over: hidden rolls are told with it.
    """
    try:
        import xlsxwriter
    except ImportError as error:
        raise MissingExtra(f"A workbook needs XlsxWriter: {how_to_get('export')}") from error
    book = xlsxwriter.Workbook(str(path), {"strings_to_formulas": False, "strings_to_urls": False})
    looks = _Looks(book, styles)
    for page in pages:
        sheet = book.add_worksheet(page.tab_template.title[:31])
        _page(sheet, page.tab_template, page.grid, looks)
        for chart in page.charts:
            _chart(book, sheet, chart, page.grid.bottom)
    _rolls(book, looks, charter, entries, hidden)
    book.close()


def _chart(book: Any, sheet: Any, chart: Chart, rows: int) -> None:
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


class _Looks:
    """XlsxWriter's formats of our styles."""

    def __init__(self, book: Any, styles: Mapping[str, Style]) -> None:
        self._book = book
        self._styles = styles
        self._made: dict[Style, Any] = {}

    def __getitem__(self, name: str) -> Any:
        return self.worn(style_at(self._styles, name))

    def at(self, name: str, watched: conditional_formats.CellStyles, row: int, column: int) -> Any:
        """The format of a cell, in the colour of its band."""
        return self.worn(watched.banded(style_at(self._styles, name), row, column))

    def worn(self, style: Style) -> Any:
        """The format of a style."""
        if style not in self._made:
            self._made[style] = self._book.add_format(_format(style))
        return self._made[style]

    def rule(self, rule: Rule) -> Any:
        """What a conditional format lays over a cell."""
        style = Style(fill=rule.fill, ink=rule.ink, bold=rule.bold, italic=rule.italic, strike=rule.strike)
        worn = {name: value for name, value in _format(style).items() if value and name != "valign"}
        return self._book.add_format(worn)


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


def _page(sheet: Any, tab_template: TabTemplate, drawn: Grid, looks: _Looks) -> None:
    widths = tab_template.widths or tuple(column.width for column in tab_template.columns)
    for at, width in enumerate(widths):
        sheet.set_column_pixels(at, at, width)
    if tab_template.height:
        sheet.set_default_row(tab_template.height * 0.75)
    for at, height in enumerate(tab_template.heights):
        sheet.set_row_pixels(at, height)
    if not tab_template.gridlines:
        sheet.hide_gridlines(2)
    sheet.freeze_panes(tab_template.frozen_rows, tab_template.frozen_columns)
    if tab_template.colour:
        sheet.set_tab_color(tab_template.colour)
    for area in drawn.merges:
        first = drawn.at(area.top, area.left)
        sheet.merge_range(area.top, area.left, area.bottom - 1, area.right - 1, "", looks[first.style])
    watched = conditional_formats.CellStyles(tab_template, drawn)
    for row, cells in enumerate(drawn.rows):
        for column, cell in enumerate(cells):
            _cell(sheet, row, column, cell, looks.at(cell.style, watched, row, column))
    _watched(sheet, tab_template, drawn, looks)
    sheet.fit_to_pages(1, 0)
    sheet.set_landscape()


def _watched(sheet: Any, tab_template: TabTemplate, drawn: Grid, looks: _Looks) -> None:
    """The conditional formats of a tab, which go on watching its cells."""
    for each in conditional_formats.placed_rules(tab_template, drawn.bottom):
        area, worn = each.area, looks.rule(each.rule)
        asked = {
            "type": "formula",
            "criteria": conditional_formats.formula(each, ","),
            "format": worn,
            "stop_if_true": True,
        }
        sheet.conditional_format(area.top, area.left, area.bottom - 1, area.right - 1, asked)


def _cell(sheet: Any, row: int, column: int, cell: Cell, look_: Any) -> None:
    if cell.pick == CHECKBOX:
        sheet.insert_checkbox(row, column, bool(cell.value), look_)
    elif isinstance(cell.value, bool):
        sheet.write_boolean(row, column, cell.value, look_)
    elif isinstance(cell.value, int | float):
        sheet.write_number(row, column, cell.value, look_)
    elif cell.value:
        sheet.write_string(row, column, cell.value, look_)
    elif cell.style:
        sheet.write_blank(row, column, None, look_)
    if cell.note:
        sheet.write_comment(row, column, cell.note)


def _rolls(book: Any, looks: _Looks, charter: Charter, entries: Iterable[Entry], hidden: bytes | None) -> None:
    """Every roll, and beside it the secrets and locks that it follows from."""
    rolls, checks = book.add_worksheet("Rolls"), book.add_worksheet("Dice")
    for sheet, headings, widths in (
        (rolls, ("Entry", "Step", "Roll", "Die", "Shows"), (60, 140, 380, 60, 60)),
        (checks, ("Entry", "Step", "What", "Value"), (60, 140, 160, 560)),
    ):
        for at, (heading, width) in enumerate(zip(headings, widths, strict=True)):
            sheet.write_string(0, at, heading, looks["heading"])
            sheet.set_column_pixels(at, at, width)
        sheet.freeze_panes(1, 0)
    line, at = 1, 1
    known = [("top of the chain", charter.top), ("promise of hidden rolls", charter.hidden_lock)]
    for name, value in (*known, *([("secret of hidden rolls", hidden.hex())] if hidden else [])):
        checks.write_string(at, 2, name)
        checks.write_string(at, 3, value, looks["mono"])
        at += 1
    for entry in entries:
        for roll in entry.rolls:
            if roll.hidden and not hidden:
                continue
            rolls.write_number(line, 0, entry.number)
            rolls.write_string(line, 1, entry.label)
            rolls.write_string(line, 2, roll.why)
            rolls.write_string(line, 3, f"d{roll.sides}")
            rolls.write_number(line, 4, roll.value)
            line += 1
        said = [("secret", entry.secret), ("position after", entry.after)]
        said += [(f"lock of {seat}", lock) for seat, lock in sorted(entry.locks.items())]
        said += [(f"salt of {seat}", salt) for seat, salt in sorted(entry.salts.items())]
        for name, value in said:
            checks.write_number(at, 0, entry.number)
            checks.write_string(at, 1, entry.label)
            checks.write_string(at, 2, name)
            checks.write_string(at, 3, value, looks["mono"])
            at += 1
