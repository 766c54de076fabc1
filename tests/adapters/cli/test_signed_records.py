"""What a signature proves: a record that somebody wrote anew from an export recomputes, but another key signed it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from sheets_gm.adapters.cli.verify import NOT_PROVED, WRONG
from sheets_gm.adapters.export.files import write_exports
from sheets_gm.adapters.export.record import MatchRecord, read_record, write_record
from sheets_gm.adapters.export.signing import Signer, public_key
from sheets_gm.adapters.stores.database.store import DatabaseStore, open_store
from sheets_gm.adapters.stores.spreadsheet.store import open_sheet_store
from sheets_gm.gm.moving_matches import arrive, leave
from sheets_gm.gm.ports.store import Store
from sheets_gm.kernel.actions import Concede, Rewind
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.match.journal import Charter, Entry
from sheets_gm.kernel.match.recorder import Locked, Recorder, Step
from sheets_gm.kernel.match.signed import fingerprint
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from tests.adapters.place import Done, typed
from tests.gm.table import SEED, Evening, document_on, sheets_on

KEY = public_key(SEED)
FORGER = bytes(range(1, 33))
"""The seed of a forger, who knows everything that an export of a finished match reveals, and not the match's seed."""


@pytest.fixture(scope="module")
def evening() -> Evening:
    """A match of two turns that is over, with a rewind in it."""
    evening = Evening(settings={"max_turns": 2, "team_size": 1})
    evening.play(1)
    evening.table.tick(actions=[Rewind(to=0, why="a mistake")])
    evening.play(2)
    return evening


