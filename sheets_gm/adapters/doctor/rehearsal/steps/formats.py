"""Formats: each kind of request that formats a tab, made by the program's own code; then the tab as the service has it.

A service adds properties that nobody set, and rounds colours, so a property counts as written if what was written is
among what is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from sheets_gm.adapters.doctor.rehearsal.stage import TITLE, Stage
from sheets_gm.adapters.doctor.rehearsal.step import Facts, Step
from sheets_gm.adapters.google.calls.api import Body
from sheets_gm.adapters.google.calls.cell_requests import CellRows, Formats, grid_range, mark, put, tab_id
from sheets_gm.adapters.google.workbooks.tabs import folds, formatting, overlays
from sheets_gm.adapters.google.workbooks.tabs.blocks import block_requests
from sheets_gm.adapters.google.workbooks.tabs.merged_areas import merging
from sheets_gm.gm.ports.sheets import TabPlan
from sheets_gm.sheet.charts import Chart, Series
from sheets_gm.sheet.grid import CHECKBOX, EMPTY, Area, Cell, Run, place_link
from sheets_gm.sheet.template import Band, Column, Rule, Style, TabTemplate
from sheets_gm.sheet.writes import NOTE, STYLE, VALUE, Mark, Put

KEY = "rehearsal formats"
SHEET = tab_id(KEY)
ROWS, LONGER = 12, 20
AS_WRITTEN = "as written"

STYLES = {
    "head": Style(fill="#1e3a8a", ink="#ffffff", border="#102030", bold=True, size=14, align="center", valign="middle"),
    "text": Style(italic=True, strike=True, wrap=True, align="right", valign="top"),
    "wide": Style(fill="#fde68a", align="left", valign="bottom"),
}
TEMPLATE = TabTemplate(
    title=f"{TITLE} formats",
    colour="#b45309",
    columns=tuple(Column(field=name, heading=name.upper(), width=80 + 20 * at) for at, name in enumerate("abcd")),
    heights=(30, 24),
    height=22,
    frozen_rows=3,
    frozen_columns=1,
    gridlines=False,
    rules=(
        Rule(on=("a", "b"), starts="x", fill="#fecaca", ink="#7f1d1d", bold=True),
        Rule(on=("c",), of="d", below=3, lacks=("y",), holds=("z",), italic=True, strike=True),
        Rule(on=("d",), ticked=True, fill="#bbf7d0"),
    ),
    bands=(Band(second="#eff6ff"),),
)
CHART = Chart("Lines", 2, 0, (Series(1, "#16a34a"), Series(2)), 4, 5, 300, 200)
TAB = TabPlan(KEY, TEMPLATE, ROWS, 8, (CHART,))
BESIDE = "rehearsal charts"
"""The key of a tab with a chart of the other tab's cells."""

BELOW = Chart("Beside", 2, 0, (Series(1),), 3, 1, 300, 200, end=LONGER, source=KEY)
MERGES = (Area(0, 1, 1, 4), Area(4, 1, 6, 3), Area(6, 1, 7, 3), Area(7, 1, 8, 3))
"""Merged areas beside the frozen column: none may cross its edge."""

RUNS = (Run(2, "text"), Run(7, link=place_link(KEY, 3, 2)), Run(10))
"""Parts of a text, the last of which are a link to a cell of the same tab and what comes behind it."""

PUTS = (
    Put(
        KEY,
        0,
        0,
        (Cell(7, "text", "A note\nof two lines"), Cell("Title", "head"), EMPTY, EMPTY),
        VALUE | STYLE | NOTE,
    ),
    Put(KEY, 2, 0, tuple(Cell(name, "head") for name in "ABCD"), VALUE | STYLE),
    Put(KEY, 3, 2, (Cell("north", "text", None, ("north", "south"), True, True), Cell(True, "", None, CHECKBOX)), 15),
    # a text with formats and a link within it, in cells whose format is written for all of them at once
    Put(KEY, 8, 0, (Cell("𝄞 Ana, Ben", "wide", runs=RUNS), *(Cell(None, "wide"),) * 3), VALUE | STYLE),
    *(Put(KEY, row, 0, (Cell(None, "wide"),) * 4, STYLE) for row in range(9, ROWS)),
)
MARK = "page.rehearsal"
FORMER = (1, 0, None, 3)
"""The columns after they were reordered: B, A, a new one, D. C is deleted."""

