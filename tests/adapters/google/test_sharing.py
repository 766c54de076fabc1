"""Who is invited: every address is tried, those who are refused keep nobody out, and the sync continues on its own."""

from __future__ import annotations

import json
from typing import Any

import pytest
from gspread.exceptions import APIError

from sheets_gm.adapters.google.workbooks.tabs import protected_ranges
from sheets_gm.adapters.installation.settings import load
from sheets_gm.adapters.stores import from_settings
from sheets_gm.gm.match_record.upkeep import Upkeep
from sheets_gm.gm.match_record.workbook import LATER
from sheets_gm.localsheets.drive.strangeness import EDITORS_ONLY, STRANGENESSES, Strangeness
from tests.adapters.place import Done, Place, typed
from tests.localsheets import real

ROSTER = "player,team,captain,account\nAna,blue,yes,ana@x\nBen,blue,,ben@x\nCleo,red,yes,cleo@x\nDov,red,,\n"


@pytest.fixture
def place(place: Place) -> Place:
    """With a roster, an account of one's own, and a service that lets only editors be editors of a range."""
    place.settle(user_credentials="user.json")
    (place.folder / "friends.csv").write_text(ROSTER, encoding="utf-8")
    be(place)
    return place


def be(place: Place, **strange: float) -> None:
    """Let the service be strange: names with - for _."""
    names = {name.replace("_", "-"): number for name, number in strange.items()}
    assert names.keys() <= STRANGENESSES.keys()
    place.service.strangeness = Strangeness({EDITORS_ONLY: 0.0, **names})


def new(place: Place, *words: str) -> Done:
    done = typed(place.folder, "new", "gvg", "--name", "friday", "--roster", "friends.csv", "--gm", "gm@x", *words)
    assert (done.code, done.err) == (0, ""), done.err
    return done


def sync(place: Place) -> str:
    done = typed(place.folder, "sync", "--once")
    assert (done.code, done.err) == (0, "")
    return done.out


def books(place: Place) -> dict[str, Any]:
    """The spreadsheets of the match, as the GM opens them, by workbook."""
    links = json.loads(typed(place.folder, "status", "--json").out)[0]["workbooks"]
    return {key: place.person.open_by_key(link.rpartition("/")[2]) for key, link in links.items()}


def people(sheet: Any) -> dict[str, str]:
    return {each.get("emailAddress", each["id"]): each["role"] for each in sheet.list_permissions()}


def store(place: Place) -> Any:
    return from_settings.store(load(place.folder), place.folder)


def an_hour_passes(place: Place) -> None:
    """It is time to try those again who were refused."""
    opened = store(place)
    record = opened.record("friday")
    opened.save(
        Upkeep.change(record, sharing_due=1.0).but(workbooks=tuple(book.but(watched=0.0) for book in record.workbooks))
    )


def uninvited_lines(sheet: Any) -> list[str]:
    """What the GM reads about people who are not invited."""
    return [row[1] for row in sheet.worksheet("GM").get_values() if row[0] == "Not invited"]


def editors(sheet: Any, account: str) -> int:
    """How many ranges *account* may edit."""
    held = sheet.fetch_sheet_metadata({"fields": protected_ranges.MASK})["sheets"]
    ranges = [each for tab in held for each in tab.get("protectedRanges", ())]
    return sum(account in each["editors"]["users"] for each in ranges)


# -- too many in a day -------------------------------------------------------------------------------------------------


