"""Who may edit what: protected ranges over real HTTP, with a GM who owns the spreadsheet and a sync that is a robot."""

from __future__ import annotations

from typing import Any

import pytest
from gspread.exceptions import APIError

from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.google.workbooks import protected_tabs
from sheets_gm.adapters.google.workbooks.tabs import protected_ranges
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.stores import from_settings
from sheets_gm.games.finding import game
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import Protection
from sheets_gm.gm.session import Ports, Session
from tests.adapters.place import ROBOT, Place, typed
from tests.gm.table import poller_of
from tests.localsheets import real

ROSTER = "player,team,captain,account\nAna,blue,yes,ana@x\nBen,blue,,ben@x\nCleo,red,yes,cleo@x\nDov,red,,\n"
INPUTS = (((3, 6, 4, 11), ("ana@x",)), ((4, 6, 5, 11), ("ana@x", "ben@x")))


@pytest.fixture
def match(place: Place) -> Place:
    """A match in the GM's own spreadsheet, protected by the sync."""
    (place.folder / "friends.csv").write_text(ROSTER, encoding="utf-8")
    done = typed(place.folder, "new", "gvg", "--name", "friday", "--roster", "friends.csv", "--gm", "gm@x",
                 "--sheet", place.sheet.url)  # fmt: skip
    assert done.code == 0, done.err
    sync(place)
    return place


def sync(place: Place) -> None:
    done = typed(place.folder, "sync", "--once")
    assert done.code == 0, done.err


def store(place: Place) -> Any:
    from sheets_gm.adapters.installation.settings import load

    return from_settings.store(load(place.folder), place.folder)


def sheets_as(place: Place, account: str) -> Any:
    return real.client(place.base, place.service.add_account(account)).open_by_key(place.sheet.id)


def ranges(place: Place) -> list[dict[str, Any]]:
    held = place.person.http_client.fetch_sheet_metadata(place.sheet.id, {"fields": protected_ranges.MASK})
    return [each for sheet in held["sheets"] for each in sheet.get("protectedRanges", [])]


def change(place: Place, *requests: dict[str, Any]) -> Any:
    """Do something to the spreadsheet, as its owner."""
    return place.person.http_client.batch_update(place.sheet.id, {"requests": list(requests)})


def watch_again(place: Place) -> None:
    """Let the hour pass after which the sync holds the protection against what it shall be."""
    opened = store(place)
    record = opened.record("friday")
    books = tuple(book.but(watched=0.0) for book in record.workbooks)
    opened.save(record.but(workbooks=books))


# -- what a match asks for ---------------------------------------------------------------------------------------------


def test_every_tab_is_protected_whole_and_every_seat_has_its_own_cells(match: Place) -> None:
    whole = [each for each in ranges(match) if "startRowIndex" not in each["range"]]
    tabs = {tab.title for tab in match.sheet.worksheets()} - {"Sheet1"}
    assert len(whole) == len(tabs)
    own = [each["editors"]["users"] for each in ranges(match) if "ben@x" in each["editors"]["users"]]
    assert own
    assert all(set(users) <= {"ana@x", "ben@x", ROBOT} for users in own)


def test_a_player_types_into_its_own_row_and_nowhere_else(match: Place) -> None:
    orders = sheets_as(match, "ben@x").worksheet("Orders")
    orders.update([["A1"]], "C5")
    for cell in ("C4", "A5", "F5", "A1"):
        with pytest.raises(APIError, match="protected"):
            orders.update([["A1"]], cell)


def test_whose_account_is_unknown_leaves_cells_open_and_the_sheet_and_the_command_line_say_so(match: Place) -> None:
    sheets_as(match, "ana@x").worksheet("Orders").update([["A17"]], "C7")
    roster = {row[1]: row[2] for row in match.sheet.worksheet("Roster").get_values()[3:]}
    assert roster["Ben"] == "✓ known"
    assert roster["Dov"] == "⚠ unknown: its cells are open to everyone"
    typed(match.folder, "new", "gvg", "--name", "other", "--roster", "friends.csv",
          "--sheet", match.shared("Other").url)  # fmt: skip
    second = typed(match.folder, "new", "gvg", "--name", "third", "--roster", "friends.csv",
                   "--sheet", match.shared("Third").url)  # fmt: skip
    assert "Everyone at the table can edit the cells of Dov" in second.out
    assert "Nobody can type on the GM and Desk tabs" in second.out


