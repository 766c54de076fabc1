"""What lies over the cells of a tab: conditional formats, alternating colours and charts.

The ids of bands and charts are computed from the tab's key, so that the same request can be sent twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sheets_gm.adapters.google.calls.api import Body
from sheets_gm.adapters.google.calls.cell_requests import grid_range, own_id, rgb, tab_id
from sheets_gm.gm.ports.sheets import TabPlan
from sheets_gm.sheet import conditional_formats
from sheets_gm.sheet.charts import Chart
from sheets_gm.sheet.grid import Area
from sheets_gm.sheet.template import Rule


class Overlays(NamedTuple):
    """The overlays that a tab has now: its conditional formats, and the ids of its bands and charts."""

    rules: Sequence[Body] = ()
    bands: tuple[int, ...] = ()
    charts: tuple[int, ...] = ()


def add(tab: TabPlan) -> Iterator[Body]:
    """Yield the requests that add a tab's overlays, except charts of other tabs' cells."""
    yield from _add_rules(tab)
    yield from map(_add_band, _bands(tab))
    yield from _add_charts(tab, of_others=False)


def add_charts_of_others(tab: TabPlan) -> Iterator[Body]:
    """Yield the requests that add a tab's charts of other tabs' cells. These tabs must already exist."""
    return _add_charts(tab, of_others=True)


def _add_charts(tab: TabPlan, *, of_others: bool) -> Iterator[Body]:
    for chart, body in zip(tab.charts, _charts(tab), strict=True):
        if bool(chart.source) is of_others:
            yield {"addChart": {"chart": body}}


def expected(tab: TabPlan) -> Overlays:
    """Return the overlays of a tab after `add`."""
    bands, charts = tuple(_bands(tab)), tuple(_charts(tab))
    return Overlays(
        rules=tuple(_rules(tab)),
        bands=tuple(each["bandedRangeId"] for each in bands),
        charts=tuple(each["chartId"] for each in charts),
    )


def remove(sheet: int, before: Overlays) -> Iterator[Body]:
    """Yield the requests that remove the overlays *before*."""
    yield from ({"deleteConditionalFormatRule": {"sheetId": sheet, "index": 0}} for _ in before.rules)
    yield from ({"deleteBanding": {"bandedRangeId": each}} for each in before.bands)
    yield from ({"deleteEmbeddedObject": {"objectId": each}} for each in before.charts)


def extend(tab: TabPlan, before: Overlays) -> Iterator[Body]:
    """Yield the requests that extend a tab's overlays to its new number of rows."""
    sheet = tab_id(tab.key)
    new = list(_rules(tab))
    ours = {formula_of(each) for each in new}
    yield from (
        {"deleteConditionalFormatRule": {"sheetId": sheet, "index": at}}
        for at in range(len(before.rules) - 1, -1, -1)
        if formula_of(before.rules[at]) in ours
    )
    yield from _add_rules(tab)
    for band in _bands(tab):
        exists = band["bandedRangeId"] in before.bands
        yield {"updateBanding": {"bandedRange": band, "fields": "range"}} if exists else _add_band(band)
    yield from show_again(tab, before)
    for chart, body in zip(tab.charts, _charts(tab), strict=True):
        if chart.source and body["chartId"] in before.charts:  # it stands below the cells of its tab
            place = {"newPosition": body["position"], "fields": "anchorCell"}
            yield {"updateEmbeddedObjectPosition": {"objectId": body["chartId"], **place}}


def show_again(tab: TabPlan, before: Overlays) -> Iterator[Body]:
    """Yield the requests that make the existing charts of a tab show all their cells, after these have grown."""
    for chart in _charts(tab):
        if chart["chartId"] in before.charts:
            yield {"updateChartSpec": {"chartId": chart["chartId"], "spec": chart["spec"]}}


def _add_rules(tab: TabPlan) -> Iterator[Body]:
    for number, rule in enumerate(_rules(tab)):
        yield {"addConditionalFormatRule": {"rule": rule, "index": number}}


