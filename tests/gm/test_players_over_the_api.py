"""What a player, or the owner, can do to a shared sheet over the API in spite of protection.

The local spreadsheet refuses what Google is known or taken to refuse. The sync puts back the rest, as soon as the
service has reported the change and a minute is over, and the GM tab says what was put back and who did it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

from sheets_gm.adapters.google.calls.api import FILES, SHEETS, Body, batch_update
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.google.workbooks.building import MARK
from sheets_gm.games.finding import games
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.ports.sheets import SheetsRefused
from tests.few import by_day
from tests.gm.any_game import match_of
from tests.gm.table import Evening

FIELDS = (
    "developerMetadata(metadataKey),sheets(properties(sheetId,hidden,gridProperties),charts(chartId),"
    "conditionalFormats,bandedRanges(bandedRangeId),protectedRanges(range,description,editors(users)),"
    "data(rowMetadata(hiddenByUser),columnMetadata(hiddenByUser)))"
)
"""What is looked at of a spreadsheet besides its cells."""


@pytest.fixture(scope="module", params=by_day("gvg", "wesnoth", of=sorted(games())))
def evening(request: pytest.FixtureRequest) -> Evening:
    """A match whose first turn was shown, and whose spreadsheets were looked at once."""
    evening = match_of(request.param, on="google")
    evening.tick()
    a_quiet_minute(evening)
    return evening


def account_of(evening: Evening) -> str:
    """The account of the first player."""
    return evening.seats[0].account or ""


def document(evening: Evening) -> str:
    return evening.record.workbooks[0].document


def fetched(evening: Evening, fields: str) -> Body:
    found: Body = evening.sync.call("get", f"{SHEETS}/{document(evening)}", params={"fields": fields})
    return found


def look(evening: Evening) -> Any:
    """What a person sees of the match's own tabs besides cells: by tab, and whether the program's mark is there."""
    found, ours = fetched(evening, FIELDS), set(evening.record.workbooks[0].tabs.values())
    tabs = {tab_of(each): shown(each) for each in found["sheets"] if tab_of(each) in ours}
    return tabs, any(each["metadataKey"] == MARK for each in found.get("developerMetadata", ()))


def shown(sheet: Body) -> Mapping[str, Any]:
    """A tab besides cells; how far down its formats reach changes with what it shows."""
    formats = [each["booleanRule"] for each in sheet.get("conditionalFormats", ())]
    hidden = {
        kind: [at for at, line in enumerate(sheet["data"][0].get(kind, ())) if line.get("hiddenByUser")]
        for kind in ("rowMetadata", "columnMetadata")
    }
    return {
        "hidden": sheet["properties"].get("hidden", False),
        "frozen": sheet["properties"]["gridProperties"].get("frozenRowCount"),
        "charts": sorted(each["chartId"] for each in sheet.get("charts", ())),
        "bands": sorted(each["bandedRangeId"] for each in sheet.get("bandedRanges", ())),
        "protected": sorted(map(str, sheet.get("protectedRanges", ()))),
        "formats": formats,
        **hidden,
    }


def sheets_of(evening: Evening) -> Iterator[Body]:
    """The match's own tabs."""
    fields = "sheets(properties(sheetId),conditionalFormats,charts(chartId),protectedRanges)"
    ours = set(evening.record.workbooks[0].tabs.values())
    yield from (each for each in fetched(evening, fields)["sheets"] if each["properties"].get("sheetId", 0) in ours)


def tab_of(each: Body) -> int:
    return int(each["properties"].get("sheetId", 0))


def form_tab(evening: Evening) -> int:
    """The first tab on which somebody may type."""
    keys = {form.key for form in evening.table.session.forms}
    form = next(tab for tab in evening.table.session.journal.tabs if getattr(tab, "form", None) in keys)
    return evening.record.workbooks[0].tabs[form.key]


def lines(tab: int, dimension: str, properties: Mapping[str, Any]) -> Body:
    span = {"sheetId": tab, "dimension": dimension, "startIndex": 1, "endIndex": 3}
    return {"updateDimensionProperties": {"range": span, "properties": properties, "fields": "hiddenByUser"}}


def chart_over(tab: int) -> Body:
    place = {"anchorCell": {"sheetId": tab, "rowIndex": 0, "columnIndex": 0}, "widthPixels": 2000, "heightPixels": 2000}
    chart = {"spec": {"title": "x", "basicChart": {"chartType": "LINE"}}, "position": {"overlayPosition": place}}
    return {"addChart": {"chart": chart}}


def deleted_formats(evening: Evening) -> list[Body]:
    tabs = [tab_of(each) for each in sheets_of(evening) if each.get("conditionalFormats")]
    return [{"deleteConditionalFormatRule": {"sheetId": tab, "index": 0}} for tab in tabs]


def deleted_charts(evening: Evening) -> list[Body]:
    found = [chart["chartId"] for each in sheets_of(evening) for chart in each.get("charts", ())]
    return [{"deleteEmbeddedObject": {"objectId": each}} for each in found]


