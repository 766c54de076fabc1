"""The calls of the row of formats: each kind of request that formats a tab, made by the program's own code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from sheets_gm.adapters.doctor.rehearsal.asking import KEY, SHEET, Ask, Some, batch, get_tab, reading
from sheets_gm.adapters.doctor.rehearsal.stage import title_of
from sheets_gm.adapters.google.calls.api import Body
from sheets_gm.adapters.google.calls.cell_requests import Formats, grid_range, mark, tab_id
from sheets_gm.adapters.google.workbooks.tabs import formatting, overlays
from sheets_gm.adapters.google.workbooks.tabs.blocks import block_requests
from sheets_gm.adapters.google.workbooks.tabs.merged_areas import merging
from sheets_gm.gm.ports.sheets import TabPlan
from sheets_gm.sheet.charts import Chart, Series
from sheets_gm.sheet.grid import CHECKBOX, EMPTY, Area, Cell, Run, place_link
from sheets_gm.sheet.template import Band, Column, Rule, Style, TabTemplate
from sheets_gm.sheet.writes import NOTE, STYLE, VALUE, Mark, Put

TITLE = title_of("formats")
ROWS, LONGER = 12, 20
# fmt: off
STYLES = Formats({
    "head": Style(fill="#1e3a8a", ink="#ffffff", border="#102030", bold=True, size=14, align="center", valign="middle"),
    "text": Style(italic=True, strike=True, wrap=True, align="right", valign="top"),
    "wide": Style(fill="#fde68a", align="left", valign="bottom"),
})
TEMPLATE = TabTemplate(
    title=TITLE, colour="#b45309", heights=(30, 24), height=22, frozen_rows=3, frozen_columns=1, gridlines=False,
    columns=tuple(Column(field=name, heading=name.upper(), width=100, rare=name > "b") for name in "abcd"),
    rules=(
        Rule(on=("a", "b"), starts="x", fill="#fecaca", ink="#7f1d1d", bold=True),
        Rule(on=("c",), of="d", below=3, lacks=("y",), holds=("z",), italic=True, strike=True),
        Rule(on=("d",), ticked=True, fill="#bbf7d0"),
    ),
    bands=(Band(second="#eff6ff"),),
)
CHART = Chart("Lines", 2, 0, (Series(1, "#16a34a"), Series(2)), 4, 5, 300, 200)
TAB = TabPlan(KEY, TEMPLATE, ROWS, 8, (CHART,))
MERGES = (Area(0, 1, 1, 4), Area(4, 1, 6, 3), Area(6, 1, 7, 3), Area(7, 1, 8, 3))
"""Merged areas beside the frozen column: none may cross its edge."""

RUNS = (Run(2, "text"), Run(7, link=place_link(KEY, 3, 2)), Run(10))
"""Parts of a text, the last of which are a link to a cell of the same tab and what comes behind it."""

PUTS = (
    Put(KEY, 0, 0, (Cell(7, "text", "A note\nof 2 lines"), Cell("Title", "head"), EMPTY, EMPTY), VALUE | STYLE | NOTE),
    Put(KEY, 2, 0, tuple(Cell(name, "head") for name in "ABCD"), VALUE | STYLE),
    Put(KEY, 3, 2, (Cell("north", "text", None, ("north", "south"), True, True), Cell(True, "", None, CHECKBOX)), 15),
    # a text with formats and a link within it, in cells whose format is written for all of them at once
    Put(KEY, 8, 0, (Cell("𝄞 Ana, Ben", "wide", runs=RUNS), *(Cell(None, "wide"),) * 3), VALUE | STYLE),
    *(Put(KEY, row, 0, (Cell(None, "wide"),) * 4, STYLE) for row in range(9, ROWS)),
)
MARKED = Mark(KEY, "page.rehearsal", "second" * 300)
MADE = [
    *formatting.add_tab(TAB, TITLE, 0), *merging(SHEET, MERGES, ()), *block_requests(SHEET, PUTS, STYLES),
    *mark(SHEET, Mark(KEY, MARKED.key, "first")), *mark(SHEET, MARKED),
]
BESIDE = TabPlan(f"{KEY} beside", TabTemplate(title=f"{TITLE} beside", widths=(80,)), ROWS, 8, (
    Chart("Beside", 2, 0, (Series(1),), 3, 1, 300, 200, end=LONGER, source=KEY),
))
"""A tab with a chart of the other tab's cells, which moves down when its own tab gets longer."""

LOWER = replace(BESIDE, charts=(BESIDE.charts[0]._replace(row=9),))
BEFORE = overlays.expected(TAB)
FOLDED = {"sheetId": SHEET, "dimension": "COLUMNS", "startIndex": 2, "endIndex": 4}
MOVED = formatting.reformat_tab(  # other columns: B, A, a new one, D. C is deleted.
    TabPlan(KEY, TEMPLATE, ROWS, 8, (CHART,), (1, 0, None, 3), 4), TITLE,
    formatting.ExistingTab(TITLE, ROWS, 8, BEFORE, [FOLDED]), clear=False,
)
FITTED = replace(TAB, tab_template=TEMPLATE.but(height=None, heights=(22,) * ROWS))
LONG = [
    formatting.resize(SHEET, LONGER, 8), *overlays.extend(replace(TAB, rows=LONGER), BEFORE),
    *formatting.fit_rows(FITTED, LONGER),
]


def _sent(when: str, requests: Iterable[Body]) -> Iterator[Ask]:
    """Yield the calls that send *requests*, each kind in a separate batch."""
    for kind, group in groupby(requests, key=lambda each: next(iter(each))):
        yield batch(f"{when}: {kind}", *group)


def _made(kind: str, part: str) -> list[Body]:
    return [each[kind][part] for each in MADE if kind in each]


SHOWN = {
    "properties": {name: value for name, value in _made("addSheet", "properties")[0].items() if name != "index"},
    "merges": Some(*(grid_range(SHEET, area) for area in MERGES)),
    "columnGroups": [{"range": FOLDED, "collapsed": True}],
    "developerMetadata": Some({"metadataKey": MARKED.key, "metadataValue": MARKED.value}),
    # a formula is spelled differently by services
    "conditionalFormats": [{"booleanRule": {"format": each["booleanRule"]["format"]}} for each in BEFORE.rules],
    "bandedRanges": _made("addBanding", "bandedRange"),
    "charts": _made("addChart", "chart"),
}
ASKS: tuple[Ask, ...] = (
    *_sent("made", MADE),
    *(get_tab(f"made: {name}", name, {name: each}, minor=True) for name, each in SHOWN.items()),
    reading("made: row 0", "A1:D1", [7, "Title"]), reading("made: row 2", "A3:D3", ["A", "B", "C", "D"]),
    *_sent("moved", MOVED), reading("moved: headings", "A3:D3", ["B", "A", "", "D"]),
    *_sent("longer", LONG),
    *_sent("beside", [*formatting.add_tab(BESIDE, BESIDE.tab_template.title, 1),
                      *overlays.add_charts_of_others(BESIDE)]),
    *_sent("beside, moved", overlays.extend(LOWER, overlays.expected(BESIDE))),
    batch("removed", {"deleteSheet": {"sheetId": SHEET}}, {"deleteSheet": {"sheetId": tab_id(BESIDE.key)}}),
)