def test_where_google_lets_nobody_else_be_invited_the_match_stands_and_the_sync_invites_the_rest(place: Place) -> None:
    be(place, share_limit=4)
    done = new(place, "--sealed")
    assert "Inviting: 6 invitations to 4 spreadsheets.\n" in done.out
    assert "⚠ Ben (ben@x) is not invited yet to team.blue: Google allows about 50 invitations a day." in done.out
    assert "Cleo (cleo@x) is not invited yet to team.red" in done.out
    made = books(place)
    assert people(made["team.blue"]) == {"gm@x": "owner", "ana@x": "writer"}
    sync(place)
    assert [line.partition(":")[0] for line in uninvited_lines(made["gm"])] == [
        "Ben is not invited yet to team.blue",
        "Cleo is not invited yet to team.red",
    ]
    place.ahead(hours=25)
    an_hour_passes(place)
    sync(place)
    assert people(made["team.blue"]) == {"gm@x": "owner", "ana@x": "writer", "ben@x": "writer"}
    assert people(made["team.red"]) == {"gm@x": "owner", "cleo@x": "writer"}
    assert editors(made["team.red"], "cleo@x") > 0
    sync(place)
    assert uninvited_lines(made["gm"]) == []
    assert Upkeep.of(store(place).record("friday")).sharing_due is None


def test_after_the_first_refusal_nobody_else_is_tried_until_it_is_time(place: Place) -> None:
    be(place, share_limit=1)
    new(place, "--sealed")
    record = store(place).record("friday")
    assert Upkeep.of(record).sharing_due > record.created + 3000
    why = [guest.refused for book in record.workbooks for guest in book.guests if guest.account != "gm@x"]
    assert why == ["", LATER, LATER, LATER, LATER, LATER]
    tried = sum(1 for _ in place.service.strangeness._shares["gm@x"])
    sync(place)
    sync(place)
    assert sum(1 for _ in place.service.strangeness._shares["gm@x"]) == tried
    an_hour_passes(place)
    sync(place)
    assert Upkeep.of(store(place).record("friday")).sharing_due > record.created + 3000


def test_who_is_not_invited_keeps_the_cells_that_nobody_else_may_type_in(place: Place) -> None:
    be(place, share_limit=1)
    new(place)
    table = books(place)["table"]
    ana = real.client(place.base, place.service.add_account("ana@x")).open_by_key(table.id).worksheet("Orders")
    ana.update([["A1"]], "C4")
    with pytest.raises(APIError, match="protected"):
        ana.update([["A1"]], "C6")  # Cleo's
    assert [each["role"] for each in table.list_permissions()] == ["owner", "writer"]


def test_a_large_match_says_beforehand_how_many_invitations_it_takes_and_how_to_need_fewer(place: Place) -> None:
    lines = [f"N{number},p{number}@x" for number in range(16)]
    (place.folder / "friends.csv").write_text("\n".join(["player,account", *lines]), encoding="utf-8")
    done = typed(place.folder, "new", "champions", "--roster", "friends.csv", "--gm", "gm@x", "--sealed")
    assert done.code == 0, done.err
    assert "Inviting: 32 invitations to 18 spreadsheets. Google allows about 50 a day" in done.out
    assert "--set group=ADDRESS for a Google Group, --set share=link, or --set share=hand" in done.out


# -- no such account ---------------------------------------------------------------------------------------------------


def test_an_address_without_an_account_keeps_nobody_else_out_and_is_named(place: Place) -> None:
    be(place, no_account=0)
    for account in ("ana@x", "cleo@x"):
        place.service.add_account(account)
    done = new(place)
    assert "⚠ Ben (ben@x) is not invited to the spreadsheet: there is no Google account with that address." in done.out
    assert "sheets-gm invite friday --mail" in done.out
    table = books(place)["table"]
    assert people(table) == {"gm@x": "owner", "ana@x": "writer", "cleo@x": "writer"}
    sync(place)
    assert "there is no Google account with that address" in uninvited_lines(books(place)["gm"])[0]
    done = typed(place.folder, "invite", "friday", "--mail")
    assert (done.code, "Everybody of friday is invited." in done.out) == (0, True), done
    assert people(table)["ben@x"] == "writer"
    assert editors(table, "ben@x") > 0


def test_with_leave_to_write_an_e_mail_nobody_is_left_out(place: Place) -> None:
    be(place, no_account=0)
    done = new(place, "--set", "mail=yes")
    assert "not invited" not in done.out
    assert set(people(books(place)["table"])) == {"gm@x", "ana@x", "ben@x", "cleo@x"}


