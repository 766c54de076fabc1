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
    "Let somebody who may edit this spreadsheet, and does not own it, type 7 into A12. Does the app refuse it in words",
    "Turn on flight mode, type 5 into A10, and turn it off again. Is the 5 still there after a minute",
)


LATE = "✓ #7"
"""What a tick of the box in A11 writes: the text that it has for this turn (`reading.tick_of`)."""

TYPED = {"A3": 3, "A10": 5, "A11": LATE, "A12": None}
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
    stage.batch({"addProtectedRange": {"protectedRange": {"range": grid_range(sheet, (11, 0, 12, 1))}}})
    found = {each: stage.ask(f"{each.format(link=link)} (y/n)?").strip().lower()[:1] for each in QUESTIONS}
    typed = {name: _value(stage, name) for name in TYPED}
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    return {**found, **typed}


KEY = "sheets-gm.rehearsal"
"""The key of the metadata that is looked for after a version was restored."""

RESTORED = {"cell": "before", "list": True, "protections": 1, "metadata of the tab": 1, "metadata of the file": 1}
"""What a version has that is restored whole."""


def _restore(stage: Stage) -> Facts:
    """Change a tab, let a person restore the version before that, and look what of it is there again."""
    ask = stage.ask
    if ask is None:
        return RESTORED  # on the local spreadsheet nobody restores anything
    sheet, area = stage.tab("versions", 3, 3), {"startRowIndex": 0, "endRowIndex": 1}
    rule = {"condition": {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": "before"}]}, "showCustomUi": True}
    whole = {"sheetId": sheet, **area, "startColumnIndex": 0, "endColumnIndex": 1}
    marks = ({"sheetId": sheet}, {"spreadsheet": True})
    stage.batch(
        value_at(sheet, 0, 0, "before"),
        {"setDataValidation": {"range": whole, "rule": rule}},
        {"addProtectedRange": {"protectedRange": {"range": whole, "description": KEY}}},
        *({"createDeveloperMetadata": {"developerMetadata": {**MARK, "location": each}}} for each in marks),
    )
    link = stage.sheets.link(stage.document)
    name = f"{TITLE} now"
    ask(f"Open {link} in a browser: File, Version history, Name current version, call it “{name}”. Done (y/n)")
    (guard,) = _held(stage, sheet)["protectedRanges"]
    stage.batch(
        value_at(sheet, 0, 0, "after"),
        {"setDataValidation": {"range": whole}},
        {"deleteProtectedRange": {"protectedRangeId": guard["protectedRangeId"]}},
        {"deleteDeveloperMetadata": {"dataFilter": {"developerMetadataLookup": {"metadataKey": KEY}}}},
    )
    ask(f"Now File, Version history, See version history, choose “{name}”, Restore this version. Done (y/n)")
    now = _held(stage, sheet)
    data = now.get("data", [{}])[0].get("rowData", [{}])[0].get("values", [{}])[0]
    found = {
        "cell": data.get("userEnteredValue", {}).get("stringValue"),
        "list": bool(data.get("dataValidation")),
        "protections": len(now.get("protectedRanges", ())),
        "metadata of the tab": _count(now),
        "metadata of the file": _count(stage.get("developerMetadata(metadataKey)")),
    }
    # with the tab go its list and protection; what is left in the spreadsheet itself is deleted by its key
    for_file = {"metadataKey": KEY, "locationType": "SPREADSHEET"}
    left = [{"deleteDeveloperMetadata": {"dataFilter": {"developerMetadataLookup": for_file}}}]
    stage.batch(*(left if found["metadata of the file"] else ()), {"deleteSheet": {"sheetId": sheet}})
    return found


MARK = {"metadataKey": KEY, "metadataValue": "before", "visibility": "DOCUMENT"}


def _held(stage: Stage, sheet: int) -> Any:
    mask = (
        "sheets(properties.sheetId,protectedRanges(protectedRangeId),developerMetadata(metadataKey),"
        "data.rowData.values(userEnteredValue,dataValidation))"
    )
    tabs = stage.get(mask)["sheets"]
    return next((each for each in tabs if each["properties"].get("sheetId") == sheet), {})


def _count(held: Any) -> int:
    return sum(each["metadataKey"] == KEY for each in held.get("developerMetadata", ()))


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
    Step(
        name="versions",
        does="changes a tab, asks you to restore the version before that, and looks what of it is there again",
        expects="its cells and lists, its protection, and the notes for programs on the tab and on the spreadsheet",
        means="after somebody restores a version, cells are open to all, or a batch is not known to be applied",
        advice="after a version was restored, run sheets-gm rebuild; it protects and marks everything anew",
        run=_restore,
        tolerates=ALL,
        needs="--by-hand",
    ),
)
