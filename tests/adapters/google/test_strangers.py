"""Who can open a spreadsheet besides those who belong there: named, shut out where possible, never in the way."""

from __future__ import annotations

from typing import Any

import pytest
from gspread.exceptions import APIError

from sheets_gm.gm.match_record.upkeep import Upkeep
from sheets_gm.localsheets.drive import folders
from sheets_gm.localsheets.drive.folders import FOLDER, STRANGE_MEMBER
from tests.adapters.google.test_inspection import look, put_back_lines
from tests.adapters.google.test_sharing import ROSTER, be, books, people, place, store, sync
from tests.adapters.place import ROBOT, Done, Place, typed
from tests.localsheets import real

__all__ = ["place"]

FILES = "https://www.googleapis.com/drive/v3/files"
KEYS = ("public", "team.blue", "team.red", "gm")


def sealed(place: Place, *words: str) -> Done:
    base = ("new", "gvg", "--name", "friday", "--roster", "friends.csv", "--gm", "gm@x", "--sealed")
    return typed(place.folder, *base, *words)


def given(place: Place) -> dict[str, Any]:
    """Four spreadsheets of the GM's, one for each workbook, for a service account."""
    place.settle(service_account="key.json")
    return {key: place.shared(key) for key in KEYS}


def named(sheets: dict[str, Any]) -> list[str]:
    return [word for key, sheet in sheets.items() for word in ("--sheet", f"{key}={sheet.url}")]


def stranger_lines(place: Place) -> list[str]:
    """What the GM tab says about who can open a spreadsheet too."""
    return [row[1] for row in books(place)["gm"].worksheet("GM").get_values() if row[0] == "Also open to"]


def problem(place: Place) -> str:
    rows = books(place)["gm"].worksheet("GM").get_values()
    return next(str(row[1]) for row in rows if row[0] == "Problem")


def into_a_folder(place: Place, sheet: Any, account: str, role: str = "writer") -> None:
    """Move a spreadsheet of the GM's into a folder that is shared with *account*."""
    made = place.person.http_client.request("post", FILES, json={"name": "Games", "mimeType": FOLDER}).json()["id"]
    place.person.insert_permission(made, account, "user", role, notify=False)
    place.person.http_client.request("patch", f"{FILES}/{sheet.id}", json={}, params={"addParents": made})


# -- a new match -------------------------------------------------------------------------------------------------------


def test_a_private_spreadsheet_that_a_rival_can_open_is_refused_before_anything_is_written(place: Place) -> None:
    sheets = given(place)
    sheets["team.blue"].share("cleo@x", perm_type="user", role="reader", notify=False)
    done = sealed(place, *named(sheets))
    assert done.code == 1
    assert "team.blue would not be private: cleo@x can read it too: Share, and remove cleo@x." in done.err
    assert "--set allow-others=yes" in done.err
    assert all([tab.title for tab in sheet.worksheets()] == ["Sheet1"] for sheet in sheets.values())
    assert "ana@x" not in people(sheets["public"])
    sheets["team.blue"].remove_permissions("cleo@x", role="reader")
    assert sealed(place, *named(sheets)).code == 0


def test_a_private_spreadsheet_that_is_open_to_anyone_with_the_link_is_refused(place: Place) -> None:
    sheets = given(place)
    sheets["gm"].share(None, perm_type="anyone", role="reader")
    done = sealed(place, *named(sheets))
    assert done.code == 1
    assert (
        "gm would not be private: anyone with the link can read it too: Share, General access: Restricted." in done.err
    )


def test_a_private_spreadsheet_in_a_shared_folder_is_refused_with_where_to_end_it(place: Place) -> None:
    sheets = given(place)
    into_a_folder(place, sheets["team.red"], "club@x")
    done = sealed(place, *named(sheets))
    assert done.code == 1
    line = "team.red would not be private: club@x can edit it too: it is inherited: remove it in the folder"
    assert line in done.err


