"""A match moves to another store, installation or account by one command, and is played on there."""

from __future__ import annotations

import json
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.adapters.files import match_files
from sheets_gm.adapters.files.private_files import is_private
from sheets_gm.adapters.stores.database.store import open_store
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.moving_matches import leave
from sheets_gm.kernel.match.signed import fingerprint
from sheets_gm.localsheets.identity import credential_files
from tests.adapters.place import ROBOT, Place, typed
from tests.installation import installation

OTHER = "other@local-sheets.iam.gserviceaccount.com"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """An installation with a match, and the folder of another one for the same spreadsheets."""
    home = tmp_path / "here"
    home.mkdir()
    with installation(home):
        done = typed(home, "new", "gvg", "--name", "friday", "--set", "team_size=1")
        assert done.code == 0, done.err
        there = tmp_path / "there"
        there.mkdir()
        for name in home.iterdir():
            if name.is_file() and not name.name.startswith("matches.db"):
                shutil.copy(name, there)
        yield home


def step(home: Path, match: str = "friday") -> str:
    return str(json.loads(typed(home, "status", match, "--json").out)[0]["step"])


def status(home: Path) -> Status:
    store = open_store(home / "matches.db")
    found = store.record("friday").status
    store.close()
    return found


def test_a_match_is_played_on_from_another_store_and_no_more_from_the_old_one(home: Path) -> None:
    there = home.parent / "there"
    done = typed(home, "move", "friday", "--to-store", str(there / "matches.db"))
    assert done.code == 0, done.err
    assert f"friday has moved to {there / 'matches.db'} and is live there." in done.out
    assert typed(there, "resolve", "friday").code == 0
    assert step(there).startswith("Turn 2")
    refused = typed(home, "resolve", "friday")
    assert (refused.code, "friday has moved to" in refused.err) == (1, True)
    assert typed(home, "sync", "--once").code == 0
    assert step(home).startswith("Turn 1")
    assert "moved to" in typed(home, "status", "friday").out
    assert typed(home, "move", "friday", "--to-store", str(there / "matches.db")).code == 0  # once more does no harm
    assert step(there).startswith("Turn 2")
    assert typed(home, "forget", "friday", "--yes").code == 0


def test_a_match_goes_to_another_store_and_back_again_and_again(home: Path) -> None:
    there = home.parent / "there"
    for _ in range(2):
        done = typed(home, "move", "friday", "--to-store", str(there / "matches.db"))
        assert done.code == 0, done.err
        assert typed(there, "resolve", "friday").code == 0
        done = typed(there, "move", "friday", "--to-store", str(home / "matches.db"))
        assert done.code == 0, done.err
        assert typed(home, "resolve", "friday").code == 0
    assert step(home).startswith("Turn 5")


def test_a_copy_that_is_older_than_a_move_is_refused_where_the_match_was(home: Path) -> None:
    there = home.parent / "there"
    with sqlite3.connect(home / "matches.db") as db:
        db.execute("VACUUM INTO ?", (str(there / "matches.db"),))
    assert typed(home, "move", "friday", "--to-store", str(there / "third.db")).code == 0
    refused = typed(there, "move", "friday", "--to-store", str(home / "matches.db"))
    assert (refused.code, "the copy is out of date" in refused.err) == (1, True)


def test_a_match_goes_to_another_installation_in_a_file_that_only_its_owner_reads(home: Path) -> None:
    there, file = home.parent / "there", home / "friday.match"
    store = open_store(home / "matches.db")
    key = store.record("friday").charter.key
    leave(store, "friday", f"the file {file}", "mover", time.time())  # and killed before anything was written
    store.close()
    done = typed(home, "move", "friday", "--out", str(file))
    assert done.code == 0, done.err
    assert is_private(file)
    adopted = typed(there, "adopt", str(file), "--yes")
    assert adopted.code == 0, adopted.err
    assert "friday goes on here: it is live" in adopted.out
    assert typed(there, "resolve", "friday").code == 0
    assert typed(there, "adopt", str(file), "--yes").code == 0
    assert step(there).startswith("Turn 2")
    assert status(home) is Status.MOVED
    assert typed(home, "adopt", str(file), "--yes").code == 1
    assert typed(there, "export", "friday", "--to", ".").code == 0
    signed = typed(there, "verify", "friday.json", "--key", key).out
    assert f"signed by {fingerprint(key)}, the key that you gave" in signed