PROTECTED: Mapping[str, Callable[[Evening], list[Body]]] = {
    "hide rows": lambda evening: [lines(form_tab(evening), "ROWS", {"hiddenByUser": True})],
    "hide columns": lambda evening: [lines(form_tab(evening), "COLUMNS", {"hiddenByUser": True})],
    "delete conditional formats": deleted_formats,
    "delete charts": deleted_charts,
    "put a chart over the orders": lambda evening: [chart_over(form_tab(evening))],
    "freeze all rows": lambda evening: [
        {
            "updateSheetProperties": {
                "properties": {"sheetId": form_tab(evening), "gridProperties": {"frozenRowCount": 5}},
                "fields": "gridProperties.frozenRowCount",
            }
        }
    ],
}
"""What a player is refused, and the owner of the spreadsheet is not."""


def deleted_protection(evening: Evening) -> list[Body]:
    """A player deletes the protection of the cells that she may type in, so that a rival may."""
    found = [
        held["protectedRangeId"]
        for each in sheets_of(evening)
        for held in each.get("protectedRanges", ())
        if evening.seats[0].account in held.get("editors", {}).get("users", ()) and "unprotectedRanges" not in held
    ]
    assert found
    return [{"deleteProtectedRange": {"protectedRangeId": each}} for each in found]


ALLOWED: Mapping[str, Callable[[Evening], list[Body]]] = {
    "hide tabs": lambda evening: [
        {"updateSheetProperties": {"properties": {"sheetId": tab_of(each), "hidden": True}, "fields": "hidden"}}
        for each in list(sheets_of(evening))[1:]
    ],
    "delete her own row's protection": deleted_protection,
    "delete the program's metadata": lambda evening: [
        {"deleteDeveloperMetadata": {"dataFilter": {"developerMetadataLookup": {"metadataId": each["metadataId"]}}}}
        for each in fetched(evening, "developerMetadata")["developerMetadata"]
    ],
}
"""What every editor may do, and what the sync puts back."""


def a_quiet_minute(evening: Evening) -> tuple[str, ...]:
    """The feed reports a change; within a minute everything is right again. Returns what the GM tab says of it."""
    evening.now += 58
    evening.table.workbooks.has_changed = True
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GoogleSheets, "is_local", True)
        restored = (*evening.tick().restored, *evening.tick().restored)
    cells = [str(cell) for row in evening.values("gm") for cell in row]
    assert all(any(cell.startswith(line) for cell in cells) for line in restored[-1:])
    return restored


def test_what_google_protects_is_refused_to_a_player(evening: Evening) -> None:
    player = evening.person(account_of(evening))
    before = look(evening)
    for what, act in PROTECTED.items():
        for request in act(evening):
            with pytest.raises(SheetsRefused, match="protected"):
                batch_update(player, document(evening), [request])
        assert look(evening) == before, what


@pytest.mark.parametrize("what", PROTECTED)
def test_what_the_owner_changed_of_a_tab_is_put_back_and_said(evening: Evening, what: str) -> None:
    before, requests = look(evening), PROTECTED[what](evening)
    if what == "freeze all rows":
        requests += PROTECTED["hide rows"](evening)  # it is no harm by itself, and goes with the next building
    batch_update(evening.sync, document(evening), requests)
    restored = a_quiet_minute(evening)
    assert look(evening) == before
    assert any("had been changed" in line or "had been hidden" in line for line in restored)


@pytest.mark.parametrize("what", ALLOWED)
def test_what_every_editor_may_change_is_put_back_with_who_did_it(evening: Evening, what: str) -> None:
    account = account_of(evening)
    before = look(evening)
    batch_update(evening.person(account), document(evening), ALLOWED[what](evening))
    assert look(evening) != before
    restored = a_quiet_minute(evening)
    assert look(evening) == before
    assert restored
    assert all(line.endswith(f"(last changed by {account})") for line in restored)


def test_a_copied_tab_is_named_and_stays_and_counts_for_nothing(evening: Evening) -> None:
    player, tab = evening.person(account_of(evening)), form_tab(evening)
    (reply,) = batch_update(player, document(evening), [{"duplicateSheet": {"sourceSheetId": tab}}])["replies"]
    made = reply["duplicateSheet"]["properties"]
    a_quiet_minute(evening)
    evening.tick()
    cells = [str(cell) for row in evening.values("gm") for cell in row]
    assert any(f"“{made['title']}” is a copy of a tab" in cell for cell in cells)
    batch_update(evening.sync, document(evening), [{"deleteSheet": {"sheetId": made["sheetId"]}}])
    a_quiet_minute(evening)
    evening.tick()
    assert not any("is a copy of a tab" in str(cell) for row in evening.values("gm") for cell in row)


