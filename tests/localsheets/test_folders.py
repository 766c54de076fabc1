"""Folders: what is in them inherits who may open them, and that cannot be taken away on a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gspread
import pytest
from gspread.exceptions import APIError

from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.folders import FOLDER
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.drive.strangeness import INHERITED, Strangeness
from tests.localsheets.conftest import People

FILES = "https://www.googleapis.com/drive/v3/files"


def folder(client: gspread.Client, *shared: tuple[str, str], parent: str = "") -> str:
    """A new folder, *shared* with accounts in roles."""
    body = {"name": "Games", "mimeType": FOLDER, **({"parents": [parent]} if parent else {})}
    made = str(client.http_client.request("post", FILES, json=body).json()["id"])
    for account, role in shared:
        client.insert_permission(made, account, "user", role, notify=False)
    return made


def held(client: gspread.Client, document: str) -> dict[str, tuple[str, list[bool]]]:
    """Role and whether each part is inherited, of each account that may open a file."""
    found: list[Any] = client.list_permissions(document)
    return {
        str(each.get("emailAddress", each["id"])): (
            str(each["role"]),
            [bool(part["inherited"]) for part in each["permissionDetails"]],
        )
        for each in found
    }


def permission(client: gspread.Client, document: str, account: str) -> str:
    return next(str(each["id"]) for each in client.list_permissions(document) if each.get("emailAddress") == account)


def reason(error: Any) -> str:
    return str(error.value.error["errors"][0]["reason"])


def test_what_is_in_a_folder_is_open_to_whoever_may_open_the_folder(people: People) -> None:
    ana = people.client("ana@x")
    games = folder(ana, ("ben@x", "reader"))
    inner = folder(ana, parent=games)
    sheet = ana.create("Friday", folder_id=inner)
    assert held(ana, sheet.id) == {"ana@x": ("owner", [False, True, True]), "ben@x": ("reader", [True])}
    assert people.client("ben@x").open_by_key(sheet.id).title == "Friday"
    ana.insert_permission(games, "cleo@x", "user", "writer", notify=False)
    people.client("cleo@x").open_by_key(sheet.id).sheet1.update([["hers"]], "A1")
    ana.remove_permission(games, permission(ana, games, "cleo@x"))
    with pytest.raises(PermissionError):
        people.client("cleo@x").open_by_key(sheet.id)


def test_inherited_access_is_neither_removed_nor_made_less_on_a_file(people: People) -> None:
    ana = people.client("ana@x")
    sheet = ana.create("Friday", folder_id=folder(ana, ("ben@x", "writer")))
    ben = permission(ana, sheet.id, "ben@x")
    with pytest.raises(APIError) as gone:
        ana.remove_permission(sheet.id, ben)
    with pytest.raises(APIError) as less:
        ana.http_client.request("patch", f"{FILES}/{sheet.id}/permissions/{ben}", json={"role": "reader"})
    assert [reason(gone), reason(less)] == ["cannotModifyInheritedPermission"] * 2
    assert held(ana, sheet.id)["ben@x"] == ("writer", [True])


def test_inherited_access_may_be_made_wider_and_that_may_be_taken_back(people: People) -> None:
    ana = people.client("ana@x")
    sheet = ana.create("Friday", folder_id=folder(ana, ("ben@x", "reader")))
    ben = permission(ana, sheet.id, "ben@x")
    ana.http_client.request("patch", f"{FILES}/{sheet.id}/permissions/{ben}", json={"role": "writer"})
    assert held(ana, sheet.id)["ben@x"] == ("writer", [False, True])
    ana.remove_permission(sheet.id, ben)
    assert held(ana, sheet.id)["ben@x"] == ("reader", [True])


def test_a_file_that_is_moved_inherits_from_its_new_folder(people: People) -> None:
    ana = people.client("ana@x")
    one, two = folder(ana, ("ben@x", "reader")), folder(ana, ("cleo@x", "reader"))
    sheet = ana.create("Friday", folder_id=one)
    ana.http_client.request("patch", f"{FILES}/{sheet.id}", json={}, params={"addParents": two, "removeParents": one})
    assert held(ana, sheet.id).keys() == {"ana@x", "cleo@x"}


def test_a_folder_is_no_spreadsheet_and_takes_what_is_in_it_along(people: People) -> None:
    ana = people.client("ana@x")
    games = folder(ana)
    sheet = ana.create("Friday", folder_id=games)
    with pytest.raises(APIError, match="not supported for this document"):
        ana.open_by_key(games)
    for path, method in ((f"{FILES}/{games}/copy", "post"), (f"{FILES}/{games}/export?mimeType=text/csv", "get")):
        with pytest.raises(APIError, match="cannot be exported or copied"):
            ana.http_client.request(method, path, json={} if method == "post" else None)
    assert [each["name"] for each in ana.list_spreadsheet_files()] == ["Friday"]
    ana.del_spreadsheet(games)
    assert people.service.documents == {}
    assert sheet.id not in people.service.documents


def test_folders_and_what_is_inherited_from_them_are_kept(tmp_path: Path) -> None:
    first = People(Service(Storage(tmp_path)))
    ana = first.client("ana@x")
    games = folder(ana, ("ben@x", "reader"))
    sheet = ana.create("Friday", folder_id=games)
    before = held(ana, sheet.id)
    first.service.close()
    again = People(Service(Storage(tmp_path)))
    ana = again.client("ana@x")
    assert held(ana, sheet.id) == before
    ana.insert_permission(games, "cleo@x", "user", "reader", notify=False)
    assert "cleo@x" in held(ana, sheet.id)
    again.service.close()


def test_a_new_file_may_be_in_a_folder_of_somebody_else(people: People) -> None:
    people.service.strangeness = Strangeness({INHERITED: 0.0})
    ana = people.client("ana@x")
    sheet = ana.create("Friday")
    found = held(ana, sheet.id)
    assert found.pop("ana@x") == ("owner", [False])
    assert list(found.values()) == [("writer", [True])]
    with pytest.raises(APIError) as gone:
        ana.remove_permission(sheet.id, permission(ana, sheet.id, *found))
    assert reason(gone) == "cannotModifyInheritedPermission"


def test_everybody_calls_their_own_top_folder_root(people: People) -> None:
    ana, ben = people.client("ana@x"), people.client("ben@x")
    games = folder(ana)
    top, inner = ana.create("Top"), ana.create("Inner", folder_id=games)
    ana.insert_permission(top.id, "ben@x", "user", "writer", notify=False)
    assert ana.http_client.request("get", f"{FILES}/root").json()["name"] == "My Drive"

    def in_root(client: gspread.Client) -> set[str]:
        asked = client.http_client.request("get", FILES, params={"q": "'root' in parents"})
        return {str(each["id"]) for each in asked.json()["files"]}

    assert in_root(ana) == {games, top.id}
    assert in_root(ben) == set()
    ana.http_client.request("patch", f"{FILES}/{inner.id}?addParents=root&removeParents={games}", json={})
    assert in_root(ana) == {games, top.id, inner.id}