def test_a_move_to_a_file_that_cannot_be_leaves_the_match_where_it_is(home: Path) -> None:
    assert "There is no folder" in typed(home, "move", "friday", "--out", str(home / "none" / "x")).err
    (home / "else").write_text("{}", encoding="utf-8")
    assert "is not a file of sheets-gm move" in typed(home, "move", "friday", "--out", str(home / "else")).err
    assert "one of --to-store" in typed(home, "move", "friday").err
    assert status(home) is Status.LIVE


def test_a_match_that_is_too_long_for_a_file_stays_where_it_is(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_files, "RECORD", 100)
    assert "Move it with --to-store" in typed(home, "move", "friday", "--out", str(home / "friday.match")).err
    assert status(home) is Status.LIVE


def test_a_match_that_arrived_nowhere_goes_on_where_it_was(home: Path) -> None:
    assert typed(home, "move", "friday", "--out", str(home / "friday.match")).code == 0
    back = typed(home, "move", "friday", "--back")
    assert (back.code, "friday goes on here: it is live" in back.out) == (0, True)
    assert typed(home, "resolve", "friday").code == 0


def test_who_is_forgotten_in_two_installations_comes_back_with_the_match_from_neither(home: Path) -> None:
    there = home.parent / "there"
    (home / "roster.csv").write_text("player,team,account\nAna,blue,\nZoe,blue,zoe@example.org\nCleo,red,\n")
    assert typed(home, "new", "gvg", "--name", "sunday", "--roster", "roster.csv").code == 0
    assert typed(home, "move", "sunday", "--out", "sunday.match").code == 0
    assert typed(there, "adopt", str(home / "sunday.match"), "--yes").code == 0
    assert typed(there, "give-up", "sunday", "zoe").code == 0
    assert typed(there, "forget-person", "zoe@example.org", "--yes").code == 0
    done = typed(home, "forget-person", "zoe@example.org", "--yes")
    assert done.code == 0, done.err
    assert "sunday has moved to the file" in done.out
    assert "sunday.match has the name or the address" in done.out
    store = open_store(home / "matches.db")
    assert "zoe@" not in store.record("sunday").model_dump_json()
    store.close()
    assert typed(there, "move", "sunday", "--out", "back.match").code == 0
    adopted = typed(home, "adopt", str(there / "back.match"), "--yes")
    assert adopted.code == 0, adopted.err
    assert typed(home, "rewind", "sunday", "#0", "--why", "again").code == 0
    for folder in (home, there):
        store = open_store(folder / "matches.db")
        assert "zoe@" not in store.record("sunday").model_dump_json()
        store.close()


@pytest.fixture
def two_accounts(place: Place) -> Place:
    """With a match of one robot, and another robot."""
    key = credential_files.service_account_key(place.service.identity, "other", place.base)
    credential_files.write(place.folder / "other.json", key)
    place.settle(service_accounts=("key.json", "other.json"))
    sheet = place.shared("Friday").url
    done = typed(place.folder, "new", "gvg", "--name", "friday", "--set", "team_size=1", "--sheet", sheet)
    assert done.code == 0, done.err
    return place


def test_another_account_serves_the_match_when_it_may_edit_what_is_protected(two_accounts: Place) -> None:
    place = two_accounts
    assert json.loads(typed(place.folder, "status", "--json").out)[0]["account"] == ROBOT
    for _ in range(2):  # repeated, as after a kill
        done = typed(place.folder, "move", "friday", "--to-account", "other.json")
        assert done.code == 0, done.err
    assert f"friday is served by {OTHER} from now on" in done.out
    place.settle(service_accounts=("other.json",))
    assert typed(place.folder, "resolve", "friday").code == 0
    synced = typed(place.folder, "sync", "--once")
    assert (synced.code, synced.err) == (0, "")
    assert step(place.folder).startswith("Turn 2")


