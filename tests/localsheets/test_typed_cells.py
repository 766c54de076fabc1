"""Who typed in which cell when: the newest writes of people, for the owner of a spreadsheet alone."""

from __future__ import annotations

from typing import Any

import pytest
from gspread.exceptions import APIError

from sheets_gm.localsheets.drive.typed_cells import MOST, MOST_AT_ONCE
from tests.localsheets.conftest import People

FILES = "https://www.googleapis.com/drive/v3/files"


def typed(people: People, file: str, account: str = "ana@x") -> list[tuple[Any, ...]]:
    answer = people.client(account).http_client.request("get", f"{FILES}/{file}/revisions")
    return [
        (each["lastModifyingUser"]["emailAddress"], *map(int, each["id"].split("-")[2:]))
        for each in answer.json()["revisions"]
        if "-" in each["id"]
    ]


def test_the_owner_reads_in_which_cells_others_typed_and_nobody_else_does(people: People, sheet: Any) -> None:
    sheet.share("ben@x", "user", "writer", notify=False)
    sheet.sheet1.update([["mine"]], "A1")
    others = people.client("ben@x").open_by_key(sheet.id).sheet1
    others.update([["his"]], "B2")
    assert typed(people, sheet.id) == [("ben@x", 1, 1)]
    assert typed(people, sheet.id, "ben@x") == []


def test_so_many_cells_are_kept_and_no_more(people: People, sheet: Any) -> None:
    sheet.share("ben@x", "user", "writer", notify=False)
    others = people.client("ben@x").open_by_key(sheet.id).sheet1
    others.update([[f"all {row}"] for row in range(50)], "A1:A50")
    assert len(typed(people, sheet.id)) == MOST_AT_ONCE
    for column in range(MOST // MOST_AT_ONCE + 1):
        others.update([[f"{column} {row}"] for row in range(MOST_AT_ONCE)], f"{'BCDEFGHIJKLMN'[column]}1")
    assert len(typed(people, sheet.id)) == MOST


def test_what_somebody_typed_is_kept_no_longer_than_they_may_open_the_file(people: People, sheet: Any) -> None:
    for account in ("ben@x", "cleo@x"):
        sheet.share(account, "user", "writer", notify=False)
        people.client(account).open_by_key(sheet.id).sheet1.update([["his"]], "B2")
    (shared,) = (each for each in sheet.list_permissions() if each["emailAddress"] == "ben@x")
    sheet.client.remove_permission(sheet.id, shared["id"])
    assert typed(people, sheet.id) == [("cleo@x", 1, 1)]


def test_the_last_revision_is_the_file_as_it_is_and_each_can_be_asked_for(sheet: Any) -> None:
    calls = sheet.client
    sheet.sheet1.update([["mine"]], "A1")
    *_, head = calls.request("get", f"{FILES}/{sheet.id}/revisions").json()["revisions"]
    assert head["lastModifyingUser"]["emailAddress"] == "ana@x"
    assert calls.request("get", f"{FILES}/{sheet.id}/revisions/{head['id']}").json() == head
    with pytest.raises(APIError, match="Revision not found: 99"):
        calls.request("get", f"{FILES}/{sheet.id}/revisions/99")
