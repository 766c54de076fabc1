"""The table: each row is something that play needs, the expected answers, and what a difference means."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from sheets_gm.adapters.doctor.rehearsal import doing
from sheets_gm.adapters.doctor.rehearsal.asking import (
    KEY,
    SHEET,
    Answers,
    Ask,
    Do,
    Row,
    Some,
    batch,
    get,
    get_list,
    get_tab,
    question,
    reading,
    typing,
)
from sheets_gm.adapters.doctor.rehearsal.formats import ASKS as FORMATTING
from sheets_gm.adapters.doctor.rehearsal.stage import LOCALE, TITLE
from sheets_gm.adapters.google.calls.api import DRIVE, FILES, SHEETS, SPREADSHEET, Body
from sheets_gm.adapters.google.calls.cell_requests import (
    CellRows,
    Formats,
    clear_if,
    grid_range,
    once,
    paste_value,
    put,
    tab_id,
    unless,
    value_at,
)
from sheets_gm.adapters.google.drive import posts
from sheets_gm.adapters.google.drive.change_feed import CHANGES
from sheets_gm.adapters.google.workbooks.building import next_mark
from sheets_gm.adapters.google.workbooks.tabs import overlays
from sheets_gm.games.finding import games
from sheets_gm.gm.ports.sheets import TabPlan
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.grid import CHECKBOX, Cell, place_link
from sheets_gm.sheet.template import Column, Rule, Style, TabTemplate
from sheets_gm.sheet.writes import NOTE, PICK, STYLE, VALUE, ClearIf, Once, Unless

DOCUMENT, FILE = f"{SHEETS}/<document>", f"{FILES}/<document>"
PERMISSIONS, ACCESS = f"{FILE}/permissions", f"{FILE}/permissions/<access>"
STYLES = Formats({"input": Style(fill="#fef9c3"), "wrapped": Style(wrap=True)})
REPORT = "report the saved answers"
FEWER = f"play with fewer players or sealed workbooks (--sealed), and {REPORT}"


def _at(row: int, column: int = 0, wide: int = 1) -> Body:
    """Return the cell of the row's tab, or the *wide* cells from there on."""
    return grid_range(SHEET, (row, column, row + 1, column + wide))


def _value(row: int, value: Typed, column: int = 0) -> Body:
    return value_at(SHEET, row, column, value)


def _put(row: int, cells: Sequence[tuple[Cell, ...]], aspects: int, column: int = 0) -> Body:
    return put(SHEET, CellRows(row, column, cells, aspects), STYLES)


def _clear(*clears: ClearIf) -> list[Body]:
    return [request for each in clears for request in clear_if(SHEET, each)]