def named(sheets: GoogleSheets, evening: Evening, properties: Mapping[str, str]) -> None:
    wanted = {"properties": properties, "fields": ",".join(properties)}
    batch_update(sheets, document(evening), [{"updateSpreadsheetProperties": wanted}])


CHANGED = {"locale": "de_DE", "autoRecalc": "HOUR", "title": "My own"}


def properties(evening: Evening) -> Body:
    found: Body = fetched(evening, "properties(title,locale,autoRecalc)")["properties"]
    return found


def test_a_locale_a_recalculation_and_a_title_change_nothing_that_is_read_or_shown_and_are_put_back(
    evening: Evening,
) -> None:
    player, before = evening.person(account_of(evening)), properties(evening)
    named(player, evening, CHANGED)
    number = evening.table.session.entry.number
    evening.tick(resolve=True)
    evening.tick()
    assert evening.table.session.entry.number > number
    assert evening.tick().writes == 0
    assert properties(evening) == CHANGED
    restored = a_quiet_minute(evening)
    assert properties(evening) == before
    assert any("the title of the spreadsheet was changed to “My own”" in line for line in restored)
    assert sum("once more to keep it" in line for line in restored) == len(CHANGED)


def test_a_title_that_was_changed_before_anybody_looked_is_put_back_too() -> None:
    evening = Evening(on="google")
    before = properties(evening)
    named(evening.person(account_of(evening)), evening, CHANGED)
    restored = a_quiet_minute(evening)
    assert properties(evening) == before
    assert any("the title of the spreadsheet was changed to “My own”" in line for line in restored)


def test_whoever_changes_a_title_once_more_means_it_and_a_gm_needs_to_do_so_once(evening: Evening) -> None:
    before = str(properties(evening)["title"])
    player = evening.person(account_of(evening))
    for wanted in (before, "Ours"):
        named(player, evening, {"title": "Ours"})
        a_quiet_minute(evening)
        assert properties(evening)["title"] == wanted
    named(evening.person(evening.policy.gm[0]), evening, {"title": before})
    assert a_quiet_minute(evening) == ()
    assert properties(evening)["title"] == before


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def texts_of(evening: Evening, *keys: str) -> set[str]:
    """The longer texts in the cells of the workbooks with *keys*."""
    rows = (row for key in keys for tab in evening.sheets_of(key).values() for row in tab)
    return {cell for row in rows for cell in row if isinstance(cell, str) and len(cell) > 5}


def objects_that_read(sheet: int) -> Iterator[Body]:
    """Requests for a chart, a name and a list that read the tab with that id."""
    area = {"sheetId": sheet, "startRowIndex": 0, "endRowIndex": 99, "startColumnIndex": 0, "endColumnIndex": 9}
    spec = {"basicChart": {"chartType": "COLUMN", "series": [{"series": {"sourceRange": {"sources": [area]}}}]}}
    place = {"overlayPosition": {"anchorCell": {"sheetId": 7, "rowIndex": 0, "columnIndex": 0}}}
    yield {"addChart": {"chart": {"spec": spec, "position": place}}}
    yield {"addNamedRange": {"namedRange": {"name": f"tab_{sheet}", "range": area}}}
    choices = {"condition": {"type": "ONE_OF_RANGE", "values": [{"userEnteredValue": f"=tab_{sheet}"}]}}
    yield {"setDataValidation": {"range": {"sheetId": 7, "endRowIndex": 1}, "rule": choices}}


def test_charts_lists_and_names_of_a_player_read_nothing_of_other_spreadsheets() -> None:
    """A tab has the same id in every workbook of a match: what reads a tab of a rival reads her own one."""
    evening = Evening(on="google", plays="champions", players=2, policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.play(1)
    books = {book.key: book for book in evening.table.session.record.workbooks}
    own, rival = (f"seat.{seat.id}" for seat in evening.seats)
    player = evening.person(evening.seats[0].account or "")
    known = texts_of(evening, own, "public")
    hidden = {text for text in texts_of(evening, rival, "gm") if not any(text in each for each in known)}
    assert hidden
    batch_update(player, books[own].document, [{"addSheet": {"properties": {"sheetId": 7, "title": "Mine"}}}])
    for sheet in {sheet for book in books.values() for sheet in book.tabs.values()}:
        for request in objects_that_read(sheet):
            with suppress(SheetsRefused):  # a tab that only others have
                batch_update(player, books[own].document, [request])
    http, address = player.connection.client.http_client.session, f"{SHEETS}/{books[own].document}"
    everything = http.get(address, params={"includeGridData": True}).text
    file = http.get(f"{FILES}/{books[own].document}/export", params={"mimeType": XLSX}).content
    with ZipFile(BytesIO(file)) as packed:
        everything += "".join(packed.read(name).decode() for name in packed.namelist())
    assert "tab_" in everything
    assert not [text for text in hidden if text in everything]
    rivals = evening.person(evening.seats[1].account or "")
    with pytest.raises(SheetsRefused):
        rivals.call("get", address, params={"includeGridData": True})