def test_an_account_that_the_installation_does_not_have_is_refused(two_accounts: Place) -> None:
    place = two_accounts
    place.settle(service_accounts=("key.json",))
    done = typed(place.folder, "move", "friday", "--to-account", "other.json")
    assert (done.code, f"does not name {OTHER}" in done.err) == (1, True)


def test_without_the_key_of_the_old_account_the_owner_is_told_what_to_do(two_accounts: Place) -> None:
    place = two_accounts
    third = credential_files.service_account_key(place.service.identity, "third", place.base)
    credential_files.write(place.folder / "third.json", third)
    place.settle(service_accounts=("other.json", "third.json"))
    done = typed(place.folder, "move", "friday", "--to-account", OTHER)
    assert (done.code, f"with {OTHER} as Editor, then repeat" in done.err) == (1, True)
    document = json.loads(typed(place.folder, "status", "--json").out)[0]["workbooks"]["table"].rsplit("/", 1)[1]
    place.person.open_by_key(document).share(OTHER, perm_type="user", role="writer", notify=False)
    done = typed(place.folder, "move", "friday", "--to-account", OTHER)
    assert (done.code, f"is protected from {OTHER}" in done.err) == (1, True)


FORGED: dict[str, tuple[Callable[[Any], object], str]] = {
    "a name that leads out of the folder": (
        lambda held: held["record"]["charter"].update(match="../../../pwn"), "is not a valid name"
    ),
    "a hook into the own network": (
        lambda held: held["record"].update(wishes={"red1": {"hook": "json://10.0.0.1/x"}}), "address of a hook"
    ),
    "a game master without an address": (
        lambda held: held["record"]["policy"].update(gm=["everybody"]), "is not an e-mail address"
    ),
    "a link to another place": (
        lambda held: held["record"]["workbooks"][0].update(link="https://evil.example/"), "does not lead to"
    ),
    "a spreadsheet that is none": (
        lambda held: held["record"]["workbooks"][0].update(document="../x"), "not the address of a spreadsheet"
    ),
    "another name on the same spreadsheets": (
        lambda held: held["record"]["charter"].update(match="monday"), "is played on the spreadsheet"
    ),
}  # fmt: skip


@pytest.mark.parametrize("forged", FORGED)
def test_a_file_that_new_would_refuse_is_not_adopted(forged: str, home: Path) -> None:
    change, why = FORGED[forged]
    file = home / "friday.match"
    assert typed(home, "move", "friday", "--out", str(file)).code == 0
    there = home.parent / "there"
    assert typed(there, "adopt", str(file), "--yes").code == 0
    held = json.loads(file.read_text(encoding="utf-8"))
    change(held)
    file.write_text(json.dumps(held), encoding="utf-8")
    done = typed(there, "adopt", str(file), "--yes")
    assert (done.code, why in done.err) == (1, True), done.err


def test_who_adopts_a_match_sees_its_game_masters_and_spreadsheets_and_is_asked(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("n\n"))
    file = home / "friday.match"
    assert typed(home, "move", "friday", "--out", str(file)).code == 0
    there = home.parent / "there"
    done = typed(there, "adopt", str(file))
    assert done.code != 0
    assert "Its game masters are" in done.out
    assert "/d/" in done.out
    assert typed(there, "status", "--json").out.strip() == "[]"


def test_an_installation_without_the_account_of_a_match_does_not_adopt_it(two_accounts: Place, tmp_path: Path) -> None:
    place = two_accounts
    file = place.folder / "friday.match"
    assert typed(place.folder, "move", "friday", "--out", str(file)).code == 0
    there = tmp_path / "there"
    there.mkdir()
    shutil.copy(place.folder / "other.json", there)
    text = (place.folder / "sheets-gm.toml").read_text(encoding="utf-8")
    (there / "sheets-gm.toml").write_text(text.replace('"key.json", ', ""), encoding="utf-8")
    done = typed(there, "adopt", str(file), "--yes")
    assert (done.code, f"friday is served by {ROBOT}, and this installation has {OTHER}" in done.err) == (1, True)
