"""Dressing: a tab's looks beyond its cells, as requests of a spreadsheet's batchUpdate.

Its name and place, its size, frozen lines and widths, conditional formats, bands and charts. Laws: a tab is dressed
anew whatever it looked like, and its values stay; columns that have changed places are moved with all that people typed
in them, also what nobody has read yet.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sheets_gm.adapters.google.requests import OURS, grid_range, rgb, tab_id
from sheets_gm.gm.ports.sheets import TabPlan
from sheets_gm.sheet import conditional_formats
from sheets_gm.sheet.charts import Chart
from sheets_gm.sheet.grid import Area
from sheets_gm.sheet.template import Rule

MASK = (
    "sheets(properties(sheetId,title,gridProperties(rowCount,columnCount)),conditionalFormats,"
    "bandedRanges(bandedRangeId),charts(chartId))"
)
"""What of a spreadsheet is asked for, to know how its tabs are dressed."""

WIDTH, HEIGHT = 100, 21
"""Of columns and rows that nobody has sized, in pixels."""

Body = dict[str, Any]


class Held(NamedTuple):
    """A tab as it is dressed now: its title and size, its conditional formats, the ids of its bands and charts."""

    title: str
    rows: int
    columns: int
    rules: Sequence[Body] = ()
    bands: tuple[int, ...] = ()
    charts: tuple[int, ...] = ()


def held(answer: Mapping[str, Any]) -> dict[int, Held]:
    """The tabs of a spreadsheet by their sheet ids, from an answer to `MASK`."""
    return {each["properties"].get("sheetId", 0): _held(each) for each in answer["sheets"]}


def _held(sheet: Mapping[str, Any]) -> Held:
    properties = sheet["properties"]
    grid = properties.get("gridProperties", {})
    return Held(
        properties["title"],
        grid.get("rowCount", 0),
        grid.get("columnCount", 0),
        sheet.get("conditionalFormats", ()),
        tuple(each["bandedRangeId"] for each in sheet.get("bandedRanges", ())),
        tuple(each["chartId"] for each in sheet.get("charts", ())),
    )


# -- a tab -------------------------------------------------------------------------------------------------------------


def added(tab: TabPlan, title: str, index: int) -> Iterator[Body]:
    """The requests that make a new tab, dressed."""
    yield {"addSheet": {"properties": {**_properties(tab, title, tab.rows, tab.columns), "index": index}}}
    yield from _sizes(tab)
    yield from _worn(tab)


def dressed(tab: TabPlan, title: str, before: Held, *, emptied: bool) -> Iterator[Body]:
    """The requests that dress a tab anew which is there already, as *before*; *emptied* of its values, if told so."""
    sheet = tab_id(tab.key)
    yield {"unmergeCells": {"range": {"sheetId": sheet}}}
    yield from ({"deleteConditionalFormatRule": {"sheetId": sheet, "index": 0}} for _ in before.rules)
    yield from ({"deleteBanding": {"bandedRangeId": each}} for each in before.bands)
    yield from ({"deleteEmbeddedObject": {"objectId": each}} for each in before.charts)
    aspects = ["userEnteredFormat", "note", "dataValidation", *(["userEnteredValue"] if emptied else [])]
    yield {"repeatCell": {"range": {"sheetId": sheet}, "cell": {}, "fields": ",".join(aspects)}}
    if tab.former:
        # a column does not cross the line that others are frozen behind
        yield _set(sheet, {"gridProperties": {"frozenColumnCount": 0}}, "gridProperties.frozenColumnCount")
        yield from moved(sheet, tab.former, tab.wide)
    rows, columns = size(tab, before)
    properties = _properties(tab, title, rows, columns)
    grid = ("rowCount", "columnCount", "frozenRowCount", "frozenColumnCount", "hideGridlines")
    yield _set(sheet, properties, ",".join(("title", "tabColorStyle", *(f"gridProperties.{each}" for each in grid))))
    yield _sized(sheet, "COLUMNS", (0, columns), WIDTH)
    yield _sized(sheet, "ROWS", (0, rows), HEIGHT)
    yield from _sizes(tab)
    yield from _worn(tab)


def size(tab: TabPlan, before: Held) -> tuple[int, int]:
    """Rows and columns of a tab once it is dressed anew: it never shrinks."""
    return max(tab.rows, before.rows), max(tab.columns, before.columns + len(tab.former) - tab.wide)


def grown(tab: TabPlan, before: Held) -> Iterator[Body]:
    """The requests that let a tab's rules, bands and charts reach as far as it now does."""
    sheet = tab_id(tab.key)
    new = list(_rules(tab))
    ours = {_formula(each) for each in new}
    yield from (
        {"deleteConditionalFormatRule": {"sheetId": sheet, "index": at}}
        for at in range(len(before.rules) - 1, -1, -1)
        if _formula(before.rules[at]) in ours
    )
    yield from _ruled(tab)
    for band in _bands(tab):
        known = band["bandedRangeId"] in before.bands
        yield {"updateBanding": {"bandedRange": band, "fields": "range"}} if known else _banded(band)
    for chart in _charts(tab):
        if chart["chartId"] in before.charts:
            yield {"updateChartSpec": {"chartId": chart["chartId"], "spec": chart["spec"]}}