MASK = (
    "sheets(properties(sheetId,title,gridProperties,tabColorStyle),merges,columnGroups,developerMetadata(metadataKey,metadataValue),conditionalFormats,bandedRanges,"
    "charts(chartId,spec,position),data(rowMetadata.pixelSize,columnMetadata(pixelSize,hiddenByUser),"
    "rowData.values(userEnteredValue,userEnteredFormat,textFormatRuns,note,dataValidation)))"
)


def _formats(stage: Stage) -> Facts:
    """A tab that is made, filled, formatted again with other columns, made longer, and removed."""
    refused: dict[str, str] = {}
    found: dict[str, Any] = {"refused": refused}
    marks = [request for value in ("first", "second" * 300) for request in mark(SHEET, Mark(KEY, MARK, value))]
    writes = [*merging(SHEET, MERGES, ()), *block_requests(SHEET, PUTS, Formats(STYLES)), *marks]
    made = [*formatting.add_tab(TAB, TEMPLATE.title, 0), *writes]
    _send(stage, made, refused)
    seen = _tab(stage)
    found |= {f"made: {name}": value for name, value in _compared(seen, TAB, made).items()}
    found |= _cells(seen)
    found["marks"] = _same([{"metadataKey": MARK, "metadataValue": "second" * 300}], seen.get("developerMetadata"))
    moved = TabPlan(KEY, TEMPLATE, ROWS, 8, (CHART,), FORMER, 4)
    again = list(formatting.reformat_tab(moved, TEMPLATE.title, _before(seen), clear=False))
    _send(stage, again, refused)
    seen = _tab(stage)
    found |= {f"moved: {name}": value for name, value in _compared(seen, moved, again).items()}
    found["moved: headings"] = [_cell(seen, 2, at).get("userEnteredValue", {}).get("stringValue") for at in range(4)]
    longer = TabPlan(KEY, TEMPLATE, LONGER, 8, (CHART,))
    free = TEMPLATE.model_copy(update={"height": None, "heights": (22,) * ROWS})
    fitted = formatting.fit_rows(TabPlan(KEY, free, LONGER, 8), LONGER)
    extended = [formatting.resize(SHEET, LONGER, 8), *overlays.extend(longer, _before(seen).overlays), *fitted]
    _send(stage, extended, refused)
    found |= {f"longer: {name}": value for name, value in _overlays(_tab(stage), longer).items()}
    found |= _folds(stage, refused)
    found |= _chart_beside(stage, refused)
    stage.batch({"deleteSheet": {"sheetId": SHEET}})
    return found


def _folds(stage: Stage, refused: dict[str, str]) -> Facts:
    """The last two columns folded into a group, and shown again."""
    columns = tuple(each.model_copy(update={"rare": at > 1}) for at, each in enumerate(TEMPLATE.columns))
    _send(stage, [*folds.fold(SHEET, TEMPLATE.model_copy(update={"columns": columns}))], refused)
    seen = _tab(stage)
    where = [each["range"] for each in seen.get("columnGroups", ()) if each.get("collapsed")]
    found = {"folded": _same([[2, 4]], [[each.get("startIndex", 0), each.get("endIndex")] for each in where])}
    found["folded: hidden"] = _same([False, False, True, True], _hidden(seen))
    _send(stage, [*folds.unfold(SHEET, where)], refused)
    seen = _tab(stage)
    found["unfolded"] = AS_WRITTEN if not seen.get("columnGroups") else seen["columnGroups"]
    found["unfolded: hidden"] = _same([False] * 4, _hidden(seen))
    return found