def test_somebody_who_makes_an_account_is_invited_by_the_sync(place: Place) -> None:
    be(place, no_account=0)
    new(place)
    place.service.add_account("ben@x")
    an_hour_passes(place)
    sync(place)
    assert set(people(books(place)["table"])) == {"gm@x", "ben@x"}


# -- another spelling --------------------------------------------------------------------------------------------------


@pytest.fixture
def spelled(place: Place) -> Place:
    be(place, aliases=0)
    (place.folder / "friends.csv").write_text(ROSTER.replace("ben@x", "B.Bo@googlemail.com"), encoding="utf-8")
    new(place)
    sync(place)
    return place


def test_an_account_that_google_spells_in_another_way_is_invited_once_and_its_cells_are_protected_once(
    spelled: Place,
) -> None:
    table = books(spelled)["table"]
    assert people(table)["bbo@gmail.com"] == "writer"
    ben = real.client(spelled.base, spelled.service.add_account("b.bo@gmail.com")).open_by_key(table.id)
    ben.worksheet("Orders").update([["A1"]], "C5")
    sync(spelled)
    before, permissions = editors(table, "bbo@gmail.com"), people(table)
    change = spelled.service.documents[table.id].meta["change"]
    an_hour_passes(spelled)
    sync(spelled)
    assert (editors(table, "bbo@gmail.com"), people(table)) == (before, permissions)
    assert spelled.service.documents[table.id].meta["change"] == change


def test_who_leaves_loses_the_access_that_google_spells_in_another_way(spelled: Place) -> None:
    done = typed(spelled.folder, "substitute", "friday", "blue2", "Zoe <zoe@x>")
    assert done.code == 0, done.err
    sync(spelled)
    assert set(people(books(spelled)["table"])) == {"gm@x", "ana@x", "cleo@x", "zoe@x"}


