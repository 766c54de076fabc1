"""What people can change about a spreadsheet beside its cells is noticed, put back, and reported."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from gspread.exceptions import APIError

from sheets_gm.adapters import wiring
from sheets_gm.adapters.google.account_pool import AccountPool
from sheets_gm.adapters.installation.settings import load
from sheets_gm.gm.poll.schedule.call_quota import Change
from sheets_gm.gm.poll.tick import Tick
from sheets_gm.gm.workbooks.live import inspection
from tests.adapters.google.test_sharing import books, people, place, store, sync
from tests.adapters.place import Place, typed
from tests.localsheets import real

__all__ = ["place"]

FILES = "https://www.googleapis.com/drive/v3/files"


@pytest.fixture
def match(place: Place) -> Place:
    """A sealed match in spreadsheets of the GM's own, which were looked at once."""
    words = ("--name", "friday", "--roster", "friends.csv", "--gm", "gm@x", "--sealed")
    done = typed(place.folder, "new", "gvg", *words)
    assert done.code == 0, done.err
    look(place)
    return place


def look(place: Place) -> str:
    """Let the time pass after which the sync looks at more than cells; what its log says then."""
    opened = store(place)
    record = opened.record("friday")
    opened.save(record.but(workbooks=tuple(book.but(watched=0.0) for book in record.workbooks)))
    orders = books(place)["team.red"].worksheet("Orders")
    orders.update([["A1" if orders.acell("C4").value != "A1" else "B1"]], "C4")
    return sync(place)


def put_back_lines(place: Place) -> str:
    """What the GM tab says was put back."""
    return " ".join(row[1] for row in books(place)["gm"].worksheet("GM").get_values() if row[0] == "Put back")


def player(place: Place, account: str, key: str) -> Any:
    return real.client(place.base, place.service.add_account(account)).open_by_key(books(place)[key].id)


def give_role(place: Place, key: str, account: str, role: str) -> None:
    """The owner gives somebody another role."""
    sheet = books(place)[key]
    held = next(str(each["id"]) for each in sheet.list_permissions() if each.get("emailAddress") == account)
    place.person.http_client.request("patch", f"{FILES}/{sheet.id}/permissions/{held}", json={"role": role})


def throw_out(place: Place) -> None:
    books(place)["team.blue"].remove_permissions("ben@x", role="writer")


def take_away_the_pen(place: Place) -> None:
    give_role(place, "team.blue", "ben@x", "reader")


def let_in_the_other_team(place: Place) -> None:
    books(place)["team.blue"].share("cleo@x", perm_type="user", role="reader", notify=False)


def let_in_everybody(place: Place) -> None:
    books(place)["team.blue"].share(None, perm_type="anyone", role="reader")


def give_the_public_a_pen(place: Place) -> None:
    give_role(place, "public", "ana@x", "writer")


def let_players_share(place: Place) -> None:
    address = f"{FILES}/{books(place)['team.blue'].id}"
    place.person.http_client.request("patch", address, json={"writersCanShare": True})


def hide_a_tab(place: Place) -> None:
    blue = player(place, "ben@x", "team.blue")
    hidden = {"sheetId": blue.worksheet("Orders").id, "hidden": True}
    blue.batch_update({"requests": [{"updateSheetProperties": {"properties": hidden, "fields": "hidden"}}]})


def delete_the_mark(place: Place) -> None:
    marks = {"dataFilter": {"developerMetadataLookup": {"metadataKey": "sheets-gm.layout"}}}
    player(place, "ben@x", "team.blue").batch_update({"requests": [{"deleteDeveloperMetadata": marks}]})


def unprotect(place: Place) -> None:
    blue = books(place)["team.blue"]
    held = blue.fetch_sheet_metadata({"fields": "sheets(properties.title,protectedRanges)"})["sheets"]
    first = next(each for each in held if each["properties"]["title"] == "Orders")["protectedRanges"][0]
    gone = {"protectedRangeId": first["protectedRangeId"]}
    blue.batch_update({"requests": [{"deleteProtectedRange": gone}]})


def protect_against_others(place: Place) -> None:
    blue = books(place)["team.blue"]
    area = {"sheetId": blue.worksheet("Orders").id, "startRowIndex": 4, "endRowIndex": 5, "startColumnIndex": 6}
    blue.batch_update({"requests": [{"addProtectedRange": {"protectedRange": {"range": area, "description": "ha"}}}]})


def state(place: Place) -> Any:
    """Who may do what in all spreadsheets of the match."""
    made = books(place)
    mask = {"fields": "sheets(properties(title,hidden),protectedRanges(range,description,editors,unprotectedRanges))"}
    tabs = {key: sheet.fetch_sheet_metadata(mask) for key, sheet in made.items()}
    for held in tabs.values():
        for tab in held["sheets"]:
            tab.get("protectedRanges", []).sort(key=json.dumps)
    kept = {key: place.service.documents[sheet.id].meta for key, sheet in made.items()}
    flags = {key: meta.get("writersCanShare") for key, meta in kept.items()}
    marks = {key: [each["metadataKey"] for each in meta.get("developerMetadata", ())] for key, meta in kept.items()}
    return {key: people(sheet) for key, sheet in made.items()}, tabs, flags, marks


