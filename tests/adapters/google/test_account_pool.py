"""Several accounts that share the work, and what Drive's feed tells them, on the local server's own token endpoint."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sheets_gm.adapters.google import account_pool
from sheets_gm.adapters.google.accounts.credential_files import BadCredentials
from sheets_gm.adapters.google.accounts.credentials import DRIVE_METADATA, USER_SCOPES
from sheets_gm.adapters.google.calls.api import batch_update
from sheets_gm.adapters.google.calls.cell_requests import value_at
from sheets_gm.adapters.google.calls.retries import ROUND
from sheets_gm.adapters.google.drive import change_feed
from sheets_gm.adapters.google.drive.change_feed import INTERVAL, RETRY_INTERVAL, ChangeFeed
from sheets_gm.adapters.installation.settings import Google, Quota, Settings, dump, load
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.kernel.match.journal import Charter
from sheets_gm.localsheets.identity import credential_files
from tests.adapters.place import ROBOT, Place, typed

OTHER = "other@local-sheets.iam.gserviceaccount.com"
KEYS = ("key.json", "other.json")


@pytest.fixture
def place(place: Place) -> Place:
    """With another robot's key."""
    credential_files.write(
        place.folder / "other.json", credential_files.service_account_key(place.service.identity, "other", place.base)
    )
    return place


def test_the_first_of_several_accounts_serves_and_knows_the_others(place: Place) -> None:
    first = place.sheets(service_accounts=KEYS)
    assert first.identity is not None
    assert (first.identity.account, list(first.peers)) == (ROBOT, [ROBOT, OTHER])
    assert first.as_account("") is first
    other = first.as_account(OTHER)
    assert other.identity is not None
    assert other.identity.account == OTHER
    assert first.http.quota.project is other.http.quota.project


def test_an_account_that_is_named_no_more_is_named_in_the_refusal(place: Place) -> None:
    with pytest.raises(BadCredentials, match=r"served by gone@x, but sheets-gm.toml no longer names.*robot@"):
        place.sheets(service_accounts=KEYS).as_account("gone@x")


def test_two_keys_of_one_account_are_one_account_too_many(place: Place) -> None:
    with pytest.raises(BadCredentials, match="two keys of one account"):
        place.sheets(service_accounts=("key.json", "key.json"))


def test_several_accounts_and_another_way_in_do_not_go_together(place: Place) -> None:
    with pytest.raises(BadCredentials, match="keep one of service_accounts, user_credentials"):
        place.sheets(service_accounts=KEYS, user_credentials="user.json")


def test_accounts_and_quota_survive_the_settings_file(tmp_path: Path) -> None:
    quota = Quota(reads=600, account_reads=120)
    wanted = Settings(google=Google(service_accounts=KEYS, quota=quota), every=2.5)
    (tmp_path / "sheets-gm.toml").write_text(dump(wanted), encoding="utf-8")
    assert load(tmp_path) == wanted


def test_google_has_a_quota_and_a_local_server_none_unless_it_is_said() -> None:
    assert Google().limits == Quota()
    assert Google(endpoint="http://127.0.0.1:1").limits is None
    assert Google(endpoint="http://127.0.0.1:1", quota=Quota(reads=9)).limits == Quota(reads=9)


def test_a_round_has_no_patience_to_spare(place: Place) -> None:
    made = account_pool.account_pool(place.sheets(service_accounts=KEYS), watching=False)
    assert {each.http.policy for each in made.members.values()} == {ROUND}


# -- the feed ----------------------------------------------------------------------------------------------------------


def test_the_feed_tells_which_documents_have_changed_since_it_was_asked(place: Place) -> None:
    feed = ChangeFeed(place.robot())
    assert not feed.is_working
    assert list(feed.changed(0.0)) == [place.sheet.id]  # all that there is
    assert feed.is_working
    place.sheet.sheet1.update([["a move"]], "B2")
    assert list(feed.changed(INTERVAL)) == [place.sheet.id]
    assert list(feed.changed(2 * INTERVAL)) == []


def test_the_feed_is_asked_twice_a_minute_at_most_and_costs_none_of_the_sheets_quota(place: Place) -> None:
    robot = place.robot()
    feed = ChangeFeed(robot)
    for second in range(121):
        feed.changed(float(second))
    assert robot.calls == {"drive": 6}