def test_editors_of_a_range_that_only_sheets_spells_in_another_way_are_protected_once(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    new(place)
    sync(place)
    plain = protected_ranges.protected_tabs

    def otherwise(answer: Any) -> Any:
        return plain(json.loads(json.dumps(answer).replace('"ben@x"', '"b.e.n@x"')))

    monkeypatch.setattr(protected_ranges, "protected_tabs", otherwise)
    table = place.service.documents[books(place)["table"].id]
    changes = []
    for _ in range(3):
        an_hour_passes(place)
        typed(place.folder, "invite", "friday")
        changes.append(table.meta["change"])
    assert changes[1] == changes[2]


# -- other ways in -----------------------------------------------------------------------------------------------------


def test_with_a_link_whoever_has_it_plays_and_nobody_is_invited(place: Place) -> None:
    done = new(place, "--sealed", "--set", "share=link")
    assert "Send each player the links." in done.out
    assert "Whoever has a link may type for every player" in done.out + done.err
    assert "Inviting" not in done.out
    made = books(place)
    assert people(made["team.blue"]) == {"gm@x": "owner", "anyoneWithLink": "writer"}
    assert people(made["public"]) == {"gm@x": "owner", "anyoneWithLink": "commenter"}
    assert people(made["gm"]) == {"gm@x": "owner"}
    stranger = real.client(place.base, place.service.add_account("new@x")).open_by_key(made["team.blue"].id)
    stranger.worksheet("Orders").update([["A1"]], "C4")
    with pytest.raises(APIError, match="protected"):
        stranger.worksheet("Orders").update([["x"]], "A4")
    sync(place)


def test_a_group_is_invited_in_place_of_its_members_to_what_all_of_them_see(place: Place) -> None:
    done = new(place, "--sealed", "--set", "group=club@googlegroups.com")
    assert "Inviting: 4 invitations to 4 spreadsheets." in done.out
    made = books(place)
    assert people(made["public"]) == {"gm@x": "owner", "club@googlegroups.com": "commenter"}
    assert people(made["team.red"]) == {"gm@x": "owner", "cleo@x": "writer"}


def test_in_a_shared_spreadsheet_the_members_of_a_group_may_type_in_all_cells_and_the_gm_is_told(place: Place) -> None:
    done = new(place, "--set", "group=club@googlegroups.com", "--set", "owner_may_carry=yes")
    assert "⚠ owner_may_carry lets a team carry its own Tree away from the enemy" in done.out
    assert "⚠ Whoever may edit a spreadsheet can edit the cells of all of its players." in done.out
    table = books(place)["table"]
    assert people(table) == {"gm@x": "owner", "club@googlegroups.com": "writer"}
    assert editors(table, "ana@x") == 0


def test_whom_the_gm_invites_by_hand_gets_cells_of_their_own_when_the_sync_sees_them(place: Place) -> None:
    done = new(place, "--set", "share=hand")
    assert (
        "Ana (ana@x), Ben (ben@x) and Cleo (cleo@x) are not invited yet to the spreadsheet: invite them yourself"
        in (done.out)
    )
    table = books(place)["table"]
    assert people(table) == {"gm@x": "owner"}
    table.share("ana@x", perm_type="user", role="writer", notify=False)
    an_hour_passes(place)
    sync(place)
    assert people(table) == {"gm@x": "owner", "ana@x": "writer"}
    assert editors(table, "ana@x") > 0
    assert uninvited_lines(books(place)["gm"])[0].startswith("Ben and Cleo are not invited yet")


def test_in_a_sheet_of_ones_own_that_drive_does_not_show_people_are_invited_by_hand_and_play(place: Place) -> None:
    own = place.person.create("My own")
    new(place, "--set", "share=hand", "--sheet", own.id)
    sync(place)
    own.share("ana@x", perm_type="user", role="writer", notify=False)
    ana = real.client(place.base, place.service.add_account("ana@x")).open_by_key(own.id).worksheet("Orders")
    ana.update([["A1"]], "C4")
    with pytest.raises(APIError, match="protected"):
        ana.update([["x"]], "A4")


COMMENTING = {"gm@x": "owner", "ana@x": "commenter", "ben@x": "commenter", "cleo@x": "commenter"}


def test_everybody_reads_and_discusses_the_public_spreadsheet_and_only_the_sync_writes_it(place: Place) -> None:
    new(place, "--sealed")
    public = books(place)["public"]
    assert people(public) == COMMENTING
    ana = real.client(place.base, place.service.add_account("ana@x")).open_by_key(public.id)
    with pytest.raises(APIError, match="does not have permission"):
        ana.batch_update({"requests": [{"addSheet": {"properties": {"title": "Mine"}}}]})
    address = f"https://www.googleapis.com/drive/v3/files/{public.id}/comments"
    ana.client.request("post", address, params={"fields": "id"}, json={"content": "Well played!"})


def test_players_of_before_who_could_only_read_the_public_spreadsheet_may_comment_after_a_poll(place: Place) -> None:
    new(place, "--sealed")
    public = books(place)["public"]
    for each in place.service.documents[public.id].meta["permissions"]:
        each["role"] = "reader" if each["role"] == "commenter" else each["role"]
    opened = store(place)
    record = opened.record("friday")
    before = [
        book.but(guests=tuple(each.but(role="reader") for each in book.guests)) if book.key == "public" else book
        for book in record.workbooks
    ]
    opened.save(record.but(workbooks=tuple(before)))
    books(place)["team.blue"].worksheet("Orders").update([["A1"]], "C4")
    sync(place)
    assert people(public) == COMMENTING


def test_a_match_of_before_keeps_who_was_invited_and_invites_nobody_twice(place: Place) -> None:
    new(place)
    opened = store(place)
    record = opened.record("friday")
    opened.save(record.but(workbooks=tuple(book.but(guests=()) for book in record.workbooks)))
    be(place, share_limit=0)
    books(place)["table"].worksheet("Orders").update([["A1"]], "C4")
    sync(place)
    assert [guest.refused for guest in store(place).record("friday").workbooks[0].guests] == [""] * 4