def resized(sheet: int, rows: int, columns: int) -> Body:
    """The request that gives a tab so many rows and columns."""
    size = {"gridProperties": {"rowCount": rows, "columnCount": columns}}
    return _set(sheet, size, "gridProperties.rowCount,gridProperties.columnCount")


def moved(sheet: int, former: Sequence[int | None], wide: int) -> Iterator[Body]:
    """The requests that bring the columns of a tab, of which there were *wide*, to new places.

    *former* tells for each new column where it was, None for one that was not there.
    """
    now: list[int | None] = list(range(wide))
    for at in range(wide - 1, -1, -1):
        if at not in former:
            del now[at]
            yield {"deleteDimension": {"range": _columns(sheet, at)}}
    for to, was in enumerate(former):
        if was is None:
            now.insert(to, None)
            yield {"insertDimension": {"range": _columns(sheet, to), "inheritFromBefore": to > 0}}
        elif now.index(was) != to:
            at = now.index(was)
            now.insert(to, now.pop(at))
            yield {"moveDimension": {"source": _columns(sheet, at), "destinationIndex": to}}


def _columns(sheet: int, at: int) -> Body:
    return {"sheetId": sheet, "dimension": "COLUMNS", "startIndex": at, "endIndex": at + 1}


def _set(sheet: int, properties: Body, fields: str) -> Body:
    return {"updateSheetProperties": {"properties": {"sheetId": sheet, **properties}, "fields": fields}}


def _properties(tab: TabPlan, title: str, rows: int, columns: int) -> Body:
    tab_template = tab.tab_template
    grid: Body = {"rowCount": rows, "columnCount": columns}
    if tab_template.frozen_rows:
        grid["frozenRowCount"] = tab_template.frozen_rows
    if tab_template.frozen_columns:
        grid["frozenColumnCount"] = tab_template.frozen_columns
    if not tab_template.gridlines:
        grid["hideGridlines"] = True
    properties: Body = {"sheetId": tab_id(tab.key), "title": title, "gridProperties": grid}
    if tab_template.colour:
        properties["tabColorStyle"] = {"rgbColor": rgb(tab_template.colour)}
    return properties


def _sizes(tab: TabPlan) -> Iterator[Body]:
    """The widths and heights that the paper says."""
    tab_template, sheet = tab.tab_template, tab_id(tab.key)
    widths = tab_template.widths or tuple(column.width for column in tab_template.columns)
    for at, size in enumerate(widths[: tab.columns]):
        yield _sized(sheet, "COLUMNS", (at, at + 1), size)
    if tab_template.height:
        yield _sized(sheet, "ROWS", (0, tab.rows), tab_template.height)
    for at, size in enumerate(tab_template.heights[: tab.rows]):
        yield _sized(sheet, "ROWS", (at, at + 1), size)


def _sized(sheet: int, dimension: str, span: tuple[int, int], size: int) -> Body:
    return {
        "updateDimensionProperties": {
            "range": {"sheetId": sheet, "dimension": dimension, "startIndex": span[0], "endIndex": span[1]},
            "properties": {"pixelSize": size},
            "fields": "pixelSize",
        }
    }