def _chart_beside(stage: Stage, refused: dict[str, str]) -> Facts:
    """A tab with a chart of another tab's cells, which moves down when its own tab gets longer."""
    plain = TabTemplate(title=f"{TITLE} charts", widths=(80,))
    tab, longer = TabPlan(BESIDE, plain, ROWS, 8, (BELOW,)), TabPlan(BESIDE, plain, LONGER, 8, (BELOW._replace(row=9),))
    _send(stage, [*formatting.add_tab(tab, plain.title, 1), *overlays.add_charts_of_others(tab)], refused)
    seen = _tab(stage, BESIDE, plain)
    found = {"beside: chart": _same(_charts(tab), seen.get("charts", []))}
    extended = overlays.extend(longer, _before(seen, BESIDE).overlays)
    _send(stage, [formatting.resize(tab_id(BESIDE), LONGER, 8), *extended], refused)
    found["beside, moved: chart"] = _same(_charts(longer), _tab(stage, BESIDE, plain).get("charts", []))
    stage.batch({"deleteSheet": {"sheetId": tab_id(BESIDE)}})
    return found


def _charts(tab: TabPlan) -> list[Body]:
    """The charts of a tab as they are written."""
    made = (*overlays.add(tab), *overlays.add_charts_of_others(tab))
    return [each["addChart"]["chart"] for each in made if "addChart" in each]


def _hidden(seen: Mapping[str, Any]) -> list[bool]:
    """Which of the first columns are hidden."""
    return [bool(_column(seen, at).get("hiddenByUser")) for at in range(4)]


def _column(seen: Mapping[str, Any], at: int) -> Mapping[str, Any]:
    columns = seen["data"][0].get("columnMetadata", [])
    return columns[at] if at < len(columns) else {}


def _send(stage: Stage, requests: Sequence[Body], refused: dict[str, str]) -> None:
    """Send *requests*, each kind in a batch of its own, and note which kinds are *refused*."""
    for kind, group in groupby(requests, key=lambda each: next(iter(each))):
        batch = list(group)
        came = stage.outcome(lambda batch=batch: stage.batch(*batch))  # type: ignore[misc]
        if came != "done":
            refused.setdefault(kind, came)


def _tab(stage: Stage, key: str = KEY, tab_template: TabTemplate = TEMPLATE) -> Mapping[str, Any]:
    sheets = stage.get(MASK, ranges=f"'{tab_template.title}'")["sheets"]
    tab: Mapping[str, Any] = next(each for each in sheets if each["properties"].get("sheetId") == tab_id(key))
    return tab


def _before(seen: Mapping[str, Any], key: str = KEY) -> formatting.ExistingTab:
    return formatting.existing_tabs({"sheets": [seen]})[tab_id(key)]


def _compared(seen: Mapping[str, Any], tab: TabPlan, sent: Iterable[Body]) -> dict[str, Any]:
    """Each property of a tab that *sent* wrote: `AS_WRITTEN`, or what is read instead."""
    asked = list(sent)
    properties = [
        each[kind]["properties"] for each in asked for kind in ("addSheet", "updateSheetProperties") if kind in each
    ]
    wanted = {key: value for each in properties for key, value in each.items() if key != "index"}
    sizes: dict[str, dict[int, int]] = {"rowMetadata": {}, "columnMetadata": {}}
    for each in asked:
        if "pixelSize" in each.get("updateDimensionProperties", {}).get("properties", {}):
            body = each["updateDimensionProperties"]
            span = body["range"]
            lines = range(span["startIndex"], span["endIndex"])
            sizes[f"{span['dimension'].lower()[:-1]}Metadata"] |= dict.fromkeys(lines, body["properties"]["pixelSize"])
    data = seen["data"][0]
    return {
        "tab": _same(wanted, seen["properties"]),
        **{
            name: _same(list(dict(sorted(lines.items())).values()), [data[name][at].get("pixelSize") for at in lines])
            for name, lines in sizes.items()
        },
        **_overlays(seen, tab),
    }


