"""`sheets-gm doctor`: each thing that can be wrong is found on the local spreadsheet, with how to fix it."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.adapters.google.calls.api import batch_update
from sheets_gm.adapters.stores.database.store import open_store
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.localsheets.api.program_looks import ProgramLooks
from sheets_gm.localsheets.identity import credential_files
from tests.adapters.place import ROBOT, Place, typed
from tests.localsheets import real


@pytest.fixture
def friday(place: Place) -> Place:
    """With a match in the GM's own spreadsheet, as its sync leaves it."""
    (place.folder / "friends.csv").write_text("player,team,account\nAna,blue,ana@x\nBen,red,ben@x\n", encoding="utf-8")
    for account in ("ana@x", "ben@x"):
        place.service.add_account(account)
    words = ("--name", "friday", "--roster", "friends.csv", "--every", "24h", "--sheet", place.sheet.url)
    assert typed(place.folder, "new", "gvg", *words).code == 0
    assert typed(place.folder, "sync", "--once").code == 0
    return place


def examined(place: Place) -> tuple[int, list[dict[str, Any]]]:
    """The exit code, and all findings."""
    done = typed(place.folder, "doctor", "--json")
    assert not any(secret in done.out + done.err for secret in place.secrets())
    assert done.err == ""
    return done.code, json.loads(done.out)


def wrong(place: Place, code: int = 1) -> list[tuple[str, str, str, str]]:
    """What is not well: how bad, where, what, and how to fix it."""
    left, found = examined(place)
    assert left == code, found
    return [(each["level"], each["subject"], each["message"], each["fix"]) for each in found if each["level"] != "ok"]


def the_one(place: Place, code: int = 1) -> tuple[str, str, str]:
    """The only finding that is not good: how bad it is, where, and its text."""
    ((level, subject, message, fix),) = wrong(place, code)
    return level, subject, f"{message}; {fix}"


def test_all_that_is_well_is_said_so_a_line_each(friday: Place) -> None:
    done = typed(friday.folder, "doctor")
    assert (done.code, done.err) == (0, "")
    *lines, last = done.out.splitlines()
    assert last == "All is well."
    output = [line.split()[1].rstrip(":") for line in lines]
    assert output[:6] == ["settings", "service", "clock", "credentials", "scopes", "store"]
    assert {line.split()[0] for line in lines} == {"ok"}
    for subject in ("standing", "sheet table", "tabs table", "protection table", "sharing table"):
        assert f"ok    friday {subject}: " in done.out
    assert ROBOT in done.out
    assert typed(friday.folder, "doctor", "--quiet").out == ""