def test_a_feed_of_many_changes_is_read_to_its_last_page(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(change_feed, "PAGE", 2)
    feed = ChangeFeed(place.robot())
    feed.changed(0.0)
    made = [place.shared(f"Sheet {number}").id for number in range(5)]
    assert set(feed.changed(INTERVAL)) == set(made)
    assert list(feed.changed(2 * INTERVAL)) == []


def test_a_feed_that_fails_is_left_alone_for_a_while_and_its_matches_are_not_watched(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = place.robot()
    feed = ChangeFeed(robot)
    feed.changed(0.0)
    call, tried = robot.call, []

    def away(*given: object, **more: object) -> None:
        tried.append(given)
        raise SheetsDown("no network")

    monkeypatch.setattr(robot, "call", away)
    for second in (30.0, 31.0, 300.0):
        assert list(feed.changed(second)) == []
    assert (len(tried), feed.is_working) == (1, False)
    monkeypatch.setattr(robot, "call", call)
    assert list(feed.changed(30.0 + RETRY_INTERVAL)) == [place.sheet.id]
    assert feed.is_working


@pytest.mark.parametrize(
    ("way", "watched"),
    [
        ({"service_account": "key.json"}, True),  # `drive` reaches what people share with it
        ({"user_credentials": "user.json"}, False),  # `drive.file` does not
        ({"user_credentials": "watching.json"}, True),  # what `sheets-gm login --feed` asks for
    ],
)
def test_only_an_account_whose_scopes_reach_the_feed_listens_to_it(
    place: Place, way: dict[str, str], watched: bool
) -> None:
    scopes = (*USER_SCOPES, DRIVE_METADATA)
    credential_files.write(
        place.folder / "watching.json",
        credential_files.authorized_user(place.service.identity, "gm@x", place.base, scopes),
    )
    made = account_pool.account_pool(place.sheets(**way), watching=True)
    assert bool(made.feeds) is watched
    made.changed(0.0)
    assert [feed.is_working for feed in made.feeds.values()] == [True] * watched


def in_workbooks(*documents: str) -> Record:
    charter = Charter(match="m", title="T", game="g", rules="1", settings={}, seats=(), top="t", hidden_lock="h")
    books = tuple(Workbook(key=each, document=each, tabs={}) for each in documents)
    return Record(charter=charter, seed="", workbooks=books)


def test_a_match_is_watched_only_if_the_feed_sees_all_its_spreadsheets(place: Place) -> None:
    pool = account_pool.account_pool(place.robot(), watching=True)
    assert not pool.watches(in_workbooks(place.sheet.id))
    pool.changed(0.0)
    assert pool.watches(in_workbooks(place.sheet.id))
    assert not pool.watches(in_workbooks(place.sheet.id, "opened by a link alone"))
    later = place.shared("Another").id
    pool.changed(INTERVAL)
    assert pool.watches(in_workbooks(place.sheet.id, later))


def test_the_feed_says_what_was_modified_since_and_by_whom(place: Place) -> None:
    robot = place.robot()
    pool = account_pool.account_pool(robot, watching=True)
    pool.changed(0.0)
    now = datetime.now(UTC).timestamp()
    assert pool.is_unchanged(in_workbooks(place.sheet.id), now)
    assert not pool.is_unchanged(in_workbooks(place.sheet.id), now - 3600)
    place.sheet.sheet1.update([["a move"]], "B2")
    change = pool.changed(INTERVAL)[place.sheet.id]
    assert (change.modified >= now, change.own) == (True, False)
    assert not pool.is_unchanged(in_workbooks(place.sheet.id), now)
    batch_update(robot, place.sheet.id, [value_at(0, 3, 3, "a receipt")])
    assert pool.changed(2 * INTERVAL)[place.sheet.id].own


def test_a_file_in_a_shared_drive_is_not_in_the_feed_of_an_account(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = place.robot()
    file = {"id": "x", "modifiedTime": "2026-11-22T10:00:00.000Z", "driveId": "team"}
    change = {"fileId": "x", "file": file}
    answers = [{"startPageToken": "1"}, {"files": [file]}, {"newStartPageToken": "2", "changes": [change]}]
    monkeypatch.setattr(robot, "call", lambda *_, **__: answers.pop(0))
    feed = ChangeFeed(robot)
    assert (feed.changed(0.0), feed.changed(INTERVAL), feed.seen, feed.is_working) == ({}, {}, {}, True)


# -- which account serves which match ----------------------------------------------------------------------------------


def new(place: Place, name: str, sheet: str) -> str:
    """Found a match in a spreadsheet; the account that serves it."""
    done = typed(place.folder, "new", "gvg", "--name", name, "--set", "team_size=1", "--sheet", sheet)
    assert done.code == 0, done.err
    answer = json.loads(typed(place.folder, "status", name, "--json").out)
    return str(answer[0]["account"])


def test_each_new_match_is_served_by_the_account_with_the_least_to_do_and_played(place: Place) -> None:
    place.settle(service_accounts=KEYS)
    served = [new(place, f"match{number}", place.shared(f"Sheet {number}").url) for number in range(4)]
    assert served == [ROBOT, OTHER, ROBOT, OTHER]
    assert typed(place.folder, "sync", "--once").code == 0
    assert typed(place.folder, "resolve", "match1").code == 0
    assert typed(place.folder, "sync", "--once").code == 0
    answer = json.loads(typed(place.folder, "status", "match1", "--json").out)
    assert answer[0]["step"].startswith("Turn 2")


def test_a_sheet_that_the_gm_shared_with_one_account_is_passed_on_to_the_one_that_serves_it(place: Place) -> None:
    place.settle(service_accounts=KEYS)
    new(place, "first", place.shared("One").url)
    sheet = place.shared("Two")
    assert OTHER not in {each["emailAddress"] for each in sheet.list_permissions()}
    assert new(place, "second", sheet.url) == OTHER
    assert OTHER in {each["emailAddress"] for each in sheet.list_permissions()}


def test_a_sheet_that_nobody_may_pass_on_is_served_by_the_account_that_it_was_shared_with(place: Place) -> None:
    place.settle(service_accounts=KEYS)
    new(place, "first", place.shared("One").url)
    sheet = place.shared("Two")
    held = place.service.documents[sheet.id].meta
    held["writersCanShare"] = False
    assert new(place, "second", sheet.url) == ROBOT


def test_a_match_whose_account_is_named_no_more_is_reported_and_no_other_is_held_up(place: Place) -> None:
    place.settle(service_accounts=KEYS)
    new(place, "first", place.shared("One").url)
    new(place, "second", place.shared("Two").url)
    credential_files.write(
        place.folder / "third.json", credential_files.service_account_key(place.service.identity, "third", place.base)
    )
    for left in ({"service_accounts": ("key.json", "third.json")}, {"service_account": "key.json"}):
        place.settle(**left)
        done = typed(place.folder, "sync", "--once")
        assert done.code == 4
        assert f"second: The match is served by {OTHER}" in done.err
        assert "first" not in done.err
