"""By hand: what no program sees. A person looks at the spreadsheet on a phone, and answers."""

from __future__ import annotations

from typing import Any

from sheets_gm.adapters.doctor.rehearsal.stage import TITLE, Stage
from sheets_gm.adapters.doctor.rehearsal.step import ALL, Facts, Step
from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.calls.cell_requests import CellRows, Formats, grid_range, put, value_at
from sheets_gm.sheet.grid import CHECKBOX, Cell
from sheets_gm.sheet.template import Style
from sheets_gm.sheet.writes import NOTE, PICK, STYLE, VALUE

QUESTIONS = (
    "Open {link} in the app on a phone. Can you choose from the list in A1",
    "Can you tick the box in A2 with one touch",
    "Turn on flight mode, tick the box in A11, and turn it off again. Is it still ticked after a minute",
    "Type 3 into A3 and leave the cell. Did that work",
    "Is there an emoji in A4, and a Hebrew word that reads from right to left in A5",
    "Does A6 offer 169 choices, and can you find the last one",
    "Can you read the whole text of A7, which is in several lines",
    "Can you read the note of A8",
    "Does a touch on A9 lead to another spreadsheet",
    "Do the first row and the first column stay where they are when you scroll",
    "Turn on flight mode, type 5 into A10, and turn it off again. Is the 5 still there after a minute",
)


LATE = "✓ #7"
"""What a tick of the box in A11 writes: the text that it has for this turn (`reading.tick_of`)."""

TYPED = {"A3": 3, "A10": 5, "A11": LATE}
"""What a person types there."""


def _page(stage: Stage) -> Facts:
    """A short page to look at; what was typed there is read."""
    if stage.ask is None:
        # on the local spreadsheet nobody looks: what a person should see there
        return {**dict.fromkeys(QUESTIONS, "y"), **TYPED}
    sheet = stage.tab("by hand", 40, 12)
    options = [{"userEnteredValue": each} for each in ("north", "south")]
    rule = {"condition": {"type": "ONE_OF_LIST", "values": options}, "strict": False, "showCustomUi": True}
    box = {"condition": {"type": "BOOLEAN"}, "strict": True, "showCustomUi": True}
    many = [{"userEnteredValue": f"choice {number}"} for number in range(1, 170)]
    long = {"condition": {"type": "ONE_OF_LIST", "values": many}, "strict": False, "showCustomUi": True}
    link = stage.sheets.link(stage.document)
    texts = [
        (Cell("A text that is longer than its column is wide, so that it needs lines. " * 3, "wrapped"),),
        (Cell("note", "", "This is a note."),),
        (Cell("another spreadsheet", link=link),),
    ]
    frozen = {"sheetId": sheet, "gridProperties": {"frozenRowCount": 1, "frozenColumnCount": 1}}
    mask = "gridProperties.frozenRowCount,gridProperties.frozenColumnCount"
    stage.batch(
        {"setDataValidation": {"range": grid_range(sheet, (5, 0, 6, 1)), "rule": long}},
        put(sheet, CellRows(6, 0, texts, VALUE | STYLE | NOTE), Formats({"wrapped": Style(wrap=True)})),
        {"updateSheetProperties": {"properties": frozen, "fields": mask}},
        {"setDataValidation": {"range": grid_range(sheet, (0, 0, 1, 1)), "rule": rule}},
        {"setDataValidation": {"range": grid_range(sheet, (1, 0, 2, 1)), "rule": box}},
        put(sheet, CellRows(10, 0, [(Cell(False, pick=(*CHECKBOX, LATE)),)], VALUE | PICK), Formats({})),
        value_at(sheet, 3, 0, "\N{DRAGON}"),
        value_at(sheet, 4, 0, "\u05e9\u05dc\u05d5\u05dd"),
    )
    found = {each: stage.ask(f"{each.format(link=link)} (y/n)?").strip().lower()[:1] for each in QUESTIONS}
    typed = {name: _value(stage, name) for name in TYPED}
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    return {**found, **typed}


def _value(stage: Stage, address: str) -> Any:
    path = f"{SHEETS}/{stage.document}/values/'{TITLE} by hand'!{address}"
    values = stage.call("get", path, params={"valueRenderOption": "UNFORMATTED_VALUE"}).get("values", [])
    return values[0][0] if values else None


STEPS = (
    Step(
        name="by-hand",
        does="asks what you see on a phone: lists, a box, numbers, texts, a note, a link, frozen cells, a late edit",
        expects="you can choose, tick, type and read all of it, and the numbers are read",
        means="players with that phone have trouble with this kind of cell",
        advice="let them type what they would choose, or use a browser",
        run=_page,
        tolerates=ALL,
        needs="--by-hand",
    ),
)