# -- what it wears -----------------------------------------------------------------------------------------------------


def _worn(tab: TabPlan) -> Iterator[Body]:
    yield from _ruled(tab)
    yield from map(_banded, _bands(tab))
    yield from ({"addChart": {"chart": chart}} for chart in _charts(tab))


def _ruled(tab: TabPlan) -> Iterator[Body]:
    for number, rule in enumerate(_rules(tab)):
        yield {"addConditionalFormatRule": {"rule": rule, "index": number}}


def _rules(tab: TabPlan) -> Iterator[Body]:
    """The conditional formats of a tab."""
    for each in conditional_formats.placed_rules(tab.tab_template, tab.rows):
        if each.area.left >= tab.columns:
            continue
        condition = {"type": "CUSTOM_FORMULA", "values": [{"userEnteredValue": conditional_formats.formula(each)}]}
        yield {
            "ranges": [_clipped(tab, each.area)],
            "booleanRule": {"condition": condition, "format": _look(each.rule)},
        }


def _look(rule: Rule) -> Body:
    """What a conditional format may say of a cell: Google takes a fill, an ink, and how letters stand."""
    text: Body = {name: True for name, on in (("bold", rule.bold), ("italic", rule.italic)) if on}
    if rule.strike:
        text["strikethrough"] = True
    if rule.ink:
        text["foregroundColorStyle"] = {"rgbColor": rgb(rule.ink)}
    made: Body = {"textFormat": text} if text else {}
    if rule.fill:
        made["backgroundColorStyle"] = {"rgbColor": rgb(rule.fill)}
    return made


def _formula(rule: Body) -> str:
    """A rule's formula without what a service may write otherwise: spaces, and what stands between arguments."""
    values = rule.get("booleanRule", {}).get("condition", {}).get("values") or [{}]
    return "".join(str(values[0].get("userEnteredValue", "")).split()).replace(";", ",")


def _banded(band: Body) -> Body:
    return {"addBanding": {"bandedRange": band}}


def _bands(tab: TabPlan) -> Iterator[Body]:
    """The bands of a tab, whose ids follow from its key."""
    for number, (band, area) in enumerate(conditional_formats.placed_bands(tab.tab_template, tab.rows)):
        colours = {"firstBandColorStyle": band.first, "secondBandColorStyle": band.second}
        yield {
            "bandedRangeId": _id(tab.key, "band", number),
            "range": _clipped(tab, area),
            "rowProperties": {name: {"rgbColor": rgb(colour)} for name, colour in colours.items()},
        }


def _clipped(tab: TabPlan, area: Area) -> Body:
    """What of *area* lies on the tab."""
    return grid_range(tab_id(tab.key), area._replace(right=min(area.right, tab.columns)))


def _charts(tab: TabPlan) -> Iterator[Body]:
    """The charts of a tab, whose ids follow from its key."""
    sheet = tab_id(tab.key)
    for number, chart in enumerate(tab.charts):
        corner = {"sheetId": sheet, "rowIndex": chart.row, "columnIndex": chart.column}
        place = {"anchorCell": corner, "widthPixels": chart.width, "heightPixels": chart.height}
        yield {
            "chartId": _id(tab.key, "chart", number),
            "spec": {"title": chart.title, "basicChart": _lines(sheet, chart, tab.rows)},
            "position": {"overlayPosition": place},
        }


def _lines(sheet: int, chart: Chart, rows: int) -> Body:
    def source(column: int) -> Body:
        return {"sourceRange": {"sources": [grid_range(sheet, Area(chart.heading, column, rows, column + 1))]}}

    series: list[Body] = []
    for each in chart.series:
        line: Body = {"series": source(each.column), "targetAxis": "LEFT_AXIS"}
        if each.colour:
            line["colorStyle"] = {"rgbColor": rgb(each.colour)}
        series.append(line)
    return {
        "chartType": "LINE",
        "legendPosition": "BOTTOM_LEGEND",
        "headerCount": 1,
        "domains": [{"domain": source(chart.foot)}],
        "series": series,
    }


def _id(key: str, what: str, number: int) -> int:
    return zlib.crc32(f"{OURS} {key} {what} {number}".encode()) % (2**31 - 2) + 1