@pytest.fixture(scope="module")
def over(evening: Evening, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The exported record of a match that is over."""
    return exported(evening.store, evening.name, tmp_path_factory.mktemp("over"))


def exported(store: Store, match: str, folder: Path) -> Path:
    (path,) = write_exports(store, match, folder, ["json"])
    return path


def verified(path: Path, *words: str) -> Done:
    return typed(path.parent, "verify", path.name, *words)


# -- what is right -----------------------------------------------------------------------------------------------------


def test_a_record_without_anything_to_compare_is_consistent_and_names_who_signed(over: Path) -> None:
    done = verified(over)
    assert done.code == 0
    assert f"consistent, signed by {fingerprint(KEY)}." in done.out
    assert "proved" not in done.out
    answer = json.loads(verified(over, "--json").out)
    assert (answer["consistent"], answer["proved"], answer["signed_by"]) == (True, False, fingerprint(KEY))


@pytest.mark.parametrize("key", [KEY, KEY.upper(), fingerprint(KEY)])
def test_the_key_of_the_match_proves_its_whole_record(over: Path, key: str) -> None:
    done = verified(over, "--key", key)
    assert (done.code, f"proved: signed by {fingerprint(KEY)}, the key that you gave." in done.out) == (0, True)
    answer = json.loads(verified(over, "--key", key, "--json").out)
    assert (answer["proved"], answer["key"]) == (True, True)


def test_the_last_seal_proves_the_whole_record_and_an_earlier_one_what_is_before_it(over: Path) -> None:
    *_, before, last = [entry.seal for entry in read_record(over).entries]
    assert "proved: it ends with the seal that you gave." in verified(over, "--seal", last).out
    answer = json.loads(verified(over, "--seal", before, "--json").out)
    assert (answer["proved"], answer["proved_to"]) == (False, 3)
    assert json.loads(verified(over, "--seal", last, "--json").out)["proved"] is True


def test_another_key_is_not_the_one_that_signed(over: Path) -> None:
    done = verified(over, "--key", public_key(FORGER))
    assert (done.code, "which is not the key that you gave" in done.out) == (WRONG, True)


@pytest.mark.parametrize("key", ["abc", "not a key", "0" * 65])
def test_a_key_is_given_with_enough_digits_to_mean_one(over: Path, key: str) -> None:
    done = verified(over, "--key", key)
    assert (done.code, "16 to 64 digits" in done.err) == (2, True)


def test_the_dice_tab_shows_the_key_and_its_fingerprint(evening: Evening) -> None:
    shown = [cell for row in evening.values("dice") for cell in row]
    assert {KEY, fingerprint(KEY)} <= set(shown)


def test_the_dice_tab_says_that_whoever_created_the_match_could_choose_its_first_position(evening: Evening) -> None:
    first = next(row for row in evening.values("dice") if row and row[0] == "The first position")
    assert first[1].startswith("made with the match")


# -- what is not -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 2])
def test_an_entry_that_is_not_signed_is_wrong_in_a_match_with_a_key(over: Path, tmp_path: Path, number: int) -> None:
    """So is one with the signature of another entry."""
    held = json.loads(over.read_text(encoding="utf-8"))
    path = tmp_path / "changed.json"
    right = held["signatures"]
    for signature, why in (("", "it is not signed"), (right[1], "it is not signed by the key of the match")):
        held["signatures"] = [*right[:number], signature, *right[number + 1 :]]
        path.write_text(json.dumps(held), encoding="utf-8")
        done = verified(path, "--key", KEY)
        assert done.code == WRONG
        assert f"(entry {number}) is wrong: {why}. The {number} before it are right." in done.out
    held["signatures"] = right[:number]
    path.write_text(json.dumps(held), encoding="utf-8")
    assert f"(entry {number}) is wrong: it is not signed." in verified(path).out


def test_signatures_that_are_none_are_refused_or_wrong(over: Path, tmp_path: Path) -> None:
    held = json.loads(over.read_text(encoding="utf-8"))
    path = tmp_path / "changed.json"
    for signatures, code in (({"0": ""}, 1), ([1, 2, 3], 1), (["zz"], WRONG), (["00" * 64] * 4, WRONG)):
        path.write_text(json.dumps({**held, "signatures": signatures}), encoding="utf-8")
        assert verified(path).code == code
    held["head"]["charter"]["key"] = "no key at all"
    path.write_text(json.dumps(held), encoding="utf-8")
    assert verified(path).code == WRONG


class Revealed(Secrets):
    """What the export of a finished match reveals; whoever has that cannot make another key from it."""

    @property
    def signing_key(self) -> bytes:
        raise AssertionError("no export reveals it")


def forged(evening: Evening, charter: Charter, whens: Sequence[float], *, concede: bool = False) -> list[Entry]:
    """The match of *evening* played again under another *charter* and at other times; or conceded after a turn."""
    _first, turn, *_ = evening.store.entries(evening.name)
    recorder = Recorder(evening.game, charter, Revealed(SEED))
    steps: list[Step[Any]] = [recorder.start(Locked({}, when=whens[0]))]

    def play(when: float, entry: Entry) -> None:
        orders = recorder.codec.orders(entry.orders)
        steps.append(recorder.play(steps[-1].entry, steps[-1].state, Locked(orders, when=when)))

    play(whens[1], turn)
    if concede:
        action = Concede(team="red", why="Ana had to go")
        last = steps[-1]
        steps.append(
            recorder.carry_out(last.entry, last.state, action, lambda _: last.state, Locked({}, when=whens[2]))
        )
    else:
        play(whens[2], turn)
    return [step.entry for step in steps]


FORGERIES = ("times", "names", "title", "concession")


@pytest.mark.parametrize("what", FORGERIES)
@pytest.mark.parametrize("key", [public_key(FORGER), ""], ids=["signed anew", "not signed"])
def test_a_record_that_was_written_anew_is_another_one_by_key_and_by_seal(
    evening: Evening, over: Path, tmp_path: Path, what: str, key: str
) -> None:
    """It recomputes, and is called consistent: the file alone cannot show more. It is never called proved."""
    real = read_record(over)
    charter = real.charter.but(key=key)
    if what == "names":
        charter = charter.but(seats=tuple(seat.but(player="Eve") for seat in charter.seats))
    if what == "title":
        charter = charter.but(title="The final")
    whens = (1.0, 2.0, 3.0) if what == "times" else (0.0, 0.0, 0.0)
    entries = forged(evening, charter, whens, concede=what == "concession")
    path = tmp_path / "forged.json"
    sign = Signer(charter, FORGER) if key else None
    write_record(path, MatchRecord(charter, entries, real.hidden), sign)
    alone = verified(path)
    assert alone.code == 0, alone.out
    assert "proved" not in alone.out
    assert (f"signed by {fingerprint(key)}" if key else "not signed") in alone.out
    seal = list(real.entries)[1].seal
    for words in (("--key", KEY), ("--key", fingerprint(KEY)), ("--seal", seal)):
        assert verified(path, *words).code == WRONG
        assert "proved:" not in verified(path, *words).out


def test_a_forger_cannot_say_that_the_match_has_signed(evening: Evening, over: Path, tmp_path: Path) -> None:
    """With the key of the match in the charter, the signatures are wrong, the old ones too."""
    real = read_record(over)
    entries = forged(evening, real.charter, (1.0, 2.0, 3.0))
    path = tmp_path / "forged.json"
    write_record(path, MatchRecord(real.charter, entries, real.hidden), Signer(real.charter, FORGER))
    assert verified(path).code == WRONG
    write_record(path, MatchRecord(real.charter, entries, real.hidden, real.signatures))
    assert (verified(path).code, "(entry 0) is wrong: it is not signed by the key" in verified(path).out) == (
        WRONG,
        True,
    )


def test_whoever_ran_the_sync_can_sign_what_never_was_so_that_only_a_seal_proves_it_against_them(
    evening: Evening, over: Path, tmp_path: Path
) -> None:
    """A game master who plays and holds the seed lets the other side give up, and dates the turns otherwise."""
    real = read_record(over)
    entries = forged(evening, real.charter, (1.0, 2.0, 3.0), concede=True)
    path = tmp_path / "forged.json"
    write_record(path, MatchRecord(real.charter, entries, real.hidden), Signer(real.charter, SEED))
    for file in (over, path):
        done = verified(file, "--key", KEY)
        assert (done.code, "Whoever ran the sync has this key, too" in done.out) == (0, True)
    *_, seal = [entry.seal for entry in real.entries]
    assert "Whoever ran the sync" not in verified(over, "--key", KEY, "--seal", seal).out
    assert verified(path, "--key", KEY, "--seal", seal).code == WRONG


def test_signatures_without_a_key_are_wrong(over: Path, tmp_path: Path) -> None:
    held = json.loads(over.read_text(encoding="utf-8"))
    del held["head"]["charter"]["key"]
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(held), encoding="utf-8")
    assert verified(path).code == WRONG


# -- a charter from which names were taken out ---------------------------------------------------------------------

BEHIND: dict[str, dict[str, Any]] = {
    "names": {"seats": ()},
    "title": {"title": "The final"},
    "settings": {"settings": {"max_turns": 2, "team_size": 1, "boss_hp": 2}},
    "dice": {"dice": "manual"},
}


@pytest.mark.parametrize("what", BEHIND)
def test_a_charter_that_is_said_to_have_lost_names_proves_nothing_that_only_its_digest_did(
    over: Path, tmp_path: Path, what: str
) -> None:
    """Whoever has the file can say so, since its entries and their signatures stay as they are."""
    real = read_record(over)
    charter = real.charter
    other = {"seats": tuple(seat.but(player="Eve") for seat in charter.seats)} if what == "names" else BEHIND[what]
    path = tmp_path / "forged.json"
    record = MatchRecord(charter.but(**other, locked=charter.lock()), real.entries, real.hidden, real.signatures)
    write_record(path, record)
    *_, last = real.entries
    done = verified(path, "--key", KEY, "--seal", last.seal)
    assert (done.code, "proved:" in done.out) == (NOT_PROVED, False), done.out
    assert "Names or addresses were taken out since, or somebody says so" in done.out
    assert ("made by hand: nobody can recompute them" in done.out) is (what == "dice")
    answer = json.loads(verified(path, "--key", KEY, "--json").out)
    assert (answer["proved"], [each["kind"] for each in answer["unproved"]]) == (False, ["names taken out"])


# -- a match that was created before records were signed ---------------------------------------------------------------


def test_a_match_from_before_says_so_and_its_file_has_nothing_that_is_new(tmp_path: Path) -> None:
    evening = Evening(settings={"max_turns": 1, "team_size": 1}, signed=False)
    evening.play(1)
    path = exported(evening.store, evening.name, tmp_path)
    done = verified(path)
    assert (done.code, "the match was created before records were signed" in done.out) == (0, True)
    held = json.loads(path.read_text(encoding="utf-8"))
    assert set(held) == {"head", "entries"}
    assert "key" not in held["head"]["charter"]
    assert not any("Fingerprint" in str(cell) for row in evening.values("dice") for cell in row)
    refused = verified(path, "--key", KEY)
    assert (refused.code, "Nothing is signed." in refused.out) == (WRONG, True)
    seal = held["entries"][-1]["seal"]
    assert "proved: it ends with the seal that you gave." in verified(path, "--seal", seal).out


# -- where the key is --------------------------------------------------------------------------------------------------


def test_the_private_key_and_the_seed_are_in_no_export_and_on_no_sheet(evening: Evening, tmp_path: Path) -> None:
    private = {SEED.hex(), Secrets(SEED).signing_key.hex()}
    texts = []
    for path in write_exports(evening.store, evening.name, tmp_path, ["xlsx", "json"]):
        if path.suffix == ".xlsx":
            with ZipFile(path) as file:
                texts += [file.read(name).decode("utf-8", "replace") for name in file.namelist()]
        else:
            texts.append(path.read_text(encoding="utf-8"))
    texts += [str(evening.values(tab, book.key)) for book in evening.record.workbooks for tab in book.tabs]
    assert any(KEY in text for text in texts)
    assert not [secret for secret in private for text in texts if secret in text]


def test_the_key_goes_with_a_match_to_every_store_and_back(evening: Evening, tmp_path: Path) -> None:
    """Through a store in a spreadsheet, a file, and a backup of that file."""
    source: Store = evening.store
    sheets = sheets_on(Service(Storage(None)), "sync@table")
    sheet = open_sheet_store(sheets, document_on(sheets, "A store"))
    file = open_store(tmp_path / "matches.db")
    for there in (sheet, file):
        arrive(there, leave(source, evening.name, "there", "mover", evening.now))
        assert verified(exported(there, evening.name, tmp_path), "--key", KEY).code == 0
        source = there
    file.close()
    with closing(sqlite3.connect(tmp_path / "matches.db")) as db:
        db.execute("VACUUM INTO ?", (str(tmp_path / "backup.db"),))
    backup: DatabaseStore = open_store(tmp_path / "backup.db")
    assert verified(exported(backup, evening.name, tmp_path), "--key", KEY).code == 0
    arrive(evening.store, leave(backup, evening.name, "here", "mover", evening.now))
    backup.close()
    assert evening.store.record(evening.name).charter.key == KEY