def test_with_leave_others_stay_and_the_gm_tab_names_them(place: Place) -> None:
    sheets = given(place)
    sheets["team.blue"].share("cleo@x", perm_type="user", role="reader", notify=False)
    done = sealed(place, *named(sheets), "--set", "allow-others=yes")
    assert done.code == 0, done.err
    line = "team.blue: cleo@x can read it too: Share, and remove cleo@x"
    assert f"⚠ {line}" in done.out
    assert stranger_lines(place) == [line]
    assert "cleo@x" not in look(place)
    assert people(sheets["team.blue"])["cleo@x"] == "reader"
    assert stranger_lines(place) == [line]
    sheets["team.blue"].remove_permissions("cleo@x", role="reader")
    look(place)
    sync(place)
    assert stranger_lines(place) == []


def test_leave_for_others_is_of_no_use_where_nothing_is_private(place: Place) -> None:
    done = typed(place.folder, "new", "gvg", "--set", "allow-others=yes")
    assert (done.code, "allow-others is for --sealed" in done.err) == (2, True)


def test_whom_the_gm_has_let_in_before_under_another_spelling_is_no_stranger(place: Place) -> None:
    sheets = given(place)
    (place.folder / "friends.csv").write_text(ROSTER.replace("ana@x", "Ana.B@gmail.com"), encoding="utf-8")
    sheets["team.blue"].share("anab@gmail.com", perm_type="user", role="writer", notify=False)
    be(place, aliases=0)
    done = sealed(place, *named(sheets))
    assert done.code == 0, done.err
    assert stranger_lines(place) == []


def test_a_document_of_ones_own_in_the_folder_of_somebody_else_is_refused_and_undone(place: Place) -> None:
    be(place, inherited=0)
    before = set(place.service.documents)
    done = sealed(place)
    assert done.code == 1
    assert f"{STRANGE_MEMBER} can edit it too: it is inherited: remove it in the folder or the shared drive" in done.err
    assert set(place.service.documents) == before
    assert sealed(place, "--set", "allow-others=yes").code == 0


# -- a match that is played --------------------------------------------------------------------------------------------


@pytest.fixture
def match(place: Place) -> Place:
    """A sealed match in spreadsheets that were given to a service account, looked at once."""
    sheets = given(place)
    done = sealed(place, *named(sheets))
    assert done.code == 0, done.err
    look(place)
    return place


def test_the_account_that_serves_a_match_and_the_owner_are_no_strangers(match: Place) -> None:
    assert "put back" not in look(match)
    assert people(books(match)["team.blue"])[ROBOT] == "writer"
    assert stranger_lines(match) == []


def test_who_may_open_a_private_spreadsheet_at_the_first_look_does_not_belong_there_by_that(place: Place) -> None:
    sheets = given(place)
    assert sealed(place, *named(sheets)).code == 0
    opened = store(place)
    record = opened.record("friday")
    opened.save(record.but(workbooks=tuple(book.but(others=None) for book in record.workbooks)))
    sheets["team.blue"].share("cleo@x", perm_type="user", role="reader", notify=False)
    sheets["public"].share("aunt@x", perm_type="user", role="reader", notify=False)
    assert "cleo@x had been let in as reader" in look(place)
    assert "cleo@x" not in people(sheets["team.blue"])
    assert people(sheets["public"])["aunt@x"] == "reader"


def test_an_access_that_is_inherited_is_named_on_the_gm_tab_and_play_goes_on(match: Place) -> None:
    into_a_folder(match, books(match)["team.blue"], "cleo@x")
    books(match)["team.red"].share("aunt@x", perm_type="user", role="reader", notify=False)
    assert "aunt@x had been let in as reader" in look(match)
    sync(match)
    advice = "it is inherited: remove it in the folder or the shared drive"
    assert stranger_lines(match) == [f"team.blue: cleo@x can edit it too: {advice}"]
    assert problem(match) in ("None", "none", "")
    assert "cleo@x" not in put_back_lines(match)
    assert typed(match.folder, "resolve", "friday").code == 0
    doctor = typed(match.folder, "doctor")
    assert "cleo@x can open it and see what others hide" in doctor.out
    assert advice in doctor.out
    assert "put back" not in look(match)