def test_without_a_game_master_nobody_at_the_table_types_on_the_gm_and_desk_tabs(place: Place) -> None:
    (place.folder / "friends.csv").write_text(ROSTER, encoding="utf-8")
    done = typed(place.folder, "new", "gvg", "--name", "friday", "--roster", "friends.csv", "--sheet", place.sheet.url)
    assert done.code == 0, done.err
    sync(place)
    for tab, cell in (("GM", "B4"), ("Desk", "C4")):
        with pytest.raises(APIError, match="protected"):
            sheets_as(place, "ana@x").worksheet(tab).update([[True]], cell)
    added = typed(place.folder, "change", "friday", "--add-gm", "ana@x")
    assert added.code == 0, added.err
    sync(place)
    sheets_as(place, "ana@x").worksheet("Desk").update([["pause"]], "C4")


def test_what_the_owner_types_over_is_put_back_and_play_goes_on(match: Place) -> None:
    board = match.sheet.worksheet("Board")
    before = board.get_values()
    board.update([["mine now"]], "C5")
    match.sheet.worksheet("Orders").update([["Nobody"]], "A5")
    match.sheet.worksheet("Orders").update([["A1"]], "C5")
    sync(match)
    after = board.get_values()
    assert after == before
    row = match.sheet.worksheet("Orders").row_values(5)
    assert (row[0].partition("\n")[0], row[2]) == ("● Ben", "A1")
    assert row[5].startswith("✓ Saved")


# -- comparing ---------------------------------------------------------------------------------------------------------


def test_a_workbook_that_is_protected_as_it_shall_be_needs_no_write(match: Place) -> None:
    sheets, book, protections = by_hand(match)
    before = (dict(sheets.calls), ranges(match))
    assert sheets.protect(book, protections).remarks == ()
    assert ranges(match) == before[1]
    assert sheets.calls["read"] == before[0]["read"] + 1
    assert sheets.calls["write"] == before[0]["write"]


def by_hand(place: Place) -> tuple[GoogleSheets, Workbook, list[Protection]]:
    """The robot, with some ranges of the Orders tab that it protected itself."""
    sheets = place.robot()
    book = store(place).record("friday").workbooks[0]
    protections = [Protection(tab="orders", inputs=INPUTS), Protection(tab="board", inputs=())]
    sheets.protect(book, protections)
    return sheets, book, protections


def test_only_the_ranges_that_differ_are_replaced_in_one_batch(match: Place) -> None:
    sheets, book, protections = by_hand(match)
    before = {each["protectedRangeId"] for each in ranges(match)}
    other = [protections[0].but(inputs=(INPUTS[0], (INPUTS[1][0], ("ana@x", "cleo@x")))), protections[1]]
    write = sheets.calls["write"]
    sheets.protect(book, other)
    after = {each["protectedRangeId"] for each in ranges(match)}
    assert sheets.calls["write"] == write + 1
    assert len(after) == len(before)
    # numbers of protections are used again, so the one that went may have given its own to the one that came
    assert len(before - after) <= 1
    orders = next(tab.id for tab in match.sheet.worksheets() if tab.title == "Orders")
    changed = [
        each["range"]
        for each in ranges(match)
        if each["range"].get("sheetId") == orders and "cleo@x" in wanted(each)[2]
    ]
    assert [(area["startRowIndex"], area["startColumnIndex"]) for area in changed] == [(4, 6)]