CHANGES: tuple[Mapping[Callable[[Place], None], str], ...] = (
    {
        hide_a_tab: "Blue: the tab “Orders” was hidden",
        delete_the_mark: "Blue: the mark that this program keeps in the spreadsheet was deleted",
        unprotect: "Blue: the protection of “Orders” was changed",
        throw_out: "Blue: ben@x had been thrown out",
        let_in_the_other_team: "Blue: cleo@x had been let in as reader",
        give_the_public_a_pen: "The public spreadsheet: ana@x had been made writer",
    },
    {
        protect_against_others: "Blue: somebody protected “Orders” G5",
        take_away_the_pen: "Blue: ben@x had been made reader",
        let_in_everybody: "Blue: anyone with the link had been let in as reader",
        let_players_share: "Blue: players had been allowed to share the spreadsheet",
    },
)
"""What people do one after another before the sync looks, and what it says of each."""


def test_what_was_changed_about_a_spreadsheet_is_put_back_and_reported(match: Place) -> None:
    before = state(match)
    for changes in CHANGES:
        for do in changes:
            now = state(match)
            do(match)
            assert state(match) != now
        said = look(match)
        assert "friday: put back what somebody changed: " in said
        assert [message for message in changes.values() if message not in said] == []
        assert state(match) == before
        sync(match)
        shown = put_back_lines(match)
        assert [message for message in changes.values() if message not in shown] == []
        assert "put back" not in look(match)


def test_a_look_at_what_is_as_it_was_changes_nothing_and_tells_nothing(match: Place) -> None:
    before = state(match)
    assert "put back" not in look(match)
    assert state(match) == before
    assert put_back_lines(match) == ""


def test_players_of_a_private_spreadsheet_cannot_throw_each_other_out(match: Place) -> None:
    ben = player(match, "ben@x", "team.blue")
    with pytest.raises(APIError, match="sufficient permissions"):
        ben.remove_permissions("ana@x", role="writer")


def test_a_spectator_whom_the_gm_lets_into_the_public_spreadsheet_stays_and_is_reported_once(match: Place) -> None:
    books(match)["public"].share("aunt@x", perm_type="user", role="reader", notify=False)
    assert "aunt@x may come in now as reader; it was left so" in look(match)
    assert "aunt@x" in people(books(match)["public"])
    assert "aunt@x" not in look(match)


def test_the_public_spreadsheet_may_be_open_to_all_who_only_read_and_comment(match: Place) -> None:
    public = books(match)["public"]
    public.share(None, perm_type="anyone", role="commenter")
    assert "anyone with the link may come in now as commenter; it was left so" in look(match)
    assert people(public)["anyoneWithLink"] == "commenter"
    assert "anyone with the link" not in look(match)


def test_on_the_word_of_the_feed_a_change_is_put_back_though_nobody_typed(
    match: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = store(match)
    rounds = wiring.rounds(opened, match.sheets(user_credentials="user.json"), load(match.folder))

    def restored() -> list[Any]:
        for poll in rounds.matches.agenda.poll_times.values():
            poll.pace = replace(poll.pace, at=0.0)
        return [each.restored if isinstance(each, Tick) else each for each in rounds.round()]

    assert restored() == [()]
    throw_out(match)
    assert restored() == [()]
    monkeypatch.setattr(inspection, "CHANGE_CHECKED_NEARBY", 0.0)
    record = opened.record("friday")
    blue = next(book.document for book in record.workbooks if book.key == "team.blue")
    monkeypatch.setattr(AccountPool, "changed", lambda *_: {blue: Change(modified=time.time())})
    assert restored() == [("Blue: ben@x had been thrown out",)]
    assert restored() == [()]


def test_the_feed_is_read_where_nobody_counts_calls_too(match: Place) -> None:
    """Nothing else tells a sync of a local spreadsheet of what is changed besides cells."""
    settings = load(match.folder)
    assert settings.google.limits is None
    rounds = wiring.rounds(store(match), match.robot(), settings)
    assert isinstance(rounds.quota, AccountPool)
    assert rounds.quota.feeds


# -- a spreadsheet that was deleted ------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["public", "team.blue"])
def test_a_spreadsheet_that_was_deleted_is_laid_out_anew_with_all_that_was_played(match: Place, key: str) -> None:
    assert typed(match.folder, "resolve", "friday").code == 0
    lost = books(match)[key]
    before = {tab.title: tab.get_values() for tab in lost.worksheets()}
    invited = people(lost)
    match.person.del_spreadsheet(lost.id)
    assert typed(match.folder, "sync", "--once").code == 1
    done = typed(match.folder, "rebuild", "friday")
    assert done.code == 0, done.err
    made = books(match)[key]
    assert made.id != lost.id
    assert {tab.title: tab.get_values() for tab in made.worksheets()} == before
    assert people(made) == invited
    assert typed(match.folder, "sync", "--once").code == 0
    assert typed(match.folder, "resolve", "friday").code == 0


def test_in_place_of_a_deleted_spreadsheet_a_service_account_asks_for_another_one(place: Place) -> None:
    place.settle(service_account="key.json")
    done = typed(place.folder, "new", "gvg", "--name", "friday", "--sheet", place.sheet.url)
    assert done.code == 0, done.err
    place.person.del_spreadsheet(place.sheet.id)
    done = typed(place.folder, "rebuild", "friday")
    assert (done.code, "then run: sheets-gm rebuild friday --sheet URL" in done.err) == (1, True), done.err
    other = place.shared("Another")
    done = typed(place.folder, "rebuild", "friday", "--sheet", other.url)
    assert done.code == 0, done.err
    assert {"Board", "Orders", "GM"} <= {tab.title for tab in other.worksheets()}
    done = typed(place.folder, "rebuild", "friday", "--sheet", other.url)
    assert "all of them are there" in done.err
