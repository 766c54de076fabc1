"""Polling and writing: the order of answers, batches that are sent twice or too late, and large ones."""

from __future__ import annotations

from typing import Any

from sheets_gm.adapters.doctor.rehearsal.stage import TITLE, Stage
from sheets_gm.adapters.doctor.rehearsal.step import Facts, Step
from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.calls.cell_requests import once, tab_id, unless, value_at
from sheets_gm.adapters.google.calls.value_ranges import values_by_sheet
from sheets_gm.adapters.google.workbooks import building
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.sheet.writes import Once, Unless

TABS = 7
SLOW = 15.0
"""Seconds for each megabyte from which a large batch counts as slow."""
SOON = 1.0
"""Seconds more, that a batch of any size may take."""

REQUESTED = "as requested"
REVERSED = "reversed"


def _order(stage: Stage) -> Facts:
    sheets = [tab_id(f"rehearsal poll {number}") for number in range(TABS)]
    adding: list[dict[str, Any]] = []
    for number, sheet in enumerate(sheets):
        grid = {"rowCount": 3, "columnCount": 3}
        title = f"{TITLE} poll {number}"
        adding.append({"addSheet": {"properties": {"sheetId": sheet, "title": title, "gridProperties": grid}}})
    stage.batch(*adding, *(value_at(sheet, 0, 0, number) for number, sheet in enumerate(sheets)))
    asked = (sheets, sheets[::-1], [*sheets[3:], *sheets[:3]])
    answers = [_poll(stage, each) for each in asked]
    seen = [[_echoed(each) for each in answer.get("valueRanges", ())] for answer in answers]
    stage.batch(*({"deleteSheet": {"sheetId": sheet}} for sheet in sheets))
    orders = [_ordered(got, wanted) for got, wanted in zip(seen, asked, strict=True)]
    stage.measures["as the order of answers"] = " / ".join(orders)
    return {
        "order": orders,
        "values": [_values(answer, sheets) for answer in answers],
    }


def _poll(stage: Stage, sheets: list[int]) -> Any:
    filters = [{"gridRange": {"sheetId": sheet}} for sheet in sheets]
    body = {"dataFilters": filters, "valueRenderOption": "UNFORMATTED_VALUE"}
    return stage.call("post", f"{SHEETS}/{stage.document}/values:batchGetByDataFilter", body)


def _echoed(each: Any) -> int:
    return next((area["gridRange"].get("sheetId", 0) for area in each.get("dataFilters", ()) if "gridRange" in area), 0)


def _ordered(got: list[int], wanted: list[int]) -> str:
    return REQUESTED if got == wanted else REVERSED if got == wanted[::-1] else "another order"


def _values(answer: Any, sheets: list[int]) -> Any:
    """What the program reads out of an answer, tab by tab."""
    try:
        found = values_by_sheet(answer, sheets)
    except SheetsDown as error:
        return str(error)
    return [found[sheet] for sheet in sheets]


def _twice(stage: Stage) -> Facts:
    sheet = stage.tab("twice", 3, 3)
    mask = "developerMetadata(metadataId,metadataKey)"
    # so that the batch also deletes a mark
    stage.batch(*building.next_mark(building.newest_mark(stage.get(mask))))
    before = building.newest_mark(stage.get(mask))
    batch = [*building.next_mark(before), value_at(sheet, 0, 0, "first")]
    first = stage.outcome(lambda: stage.batch(*batch))
    marked = building.newest_mark(stage.get(mask))
    second = stage.outcome(lambda: stage.batch(*batch[:-1], value_at(sheet, 0, 0, "second")))
    after = building.newest_mark(stage.get(mask))
    cell = stage.call("get", f"{SHEETS}/{stage.document}/values/'{TITLE} twice'!A1").get("values")
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    return {
        "first": first,
        "is marked": marked > before,
        "again is refused": second.startswith("refused: 400"),
        "again": second,
        "mark is the same": after == marked,
        "cell": cell,
    }


def _late(stage: Stage) -> Facts:
    sheet, name = stage.tab("late", 2, 2), f"{TITLE} late"
    guard = [*unless(Unless(TITLE, name))]

    def write(text: str, *requests: Any) -> str:
        return stage.outcome(lambda: stage.batch(*requests, value_at(sheet, 0, 0, text)))

    before = [write(text, *guard) for text in ("one", "two")]
    shows = write("shown", *once(Once(TITLE, name, 1)))
    late = write("late", *guard)
    cell = stage.call("get", f"{SHEETS}/{stage.document}/values/'{TITLE} late'!A1").get("values")
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    is_refused = late.startswith("refused: 400")
    return {"before": before, "shows": shows, "late is refused": is_refused, "late": late, "cell": cell}


def _large(stage: Stage) -> Facts:
    sheet = stage.tab("large", 4, 2)
    text = "x" * 50_000
    started = stage.clock()
    came = stage.outcome(lambda: stage.batch(*(value_at(sheet, row, 0, text) for row in range(3))))
    seconds = stage.clock() - started
    size = max((each.size for each in stage.recording[-1:]), default=0)
    stage.measures |= {"bytes": size, "seconds": round(seconds, 2)}
    values = stage.call("get", f"{SHEETS}/{stage.document}/values/'{TITLE} large'!A1:A4").get("values", [])
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    return {
        "written": came,
        "in time": seconds <= SOON + SLOW * size / 1_000_000,
        "characters": [len(row[0]) for row in values if row],
    }


STEPS = (
    Step(
        name="poll-order",
        does=f"polls {TABS} tabs in their order, reversed and shuffled",
        expects="each answer says which tab it is of, whatever the order",
        means="another order means nothing: the program goes by what the answer says. Wrong values break every poll",
        advice="nothing where only the order differs; where values do, stop the sync and report the saved answers",
        run=_order,
        tolerates=("order",),
    ),
    Step(
        name="same-batch-twice",
        does="sends a batch with the mark of a layout twice",
        expects="the second is refused with 400, and changes neither the mark nor a cell",
        means="a layout whose answer was lost could be built twice",
        advice="do not rebuild while the connection is bad; report the saved answers",
        run=_twice,
        tolerates=("again",),
    ),
    Step(
        name="late-batch",
        does="sends batches that are to be refused once another one was applied, before and after that one",
        expects="those before it are done; the one after it is refused with 400, and changes no cell",
        means="refused before: showing takes more calls. Done after: a slow sync may draw over what another showed",
        advice="let one sync alone poll a match; report the saved answers",
        run=_late,
        tolerates=("late",),
    ),
    Step(
        name="large-batch",
        does="writes three cells of 50,000 characters in one batch",
        expects=f"it is done within {SOON:.0f} s and {SLOW:.0f} s more for each MB",
        means="a large layout takes long; the program waits up to 180 s, and looks before it sends anything again",
        advice="build matches with fewer players in a workbook (--sealed), or at a quieter hour",
        run=_large,
        tolerates=("in time",),
    ),
)
