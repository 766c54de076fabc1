"""What people have goes on working: matches and exports of version 0.1.0."""

from __future__ import annotations

import gzip
import importlib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.adapters.cli.context import Installation
from sheets_gm.adapters.export.record import read_record
from sheets_gm.games.contract import Game
from sheets_gm.games.finding import game, look_again
from sheets_gm.gm.match_record.claims import Claims
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.players_then import PlayersThen
from sheets_gm.kernel.match.proof import verify
from tests.adapters.place import typed
from tests.migrations.matches import FILES, Continued, close, drafts_of, has_proof, held, served, unpack

EXPORTS = sorted(FILES.glob("*.json.gz"))


def with_another_roll(packed: Path) -> str:
    """The export *packed* with its last roll changed."""
    before, found, after = gzip.decompress(packed.read_bytes()).decode().rpartition('"value":')
    assert found
    after = after.lstrip()
    return before + found + ("2" if after[0] == "1" else "1") + after[1:]


# -- matches that go on ------------------------------------------------------------------------------------------------


def test_the_first_tick_plays_nothing_and_loses_nothing(old: Continued) -> None:
    entry, since, record, _, _ = old.ticked
    assert all(each.act and each.act["kind"] == "adopt" for each in since)
    assert entry.state is not None
    assert old.before.state is not None
    assert set(old.before.state) - set(entry.state) <= {"settings"}, "the charter has them"
    shared = set(old.before.state) & set(entry.state)
    assert {name: entry.state[name] for name in shared} == {name: old.before.state[name] for name in shared}
    added = {name: value for name, value in entry.state.items() if name not in shared}
    assert not any(added.values()), "what later rules count begins with nothing"
    assert record.rules_version == old.poller.session.game.version
    kept = drafts_of(record.drafts)
    assert {key: held(kept[key]) for key in old.drafts} == {key: held(each) for key, each in old.drafts.items()}


def test_what_only_one_match_holds_is_still_there(old: Continued) -> None:
    record = old.ticked.record
    held = {
        "standing orders": len(record.standing),
        "cases": len(Claims.of(record).cases),
        "former players": [former.seat.player for former in PlayersThen.of(record).former],
        "workbooks": len(record.workbooks),
    }
    nothing = {"standing orders": 0, "cases": 0, "former players": [], "workbooks": 1}
    own = {
        "gvg.tar.xz": {**nothing, "standing orders": 1, "cases": 1, "former players": ["Dov"]},
        "champions.tar.xz": {**nothing, "workbooks": 5},
    }
    assert held == own.get(f"{old.home.name}.tar.xz", nothing)
    if old.poller.session.game.name == "wesnoth":
        assert old.ticked.state.fight is not None
        assert old.ticked.waiting == ("blue",)


def test_a_tile_that_is_none_is_still_answered_at_its_row(old: Continued) -> None:
    answers = {draft.seat: draft.receipt for draft in old.ticked.record.drafts if "Z99" in draft.typed.values()}
    assert set(answers) == ({"red1"} if old.poller.session.game.name == "gvg" else set())
    assert all("Z99" in answer for answer in answers.values())


def test_the_match_goes_on_and_its_whole_journal_has_its_proof(old: Continued) -> None:
    old.play()
    session = old.poller.session
    entries = list(session.ports.store.entries(old.match))
    assert [entry.number for entry in entries] == list(range(session.entry.number + 1))
    assert has_proof(session.game, session.record.charter, entries, session.record.seed)


def test_the_match_is_exported(old: Continued) -> None:
    done = typed(old.home, "export", old.match, "--to", "out")
    assert done.code == 0, done.err
    made = {path.name for path in (old.home / "out").iterdir()}
    assert made == {f"{old.match}.{kind}" for kind in ("html", "json", "png", "xlsx")}


@pytest.mark.parametrize("words", ["status", "sync --once", "rebuild", "resolve"])
def test_a_gm_uses_every_command_on_it(old: Continued, words: str) -> None:
    done = typed(old.home, *words.split(), *([old.match] if words != "sync --once" else []))
    assert done.code == 0, done.err


# -- matches that are over ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("packed", EXPORTS, ids=lambda path: path.name)
def test_an_export_is_proved_or_its_record_is(packed: Path, tmp_path: Path) -> None:
    (tmp_path / packed.stem).write_bytes(gzip.decompress(packed.read_bytes()))
    done = typed(tmp_path, "verify", packed.stem)
    assert "is wrong" not in done.out
    assert done.code in (0, 6), done
    expected = "recompute: every position" if done.code == 0 else "Nothing shows that it was changed"
    assert expected in done.out


