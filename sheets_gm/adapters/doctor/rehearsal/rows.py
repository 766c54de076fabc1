"""The table: each row is what play relies on, what Google should answer, and what it means if it does not."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from sheets_gm.adapters.doctor.rehearsal.asking import (
    Ask,
    Do,
    Kept,
    Question,
    Row,
    Some,
    batch,
    get,
    get_list,
    get_tab,
    reading,
    typing,
)
from sheets_gm.adapters.doctor.rehearsal.doing import (
    LAYOUTS,
    TURNS,
    is_poll_refused,
    largest_layouts,
    loosen_table,
    play_turns,
    type_as_second,
)
from sheets_gm.adapters.doctor.rehearsal.formats import FORMATS
from sheets_gm.adapters.doctor.rehearsal.stage import LOCALE, TITLE
from sheets_gm.adapters.google.calls.api import FILES, SHEETS, SPREADSHEET, Body
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
from sheets_gm.gm.ports.sheets import TabPlan
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.grid import CHECKBOX, Cell
from sheets_gm.sheet.template import Column, Rule, Style, TabTemplate
from sheets_gm.sheet.writes import NOTE, PICK, STYLE, VALUE, ClearIf, Once, Unless

FEWER = "play with fewer players or sealed workbooks (--sealed), and report the saved answers"
DOCUMENT, FILE = f"{SHEETS}/<document>", f"{FILES}/<document>"
ACCESS = {"fields": "id,type,role,emailAddress", "sendNotificationEmail": "false"}
LONG = "x" * 50_000
"""The longest text that a cell can hold."""

GUEST: Body = {"type": "user", "role": "writer", "emailAddress": "<guest>"}
LINK: Body = {"type": "anyone", "role": "writer"}
STYLES = Formats({"input": Style(fill="#fef9c3"), "wrapped": Style(wrap=True)})


def _sheet(name: str) -> int:
    """The id of the tab of the row *name*."""
    return tab_id(f"rehearsal {name}")


def _cell(name: str, row: int = 0, column: int = 0, wide: int = 1) -> Body:
    return grid_range(_sheet(name), (row, column, row + 1, column + wide))


def _ranges(answer: Any) -> Kept:
    """The ids of the protected ranges that a batch has added, by their number."""
    made = [each["addProtectedRange"]["protectedRange"] for each in answer["replies"] if "addProtectedRange" in each]
    return {f"range {number}": each["protectedRangeId"] for number, each in enumerate(made)}


def _list(options: Sequence[str]) -> Body:
    values = [{"userEnteredValue": each} for each in options]
    return {"condition": {"type": "ONE_OF_LIST", "values": values}, "strict": False, "showCustomUi": True}


def _set_list(name: str, row: int, rule: Body) -> Body:
    return {"setDataValidation": {"range": _cell(name, row), "rule": rule}}


def _properties(**values: str) -> Body:
    return {"updateSpreadsheetProperties": {"properties": values, "fields": ",".join(values)}}


def _life(what: str, made: Ask) -> tuple[Ask, ...]:
    """What becomes of a file that is *made*."""
    query = {"q": f"name contains '{TITLE}' and trashed=false", "fields": "files(id)", "pageSize": 1000}
    fields = "isAppAuthorized,capabilities(canEdit,canShare,canDelete)"
    can = {"canEdit": True, "canShare": True, "canDelete": True}
    return (
        made,
        Ask(
            what,
            "get",
            f"{FILES}/<file>",
            None,
            {"fields": fields},
            answer={"isAppAuthorized": True, "capabilities": can},
        ),
        Ask("listed", "get", FILES, None, query, answer={"files": Some({"id": "<file>"})}, bears=True),
        Ask("deleted", "delete", f"{FILES}/<file>"),
        Ask("afterwards", "get", f"{SHEETS}/<file>", None, {"fields": "sheets.properties"}, status=404, bears=True),
    )


NO_ROOM = "a service account makes no spreadsheets"
NEW_FILE: Body = {"name": f"{TITLE} file", "mimeType": SPREADSHEET, "writersCanShare": False}
FILES_ROWS = (
    Row(
        name="drive-file",
        does="creates a spreadsheet by Drive, as `new` does; looks at it, lists it and deletes it",
        means="`new` cannot make spreadsheets, or cannot share or delete them",
        advice="make the spreadsheets yourself, share them with the account as Editor, and name them with --sheet",
        asks=_life("file", Ask("created", "post", FILES, NEW_FILE, {"fields": "id"}, makes=True, leaves=NO_ROOM)),
    ),
    Row(
        name="shared-drive",
        does="asks Drive for the file with and without supportsAllDrives",
        means="found with the parameter: nothing, as the program always sends it; else it cannot be shared",
        advice="move the spreadsheet out of the shared drive, or let members of that drive share files",
        asks=(
            Ask("with supportsAllDrives", "get", FILE, None, {"fields": "id"}),
            Ask("without", "get", FILE, None, {"fields": "id", "supportsAllDrives": "false"}, bears=True),
        ),
    ),
    Row(
        name="locale",
        does="sets the language to de_DE and the zone to Europe/Berlin, and types German numbers and dates",
        means="numbers that people type in a spreadsheet of that language are read as text, or as others",
        advice="set the language of the spreadsheet to United States (File, Settings)",
        tab=(4, 4),
        asks=(
            get("zone", "properties(timeZone)", keep=lambda answer: {"zone": answer["properties"]["timeZone"]}),
            batch("changed", _properties(locale="de_DE", timeZone="Europe/Berlin")),
            typing("typed in German", "A1:C1", ["1,5", "24.12.2026", "=1/4"]),
            reading("read", "A1:C1", [[1.5, (date(2026, 12, 24) - date(1899, 12, 30)).days, 0.25]]),
            batch("put back", _properties(locale=LOCALE, timeZone="<zone>")),
        ),
    ),
)


POLL = [_sheet(f"poll {number}") for number in range(3)]


def _added(number: int, sheet: int) -> Body:
    grid = {"rowCount": 2, "columnCount": 2}
    return {"addSheet": {"properties": {"sheetId": sheet, "title": f"{TITLE} poll {number}", "gridProperties": grid}}}


def _polled(what: str, sheets: Sequence[int]) -> Ask:
    """A poll of *sheets*. The program goes by what an answer says it is of, whatever the order."""
    body = {"dataFilters": [{"gridRange": {"sheetId": sheet}} for sheet in sheets], **RAW}
    each = [
        {"dataFilters": Some({"gridRange": {"sheetId": sheet}}), "valueRange": {"values": [[number + 1]]}}
        for number, sheet in enumerate(POLL)
    ]
    return Ask(what, "post", f"{DOCUMENT}/values:batchGetByDataFilter", body, answer={"valueRanges": Some(*each)})


RAW = {"valueRenderOption": "UNFORMATTED_VALUE"}
MARKED = next_mark(0)
LATE = Unless(TITLE, f"{TITLE} late")
BATCHES = (
    Row(
        name="poll-order",
        does="polls tabs in their order, reversed and shuffled",
        means="every poll reads wrong values",
        advice="stop the sync and report the saved answers",
        asks=(
            batch("added", *(_added(number, sheet) for number, sheet in enumerate(POLL))),
            batch("filled", *(value_at(sheet, 0, 0, number + 1) for number, sheet in enumerate(POLL))),
            _polled("in order", POLL),
            _polled("reversed", POLL[::-1]),
            _polled("shuffled", [*POLL[1:], POLL[0]]),
            batch("removed", *({"deleteSheet": {"sheetId": sheet}} for sheet in POLL)),
        ),
    ),
    Row(
        name="same-batch-twice",
        does="sends a batch with the mark of a layout twice",
        means="a layout whose answer was lost could be built twice",
        advice="do not rebuild while the connection is bad; report the saved answers",
        tab=(3, 3),
        asks=(
            batch("first", *MARKED, value_at(_sheet("same-batch-twice"), 0, 0, "first")),
            batch("again", *MARKED, value_at(_sheet("same-batch-twice"), 0, 0, "second"), status=400),
            reading("cell", "A1", [["first"]]),
        ),
    ),
    Row(
        name="late-batch",
        does="sends batches that are to be refused once another one was applied, before and after that one",
        means="refused before: showing takes more calls. Done after: a slow sync may draw over what another showed",
        advice="let one sync alone poll a match; report the saved answers",
        tab=(2, 2),
        asks=(
            batch("one", *unless(LATE), value_at(_sheet("late-batch"), 0, 0, "one")),
            batch("two", *unless(LATE), value_at(_sheet("late-batch"), 0, 0, "two")),
            batch("shows", *once(Once(TITLE, LATE.name, 1)), value_at(_sheet("late-batch"), 0, 0, "shown")),
            batch("late", *unless(LATE), value_at(_sheet("late-batch"), 0, 0, "late"), status=400),
            reading("cell", "A1", [["shown"]]),
        ),
    ),
    Row(
        name="large-batch",
        does="writes three cells of 50,000 characters in one batch, and measures the seconds",
        means="a large layout is refused, or takes as long as is printed",
        advice="build matches with fewer players in a workbook (--sealed), or at a quieter hour",
        tab=(4, 2),
        asks=(
            batch("written", *(value_at(_sheet("large-batch"), row, 0, LONG) for row in range(3)), measure="seconds"),
            reading("characters", "A1:A4", [[LONG]] * 3),
        ),
    ),
)


TABLE = [
    (Cell("Seat"), Cell("Move"), Cell("Ready")),
    *((Cell(seat), Cell("north", pick=("north", "south")), Cell(False, pick=CHECKBOX)) for seat in ("Ana", "Ben")),
]
TABLE_AREA = grid_range(_sheet("table"), (0, 0, 3, 3))
KINDS = (
    {"columnIndex": 0, "columnName": "Seat", "columnType": "TEXT"},
    {"columnIndex": 1, "columnName": "Move", "columnType": "DROPDOWN", "dataValidationRule": {
        "condition": _list(["north", "south"])["condition"]}},
    {"columnIndex": 2, "columnName": "Ready", "columnType": "BOOLEAN"},
)  # fmt: skip
TYPED: dict[str, Typed] = {
    "3": 3,
    "1.5": 1.5,
    "2026-12-24": 46380,
    "20:30": 20.5 / 24,
    "25%": 0.25,
    "TRUE": True,
    "E9": "E9",
    "=1+1": 2,
}
"""What people type, one below the other, and how it is read."""

WORDS = ("1-2", "=x", "+1", "'quoted", "\N{DRAGON} \N{WAVING WHITE FLAG}", "\u05e9\u05dc\u05d5\u05dd", LONG)
"""Texts that the program writes as they are."""

OPTIONS = [[f"option {at}" for at in range(110)], [f"option {at}" for at in range(501)], [*WORDS[:-1]]]
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

INPUTS = [
    (Cell(value, "input", None, ("north", "south") if not row else None, True, text),)
    for row, (value, text) in enumerate(HELD)
]
CLEARED = [ClearIf("inputs", row, 0, value, text) for row, (value, text) in enumerate(HELD)]


def _clear(name: str, *clears: ClearIf) -> list[Body]:
    return [request for each in clears for request in clear_if(_sheet(name), each)]


def _listed(row: int, options: Sequence[str]) -> tuple[Ask, ...]:
    return (
        batch(f"{len(options)} set", _set_list("lists", row, _list(options))),
        get_list(f"{len(options)} read", f"A{row + 1}", {"condition": _list(options)["condition"]}),
    )


RULED = TabPlan(
    "rehearsal conditional-formats",
    TabTemplate(
        title="",
        columns=(Column(field="a", heading="A", width=80),),
        rules=(Rule(on=("a",), starts="x", fill="#ff0000"),),
    ),
    6,
    2,
)
CELLS = (
    Row(
        name="typed-cells",
        does="types 3, 1.5, a date, a time, a percentage and the like, reads them raw and clears them",
        means="a move is read as something else, or stays in its cell and counts again",
        advice="stop the sync, and report the saved answers",
        tab=(len(TYPED) + 2, 3),
        asks=(
            typing("typed", f"A1:A{len(TYPED)}", *([each] for each in TYPED)),
            reading("read", f"A1:A{len(TYPED)}", [[each] for each in TYPED.values()]),
            batch(
                "cleared",
                *_clear("typed-cells", *(ClearIf("", row, 0, each) for row, each in enumerate(TYPED.values()))),
            ),
            reading("left", f"A1:A{len(TYPED)}", []),
            # what was read is no longer there: a later edit must stay
            batch(
                "later", value_at(_sheet("typed-cells"), 0, 1, "later"), *_clear("typed-cells", ClearIf("", 0, 1, "x"))
            ),
            reading("later edit", "B1", [["later"]]),
        ),
    ),
    Row(
        name="written-cells",
        does="writes `1-2`, `=x`, emoji, right-to-left text and 50,000 characters",
        means="names and texts on the sheet are changed, or a batch with a long text is refused",
        advice="avoid such names in the roster",
        tab=(len(WORDS), 2),
        asks=(
            batch("written", *(value_at(_sheet("written-cells"), row, 0, each) for row, each in enumerate(WORDS))),
            reading("same", f"A1:A{len(WORDS)}", [[each] for each in WORDS]),
        ),
    ),
    Row(
        name="array",
        does="types an array that fills a second cell, and pastes its value over its formula",
        means="an array in an input may fill cells of the engine again and again",
        advice="take such a formula away by hand",
        tab=(2, 2),
        asks=(
            typing("typed", "A1", ['={"a";"b"}']),
            reading("filled", "A1:A2", [["a"], ["b"]]),
            batch("pasted", paste_value(_sheet("array"), 0, 0)),
            reading("left", "A1:A2", [["a"]]),
        ),
        bears=True,
    ),
    Row(
        name="lists",
        does="makes lists of 110 and 501 options, and one of odd options, and reads them back",
        means="a drop-down is missing or shows other words; a layout with one may be refused",
        advice="report the saved answers; players can type a choice without its list",
        tab=(4, 2),
        asks=tuple(ask for row, options in enumerate(OPTIONS) for ask in _listed(row, options)),
    ),
    Row(
        name="inputs",
        does="clears cells with a list or a text format, as play does after a turn, and one that changed by then",
        means="a move stays in its cell and counts again, or a later one is lost",
        advice="stop the sync, and report the saved answers",
        tab=(len(HELD) + 1, 3),
        asks=(
            batch("filled", put(_sheet("inputs"), CellRows(0, 0, INPUTS, VALUE | STYLE | PICK), STYLES)),
            batch("cleared", *_clear("inputs", *CLEARED)),
            reading("left", f"A1:A{len(HELD)}", []),
            batch("filled again", put(_sheet("inputs"), CellRows(0, 0, INPUTS, VALUE | STYLE | PICK), STYLES)),
            batch("later", value_at(_sheet("inputs"), 1, 0, "later"), *_clear("inputs", CLEARED[1])),
            reading("later edit", "A2", [["later"]]),
        ),
    ),
    Row(
        name="conditional-formats",
        does="colours a cell by a conditional format, in English and in German",
        means="marks and colours that follow from what players type are missing",
        advice="set the language of the spreadsheet to United States (File, Settings)",
        tab=(6, 2),
        asks=(
            batch("in English", *overlays.add(RULED)),
            batch("changed", _properties(locale="de_DE")),
            batch("in German", *overlays.add(RULED)),
            batch("put back", _properties(locale=LOCALE)),
        ),
        bears=True,
    ),
    Row(
        name="table",
        does="makes a table of cells, with boxes and a list, and makes plain cells of it again",
        means="if a tab of a match is converted to a table, it may look wrong until the sync makes plain cells of it",
        advice="do not convert cells to tables; if it was done, undo it",
        tab=(8, 6),
        asks=(
            batch("filled", put(_sheet("table"), CellRows(0, 0, TABLE, VALUE | PICK), STYLES)),
            batch(
                "made",
                {"addTable": {"table": {"name": "Rehearsal", "range": TABLE_AREA, "columnProperties": KINDS}}},
                bears=True,
            ),
            reading("read", "A2:C3", [["Ana", "north", False], ["Ben", "north", False]]),
            batch(
                "lists",
                put(_sheet("table"), CellRows(1, 1, [(Cell("south", pick=("south", "west")),)], VALUE | PICK), STYLES),
            ),
            batch("filtered", {"setBasicFilter": {"filter": {"range": _cell("table", 4, 0, 2)}}}),
            Do("taken away", loosen_table, 2),
            reading("kept", "A2:C3", [["Ana", "south", False], ["Ben", "north", False]]),
        ),
    ),
    FORMATS,
)


MADE = {"fields": "id,createdTime"}
SINCE = {"fields": posts.MASK, "startModifiedTime": "<made>", "pageSize": posts.PAGE}
SAID = {"author": {"me": True}, "replies": [{"content": "a reply", "author": {"me": True}}]}


def _comment(answer: Any) -> Kept:
    return {"comment": answer["id"], "made": answer["createdTime"]}


PEOPLE = (
    Row(
        name="comments",
        does="comments on the spreadsheet, replies, reads both and deletes them",
        means="comments are not passed on, or are passed on twice",
        advice="say what you want others to hear on the tab “Your seat”",
        asks=(
            Ask("commented", "post", f"{FILE}/comments", {"content": "a comment"}, MADE, keep=_comment),
            Ask("replied", "post", f"{FILE}/comments/<comment>/replies", {"content": "a reply"}, {"fields": "id"}),
            Ask(
                "read", "get", f"{FILE}/comments", None, SINCE, answer={"comments": [{"content": "a comment", **SAID}]}
            ),
            Ask("deleted", "delete", f"{FILE}/comments/<comment>"),
        ),
        bears=True,
    ),
    Row(
        name="invitations",
        does="invites each --invite address twice without an e-mail, and removes it",
        means="somebody cannot be invited now, or Google writes an address differently; the program notes either",
        advice="see “Invitations” in docs/google.md",
        asks=(
            Ask("invited", "post", f"{FILE}/permissions", GUEST, ACCESS, keep=lambda answer: {"access": answer["id"]}),
            Ask("again", "post", f"{FILE}/permissions", GUEST, ACCESS, answer={**GUEST, "id": "<access>"}),
            Ask("removed", "delete", f"{FILE}/permissions/<access>"),
            Ask("is gone", "get", f"{FILE}/permissions/<access>", status=404),
        ),
        bears=True,
        needs="--invite",
    ),
    Row(
        name="link",
        does="lets anyone with the link edit, and takes that away",
        means="--set share=link does not work with this account",
        advice="invite people by their addresses; in an organisation, ask its administrator",
        asks=(
            Ask("shared", "post", f"{FILE}/permissions", LINK, {"fields": "id"}, answer={"id": "anyoneWithLink"}),
            Ask("removed", "delete", f"{FILE}/permissions/anyoneWithLink"),
        ),
        bears=True,
    ),
)


def _swapped(what: str, old: str, new: str, **more: Any) -> Ask:
    """A process replaces the token *old* of a store, which it has read, by its own."""
    return batch(
        what,
        {"updateNamedRange": {"namedRange": _token(old), "fields": "range"}},
        {"deleteNamedRange": {"namedRangeId": old}},
        {"addNamedRange": {"namedRange": _token(new)}},
        value_at(_sheet("store-token"), 0, 0, what),
        **more,
    )


def _token(name: str) -> Body:
    return {"namedRangeId": name, "name": "sheets_gm_rehearsal", "range": _cell("store-token")}


ADDED, REMOVED = 130, 66
"""Protected ranges that the turn of a large match adds and removes in one batch."""


def _guarded(row: int) -> Body:
    return {"addProtectedRange": {"protectedRange": {"range": _cell("churn", row), "description": TITLE}}}


OTHERS = {"protectedRangeId": "<range 0>", "editors": {"domainUsersCanEdit": False}}
TOKENS = [f"sheets_gm_rehearsal_{number}" for number in range(1, 4)]
GUARDED = (
    Row(
        name="protection",
        does="lets the --second account type in its own cell, in its neighbour's and outside",
        means="players cannot type, or can type for others; or protection is written again at each check",
        advice="use sealed workbooks (--sealed), and report the saved answers",
        asks=(
            Do(
                "typed",
                type_as_second,
                {"own cell": "done", "neighbour's cell": "refused", "outside": "refused", "protected again": 0},
            ),
        ),
        needs="--second",
    ),
    Row(
        name="churn",
        does=f"adds {ADDED} protections and removes {REMOVED} in one batch, and measures the seconds",
        means="a turn of a large match is not shown, or takes as long as is printed",
        advice=FEWER,
        tab=(ADDED + REMOVED, 2),
        asks=(
            batch("protected", *(_guarded(row) for row in range(REMOVED)), keep=_ranges),
            batch(
                "done",
                *({"deleteProtectedRange": {"protectedRangeId": f"<range {row}>"}} for row in range(REMOVED)),
                *(_guarded(row) for row in range(REMOVED, REMOVED + ADDED)),
                measure="seconds for the batch",
                keep=_ranges,
            ),
            # as where a match moves to another account
            batch(
                "other editors",
                {"updateProtectedRange": {"protectedRange": OTHERS, "fields": "editors.domainUsersCanEdit"}},
            ),
            get_tab(
                "protections", "protectedRanges.description", {"protectedRanges": [{"description": TITLE}] * ADDED}
            ),
        ),
    ),
    Row(
        name="store-token",
        does="replaces the token of a store twice from one head",
        means="two syncs on a store in a spreadsheet could overwrite each other",
        advice="keep matches in a database (store in sheets-gm.toml), or run only one sync",
        tab=(4, 2),
        asks=(
            batch("added", {"addNamedRange": {"namedRange": _token(TOKENS[0])}}),
            _swapped("ours", TOKENS[0], TOKENS[1]),
            _swapped("theirs", TOKENS[0], TOKENS[1], status=400),
            _swapped("late", TOKENS[0], TOKENS[2], status=400),
            get("token", "namedRanges(namedRangeId,name)", {"namedRanges": Some({"namedRangeId": TOKENS[1]})}),
            reading("cell", "A1", [["ours"]]),
            batch("removed", {"deleteNamedRange": {"namedRangeId": TOKENS[1]}}),
        ),
    ),
)


START = Ask("token", "get", f"{CHANGES}/startPageToken", keep=lambda answer: {"token": answer["startPageToken"]})
CHANGE = {"pageToken": "<token>", "pageSize": 1000, "fields": "changes(fileId)", "includeItemsFromAllDrives": "true"}
LISTED = {"changes": Some({"fileId": "<document>"})}
HEARS = {
    "means": "the sync learns later, or never, that somebody typed in a quiet match, and polls that match more often",
    "advice": "if it is never listed, set the deadlines with some minutes to spare; report the seconds",
}


def _heard(how: str) -> Ask:
    """Google is known to need about three minutes."""
    measure = f"seconds until the feed lists an edit by {how}"
    return Ask("listed", "get", CHANGES, None, CHANGE, answer=LISTED, within=600.0, measure=measure)


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
)
LATE_TICK = "✓ #7"
"""What a tick of the box in A11 writes: the text that it has for this turn (`reading.tick_of`)."""

TICKED = Cell(False, pick=(*CHECKBOX, LATE_TICK))
TEXTS = [
    (Cell("A text that is longer than its column is wide, so that it needs lines. " * 3, "wrapped"),),
    (Cell("note", "", "This is a note."),),
    (Cell("another spreadsheet", link="https://sheets.new"),),
]
BOX = {"condition": {"type": "BOOLEAN"}, "strict": True, "showCustomUi": True}
FROZEN = {"sheetId": _sheet("by-hand"), "gridProperties": {"frozenRowCount": 1, "frozenColumnCount": 1}}
KEY = "sheets-gm.rehearsal"
"""The key of the metadata that is looked for after a version was restored."""


def _noted(location: Body) -> Body:
    note = {"metadataKey": KEY, "metadataValue": "before", "visibility": "DOCUMENT", "location": location}
    return {"createDeveloperMetadata": {"developerMetadata": note}}


NOTED: Body = {"developerMetadata": Some({"metadataKey": KEY})}
UNNOTED = {"deleteDeveloperMetadata": {"dataFilter": {"developerMetadataLookup": {"metadataKey": KEY}}}}
GUARD = {"range": _cell("versions"), "description": KEY}
HISTORY = "File, Version history"
BY_HAND = (
    Row(
        name="by-hand",
        does="asks what you see on a phone: lists, a box, numbers, texts, a note, a link, frozen cells, a late edit",
        means="players with that phone have trouble with this kind of cell",
        advice="let them type what they would choose, or use a browser",
        tab=(40, 12),
        asks=(
            batch(
                "page",
                _set_list("by-hand", 0, _list(["north", "south"])),
                _set_list("by-hand", 1, BOX),
                _set_list("by-hand", 5, _list([f"choice {number}" for number in range(1, 170)])),
                put(_sheet("by-hand"), CellRows(6, 0, TEXTS, VALUE | STYLE | NOTE), STYLES),
                put(_sheet("by-hand"), CellRows(10, 0, [(TICKED,)], VALUE | PICK), STYLES),
                value_at(_sheet("by-hand"), 3, 0, WORDS[4]),
                value_at(_sheet("by-hand"), 4, 0, WORDS[5]),
                {
                    "updateSheetProperties": {
                        "properties": FROZEN,
                        "fields": "gridProperties(frozenRowCount,frozenColumnCount)",
                    }
                },
                {"addProtectedRange": {"protectedRange": {"range": _cell("by-hand", 11)}}},
            ),
            *map(Question, PHONE),
            reading("A3", "A3", [[3]]),
            reading("A10 to A12", "A10:A12", [[5], [LATE_TICK]]),
        ),
        bears=True,
        needs="--by-hand",
    ),
    Row(
        name="versions",
        does="changes a tab, asks you to restore the version before that, and looks what of it is there again",
        means="after somebody restores a version, cells are open to all, or a batch is not known to be applied",
        advice="after a version was restored, run sheets-gm rebuild; it protects and marks everything anew",
        tab=(3, 3),
        asks=(
            batch(
                "before",
                value_at(_sheet("versions"), 0, 0, "before"),
                _set_list("versions", 0, _list(["before"])),
                {"addProtectedRange": {"protectedRange": GUARD}},
                _noted({"sheetId": _sheet("versions")}),
                _noted({"spreadsheet": True}),
                keep=_ranges,
            ),
            Question(f"Open <link> in a browser: {HISTORY}, Name current version, call it “{TITLE} now”. Done"),
            batch(
                "after",
                value_at(_sheet("versions"), 0, 0, "after"),
                {"setDataValidation": {"range": _cell("versions")}},
                {"deleteProtectedRange": {"protectedRangeId": "<range 0>"}},
                UNNOTED,
            ),
            Question(f"Now {HISTORY}, See version history, choose “{TITLE} now”, Restore this version. Done"),
            reading("cell", "A1", [["before"]]),
            get_list("list", "A1", {"showCustomUi": True}),
            get_tab("protections", "protectedRanges.description", {"protectedRanges": [{"description": KEY}]}),
            get_tab("metadata of the tab", "developerMetadata.metadataKey", NOTED),
            get("metadata of the file", "developerMetadata.metadataKey", NOTED),
            batch("removed", _noted({"spreadsheet": True}), UNNOTED),
        ),
        bears=True,
        needs="--by-hand",
    ),
)


ROWS: tuple[Row, ...] = (
    *FILES_ROWS,
    *BATCHES,
    *CELLS,
    *PEOPLE,
    *GUARDED,
    Row(
        name="feed",
        does="edits a cell by the API, and waits until Drive's feed of changes lists it",
        tab=(3, 3),
        asks=(START, batch("edited", value_at(_sheet("feed"), 0, 0, "changed")), _heard("API")),
        bears=True,
        **HEARS,
    ),
    Row(
        name="feed-by-hand",
        does="asks you to type into a cell, and waits until Drive's feed of changes lists it",
        tab=(3, 3),
        asks=(
            START,
            Question("Open <link>, type 1 into A1 of “<title>” and press Enter; then answer at once. Done"),
            _heard("hand"),
        ),
        bears=True,
        needs="--by-hand",
        **HEARS,
    ),
    Row(
        name="layouts",
        does="builds the largest layout of each game, compares it with what was drawn, and takes it away",
        means="a match of that game cannot be created, or looks wrong",
        advice="play with fewer players or sealed workbooks (--sealed), and report the saved answers",
        asks=(Do("left to write", largest_layouts, LAYOUTS),),
    ),
    Row(
        name="turns",
        does=f"lets bots play {TURNS} turns of the game with the fewest players",
        means="moves are read wrongly, or a turn is not played",
        advice="do not begin a match, and report the saved answers",
        asks=(Do("played", play_turns, {"turns": TURNS, "left to write": 0}),),
    ),
    Row(
        name="quota",
        does="polls without a pause until the service refuses it, and reads which quota the refusal names",
        means="polls count against another quota, or against more of it, than the program assumes",
        advice="if the limit is higher, nothing; if it is lower or of another kind, report the saved answers",
        asks=(
            Do(
                "refused",
                is_poll_refused,
                {
                    "status": 429,
                    "quota_metric": "sheets.googleapis.com/read_requests",
                    "quota_limit": "ReadRequestsPerMinutePerUser",
                    "quota_limit_value": "60",
                },
            ),
        ),
        bears=True,
        needs="--quota",
    ),
    *BY_HAND,
)
"""All rows, in the order in which they are tried."""
