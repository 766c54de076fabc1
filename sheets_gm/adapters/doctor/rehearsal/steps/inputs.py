"""Inputs as play has them: cells with a list or of text that are cleared, and what moves along with a cell that is cut.

Conditional formats are tried here too, because what they do is seen only in cells.
"""

from __future__ import annotations

from typing import Any

from sheets_gm.adapters.doctor.rehearsal.stage import LOCALE, TITLE, Stage
from sheets_gm.adapters.doctor.rehearsal.step import ALL, Facts, Step
from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.calls.cell_requests import CellRows, Formats, clear_if, grid_range, put, value_at
from sheets_gm.adapters.google.workbooks.tabs import overlays
from sheets_gm.gm.ports.sheets import TabPlan
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.grid import Cell
from sheets_gm.sheet.template import Column, Rule, Style, TabTemplate
from sheets_gm.sheet.writes import PICK, STYLE, VALUE, ClearIf

HELD: tuple[tuple[Typed, bool], ...] = (
    ("north", False),
    ("E9", True),
    (3, True),
    ("3", True),
    (2.5, False),
    ("1-2", True),
    (" \u00a0", True),
)
"""What stands in inputs, and whether everything in that input is text. The first one has a list."""

STYLES = {"input": Style(fill="#fef9c3")}
GERMAN = "de_DE"
RULES = "rehearsal rules"
"""The key of the tab, from which `Stage.tab` computes its sheet id too."""


def _inputs(sheet: int) -> dict[str, Any]:
    rows = [
        (Cell(value, "input", None, ("north", "south") if not row else None, True, text),)
        for row, (value, text) in enumerate(HELD)
    ]
    return put(sheet, CellRows(0, 0, rows, VALUE | STYLE | PICK), Formats(STYLES))


def _read(stage: Stage, name: str, area: str) -> Any:
    address = f"{SHEETS}/{stage.document}/values/'{TITLE} {name}'!{area}"
    return stage.call("get", address, params={"valueRenderOption": "UNFORMATTED_VALUE"}).get("values", [])


def _cleared(stage: Stage) -> Facts:
    """Inputs with lists and of text are cleared as after a turn; one in which something else stands by then is not."""
    sheet = stage.tab("inputs", len(HELD) + 1, 3)
    stage.batch(_inputs(sheet))
    clears = [ClearIf("inputs", row, 0, value, text) for row, (value, text) in enumerate(HELD)]
    came = stage.outcome(lambda: stage.batch(*(request for each in clears for request in clear_if(sheet, each))))
    left = _read(stage, "inputs", f"A1:A{len(HELD)}")
    stage.batch(_inputs(sheet))
    stage.batch(value_at(sheet, 1, 0, "later"), *(each for row in clears[1:2] for each in clear_if(sheet, row)))
    kept = _read(stage, "inputs", "A2")
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    return {"cleared": came, "left": left, "later edit": kept}


def _cut(stage: Stage) -> Facts:
    """A cell with a list is cut and pasted beside."""
    sheet = stage.tab("cut", 3, 3)
    stage.batch(put(sheet, CellRows(0, 0, [(Cell("north", "input", None, ("north",), True),)], 15), Formats(STYLES)))
    target = {"sheetId": sheet, "rowIndex": 0, "columnIndex": 1}
    cut = {"source": grid_range(sheet, (0, 0, 1, 1)), "destination": target, "pasteType": "PASTE_NORMAL"}
    came = stage.outcome(lambda: stage.batch({"cutPaste": cut}))
    mask = "sheets.data.rowData.values(dataValidation,userEnteredFormat)"
    data = stage.get(mask, ranges=f"'{TITLE} cut'!A1:B1")["sheets"][0].get("data", [{}])
    cells = [*data[0].get("rowData", [{}])[0].get("values", []), {}, {}][:2]
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    return {
        "cut": came,
        "list": ["dataValidation" in each for each in cells],
        "colour": ["backgroundColorStyle" in each.get("userEnteredFormat", {}) for each in cells],
    }


def _rules(stage: Stage) -> Facts:
    """A conditional format colours a cell in an English spreadsheet, and in one that is in German by then."""
    sheet = stage.tab("rules", 6, 2)
    columns = (Column(field="a", heading="A", width=80),)
    rule = Rule(on=("a",), starts="x", fill="#ff0000")
    plan = TabPlan(RULES, TabTemplate(title=f"{TITLE} rules", columns=columns, rules=(rule,)), 6, 2)
    found: dict[str, Any] = {}
    for locale in (LOCALE, GERMAN):
        change = {"updateSpreadsheetProperties": {"properties": {"locale": locale}, "fields": "locale"}}
        stage.batch(change)
        found[f"{locale} made"] = stage.outcome(lambda: stage.batch(*overlays.add(plan)))
        stage.batch(value_at(sheet, 4, 0, "xyz"))
        mask = "sheets.data.rowData.values.effectiveFormat.backgroundColorStyle"
        data = stage.get(mask, ranges=f"'{TITLE} rules'!A5")["sheets"][0].get("data", [{}])[0]
        colour = data.get("rowData", [{}])[0].get("values", [{}])[0].get("effectiveFormat", {})
        is_red = colour.get("backgroundColorStyle", {}).get("rgbColor", {}) == {"red": 1}
        stage.measures[f"(conditional format in {locale})"] = "in effect" if is_red else "not seen"
        stage.batch({"deleteConditionalFormatRule": {"sheetId": sheet, "index": 0}})
    back = {"updateSpreadsheetProperties": {"properties": {"locale": LOCALE}, "fields": "locale"}}
    stage.batch(back, {"deleteSheet": {"sheetId": sheet}})
    return found


STEPS = (
    Step(
        name="inputs",
        does="clears cells with a list or a text format, as play does after a turn, and one that changed by then",
        expects="they are empty afterwards, and a later edit stays",
        means="a move stays in its cell and counts again, or a later one is lost",
        advice="stop the sync, and report the saved answers",
        run=_cleared,
    ),
    Step(
        name="cut",
        does="cuts a cell with a list and a colour, and pastes it beside",
        expects="list and colour move along",
        means="nothing: the program puts both back at its next look",
        advice="nothing; send the saved answers along with a report",
        run=_cut,
        tolerates=ALL,
    ),
    Step(
        name="conditional-formats",
        does="colours a cell by a conditional format, in English and in German, and prints whether that takes effect",
        expects="it is accepted in both languages",
        means="marks and colours that follow from what players type are missing",
        advice="set the language of the spreadsheet to United States (File, Settings)",
        run=_rules,
        tolerates=ALL,
    ),
)