@pytest.mark.parametrize("packed", EXPORTS, ids=lambda path: path.name)
def test_an_export_that_somebody_changed_is_wrong_by_whatever_rules(packed: Path, tmp_path: Path) -> None:
    (tmp_path / packed.stem).write_text(with_another_roll(packed), encoding="utf-8")
    done = typed(tmp_path, "verify", packed.stem)
    assert (done.code, "is wrong" in done.out) == (5, True), done


# -- rules of another version ------------------------------------------------------------------------------------------


@contextmanager
def installed(rules: Game[Any, Any]) -> Iterator[None]:
    """*rules* in the place of the game's own, until the block ends."""
    package = importlib.import_module(f"sheets_gm.games.{rules.name}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(package, "GAME", rules)
        look_again()
        yield
    look_again()


def renamed(name: str) -> Game[Any, Any]:
    """The rules of the game *name* in another version, which names its steps otherwise."""
    rules = game(name)
    return replace(rules, version=f"{name}-99", label=lambda state: f"Step: {rules.label(state)}")


def record_of(home: Path) -> Record:
    """The record of the match `friday`."""
    store = Installation(home).store
    record = store.record("friday")
    close(store)
    return record


def test_a_match_waits_until_it_adopts_the_rules_of_another_version(tmp_path: Path) -> None:
    home = unpack("gvg", tmp_path / "gvg")
    with served(home), installed(replace(game("gvg"), version=f"{game('gvg').version}-next")):
        waits = typed(home, "sync", "--once")
        assert (waits.code, "sheets-gm recheck" in waits.err + waits.out) == (1, True), waits
        adopts = typed(home, "recheck", "friday", "--adopt")
        assert adopts.code in (0, 5), adopts
        assert typed(home, "sync", "--once").code == (1 if adopts.code else 0)


def test_where_other_rules_differ_the_first_entry_is_named_and_the_match_stays(tmp_path: Path) -> None:
    home = unpack("gvg", tmp_path / "gvg")
    with served(home), installed(renamed("gvg")):
        before = record_of(home)
        found = typed(home, "recheck", "friday", "--adopt")
        assert (found.code, found.err) == (5, "")
        assert re.search(r"friday: entry \d+ would differ with rules gvg-99: ", found.out)
        waits = typed(home, "sync", "--once")
        assert (waits.code, "sheets-gm recheck" in waits.err + waits.out) == (1, True), waits
        after = record_of(home)
    assert (after.rules_version, after.drafts) == (before.rules_version, before.drafts)


@pytest.mark.parametrize("packed", EXPORTS, ids=lambda path: path.name)
def test_an_export_of_other_rules_is_not_called_wrong(packed: Path, tmp_path: Path) -> None:
    (tmp_path / packed.stem).write_bytes(gzip.decompress(packed.read_bytes()))
    name = packed.name.partition("-")[0]
    with installed(renamed(name)):
        done = typed(tmp_path, "verify", packed.stem)
        answer = json.loads(typed(tmp_path, "verify", packed.stem, "--json").out)
    assert (done.code, done.err) == (6, "")
    assert f"made by rules {answer['other_rules']['made_by']}, and this program has {name}-99" in done.out
    assert "Nothing shows that it was changed" in done.out
    assert (answer["fault"], answer["entries"]) == (
        None,
        len(json.loads((tmp_path / packed.stem).read_text())["entries"]),
    )


def test_an_export_of_other_rules_that_somebody_changed_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "over.json").write_text(with_another_roll(FILES / "gvg-over.json.gz"), encoding="utf-8")
    with installed(renamed("gvg")):
        done = typed(tmp_path, "verify", "over.json")
    assert (done.code, "is wrong" in done.out) == (5, True), done


@pytest.mark.parametrize("packed", EXPORTS, ids=lambda path: path.name)
def test_the_proof_of_a_match_stands_without_the_addresses_in_its_charter(packed: Path, tmp_path: Path) -> None:
    path = tmp_path / packed.stem
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    record = read_record(path)
    charter, entries = record.charter.without_accounts(), list(record.entries)
    accounts = [seat.account for seat in record.charter.seats if seat.account]
    assert accounts
    assert not [each for each in accounts if each in str(charter.published())]
    rules = game(charter.game)
    assert [*verify(rules, charter, entries, record.hidden)] == [*verify(rules, record.charter, entries, record.hidden)]
