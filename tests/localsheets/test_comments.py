"""Comments and replies as in the Drive API: who reads, writes and deletes them, and what a list holds."""

from __future__ import annotations

from typing import Any

import pytest
from gspread.exceptions import APIError

from tests.localsheets.conftest import People

FILES = "https://www.googleapis.com/drive/v3/files"


class Talk:
    """The comments of a file, as somebody sees and writes them."""

    def __init__(self, people: People, file: str, account: str) -> None:
        self.http = people.client(account).http_client
        self.base = f"{FILES}/{file}/comments"

    def ask(self, method: str, path: str = "", body: Any = None, **query: str) -> Any:
        answer = self.http.request(method, self.base + path, json=body, params={"fields": "*", **query})
        return answer.json() if answer.status_code != 204 else None

    def say(self, content: str, **more: Any) -> str:
        return str(self.ask("post", "", {"content": content, **more})["id"])

    def reply(self, comment: str, **body: str) -> Any:
        return self.ask("post", f"/{comment}/replies", body)

    def list(self, **query: str) -> Any:
        return self.ask("get", **query)["comments"]


@pytest.fixture
def talks(people: People, sheet: Any) -> dict[str, Talk]:
    """ana owns the file, ben comments on it, cleo reads it, and eve has no access."""
    sheet.share("ben@x", "user", "commenter", notify=False)
    sheet.share("cleo@x", "user", "reader", notify=False)
    return {name: Talk(people, sheet.id, f"{name}@x") for name in ("ana", "ben", "cleo", "eve")}


def test_a_comment_quotes_its_cell_and_gives_no_address_of_its_author(talks: dict[str, Talk]) -> None:
    made = talks["ben"].say("Why <here>?", anchor='{"range": "B2"}', quotedFileContent={"value": "E9"})
    held = talks["cleo"].ask("get", f"/{made}")
    assert (held["content"], held["htmlContent"]) == ("Why <here>?", "Why &lt;here&gt;?")
    assert (held["anchor"], held["quotedFileContent"]) == ('{"range": "B2"}', {"mimeType": "text/plain", "value": "E9"})
    assert held["author"] == {"kind": "drive#user", "displayName": "ben", "me": False}
    assert held["resolved"] is False


def test_a_reply_resolves_its_comment_and_another_opens_it_again(talks: dict[str, Talk]) -> None:
    made = talks["ben"].say("Whose turn?")
    assert talks["ana"].reply(made, content="Yours.")["content"] == "Yours."
    assert "content" not in talks["ana"].reply(made, action="resolve")
    (held,) = talks["cleo"].list()
    assert (held["resolved"], [each.get("action") for each in held["replies"]]) == (True, [None, "resolve"])
    talks["ben"].reply(made, action="reopen", content="Really?")
    assert talks["cleo"].list()[0]["resolved"] is False
    replies = talks["cleo"].ask("get", f"/{made}/replies")["replies"]
    assert talks["cleo"].ask("get", f"/{made}/replies/{replies[2]['id']}")["content"] == "Really?"
    for body in ({}, {"action": "explode"}):
        with pytest.raises(APIError) as raised:
            talks["ben"].reply(made, **body)
        assert raised.value.code == 400


def test_only_its_author_changes_a_comment_and_the_owner_of_the_file_may_delete_it(talks: dict[str, Talk]) -> None:
    made = talks["ben"].say("one")
    reply = talks["ana"].reply(made, content="two")["id"]
    talks["ben"].ask("patch", f"/{made}", {"content": "uno"})
    talks["ana"].ask("patch", f"/{made}/replies/{reply}", {"content": "due"})
    for who, method, path in (
        ("ana", "patch", f"/{made}"),
        ("ben", "patch", f"/{made}/replies/{reply}"),
        ("ben", "delete", f"/{made}/replies/{reply}"),
        ("cleo", "delete", f"/{made}"),
        ("cleo", "post", ""),
    ):
        with pytest.raises(APIError) as raised:
            talks[who].ask(method, path, {"content": "no"} if method != "delete" else None)
        assert raised.value.code == 403, (who, method, path)
    (held,) = talks["cleo"].list()
    assert (held["content"], held["replies"][0]["content"]) == ("uno", "due")
    talks["ana"].ask("delete", f"/{made}/replies/{reply}")
    assert talks["cleo"].list()[0]["replies"] == []
    talks["ana"].ask("delete", f"/{made}")
    assert talks["cleo"].list() == []
    (gone,) = talks["cleo"].list(includeDeleted="true")
    assert (gone["deleted"], "content" in gone, "content" in gone["replies"][0]) == (True, False, False)
    with pytest.raises(APIError, match="Comment not found"):
        talks["ben"].reply(made, content="still there?")


def test_whoever_may_not_open_the_file_knows_nothing_of_its_comments(talks: dict[str, Talk]) -> None:
    talks["ana"].say("secret")
    for method in ("get", "post"):
        with pytest.raises(APIError) as raised:
            talks["eve"].ask(method, "", {"content": "x"} if method == "post" else None)
        assert raised.value.code == 404


def test_comments_are_listed_by_pages_and_since_a_time(talks: dict[str, Talk]) -> None:
    made = [talks["ana"].say(str(number)) for number in range(3)]
    page = talks["cleo"].ask("get", pageSize="2")
    assert [each["content"] for each in page["comments"]] == ["0", "1"]
    assert [each["content"] for each in talks["cleo"].list(pageToken=page["nextPageToken"])] == ["2"]
    assert talks["cleo"].list(startModifiedTime="2999-01-01T00:00:00Z") == []
    assert [each["id"] for each in talks["cleo"].list(startModifiedTime="2000-01-01T00:00:00Z")] == made
    with pytest.raises(APIError, match="Invalid value 'soon'"):
        talks["cleo"].list(startModifiedTime="soon")


def test_comments_have_bounds(talks: dict[str, Talk], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheets_gm.localsheets.api.drive_routes.comments.MOST_TEXT", 5000)
    with pytest.raises(APIError, match="longer than 4096 characters"):
        talks["ana"].say("x" * 4097)
    made = talks["ana"].say("x" * 4096)
    with pytest.raises(APIError, match="no room for more comments"):
        talks["ana"].say("x" * 900)
    assert len(talks["ana"].list()) == 1
    talks["ana"].ask("delete", f"/{made}")
    talks["ana"].say("x" * 900)