def test_a_substitute_comes_in_though_the_access_of_the_one_before_is_inherited(match: Place) -> None:
    into_a_folder(match, books(match)["team.blue"], "ben@x")
    blue = books(match)["team.blue"]
    blue.remove_permissions("ben@x", role="writer")
    done = typed(match.folder, "substitute", "friday", "Ben", "Eve <eve@x>")
    assert done.code == 0, done.err
    sync(match)
    assert people(blue)["eve@x"] == "writer"
    look(match)
    sync(match)
    lines = ["team.blue: ben@x can edit it too: it is inherited: remove it in the folder or the shared drive"]
    assert stranger_lines(match) == lines
    assert typed(match.folder, "resolve", "friday").code == 0


def test_a_role_that_a_folder_makes_wider_is_left_so(match: Place) -> None:
    into_a_folder(match, books(match)["public"], "ana@x")
    assert "put back" not in look(match)
    assert people(books(match)["public"])["ana@x"] == "writer"
    assert typed(match.folder, "resolve", "friday").code == 0


def test_where_drive_does_not_say_what_is_inherited_its_refusal_does(
    match: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    into_a_folder(match, books(match)["team.blue"], "cleo@x")
    effective = folders.effective
    bare = lambda document: [  # noqa: E731
        {name: value for name, value in each.items() if name != "permissionDetails"} for each in effective(document)
    ]
    monkeypatch.setattr(folders, "effective", bare)
    look(match)
    sync(match)
    assert "it is inherited" in stranger_lines(match)[0]
    with pytest.raises(APIError, match="inherited access"):
        books(match)["team.blue"].remove_permissions("cleo@x", role="writer")


# -- a workbook that others fill ---------------------------------------------------------------------------------------


def crowded(place: Place) -> list[str]:
    return [row[1] for row in books(place)["gm"].worksheet("GM").get_values() if row[0] == "Nearly full"]


def test_who_fills_a_spreadsheet_with_tabs_is_named_before_it_is_full(match: Place) -> None:
    blue = books(match)["team.blue"]
    ben = real.client(match.base, match.service.add_account("ben@x")).open_by_key(blue.id)
    ben.add_worksheet("Notes", 10, 10)
    look(match)
    sync(match)
    assert crowded(match) == []
    ben.add_worksheet("Huge", 80_000, 100)
    opened = store(match)
    record = opened.record("friday")
    books_then = tuple(each.but(watched=0.0) for each in record.workbooks)
    opened.save(Upkeep.change(record, sharing_due=1.0).but(workbooks=books_then))
    sync(match)
    sync(match)
    (line,) = crowded(match)
    assert line.startswith("team.blue: 2 tabs of others, the largest “Huge” (last changed by ben@x)")
    assert "of the 10,000,000 cells" in line
    ben.del_worksheet(ben.worksheet("Huge"))
    look(match)
    sync(match)
    assert crowded(match) == []


# -- the rules of an organisation --------------------------------------------------------------------------------------


def test_whom_the_rules_of_an_organisation_keep_out_is_named_with_the_reason_and_the_match_stands(place: Place) -> None:
    be(place, domain_policy=0)
    (place.folder / "friends.csv").write_text(ROSTER.replace("cleo@x", "cleo@y"), encoding="utf-8")
    done = sealed(place)
    assert done.code == 0, done.err
    line = "Cleo (cleo@y) is not invited to public and team.red: The sharing rules of an organisation forbid this"
    assert line in done.out
    assert "may not edit the spreadsheet" not in done.out
    assert people(books(place)["team.blue"])["ana@x"] == "writer"
    assert typed(place.folder, "resolve", "friday").code == 0
