"""Files: each way of creating a spreadsheet, finding it in Drive and deleting it again; and its first properties."""

from __future__ import annotations

from typing import Any

from sheets_gm.adapters.doctor.rehearsal.stage import REFUSED, TITLE, Stage
from sheets_gm.adapters.doctor.rehearsal.step import ALL, Facts, LeftOut, Step
from sheets_gm.adapters.google.calls.api import FILES, SHEETS
from sheets_gm.adapters.google.workbooks.building import create_document

FIELDS = "isAppAuthorized,trashed,writersCanShare,appProperties,capabilities(canEdit,canShare,canDelete)"
PROPERTIES = "properties(locale,timeZone,autoRecalc),sheets.properties(sheetId,title,index,sheetType,gridProperties)"


def _life(stage: Stage, document: str) -> Facts:
    """What Drive answers about a spreadsheet that was just made, and to its deletion."""
    found: dict[str, Any] = {"created": "done", "first tab": stage.call("get", f"{SHEETS}/{document}", None, _mask())}
    seen: list[Any] = []
    came = stage.outcome(lambda: seen.append(stage.call("get", f"{FILES}/{document}", params={"fields": FIELDS})))
    found["file"] = seen[0] if seen else came
    if seen:
        stage.measures["for isAppAuthorized"] = str(seen[0].get("isAppAuthorized")).lower()
    params = {"q": f"name contains '{TITLE}' and trashed=false", "fields": "files(id)", "pageSize": 1000}
    listed = stage.call("get", FILES, params={**params, "includeItemsFromAllDrives": "true"})
    found["listed"] = any(each["id"] == document for each in listed.get("files", ()))
    found["deleted"] = stage.outcome(lambda: stage.delete(document))
    found["afterwards"] = stage.outcome(lambda: stage.call("get", f"{SHEETS}/{document}", None, _mask()))
    return found


def _mask() -> dict[str, str]:
    return {"fields": PROPERTIES}


def _by_drive(stage: Stage) -> Facts:
    made: list[str] = []
    came = stage.outcome(lambda: made.append(stage.made(create_document(stage.sheets, "rehearsal", f"{TITLE} file"))))
    return _life(stage, made[0]) if made else _not_made(stage, came)


def _not_made(stage: Stage, came: str) -> Facts:
    """A service account has no space in Drive, so it is expected that it can make no spreadsheet. `LeftOut`."""
    identity = stage.sheets.identity
    if identity is not None and identity.is_service_account and came.startswith(f"{REFUSED}: 403"):
        raise LeftOut(f"a service account makes no spreadsheets ({came})")
    return {"created": came}


def _by_sheets(stage: Stage) -> Facts:
    made: list[str] = []
    body = {"properties": {"title": f"{TITLE} sheet"}}
    came = stage.outcome(lambda: made.append(stage.made(stage.call("post", SHEETS, body)["spreadsheetId"])))
    return _life(stage, made[0]) if made else _not_made(stage, came)


def _shared_drives(stage: Stage) -> Facts:
    address, plain = f"{FILES}/{stage.document}", {"fields": "id"}
    return {
        "with supportsAllDrives": stage.outcome(lambda: stage.call("get", address, params=plain)),
        "without": stage.outcome(
            lambda: stage.call("get", address, params={**plain, "supportsAllDrives": "false"}),
        ),
    }


def _locale(stage: Stage) -> Facts:
    mask = "properties(locale,timeZone)"
    here = {"locale": "de_DE", "timeZone": "Europe/Berlin"}
    change = {"updateSpreadsheetProperties": {"properties": here, "fields": "locale,timeZone"}}
    sheet = stage.tab("locale", 4, 4)
    before = stage.get(mask)["properties"]
    stage.batch(change)
    address = f"{SHEETS}/{stage.document}/values/'{TITLE} locale'!A1:C1"
    body = {"values": [["1,5", "24.12.2026", "=1/4"]]}
    stage.call("put", address, body, {"valueInputOption": "USER_ENTERED"})
    read = {
        render: stage.call("get", address, params={"valueRenderOption": render}).get("values")
        for render in ("UNFORMATTED_VALUE", "FORMATTED_VALUE", "FORMULA")
    }
    there = stage.get(mask)["properties"]
    back = {"updateSpreadsheetProperties": {"properties": before, "fields": "locale,timeZone"}}
    stage.batch(back, {"deleteSheet": {"sheetId": sheet}})
    return {"de_DE": there, "typed in German": read}


STEPS = (
    Step(
        name="drive-file",
        does="creates a spreadsheet by Drive, as `new` does; looks at it, lists it and deletes it",
        expects="Drive counts it as the program's own (isAppAuthorized), lists it and deletes it",
        means="`new` cannot make spreadsheets, or cannot share or delete them",
        advice="make the spreadsheets yourself, share them with the account as Editor, and name them with --sheet",
        run=_by_drive,
        tolerates=("first tab", "listed", "afterwards"),
    ),
    Step(
        name="sheets-file",
        does="creates a spreadsheet by Sheets' own create; looks at it, lists it and deletes it",
        expects="the same as one that Drive creates",
        means="nothing: the program creates by Drive, because this way may not count as its own",
        advice="nothing; send the saved answers along with a report",
        run=_by_sheets,
        tolerates=ALL,
    ),
    Step(
        name="shared-drive",
        does="asks Drive for a file with and without supportsAllDrives",
        expects="both find it; without the parameter, a file in a shared drive is not found",
        means="found with the parameter: nothing, as the program always sends it; else it cannot be shared",
        advice="move the spreadsheet out of the shared drive, or let members of that drive share files",
        run=_shared_drives,
        tolerates=("without",),
    ),
    Step(
        name="locale",
        does="sets the language to de_DE and the zone to Europe/Berlin, and types German numbers and dates",
        expects="`1,5` is 1.5, a date is its day's number, a formula is worked out",
        means="numbers that people type in a spreadsheet of that language are read as text, or as others",
        advice="set the language of the spreadsheet to United States (File, Settings)",
        run=_locale,
        tolerates=("typed in German.FORMATTED_VALUE",),
    ),
)