def _list(options: Sequence[str]) -> Body:
    return {"condition": {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": each} for each in options]}}


def _set_list(row: int, rule: Body) -> Body:
    return {"setDataValidation": {"range": _at(row), "rule": {"strict": False, "showCustomUi": True, **rule}}}


def _named(**values: str) -> Body:
    return {"updateSpreadsheetProperties": {"properties": values, "fields": ",".join(values)}}


def _protect(row: int) -> Body:
    return {"addProtectedRange": {"protectedRange": {"range": _at(row), "description": TITLE}}}


def _unprotect(number: int) -> Body:
    return {"deleteProtectedRange": {"protectedRangeId": f"<range {number}>"}}


def _ranges(answer: Any) -> Answers:
    """Return the ids of the protected ranges that a batch has added, by their number."""
    protected_ranges = [
        each["addProtectedRange"]["protectedRange"] for each in answer["replies"] if "addProtectedRange" in each
    ]
    return {f"range {number}": each["protectedRangeId"] for number, each in enumerate(protected_ranges)}


# -- files -------------------------------------------------------------------------------------------------------------

NEW_FILE: Body = {"name": f"{TITLE} file", "mimeType": SPREADSHEET, "writersCanShare": False}
OURS = {"isAppAuthorized": True, "capabilities": {"canEdit": True, "canShare": True, "canDelete": True}}
LISTING = {"q": f"name contains '{TITLE}' and trashed=false", "fields": "files(id)", "pageSize": 1000}

# -- polls and batches -------------------------------------------------------------------------------------------------

POLL = [tab_id(f"{KEY} poll {number}") for number in range(3)]
LONG = "x" * 50_000
"""The longest text that a cell can hold."""

MARKED, LATE = next_mark(0), Unless(TITLE, f"{TITLE} late")


def _polled(what: str, *tabs: int) -> Ask:
    """Return a poll of *tabs*. The program identifies answers by the tabs that they name, in any order."""
    filters: list[Body] = [{"gridRange": {"sheetId": POLL[tab]}} for tab in tabs]
    body = {"dataFilters": filters, "valueRenderOption": "UNFORMATTED_VALUE"}
    each = [
        {"dataFilters": Some(one), "valueRange": {"values": [[tab]]}} for tab, one in zip(tabs, filters, strict=True)
    ]
    return Ask(what, "post", f"{DOCUMENT}/values:batchGetByDataFilter", body, answer={"valueRanges": Some(*each)})


def _added(number: int, sheet: int) -> Body:
    grid = {"rowCount": 2, "columnCount": 2}
    return {"addSheet": {"properties": {"sheetId": sheet, "title": f"{TITLE} poll {number}", "gridProperties": grid}}}


# -- cells -------------------------------------------------------------------------------------------------------------

TABLE = [
    (Cell("Seat"), Cell("Move"), Cell("Ready")),
    *((Cell(seat), Cell("north", pick=("north", "south")), Cell(False, pick=CHECKBOX)) for seat in ("Ana", "Ben")),
]
COLUMNS = (
    {"columnIndex": 0, "columnName": "Seat", "columnType": "TEXT"},
    {"columnIndex": 1, "columnName": "Move", "columnType": "DROPDOWN", "dataValidationRule": _list(["north", "south"])},
    {"columnIndex": 2, "columnName": "Ready", "columnType": "BOOLEAN"},
)
MADE_TABLE = {"name": "Rehearsal", "range": grid_range(SHEET, (0, 0, 3, 3)), "columnProperties": COLUMNS}
TYPED: dict[str, Typed] = {
    "3": 3, "1.5": 1.5, "2026-12-24": 46380, "20:30": 20.5 / 24, "25%": 0.25, "TRUE": True, "E9": "E9", "=1+1": 2,
}  # fmt: skip
"""Texts that people type, each with the value that is read from it."""

WORDS = ("1-2", "=x", "+1", "'quoted", "\N{DRAGON} \N{WAVING WHITE FLAG}", "\u05e9\u05dc\u05d5\u05dd", LONG)
"""Texts that the program writes unchanged."""

OPTIONS = [[f"option {at}" for at in range(110)], [f"option {at}" for at in range(501)], [*WORDS[:-1]]]
HELD: tuple[tuple[Typed, bool], ...] = (
    ("north", False), ("E9", True), (3, True), ("3", True), (2.5, False), ("1-2", True), (" \u00a0", True),
)  # fmt: skip
"""Values of inputs, and whether everything in that input is text. The first one has a drop-down."""

INPUTS = [
    (Cell(value, "input", None, ("north", "south") if not row else None, True, text),)
    for row, (value, text) in enumerate(HELD)
]
CLEARED = [ClearIf("", row, 0, value, text) for row, (value, text) in enumerate(HELD)]
COLOURED = TabTemplate(
    title="",
    columns=(Column(field="a", heading="A", width=80),),
    rules=(Rule(on=("a",), starts="x", fill="#ff0000"),),
)
RULE = [*overlays.add(TabPlan(KEY, COLOURED, 6, 2))]
TICKED = COLOURED.but(rules=(Rule(on=("a",), ticked=True, fill="#bbf7d0"),))
TICK_RULE = [*overlays.add(TabPlan(KEY, TICKED, 2, 2))]


def _box(turn: int) -> Body:
    """Return the Ready box as it is drawn in that *turn*, which it names (`reading.tick_of`)."""
    return _put(0, [(Cell(False, "input", None, (*CHECKBOX, f"✓ #{turn}"), True),)], VALUE | STYLE | PICK)


def _tick(turn: int) -> Body:
    return {"condition": {"type": "BOOLEAN", "values": [{"userEnteredValue": f"✓ #{turn}"}]}}


# -- people ------------------------------------------------------------------------------------------------------------

INVITING = {"fields": "id,type,role,emailAddress", "sendNotificationEmail": "false"}
GUEST: Body = {"type": "user", "role": "writer", "emailAddress": "<guest>"}
LINK: Body = {"type": "anyone", "role": "writer"}
SINCE = {"fields": posts.MASK, "startModifiedTime": "<made>", "pageSize": posts.PAGE}
SAID = {"author": {"me": True}, "replies": [{"content": "a reply", "author": {"me": True}}]}
SECOND = Ask(
    "invited", "post", PERMISSIONS, {**GUEST, "emailAddress": "<second>"}, INVITING,
    keep=lambda answer: {"access": answer["id"], "address": answer.get("emailAddress", "")},
)  # fmt: skip
REMOVED = Ask("removed", "delete", ACCESS)

# -- protection and the store ------------------------------------------------------------------------------------------

ADDED, GONE = 130, 66
"""Protected ranges that the turn of a large match adds and removes in one batch."""

EDITORS = {"protectedRangeId": "<range 0>", "editors": {"domainUsersCanEdit": False}}
TOKENS = [f"sheets_gm_rehearsal_{number}" for number in range(1, 4)]


def _token(name: str) -> Body:
    return {"namedRangeId": name, "name": "sheets_gm_rehearsal", "range": _at(0)}


def _swapped(what: str, new: str, **more: Any) -> Ask:
    """Return the call with which a process replaces the first token of a store, which it has read, by a new one."""
    return batch(
        what,
        {"updateNamedRange": {"namedRange": _token(TOKENS[0]), "fields": "range"}},
        {"deleteNamedRange": {"namedRangeId": TOKENS[0]}},
        {"addNamedRange": {"namedRange": _token(new)}},
        _value(0, what),
        **more,
    )


# -- Drive's feed ------------------------------------------------------------------------------------------------------

START = Ask("token", "get", f"{CHANGES}/startPageToken", keep=lambda answer: {"token": answer["startPageToken"]})
CHANGE = {"pageToken": "<token>", "pageSize": 1000, "fields": "changes(fileId)", "includeItemsFromAllDrives": "true"}
LATER = (
    "the sync learns later, or never, that somebody typed in a quiet match, and polls that match more often",
    "if it is never listed, set the deadlines with some minutes to spare; report the seconds",
)


def _heard(how: str) -> Ask:
    """Return the call that waits until the feed lists an edit. Google is known to need about three minutes."""
    measure, listed = f"seconds until the feed lists an edit by {how}", {"changes": Some({"fileId": "<document>"})}
    return Ask("listed", "get", CHANGES, None, CHANGE, answer=listed, within=600.0, measure=measure)


# -- what a person sees ------------------------------------------------------------------------------------------------

PHONE = (
    "Open <link> in the app on a phone. Can you choose from the list in A1",
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
    "Type east into A1, which is none of its choices. Is it still there after you have left the cell",
    "Does a touch on A13 lead to the cell C3 of this tab",
    "The columns I and J are folded. Can you open them with a touch",
)
BROWSER = (
    "Open <link> in a browser where you signed in first with another account, then with <second>. Does it open",
    "Does it open when you choose the account at the top right, or in a private window",
)
ONOPEN = """function onOpen() { SpreadsheetApp.getActive().getRange("'<title>'!A1").setValue("script") }"""
SCRIPT = (
    "Open <link> as <second>: Extensions, Apps Script. Replace everything there by: " + ONOPEN + " Save. Done",
    "Now open <link> as its owner, and wait a minute. Done",
)
PLACE = Cell("C3", link=place_link(KEY, 2, 2))
FOLDED = {"sheetId": SHEET, "dimension": "COLUMNS", "startIndex": 8, "endIndex": 10}
LATE_TICK = "✓ #7"
"""The text that a tick of the box in A11 writes, which names this turn (`reading.tick_of`)."""

TEXTS = [
    (Cell("A text that is longer than its column is wide, so that it needs lines. " * 3, "wrapped"),),
    (Cell("note", "", "This is a note."),),
    (Cell("another spreadsheet", link="https://sheets.new"),),
]
FROZEN = {"sheetId": SHEET, "gridProperties": {"frozenRowCount": 1, "frozenColumnCount": 1}}
NOTE_KEY = "sheets-gm.rehearsal"
"""The key of the metadata that is looked for after a version was restored."""

NOTED: Body = {"developerMetadata": Some({"metadataKey": NOTE_KEY})}
UNNOTED = {"deleteDeveloperMetadata": {"dataFilter": {"developerMetadataLookup": {"metadataKey": NOTE_KEY}}}}
HISTORY = "File, Version history"


def _noted(location: Body) -> Body:
    note = {"metadataKey": NOTE_KEY, "metadataValue": "before", "visibility": "DOCUMENT", "location": location}
    return {"createDeveloperMetadata": {"developerMetadata": note}}


# fmt: off
ROWS: tuple[Row, ...] = (
    Row("drive-file", "creates a spreadsheet by Drive, as `new` does; looks at it, lists it and deletes it",
        "`new` cannot make spreadsheets, or cannot share or delete them",
        "make the spreadsheets yourself, share them with the account as Editor, and name them with --sheet", asks=(
        Ask("created", "post", FILES, NEW_FILE, {"fields": "id"}, keep=lambda answer: {"file": answer["id"]},
            leaves="a service account makes no spreadsheets"),
        Ask("file", "get", f"{FILES}/<file>", params={"fields": "isAppAuthorized,capabilities"}, answer=OURS),
        Ask("listed", "get", FILES, params=LISTING, answer={"files": Some({"id": "<file>"})}, minor=True),
        Ask("deleted", "delete", f"{FILES}/<file>"),
        Ask("afterwards", "get", f"{SHEETS}/<file>", params={"fields": "sheets.properties"}, status=404, minor=True),
    )),
    Row("consent", "renews the token of a consent, and reads whether Google names an end of it",
        "`login` did not learn that the consent ends, or names an end that it has no more",
        "publish the app (Google Cloud console, Audience), then sign in again with sheets-gm login", minor=True, asks=(
        Do("ends as its file says", doing.end_of_consent, True),
    )),
    Row("storage", "asks Drive how full the owner's storage is, and whether the file may be edited",
        "the owner's storage is full, or play cannot tell that from a missing access",
        "free some space (https://one.google.com/storage) before the match", minor=True, asks=(
        Ask("used", "get", f"{DRIVE}/about", params={"fields": "storageQuota(limit,usage)"},
            keep=lambda answer: {"used": answer["storageQuota"]["usage"]}),
        Ask("may be edited", "get", FILE, params={"fields": "capabilities(canEdit)"},
            answer={"capabilities": {"canEdit": True}}),
        Do("full", doing.full_storage, ""),
    )),
    Row("drive-parameters", "asks Drive with a query parameter that it does not know",
        "nothing: the program sends only those that each method has", "nothing", minor=True, asks=(
        Ask("unknown", "get", FILE, params={"fields": "id", "rehearsal": "true"}),
    )),
    Row("shared-drive", "asks Drive for the file with and without supportsAllDrives",
        "found with the parameter: nothing, as the program always sends it; else it cannot be shared",
        "move the spreadsheet out of the shared drive, or let members of that drive share files", asks=(
        Ask("with supportsAllDrives", "get", FILE, params={"fields": "id"}),
        Ask("without", "get", FILE, params={"fields": "id", "supportsAllDrives": "false"}, minor=True),
    )),
    Row("locale", "sets the language to de_DE and the zone to Europe/Berlin, and types German numbers and dates",
        "numbers that people type in a spreadsheet of that language are read as text, or as others",
        "set the language of the spreadsheet to United States (File, Settings)", tab=(4, 4), asks=(
        get("zone", "properties(timeZone)", keep=lambda answer: {"zone": answer["properties"]["timeZone"]}),
        batch("changed", _named(locale="de_DE", timeZone="Europe/Berlin")),
        typing("typed in German", "A1:C1", ["1,5", "24.12.2026", "=1/4"]),
        reading("read", "A1:C1", [1.5, (date(2026, 12, 24) - date(1899, 12, 30)).days, 0.25]),
        batch("put back", _named(locale=LOCALE, timeZone="<zone>")),
    )),
    Row("poll-order", "polls tabs in their order, reversed and shuffled",
        "every poll reads wrong values", f"stop the sync and {REPORT}", asks=(
        batch("added", *(_added(number, sheet) for number, sheet in enumerate(POLL))),
        batch("filled", *(value_at(sheet, 0, 0, number) for number, sheet in enumerate(POLL))),
        _polled("in order", 0, 1, 2), _polled("reversed", 2, 1, 0), _polled("shuffled", 1, 2, 0),
        batch("removed", *({"deleteSheet": {"sheetId": sheet}} for sheet in POLL)),
    )),
    Row("same-batch-twice", "sends a batch with the mark of a layout twice",
        "a layout whose answer was lost could be built twice",
        f"do not rebuild while the connection is bad; {REPORT}", tab=(3, 3), asks=(
        batch("first", *MARKED, _value(0, "first")),
        batch("again", *MARKED, _value(0, "second"), status=400),
        reading("cell", "A1", ["first"]),
    )),
    Row("late-batch", "sends batches that are to be refused once another one was applied, before and after that one",
        "refused before: showing takes more calls. Done after: a slow sync may draw over what another showed",
        f"let one sync alone poll a match; {REPORT}", tab=(2, 2), asks=(
        batch("one", *unless(LATE), _value(0, "one")),
        batch("two", *unless(LATE), _value(0, "two")),
        batch("shows", *once(Once(TITLE, LATE.name, 1)), _value(0, "shown")),
        batch("late", *unless(LATE), _value(0, "late"), status=400),
        reading("cell", "A1", ["shown"]),
    )),
    Row("large-batch", "writes three cells of 50,000 characters in one batch, and measures the seconds",
        "a large layout is refused, or takes as long as is printed",
        "build matches with fewer players in a workbook (--sealed), or at a quieter hour", tab=(4, 2), asks=(
        batch("written", *(_value(row, LONG) for row in range(3)), measure="seconds"),
        reading("characters", "A1:A4", [LONG], [LONG], [LONG]),
    )),
    Row("typed-cells", "types 3, 1.5, a date, a time, a percentage and the like, reads them raw and clears them",
        "a move is read as something else, or stays in its cell and counts again",
        f"stop the sync, and {REPORT}", tab=(len(TYPED) + 2, 3), asks=(
        typing("typed", f"A1:A{len(TYPED)}", *([each] for each in TYPED)),
        reading("read", f"A1:A{len(TYPED)}", *([each] for each in TYPED.values())),
        batch("cleared", *_clear(*(ClearIf("", row, 0, each) for row, each in enumerate(TYPED.values())))),
        reading("left", f"A1:A{len(TYPED)}"),
        # what was read is no longer there: a later edit must stay
        batch("later", _value(0, "later", 1), *_clear(ClearIf("", 0, 1, "x"))),
        reading("later edit", "B1", ["later"]),
    )),
    Row("written-cells", "writes `1-2`, `=x`, emoji, right-to-left text and 50,000 characters",
        "names and texts on the sheet are changed, or a batch with a long text is refused",
        "avoid such names in the roster", tab=(len(WORDS), 2), asks=(
        batch("written", *(_value(row, each) for row, each in enumerate(WORDS))),
        reading("same", f"A1:A{len(WORDS)}", *([each] for each in WORDS)),
    )),
    Row("array", "types an array that fills a second cell, and pastes its value over its formula",
        "an array in an input may fill cells of the engine again and again",
        "take such a formula away by hand", tab=(2, 2), minor=True, asks=(
        typing("typed", "A1", ['={"a";"b"}']),
        reading("filled", "A1:A2", ["a"], ["b"]),
        batch("pasted", paste_value(SHEET, 0, 0)),
        reading("left", "A1:A2", ["a"]),
    )),
    Row("lists", "makes lists of 110 and 501 options, and one of odd options, and reads them back",
        "a drop-down is missing or shows other words; a layout with one may be refused",
        f"{REPORT}; players can type a choice without its list", tab=(4, 2), asks=[
        ask for row, each in enumerate(OPTIONS) for ask in (
            batch(f"{len(each)} set", _set_list(row, _list(each))),
            get_list(f"{len(each)} read", f"A{row + 1}", _list(each)),
        )
    ]),
    Row("inputs", "clears cells with a list or a text format, as play does after a turn, and one that changed by then",
        "a move stays in its cell and counts again, or a later one is lost",
        f"stop the sync, and {REPORT}", tab=(len(HELD) + 1, 3), asks=(
        batch("filled", _put(0, INPUTS, VALUE | STYLE | PICK)),
        batch("cleared", *_clear(*CLEARED)),
        reading("left", f"A1:A{len(HELD)}"),
        batch("filled again", _put(0, INPUTS, VALUE | STYLE | PICK)),
        batch("later", _value(1, "later"), *_clear(CLEARED[1])),
        reading("later edit", "A2", ["later"]),
    )),
    Row("ready-box", "draws the Ready box of a turn under its rule, ticks it, clears it, and replaces it",
        "a tick of Ready is not seen, stays, or counts for another turn", f"do not begin a match, and {REPORT}",
        tab=(2, 2), asks=(
        batch("drawn", *TICK_RULE, _box(7)), get_list("its text", "A1", _tick(7)),
        typing("ticked", "A1", ["✓ #7"]), reading("is ticked", "A1", ["✓ #7"]),
        batch("cleared", *_clear(ClearIf("", 0, 0, "✓ #7"))), reading("is clear", "A1"),
        typing("ticked again", "A1", ["✓ #7"]), batch("replaced", _box(8)), reading("is clear again", "A1"),
        get_list("its new text", "A1", _tick(8)),
        # an edit that comes late, and what people type into a box
        typing("late tick", "A1", ["✓ #7"]), reading("is late", "A1", ["✓ #7"]),
        typing("typed", "A1", ["TRUE"]), reading("is true", "A1", [True]),
    )),
    Row("conditional-formats", "colours a cell by a conditional format, in English and in German",
        "marks and colours that follow from what players type are missing",
        "set the language of the spreadsheet to United States (File, Settings)", tab=(6, 2), minor=True, asks=(
        batch("in English", *RULE), batch("changed", _named(locale="de_DE")),
        batch("in German", *RULE), batch("put back", _named(locale=LOCALE)),
    )),
    Row("table", "makes a table of cells, with boxes and a list, and makes plain cells of it again",
        "if a tab of a match is converted to a table, it may look wrong until the sync makes plain cells of it",
        "do not convert cells to tables; if it was done, undo it", tab=(8, 6), asks=(
        batch("filled", _put(0, TABLE, VALUE | PICK)),
        batch("made", {"addTable": {"table": MADE_TABLE}}, minor=True),
        reading("read", "A2:C3", ["Ana", "north", False], ["Ben", "north", False]),
        batch("lists", _put(1, [(Cell("south", pick=("south", "west")),)], VALUE | PICK, 1)),
        batch("filtered", {"setBasicFilter": {"filter": {"range": _at(4, 0, 2)}}}),
        Do("taken away", doing.loosen_table, 2),
        reading("kept", "A2:C3", ["Ana", "south", False], ["Ben", "north", False]),
    )),
    Row("formats", "formats a tab in each way that a layout has, reads it back, moves its columns and makes it longer",
        "a kind that is refused means that no match can be created; else a tab looks different",
        f"{REPORT}; play on if only looks differ", asks=FORMATTING),
    Row("comments", "comments on the spreadsheet, replies, reads both and deletes them",
        "comments are not passed on, or are passed on twice",
        "say what you want others to hear on the tab “Your seat”", minor=True, asks=(
        Ask("commented", "post", f"{FILE}/comments", {"content": "a comment"}, {"fields": "id,createdTime"},
            keep=lambda answer: {"comment": answer["id"], "made": answer["createdTime"]}),
        Ask("replied", "post", f"{FILE}/comments/<comment>/replies", {"content": "a reply"}, {"fields": "id"}),
        Ask("read", "get", f"{FILE}/comments", None, SINCE, answer={"comments": [{"content": "a comment", **SAID}]}),
        Ask("deleted", "delete", f"{FILE}/comments/<comment>"),
    )),
    Row("invitations", "invites each --invite address twice without an e-mail, and removes it",
        "somebody cannot be invited now, or Google writes an address differently; the program notes either",
        "see “Invitations” in sheets-gm help google", minor=True, needs="--invite", asks=(
        Ask("invited", "post", PERMISSIONS, GUEST, INVITING, keep=lambda answer: {"access": answer["id"]}),
        Ask("again", "post", PERMISSIONS, GUEST, INVITING, answer={**GUEST, "id": "<access>"}),
        REMOVED, Ask("is gone", "get", ACCESS, status=404),
    )),
    Row("link", "lets anyone with the link edit, and takes that away",
        "--set share=link does not work with this account",
        "invite people by their addresses; in an organisation, ask its administrator", minor=True, asks=(
        Ask("shared", "post", PERMISSIONS, LINK, {"fields": "id"}, answer={"id": "anyoneWithLink"}),
        Ask("removed", "delete", f"{PERMISSIONS}/anyoneWithLink"),
    )),
    Row("protection", "lets the --second account type in its own cell, in its neighbour's and outside",
        "players cannot type, or can type for others; or protection is written again at each check",
        f"use sealed workbooks (--sealed), and {REPORT}", tab=(3, 2), needs="--second", asks=(
        SECOND, Do("protected again", doing.protect_twice, 0),
        batch("own cell", _value(0, "mine"), second=True),
        batch("neighbour's cell", _value(1, "mine"), second=True, status=400),
        batch("outside", _value(2, "mine"), second=True, status=400), REMOVED,
    )),
    Row("editor-shares", "lets the --second account, which may edit and does not own the file, share it",
        "players can let others in, also into a sealed spreadsheet; the sync removes them at its next look",
        "look at the line “Also open to” of the tab GM", minor=True, needs="--second", asks=(
        SECOND, Ask("before", "get", FILE, params={"fields": "writersCanShare"},
                    keep=lambda answer: {"before": answer.get("writersCanShare", False)}),
        Ask("forbidden", "patch", FILE, {"writersCanShare": False}, {"fields": "id"}, leaves="its owner decides"),
        Ask("shared", "post", PERMISSIONS, LINK, {"fields": "id"}, second=True, status=403),
        Ask("put back", "patch", FILE, {"writersCanShare": "<before>"}, {"fields": "id"}), REMOVED,
    )),
    Row("churn", f"adds {ADDED} protections and removes {GONE} in one batch, and measures the seconds",
        "a turn of a large match is not shown, or takes as long as is printed", FEWER, tab=(ADDED + GONE, 2), asks=(
        batch("protected", *map(_protect, range(GONE)), keep=_ranges),
        batch("done", *map(_unprotect, range(GONE)), *map(_protect, range(GONE, GONE + ADDED)),
              measure="seconds for the batch", keep=_ranges),
        # as where a match moves to another account
        batch("other editors",
              {"updateProtectedRange": {"protectedRange": EDITORS, "fields": "editors.domainUsersCanEdit"}}),
        get_tab("protections", "protectedRanges.description", {"protectedRanges": [{"description": TITLE}] * ADDED}),
    )),
    Row("store-token", "replaces the token of a store twice from one head",
        "two syncs on a store in a spreadsheet could overwrite each other",
        "keep matches in a database (store in sheets-gm.toml), or run only one sync", tab=(4, 2), asks=(
        batch("added", {"addNamedRange": {"namedRange": _token(TOKENS[0])}}),
        _swapped("ours", TOKENS[1]), _swapped("theirs", TOKENS[1], status=400), _swapped("late", TOKENS[2], status=400),
        get("token", "namedRanges(namedRangeId,name)", {"namedRanges": Some({"namedRangeId": TOKENS[1]})}),
        reading("cell", "A1", ["ours"]),
        batch("removed", {"deleteNamedRange": {"namedRangeId": TOKENS[1]}}),
    )),
    Row("feed", "edits a cell by the API, and waits until Drive's feed of changes lists it",
        *LATER, tab=(3, 3), minor=True, asks=(START, batch("edited", _value(0, "changed")), _heard("API"))),
    Row("feed-by-hand", "asks you to type into a cell, and waits until Drive's feed of changes lists it",
        *LATER, tab=(3, 3), minor=True, needs="--evening", asks=(
        START, question("Open <link>, type 1 into A1 of “<title>” and press Enter; then answer at once. Done"),
        _heard("hand"),
    )),
    Row("layouts", "builds the largest layout of each game, compares it with what was drawn, and takes it away",
        "a match of that game cannot be created, or looks wrong", FEWER, asks=(
        Do("left to write", doing.largest_layouts, dict.fromkeys(games(), 0)),
    )),
    Row("turns", f"lets bots play {doing.TURNS} turns of the game with the fewest players",
        "moves are read wrongly, or a turn is not played", f"do not begin a match, and {REPORT}", asks=(
        Do("played", doing.play_turns, {"turns": doing.TURNS, "left to write": 0}),
    )),
    Row("quota", "polls without a pause until the service refuses it, and reads which quota the refusal names",
        "polls count against another quota, or against more of it, than the program assumes",
        f"if the limit is higher, nothing; if it is lower or of another kind, {REPORT}", minor=True, needs="--evening",
        asks=(Do("refused", doing.is_poll_refused, {
            "status": 429, "quota_metric": "sheets.googleapis.com/read_requests",
            "quota_limit": "ReadRequestsPerMinutePerUser", "quota_limit_value": "60",
        }),)),
    Row("by-hand", "asks what you see on a phone: lists, a box, texts, a note, a link, frozen cells, a late edit",
        "players with that phone have trouble with this kind of cell",
        "let them type what they would choose, or use a browser", tab=(40, 12), minor=True, needs="--evening", asks=(
        batch("page", _set_list(0, _list(["north", "south"])), _set_list(1, {"condition": {"type": "BOOLEAN"}}),
              _set_list(5, _list([f"choice {number}" for number in range(1, 170)])),
              _put(6, TEXTS, VALUE | STYLE | NOTE), _value(3, WORDS[4]), _value(4, WORDS[5]), _protect(11),
              _put(12, [(PLACE,)], VALUE | STYLE),
              _put(10, [(Cell(False, pick=(*CHECKBOX, LATE_TICK)),)], VALUE | PICK),
              {"addDimensionGroup": {"range": FOLDED}},
              {"updateDimensionGroup": {"dimensionGroup": {"range": FOLDED, "depth": 1, "collapsed": True},
                                        "fields": "collapsed"}},
              {"updateSheetProperties": {"properties": FROZEN,
                                         "fields": "gridProperties(frozenRowCount,frozenColumnCount)"}}),
        *map(question, PHONE), reading("A1", "A1", ["east"]),
        reading("A3", "A3", [3]), reading("A10 to A12", "A10:A12", [5], [LATE_TICK]),
    )),
    Row("two-accounts", "asks what a browser with two accounts does with a link to what only one of them may open",
        "players see “You need access” and wait for somebody to let them in",
        "send them the card for players (docs/google.md)",
        minor=True, needs="--evening --second", asks=(SECOND, *map(question, BROWSER), REMOVED)),
    Row("script", "lets the --second account attach a script, and the owner open the spreadsheet",
        "a script of a player does not write as whoever opens the spreadsheet: safer than the program assumes",
        f"nothing; {REPORT}", tab=(3, 3), minor=True, needs="--evening --second", asks=(
        SECOND, batch("protected", _protect(0)), *map(question, SCRIPT), reading("A1", "A1", ["script"]), REMOVED,
    )),
    Row("versions", "changes a tab, asks you to restore the version before that, and looks what of it is there again",
        "after somebody restores a version, cells are open to all, or a batch is not known to be applied",
        "after a version was restored, run sheets-gm rebuild; it protects and marks everything again",
        tab=(3, 3), minor=True, needs="--evening", asks=(
        batch("before", _value(0, "before"), _set_list(0, _list(["before"])), _protect(0), _noted({"sheetId": SHEET}),
              _noted({"spreadsheet": True}), keep=_ranges),
        question(f"Open <link> in a browser: {HISTORY}, Name current version, call it “{TITLE} now”. Done"),
        batch("after", _value(0, "after"), {"setDataValidation": {"range": _at(0)}}, _unprotect(0), UNNOTED),
        question(f"Now {HISTORY}, See version history, choose “{TITLE} now”, Restore this version. Done"),
        reading("cell", "A1", ["before"]), get_list("list", "A1", {"showCustomUi": True}),
        get_tab("protections", "protectedRanges.description", {"protectedRanges": [{"description": TITLE}]}),
        get_tab("metadata of the tab", "developerMetadata.metadataKey", NOTED),
        get("metadata of the file", "developerMetadata.metadataKey", NOTED),
        batch("removed", _noted({"spreadsheet": True}), UNNOTED),
    )),
)
"""All rows, in the order in which they are tried."""