def test_its_calls_do_not_pass_for_those_of_a_sync(friday: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(ProgramLooks, "note", lambda _looks, account, _now: seen.append(account))
    assert typed(friday.folder, "doctor").code == 0
    assert seen == []
    assert typed(friday.folder, "sync", "--once").code == 0
    assert ROBOT in seen


def test_it_changes_nothing(place: Place) -> None:
    before = sorted(path.name for path in place.folder.iterdir())
    assert typed(place.folder, "doctor").code == 0
    assert sorted(path.name for path in place.folder.iterdir()) == before


def test_settings_that_cannot_be_read(place: Place) -> None:
    (place.folder / "sheets-gm.toml").write_text("store = ", encoding="utf-8")
    level, subject, message = the_one(place)
    assert (level, subject) == ("bad", "settings")
    assert "sheets-gm.toml" in message
    assert message.count("sheets-gm help running lists all settings") == 1


def test_a_service_that_is_away(place: Place) -> None:
    file = place.folder / "sheets-gm.toml"
    port = real.free_port()
    away = f"http://127.0.0.1:{port}"
    file.write_text(file.read_text(encoding="utf-8").replace(place.base, away), encoding="utf-8")
    assert the_one(place) == (
        "bad", "service", f"{away} cannot be reached (ConnectionError); start it: sheets-gm serve --port {port}",
    )  # fmt: skip


def test_an_account_is_named_from_its_file_where_nothing_can_be_reached(place: Place) -> None:
    file = place.folder / "sheets-gm.toml"
    away = f"http://127.0.0.1:{real.free_port()}"
    file.write_text(file.read_text(encoding="utf-8").replace(place.base, away), encoding="utf-8")
    _, found = examined(place)
    told = [each["message"] for each in found if each["subject"] == "credentials"]
    assert told == [f"{ROBOT}, from {place.folder / 'key.json'} (not tried)"]


def test_a_consent_that_ends_has_its_days_counted(place: Place) -> None:
    ends = datetime.now(UTC) + timedelta(days=3, minutes=5)
    consent = json.dumps({**place.consent, "consent_ends": ends.isoformat()})
    (place.folder / "user.json").write_text(consent, encoding="utf-8")
    place.settle(user_credentials="user.json")
    level, subject, message = the_one(place, 0)
    assert (level, subject) == ("warn", "consent")
    assert message.startswith("the consent ends in 3 days (")
    assert message.endswith("publish it (Google Cloud console, Audience, Publish app), then sign in again")


@pytest.mark.parametrize(("minutes", "level", "message"), [(1.0, "warn", "s behind"), (-2.0, "warn", "s ahead")])
def test_a_clock_that_is_a_little_wrong(place: Place, minutes: float, level: str, message: str) -> None:
    place.ahead(minutes=minutes)
    found = the_one(place, 0)
    assert found[:2] == (level, "clock")
    assert message in found[2]
    assert "timedatectl set-ntp true" in found[2]


def test_a_clock_that_is_so_wrong_that_no_signature_is_taken(place: Place) -> None:
    place.ahead(days=1)
    clock, credentials = wrong(place)
    assert clock[:2] == ("bad", "clock")
    assert re.match("this machine is 86(399|40.) s behind", clock[2])
    assert credentials[:2] == ("bad", "credentials")
    assert "The clock of this machine is wrong" in credentials[2]


def test_a_revoked_key(place: Place) -> None:
    place.service.identity.revoke_key(place.key["private_key_id"])
    level, subject, message = the_one(place)
    assert (level, subject) == ("bad", "credentials")
    assert "make a new key" in message


def test_a_key_that_is_not_there(place: Place) -> None:
    (place.folder / "key.json").unlink()
    level, subject, message = the_one(place)
    assert (level, subject) == ("bad", "credentials")
    assert "There is no file" in message


def test_a_key_that_is_not_there_is_said_before_the_service_is_looked_for(place: Place) -> None:
    (place.folder / "key.json").unlink()
    expected = ["settings", "credentials", "service", "clock", "store", "templates"]
    assert [each["subject"] for each in examined(place)[1]] == expected


def test_where_no_service_is_named_none_is_looked_for(tmp_path: Path) -> None:
    done = typed(tmp_path, "doctor")
    assert done.code == 1
    assert "No spreadsheet service is configured" in done.out
    assert "sheets-gm serve" in done.out
    assert "service:" not in done.out


def test_a_key_that_others_can_read(place: Place) -> None:
    (place.folder / "key.json").chmod(0o644)
    level, subject, message = the_one(place, 0)
    assert (level, subject) == ("warn", "credentials")
    assert f"chmod 600 {place.folder / 'key.json'}" in message


def test_a_consent_that_does_not_reach_far_enough(place: Place) -> None:
    held = credential_files.authorized_user(
        place.service.identity, "gm@x", place.base, ["https://www.googleapis.com/auth/drive"]
    )
    (place.folder / "user.json").unlink()
    credential_files.write(place.folder / "user.json", held)
    place.settle(user_credentials="user.json")
    level, subject, message = the_one(place)
    assert (level, subject) == ("bad", "scopes")
    assert "not granted spreadsheets; sign in again: sheets-gm login" in message


def test_a_damaged_store(place: Place) -> None:
    path = place.folder / "matches.db"
    path.write_bytes(b"this is no database, and it is long enough to be taken for one" * 40)
    level, subject, message = the_one(place)
    assert (level, subject) == ("bad", "store")
    assert "restore a copy" in message


def test_notices_that_go_nowhere(place: Place) -> None:
    file = place.folder / "sheets-gm.toml"
    text = file.read_text(encoding="utf-8") + '\n[notices.friday]\ntable = ["$NO_SUCH_HOOK"]\n'
    file.write_text(text, encoding="utf-8")
    level, subject, message = the_one(place)
    assert (level, subject, "NO_SUCH_HOOK" in message) == ("bad", "notices", True)


@pytest.mark.parametrize(("reads", "level"), [(12, "ok"), (55, "warn")])
def test_what_polling_takes_of_the_quota(friday: Place, reads: int, level: str) -> None:
    file = friday.folder / "sheets-gm.toml"
    file.write_text(file.read_text(encoding="utf-8") + "\n[google.quota]\naccount_reads = 60\n", encoding="utf-8")
    store = open_store(friday.folder / "matches.db")
    store.note_calls(int(time.time() // 60), {"friday": (5 * reads, 15)})
    store.close()
    code, found = examined(friday)
    (quota,) = (each for each in found if each["subject"] == "quota")
    assert (code, quota["level"]) == (0, level)
    assert quota["message"] == f"the matches lately used {reads} of 60 reads and 3 of 60 writes a minute"


# -- a match ---------------------------------------------------------------------------------------------------------


def test_a_match_that_was_set_aside(friday: Place) -> None:
    store = open_store(friday.folder / "matches.db")
    store.save(store.record("friday").but(status=Status.STUCK, reason="the tabs are upside down"))
    store.close()
    assert the_one(friday) == (
        "bad", "standing", "set aside: the tabs are upside down; fix that, then: sheets-gm unstick friday",
    )  # fmt: skip


def test_a_match_that_failed_but_goes_on(friday: Place) -> None:
    store = open_store(friday.folder / "matches.db")
    store.save(store.record("friday").but(failures=2, reason="a hiccup"))
    store.close()
    assert the_one(friday, 0)[:2] == ("warn", "standing")


def test_a_match_that_nobody_polls(friday: Place) -> None:
    store = open_store(friday.folder / "matches.db")
    store.save(store.record("friday").but(due=1_000_000.0))
    store.close()
    level, subject, message = the_one(friday, 0)
    assert (level, subject) == ("warn", "standing")
    assert "start the sync" in message


def test_a_match_of_other_rules(friday: Place) -> None:
    store = open_store(friday.folder / "matches.db")
    store.save(store.record("friday").but(rules="0.1"))
    store.close()
    level, subject, message = the_one(friday)
    assert (level, subject) == ("bad", "rules")
    assert "sheets-gm recheck friday --adopt" in message


def test_a_spreadsheet_that_is_no_longer_shared(friday: Place) -> None:
    friday.sheet.remove_permissions(ROBOT, role="any")
    level, subject, message = the_one(friday)
    assert (level, subject) == ("bad", "sheet table")
    assert f"{ROBOT} may not edit the spreadsheet: share it" in message


def test_a_spreadsheet_that_may_only_be_read(friday: Place) -> None:
    friday.sheet.remove_permissions(ROBOT, role="any")
    friday.sheet.share(ROBOT, perm_type="user", role="reader", notify=False)
    level, subject, message = the_one(friday)
    assert (level, subject) == ("bad", "sheet table")
    assert "Share, and make that account Editor" in message


def test_a_spreadsheet_in_the_bin(friday: Place) -> None:
    friday.person.http_client.request(
        "patch", f"https://www.googleapis.com/drive/v3/files/{friday.sheet.id}", json={"trashed": True}
    )
    level, subject, message = the_one(friday)
    assert (level, subject) == ("bad", "sheet table")
    assert "restore it" in message


def test_a_spreadsheet_that_was_deleted(friday: Place) -> None:
    friday.person.del_spreadsheet(friday.sheet.id)
    level, subject, message = the_one(friday)
    assert (level, subject) == ("bad", "sheet table")
    assert "There is no such spreadsheet" in message


def test_a_tab_that_was_renamed(friday: Place) -> None:
    friday.sheet.worksheet("Board").update_title("Battlefield")
    level, subject, message = the_one(friday, 0)
    assert (level, subject) == ("warn", "tabs table")
    assert "“Board” was renamed “Battlefield”; the sync is not affected" in message


def test_a_tab_that_was_deleted(friday: Place) -> None:
    friday.sheet.del_worksheet(friday.sheet.worksheet("Board"))
    level, subject, message = the_one(friday, 0)
    assert (level, subject) == ("warn", "tabs table")
    assert "“Board” is gone; nothing is lost: the next poll creates it again" in message


def test_a_tab_whose_protection_was_removed(friday: Place) -> None:
    sheet = friday.sheet.worksheet("Board")
    for guard in friday.sheet.list_protected_ranges(sheet.id):
        sheet.delete_protected_range(guard["protectedRangeId"])
    level, subject, message = the_one(friday)
    assert (level, subject) == ("bad", "protection table")
    assert "anyone at the table can edit “Board”" in message


def test_somebody_who_is_due_and_may_not_type(friday: Place) -> None:
    sheet = friday.sheet.worksheet("Orders")
    own = next(each for each in friday.sheet.list_protected_ranges(sheet.id) if "ana@x" in each["description"])
    sheet.delete_protected_range(own["protectedRangeId"])
    assert the_one(friday) == (
        "bad", "protection table",
        "“Orders” is closed to ana@x, who should be able to type there now; sheets-gm rebuild friday",
    )  # fmt: skip
    assert typed(friday.folder, "rebuild", "friday").code == 0
    assert examined(friday)[0] == 0


def test_somebody_who_may_type_where_nobody_is_due(friday: Place) -> None:
    sheet = friday.sheet.worksheet("Orders")
    area = {"sheetId": sheet.id, "startRowIndex": 8, "endRowIndex": 9, "startColumnIndex": 1, "endColumnIndex": 2}
    left = {"range": area, "description": "sheets-gm: ben@x", "editors": {"users": ["ben@x"]}}
    batch_update(friday.robot(), friday.sheet.id, [{"addProtectedRange": {"protectedRange": left}}])
    assert the_one(friday)[2] == "“Orders” is open to somebody who should not type there now; sheets-gm rebuild friday"


def test_a_match_that_was_laid_out_by_another_template(friday: Place) -> None:
    opened = open_store(friday.folder / "matches.db")
    record = opened.record("friday")
    older = tuple(book.but(template="older", tabs={**book.tabs, "gone": 77}) for book in record.workbooks)
    opened.save(record.but(workbooks=older))
    found = wrong(friday, 0)
    assert [each[:2] for each in found] == [("warn", "template table"), ("warn", "tabs table")]
    assert "sheets-gm rebuild friday" in found[0][3]


def test_a_protection_of_somebody_else(friday: Place) -> None:
    opened = open_store(friday.folder / "matches.db")
    record = opened.record("friday")
    books = tuple(book.but(remarks=("A protection of “Board” is somebody else's",)) for book in record.workbooks)
    opened.save(record.but(workbooks=books))
    assert the_one(friday, 0)[0] == "warn"
    assert "Data > Protect sheets and ranges" in the_one(friday, 0)[2]


def test_a_player_who_can_no_longer_type(friday: Place) -> None:
    friday.sheet.remove_permissions("ana@x", role="any")
    assert the_one(friday) == (
        "bad", "sharing table", "ana@x may not edit it; Share, and make ana@x Editor",
    )  # fmt: skip


def test_a_player_who_has_no_account_on_the_local_server(friday: Place) -> None:
    assert "no account" not in typed(friday.folder, "substitute", "friday", "Ben", "Cleo").err
    friday.service.identity.remove("ana@x")
    assert the_one(friday, 0) == (
        "warn", "accounts", "ana@x has no account here; sheets-gm account add ana@x",
    )  # fmt: skip
    done = typed(friday.folder, "substitute", "friday", "Ana", "Dov <dov@x>")
    assert (done.code, done.err) == (0, "⚠ dov@x has no account here: sheets-gm account add dov@x\n")
    friday.service.add_account("dov@x")
    assert wrong(friday, 0) == []


def test_a_sealed_workbook_that_the_wrong_people_may_open(place: Place) -> None:
    (place.folder / "friends.csv").write_text("player,team,account\nAna,blue,ana@x\nBen,red,ben@x\n", encoding="utf-8")
    books = {key: place.shared(key) for key in ("public", "team.blue", "team.red", "gm")}
    words = [f"--sheet={key}={book.url}" for key, book in books.items()]
    for account in ("ana@x", "ben@x"):
        place.service.add_account(account)
    assert typed(place.folder, "new", "gvg", "--sealed", "--roster", "friends.csv", *words).code == 0
    assert typed(place.folder, "sync", "--once").code == 0
    assert wrong(place, 0) == []
    books["team.blue"].share("ben@x", perm_type="user", role="reader", notify=False)
    books["team.red"].share(None, perm_type="anyone", role="reader")
    books["public"].share(None, perm_type="anyone", role="reader")
    assert [each[:3] for each in wrong(place)] == [
        ("bad", "sharing team.blue", "ben@x can open it and see what others hide"),
        ("bad", "sharing team.red", "anyone with the link can open it"),
    ]


def test_a_store_in_a_spreadsheet_that_a_player_may_open(place: Place) -> None:
    own = place.shared("The store")
    file = place.folder / "sheets-gm.toml"
    kept = f'store = "sheet"\nstore_sheet = "{own.url}"'
    file.write_text(file.read_text(encoding="utf-8").replace('store = "matches.db"', kept), encoding="utf-8")
    (place.folder / "friends.csv").write_text("player,team,account\nAna,blue,ana@x\nBen,red,\n", encoding="utf-8")
    assert wrong(place, 0) == []
    place.service.add_account("ana@x")
    words = ("--roster", "friends.csv", "--sheet", place.sheet.url)
    assert typed(place.folder, "new", "gvg", *words).code == 0
    assert typed(place.folder, "sync", "--once").code == 0
    assert wrong(place, 0) == []
    own.share("ana@x", perm_type="user", role="reader", notify=False)
    own.share(None, perm_type="anyone", role="reader")
    assert [each[:3] for each in wrong(place)] == [
        ("bad", "store sharing", "ana@x plays and can open it"),
        ("bad", "store sharing", "anyone with the link can open it"),
    ]


def test_going_back_to_a_backup_is_reported_until_the_next_turn(friday: Place) -> None:
    store = friday.folder / "matches.db"
    kept = friday.folder / "backup.db"
    with sqlite3.connect(store) as db:
        db.execute("VACUUM INTO ?", (str(kept),))
    for _ in range(2):
        assert typed(friday.folder, "resolve", "friday").code == 0
    with sqlite3.connect(kept) as copy, sqlite3.connect(store) as db:
        copy.backup(db)
    level, subject, text = the_one(friday, 0)
    assert (level, subject) == ("warn", "marker table")
    assert "an entry that the store does not have" in text
    assert typed(friday.folder, "sync", "--once").code == 0
    level, subject, text = the_one(friday, 0)
    assert (level, subject) == ("warn", "backup")
    assert "from entry 0: what was played up to entry 2 is gone" in text
    assert "went on from a backup, from entry 0: what was played up to 2 is gone" in typed(friday.folder, "status").out
    assert typed(friday.folder, "resolve", "friday").code == 0
    assert wrong(friday, 0) == []