def _overlays(seen: Mapping[str, Any], tab: TabPlan) -> dict[str, Any]:
    """The conditional formats, the alternating colours and the chart, each as written or as they are read."""
    made = list(overlays.add(tab))
    rules = [each["addConditionalFormatRule"]["rule"] for each in made if "addConditionalFormatRule" in each]
    bands = [each["addBanding"]["bandedRange"] for each in made if "addBanding" in each]
    return {
        "formulas": _same(
            [overlays.formula_of(each) for each in rules],
            [overlays.formula_of(each) for each in seen.get("conditionalFormats", ())],
        ),
        "rules": _same([_plain(each) for each in rules], seen.get("conditionalFormats", [])),
        "bands": _same(bands, seen.get("bandedRanges", [])),
        "chart": _same(_charts(tab), seen.get("charts", [])),
    }


def _plain(rule: Body) -> Body:
    """A conditional format without its formula, which services spell differently."""
    return {**rule, "booleanRule": {"format": rule["booleanRule"]["format"]}}


def _cells(seen: Mapping[str, Any]) -> dict[str, Any]:
    """The cells and the merged areas, each as written or as they are read."""
    found: dict[str, Any] = {}
    for each in PUTS:
        cells = CellRows(each.row, each.column, [each.cells], each.aspects)
        (row,) = put(SHEET, cells, Formats(STYLES))["updateCells"]["rows"]
        for at, cell in enumerate(row["values"]):
            for name, value in cell.items():
                read = _cell(seen, each.row, each.column + at).get(name)
                if found.get(name, AS_WRITTEN) == AS_WRITTEN:
                    found[name] = _same(value, read)
    areas = [grid_range(SHEET, area) for area in MERGES]
    found["merges"] = _same(areas, sorted(seen.get("merges", []), key=lambda area: area.get("startRowIndex", 0)))
    return found


def _cell(seen: Mapping[str, Any], row: int, column: int) -> Mapping[str, Any]:
    rows = seen["data"][0].get("rowData", [])
    cells = rows[row].get("values", []) if row < len(rows) else []
    return (cells[column] or {}) if column < len(cells) else {}


def _same(written: Any, read: Any) -> Any:
    """`AS_WRITTEN` if *written* is among *read*, else what is read."""
    return AS_WRITTEN if _is_among(written, read) else read


def _is_among(written: Any, read: Any) -> bool:
    """Whether everything *written* is *read*; a zero, False or nothing may be left out, and colours are rounded."""
    if isinstance(written, dict):
        return all(
            _is_among(value, read.get(key) if isinstance(read, dict) else None) for key, value in written.items()
        )
    if isinstance(written, list):
        there = read if isinstance(read, list) else []
        return len(written) == len(there) and all(map(_is_among, written, there))
    if isinstance(written, float) and isinstance(read or 0, int | float):
        return abs(written - (read or 0)) < 0.005
    return bool(written == read or (not written and not read))


def _kinds() -> Iterator[str]:
    """The properties whose difference is only one of looks."""
    for when in ("made", "moved", "longer"):
        yield from (f"{when}: {name}" for name in ("tab", "rowMetadata", "columnMetadata", "rules", "bands", "chart"))
    yield from (
        "beside: chart",
        "beside, moved: chart",
        "userEnteredFormat",
        "textFormatRuns",
        "note",
        "merges",
        "marks",
    )


STEPS = (
    Step(
        name="formats",
        does="formats a tab in each way that a layout has, reads it back, moves its columns and makes it longer",
        expects="each kind of request is accepted, and what is read is what was written",
        means="a kind that is refused means that no match can be created; else a tab looks different",
        advice="report the saved answers; play on if only looks differ",
        run=_formats,
        tolerates=tuple(_kinds()),
    ),
)
