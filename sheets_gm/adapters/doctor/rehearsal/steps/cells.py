"""Cells: what people type and how it is read, what the program writes, lists of options, and clearing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheets_gm.adapters.doctor.rehearsal.stage import TITLE, Stage
from sheets_gm.adapters.doctor.rehearsal.step import ALL, Facts, Step
from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.calls.cell_requests import clear_if, grid_range, paste_value, value_at
from sheets_gm.sheet.writes import ClearIf

TYPED = ("3", "1.5", "2026-12-24", "20:30", "25%", "TRUE", "E9", "=1+1", "'007", "1-2")
"""What people type, one below the other."""

WORDS = ("1-2", "=x", "+1", "'quoted", "\N{DRAGON} \N{WAVING WHITE FLAG}", "\u05e9\u05dc\u05d5\u05dd", "x" * 50_000)
"""Texts that the program writes as they are."""


def _address(stage: Stage, name: str, area: str) -> str:
    return f"{SHEETS}/{stage.document}/values/'{TITLE} {name}'!{area}"


def _values(stage: Stage, name: str, area: str, render: str = "UNFORMATTED_VALUE") -> Any:
    return stage.call("get", _address(stage, name, area), params={"valueRenderOption": render}).get("values", [])


def _type(stage: Stage, name: str, area: str, values: Sequence[str]) -> None:
    """Type *values* one below the other, as a person does."""
    body = {"values": [[each] for each in values]}
    stage.call("put", _address(stage, name, area), body, {"valueInputOption": "USER_ENTERED"})


def _typed(stage: Stage) -> Facts:
    """Cells as a person types them, read raw and cleared."""
    sheet = stage.tab("typed", len(TYPED) + 2, 3)
    _type(stage, "typed", f"A1:A{len(TYPED)}", TYPED)
    read = [row[0] if row else None for row in _values(stage, "typed", f"A1:A{len(TYPED)}")]
    clears = [ClearIf("typed", row, 0, value) for row, value in enumerate(read)]
    requests = [request for each in clears for request in clear_if(sheet, each)]
    cleared = stage.outcome(lambda: stage.batch(*requests))
    left = _values(stage, "typed", f"A1:A{len(TYPED)}")
    # what was read is no longer there: a later edit must stay
    stage.batch(value_at(sheet, 0, 1, "later"), *clear_if(sheet, ClearIf("typed", 0, 1, "earlier")))
    kept = _values(stage, "typed", "B1")
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    return {"read": dict(zip(TYPED, read, strict=True)), "cleared": cleared, "left": left, "later edit": kept}


def _written(stage: Stage) -> Facts:
    """Texts that look like something else, as the program writes them."""
    sheet = stage.tab("written", len(WORDS), 2)
    came = stage.outcome(lambda: stage.batch(*(value_at(sheet, row, 0, each) for row, each in enumerate(WORDS))))
    read = [row[0] if row else None for row in _values(stage, "written", f"A1:A{len(WORDS)}")]
    too_long = stage.outcome(lambda: stage.batch(value_at(sheet, 0, 1, "x" * 50_001)))
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    same = [got == each for got, each in zip(read, WORDS, strict=False)]
    return {"written": came, "same": same, "50,001 characters": too_long}


def _array(stage: Stage) -> Facts:
    """An array that fills the cell below its formula, until the formula gives way to its value."""
    sheet = stage.tab("array", 2, 2)
    _type(stage, "array", "A1", ['={"a";"b"}'])
    filled = _values(stage, "array", "A1:A2")
    pasted = stage.outcome(lambda: stage.batch(paste_value(sheet, 0, 0)))
    left = _values(stage, "array", "A1:A2")
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    return {"filled": filled, "pasted": pasted, "left": left}


def _lists(stage: Stage) -> Facts:
    """Lists of options: how many there can be, and how they are read back."""
    sheet = stage.tab("lists", 4, 2)
    found: dict[str, Any] = {}
    odd = [each for each in WORDS if len(each) < 50]
    options = {"110": [f"option {at}" for at in range(110)], "501": [f"option {at}" for at in range(501)], "odd": odd}
    for row, (name, each) in enumerate(options.items()):
        values = [{"userEnteredValue": option} for option in each]
        rule = {"condition": {"type": "ONE_OF_LIST", "values": values}, "strict": False, "showCustomUi": True}
        wanted = {"setDataValidation": {"range": grid_range(sheet, (row, 0, row + 1, 1)), "rule": rule}}
        found[f"{name} set"] = stage.outcome(lambda wanted=wanted: stage.batch(wanted))  # type: ignore[misc]
        area = f"'{TITLE} lists'!A{row + 1}"
        answer = stage.get("sheets.data.rowData.values.dataValidation", ranges=area)
        found[f"{name} read"] = answer["sheets"][0].get("data")
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    return found


STEPS = (
    Step(
        name="typed-cells",
        does="types 3, 1.5, a date, a time, a percentage and the like, reads them raw and clears them",
        expects="they are read as numbers or text, are empty afterwards, and a later edit stays",
        means="a move is read as something else, or stays in its cell and counts again",
        advice="stop the sync, and report the saved answers",
        run=_typed,
    ),
    Step(
        name="written-cells",
        does="writes `1-2`, `=x`, emoji, right-to-left text and 50,000 characters",
        expects="each is read as it was written, and 50,001 characters are refused",
        means="names and texts on the sheet are changed, or a batch with a long text is refused",
        advice="avoid such names in the roster",
        run=_written,
        tolerates=("50,001 characters",),
    ),
    Step(
        name="array",
        does="types an array that fills a second cell, and pastes its value over its formula",
        expects="the first cell keeps its value, and the second one is empty",
        means="an array in an input may fill cells of the engine again and again",
        advice="take such a formula away by hand",
        run=_array,
        tolerates=ALL,
    ),
    Step(
        name="lists",
        does="makes lists of 110 and 501 options, and one of odd options, and reads them back",
        expects="they are accepted, and read back as they were written",
        means="a drop-down is missing or shows other words; a layout with one may be refused",
        advice="report the saved answers; players can type a choice without its list",
        run=_lists,
    ),
)
