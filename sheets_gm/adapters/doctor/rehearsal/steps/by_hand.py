"""By hand: what no program sees. A person looks at the spreadsheet on a phone, and answers."""

from __future__ import annotations

from sheets_gm.adapters.doctor.rehearsal.stage import TITLE, Stage
from sheets_gm.adapters.doctor.rehearsal.step import ALL, Facts, Step
from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.calls.cell_requests import grid_range, value_at

QUESTIONS = (
    "Open {link} in the app on a phone. Can you choose from the list in A1",
    "Can you tick the box in A2 with one touch",
    "Type 3 into A3 and leave the cell. Did that work",
    "Is there an emoji in A4, and a Hebrew word that reads from right to left in A5",
)


def _page(stage: Stage) -> Facts:
    """A short page to look at; what was typed there is read."""
    if stage.ask is None:
        # on the local spreadsheet nobody looks: what a person should see there
        return {**dict.fromkeys(QUESTIONS, "y"), "A3": 3}
    sheet = stage.tab("by hand", 10, 4)
    options = [{"userEnteredValue": each} for each in ("north", "south")]
    rule = {"condition": {"type": "ONE_OF_LIST", "values": options}, "strict": False, "showCustomUi": True}
    box = {"condition": {"type": "BOOLEAN"}, "strict": True, "showCustomUi": True}
    stage.batch(
        {"setDataValidation": {"range": grid_range(sheet, (0, 0, 1, 1)), "rule": rule}},
        {"setDataValidation": {"range": grid_range(sheet, (1, 0, 2, 1)), "rule": box}},
        value_at(sheet, 3, 0, "\N{DRAGON}"),
        value_at(sheet, 4, 0, "\u05e9\u05dc\u05d5\u05dd"),
    )
    link = stage.sheets.link(stage.document)
    found = {each: stage.ask(f"{each.format(link=link)} (y/n)?").strip().lower()[:1] for each in QUESTIONS}
    address = f"{SHEETS}/{stage.document}/values/'{TITLE} by hand'!A3"
    values = stage.call("get", address, params={"valueRenderOption": "UNFORMATTED_VALUE"}).get("values", [])
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    return {**found, "A3": values[0][0] if values else None}


STEPS = (
    Step(
        name="by-hand",
        does="asks what you see on a phone: a list, a check box, a number, an emoji and right-to-left text",
        expects="you can choose, tick and type, and the number is read",
        means="players with that phone have trouble with this kind of cell",
        advice="let them type what they would choose, or use a browser",
        run=_page,
        tolerates=ALL,
        needs="--by-hand",
    ),
)