@pytest.mark.parametrize("how", ["deleted", "an editor more", "a hole more", "only warning"])
def test_a_protection_that_the_owner_changed_is_put_back(match: Place, how: str) -> None:
    before = sorted(map(wanted, ranges(match)), key=str)
    board = next(tab.id for tab in match.sheet.worksheets() if tab.title == "Board")
    guard = next(each for each in ranges(match) if each["range"] == {"sheetId": board})
    name = {"protectedRangeId": guard["protectedRangeId"]}
    hole = {"sheetId": board, "startRowIndex": 0, "endRowIndex": 9}
    changed: dict[str, tuple[dict[str, Any], str]] = {
        "an editor more": ({"editors": {"users": [ROBOT, "gm@x", "ben@x"]}}, "editors"),
        "a hole more": ({"unprotectedRanges": [hole]}, "unprotectedRanges"),
        "only warning": ({"warningOnly": True}, "warningOnly"),
    }
    if how == "deleted":
        change(match, {"deleteProtectedRange": name})
    else:
        fields, mask = changed[how]
        change(match, {"updateProtectedRange": {"protectedRange": {**name, **fields}, "fields": mask}})
    watch_again(match)
    sync(match)
    assert sorted(map(wanted, ranges(match)), key=str) == before


def wanted(guard: dict[str, Any]) -> tuple[Any, ...]:
    """What a protection shall be, without its number and whoever put it there."""
    users = frozenset(guard.get("editors", {}).get("users", ())) - {ROBOT, "gm@x"}
    return guard["range"], guard.get("unprotectedRanges"), users, guard.get("warningOnly"), guard.get("description")


def test_a_protection_of_somebody_else_is_left_alone_and_reported_to_the_gm(match: Place) -> None:
    board = match.sheet.worksheet("Board")
    area = {"sheetId": board.id, "startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 9, "endColumnIndex": 10}
    foreign = {"range": area, "description": "keep out", "editors": {"users": [ROBOT]}}
    change(match, {"addProtectedRange": {"protectedRange": foreign}})
    watch_again(match)
    match.sheet.worksheet("Orders").update([["A1"]], "C5")
    sync(match)
    sync(match)
    assert "keep out" in {each.get("description") for each in ranges(match)}
    shown = " ".join(row[1] for row in match.sheet.worksheet("GM").get_values() if row[0] == "Protection")
    assert "A protection of “Board” J1 is somebody else's" in shown
    assert "remove it under Data > Protect sheets and ranges" in shown


def test_a_lost_answer_protects_nothing_twice(match: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    sheets, book, protections = by_hand(match)
    other = [protections[0].but(inputs=INPUTS[:1]), protections[1]]
    plain = protected_tabs.batch_update  # type: ignore[attr-defined]

    def twice(api: Any, document: str, wanted: Any) -> None:
        plain(api, document, wanted)
        plain(api, document, wanted)

    monkeypatch.setattr(protected_tabs, "batch_update", twice)
    assert sheets.protect(book, other).remarks == ()
    monkeypatch.undo()
    write = sheets.calls["write"]
    sheets.protect(book, other)
    assert sheets.calls["write"] == write


def test_a_tab_that_somebody_else_protects_whole_is_left_to_them_and_reported(match: Place) -> None:
    sheets, book, protections = by_hand(match)
    board = match.sheet.worksheet("Board")
    guard = next(each for each in ranges(match) if each["range"] == {"sheetId": board.id})
    mine = {"range": {"sheetId": board.id}, "description": "mine", "editors": {"users": [ROBOT]}}
    change(
        match,
        {"deleteProtectedRange": {"protectedRangeId": guard["protectedRangeId"]}},
        {"addProtectedRange": {"protectedRange": mine}},
    )
    shown = sheets.protect(book, protections).remarks
    assert len(shown) == 1
    assert "A protection of “Board” is somebody else's" in shown[0]


def test_a_substitute_gets_the_cells_and_the_one_who_left_loses_them(match: Place) -> None:
    done = typed(match.folder, "substitute", "friday", "blue2", "Zoe <zoe@x>")
    assert done.code == 0, done.err
    sync(match)
    sheets_as(match, "zoe@x").worksheet("Orders").update([["A1"]], "C5")
    with pytest.raises(PermissionError):
        sheets_as(match, "ben@x")


def test_a_process_that_starts_again_does_not_protect_anew(match: Place) -> None:
    robot = match.robot()
    table = poller_of(
        Session(game("gvg"), templates.template("gvg"), Ports(store(match), lambda: 0.0), "friday"), robot, "again"
    )
    table.session.record = table.session.ports.store.save(
        table.session.record.but(workbooks=tuple(book.but(watched=0.0) for book in table.session.record.workbooks))
    )
    table.tick()
    write = robot.calls["write"]
    table.tick()
    assert robot.calls["write"] == write