def _rules(tab: TabPlan) -> Iterator[Body]:
    """Yield the conditional formats of a tab."""
    for each in conditional_formats.placed_rules(tab.tab_template, tab.rows):
        if each.area.left >= tab.columns:
            continue
        condition = {"type": "CUSTOM_FORMULA", "values": [{"userEnteredValue": conditional_formats.formula(each)}]}
        yield {
            "ranges": [_clip(tab, each.area)],
            "booleanRule": {"condition": condition, "format": _rule_format(each.rule)},
        }


def _rule_format(rule: Rule) -> Body:
    """Return the format of a rule. Google accepts a fill, a text colour, and bold, italic or strikethrough."""
    text: Body = {name: True for name, on in (("bold", rule.bold), ("italic", rule.italic)) if on}
    if rule.strike:
        text["strikethrough"] = True
    if rule.ink:
        text["foregroundColorStyle"] = {"rgbColor": rgb(rule.ink)}
    cell_format: Body = {"textFormat": text} if text else {}
    if rule.fill:
        cell_format["backgroundColorStyle"] = {"rgbColor": rgb(rule.fill)}
    return cell_format


def formula_of(rule: Body) -> str:
    """Return a rule's formula in a form for comparison: services differ in spaces and in the argument separator."""
    values = rule.get("booleanRule", {}).get("condition", {}).get("values") or [{}]
    return "".join(str(values[0].get("userEnteredValue", "")).split()).replace(";", ",")


def _add_band(band: Body) -> Body:
    return {"addBanding": {"bandedRange": band}}


def _bands(tab: TabPlan) -> Iterator[Body]:
    """Yield the alternating colours of a tab."""
    for number, (band, area) in enumerate(conditional_formats.placed_bands(tab.tab_template, tab.rows)):
        colours = {"firstBandColorStyle": band.first, "secondBandColorStyle": band.second}
        yield {
            "bandedRangeId": _overlay_id(tab.key, "band", number),
            "range": _clip(tab, area),
            "rowProperties": {name: {"rgbColor": rgb(colour)} for name, colour in colours.items()},
        }


def _clip(tab: TabPlan, area: Area) -> Body:
    """Return the part of *area* that is on the tab."""
    return grid_range(tab_id(tab.key), area._replace(right=min(area.right, tab.columns)))


def _charts(tab: TabPlan) -> Iterator[Body]:
    """Yield the charts of a tab."""
    sheet = tab_id(tab.key)
    for number, chart in enumerate(tab.charts):
        cells = tab_id(chart.source) if chart.source else sheet
        corner = {"sheetId": sheet, "rowIndex": chart.row, "columnIndex": chart.column}
        place: Body = {"anchorCell": corner, "widthPixels": chart.width, "heightPixels": chart.height}
        place |= {"offsetXPixels": chart.left} if chart.left else {}
        place |= {"offsetYPixels": chart.top} if chart.top else {}
        yield {
            "chartId": _overlay_id(tab.key, "chart", number),
            "spec": {"title": chart.title, "basicChart": _basic_chart(cells, chart, chart.end or tab.rows)},
            "position": {"overlayPosition": place},
        }


def _basic_chart(sheet: int, chart: Chart, end: int) -> Body:
    def source(column: int) -> Body:
        return {"sourceRange": {"sources": [grid_range(sheet, Area(chart.heading, column, end, column + 1))]}}

    series: list[Body] = []
    for each in chart.series:
        line: Body = {"series": source(each.column), "targetAxis": "LEFT_AXIS"}
        if each.colour:
            line["colorStyle"] = {"rgbColor": rgb(each.colour)}
        series.append(line)
    return {
        "chartType": "COLUMN" if chart.columns else "LINE",
        "legendPosition": "NO_LEGEND" if chart.columns else "BOTTOM_LEGEND",
        "headerCount": 1,
        "domains": [{"domain": source(chart.foot)}],
        "series": series,
    }


def _overlay_id(key: str, what: str, number: int) -> int:
    return own_id(f"{key} {what} {number}")
