"""What `sheets-gm verify` calls proved: a whole record of a match that is over, with its secret, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.adapters.cli.verify import NOT_PROVED, WRONG
from sheets_gm.adapters.export.files import write_exports
from sheets_gm.adapters.export.gaps import gap
from sheets_gm.adapters.export.record import MatchRecord, read_record, write_record
from sheets_gm.adapters.export.signing import Signer
from sheets_gm.adapters.public_beacon import signatures
from sheets_gm.kernel.actions import Concede, Rewind
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.match.recorder import Locked, Recorder
from tests.adapters.place import Done, typed
from tests.gm.table import SEED, Evening
from tests.installation import installation


@pytest.fixture(scope="module")
def evening() -> Evening:
    """A match of two turns that is over."""
    evening = Evening(settings={"max_turns": 2, "team_size": 1})
    evening.play(2)
    return evening


@pytest.fixture
def over(evening: Evening, tmp_path: Path) -> Path:
    """The exported record of a match that is over."""
    return exported(evening, tmp_path)


def exported(evening: Evening, folder: Path) -> Path:
    (path,) = write_exports(evening.store, evening.name, folder, ["json"])
    return path


def changed(path: Path, change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """The file after *change*, and what it holds then."""
    held: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    change(held)
    path.write_text(json.dumps(held), encoding="utf-8")
    return held


def verified(path: Path, *words: str) -> Done:
    return typed(path.parent, "verify", path.name, *words)


def test_a_whole_match_with_its_secret_recomputes_and_its_last_seal_is_printed(over: Path) -> None:
    done = verified(over)
    assert (done.code, "all 3 entries recompute" in done.out) == (0, True)
    assert read_record(over).entries[-1].seal in done.out  # type: ignore[index]
    assert json.loads(verified(over, "--json").out)["consistent"] is True


def test_a_finished_match_without_its_secret_is_not_proved(over: Path) -> None:
    changed(over, lambda held: held["head"].update(hidden=None))
    done = verified(over)
    assert done.code == NOT_PROVED
    assert "recompute" not in done.out
    assert "the match is over, but the record does not have its secret" in done.out
    answer = json.loads(verified(over, "--json").out)
    assert (answer["proved"], [each["kind"] for each in answer["unproved"]]) == (False, ["no secret"])


def test_salts_that_were_chosen_for_their_rolls_are_never_called_proved(evening: Evening, tmp_path: Path) -> None:
    """Whoever has the seed grinds salts until the first die shows its highest, and seals the record again."""
    charter, codec = evening.record.charter, evening.table.session.journal.recorder.codec
    first, *_ = entries = list(evening.store.entries(evening.name))
    orders = codec.orders(entries[1].orders)

    class Ground(Secrets):
        n = 0

        def salt(self, number: int, seat: str) -> bytes:
            return self.n.to_bytes(16, "big")

    ground = Ground(SEED)
    while True:
        forged = Recorder(evening.game, charter, ground).play(first, codec.state(first.state), Locked(orders)).entry
        if forged.rolls[0].value == forged.rolls[0].sides:
            break
        ground.n += 1
    path = tmp_path / "ground.json"
    sign = Signer(charter, SEED)
    write_record(path, MatchRecord(charter, [first, forged], None), sign)
    assert verified(path).code == NOT_PROVED
    write_record(path, MatchRecord(charter, [first, forged], Secrets(SEED).hidden), sign)
    done = verified(path)
    assert (done.code, "its salts do not follow from the hidden secret" in done.out) == (WRONG, True)


def test_a_match_that_goes_on_is_proved_up_to_its_last_entry_and_seal(tmp_path: Path) -> None:
    evening = Evening(settings={"max_turns": 5, "team_size": 1})
    evening.play(2)
    path = exported(evening, tmp_path)
    done = verified(path)
    assert done.code == NOT_PROVED
    assert f"not finished: consistent up to entry 2, whose seal is {evening.store.last(evening.name).seal}" in done.out


@pytest.mark.parametrize("kept", [1, 2])
def test_a_record_that_ends_before_the_match_does_was_cut_short(over: Path, kept: int) -> None:
    held = changed(over, lambda held: held.update(entries=held["entries"][:kept]))
    done = verified(over)
    assert done.code == NOT_PROVED
    assert f"cut short: consistent up to entry {kept - 1}, whose seal is {held['entries'][-1]['seal']}" in done.out


def test_a_record_without_entries_proves_nothing(over: Path) -> None:
    changed(over, lambda held: held.update(entries=[]))
    done = verified(over)
    assert (done.code, "holds no entry" in done.out) == (NOT_PROVED, True)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda held: held.update(ruling="Ana won"), "ruling"),
        (lambda held: held["head"].update(Hidden="00"), "head.Hidden"),
        (lambda held: held["head"]["charter"].update(prize=5), "head.charter.prize"),
        (lambda held: held["head"]["charter"]["seats"][0].update(age=5), "head.charter.seats.0.age"),
        (lambda held: held["entries"][1].update(note="fair"), "entry 1.note"),
    ],
)
def test_a_key_that_means_nothing_is_named_and_the_record_not_proved(over: Path, change: Any, named: str) -> None:
    changed(over, change)
    done = verified(over)
    assert done.code == NOT_PROVED
    assert f"has the unknown key {named}" in done.out
    assert json.loads(verified(over, "--json").out)["unproved"] == [{"kind": "unknown keys", "keys": [named]}]


def test_a_key_that_stands_twice_is_named(over: Path) -> None:
    text = over.read_text(encoding="utf-8")
    over.write_text(text.replace('"hidden": ', '"hidden": null, "hidden": ', 1), encoding="utf-8")
    done = verified(over)
    assert (done.code, "hidden occurs twice" in done.err) == (1, True)


def test_a_match_that_a_team_conceded_is_over(tmp_path: Path) -> None:
    evening = Evening(settings={"max_turns": 9, "team_size": 1})
    evening.play(1)
    evening.table.tick(actions=[Concede(team="red", why="late")])
    path = exported(evening, tmp_path)
    assert verified(path).code == 0
    changed(path, lambda held: held.update(entries=held["entries"][:-1]))
    assert "cut short" in verified(path).out


def test_a_concession_that_was_undone_ends_nothing(tmp_path: Path) -> None:
    evening = Evening(settings={"max_turns": 9, "team_size": 1})
    evening.table.tick(actions=[Concede(team="red", why="late")])
    evening.table.tick(actions=[Rewind(to=0, why="a mistake")])
    assert "not finished" in verified(exported(evening, tmp_path)).out


# -- seals that were written down --------------------------------------------------------------------------------------


def test_a_seal_that_was_written_down_is_found_in_the_record(over: Path) -> None:
    seals = [entry.seal for entry in read_record(over).entries]
    done = verified(over, "--seal", seals[1], "--seal", seals[2][:16].upper())
    assert done.code == 0, done.out
    assert f"{seals[1]} is the seal of entry 1" in done.out
    assert "is the seal of entry 2" in done.out


def test_a_seal_that_no_entry_has_shows_that_this_is_another_record(over: Path) -> None:
    """The dice of real players and the times of locks have nothing but seals to hold them."""
    for words in (("--seal", "0" * 64), ("--seal", "0" * 16)):
        done = verified(over, *words)
        assert (done.code, "No entry has the seal 0000" in done.out) == (WRONG, True)
        assert json.loads(verified(over, *words, "--json").out)["proved"] is False


@pytest.mark.parametrize("seal", ["abc", "not a seal", "0" * 65])
def test_a_seal_is_given_with_enough_digits_to_mean_one(over: Path, seal: str) -> None:
    done = verified(over, "--seal", seal)
    assert (done.code, "16 to 64 digits" in done.err) == (2, True)


# -- records of other rules --------------------------------------------------------------------------------------------


def test_a_position_that_these_rules_cannot_read_is_not_called_cut_short(evening: Evening) -> None:
    entries = list(evening.store.entries(evening.name))
    strange = [*entries[:-1], entries[-1].but(state={"written": "by other rules"})]
    hidden = Secrets(SEED).hidden
    assert gap(evening.game, evening.record.charter, strange, hidden) is None
    found = gap(evening.game, evening.record.charter, strange, None)
    assert found is not None
    assert found.kind == "not finished"


# -- a public beacon ---------------------------------------------------------------------------------------------------


def test_a_turn_with_a_beacon_is_locked_now_and_played_later(tmp_path: Path) -> None:
    with installation(tmp_path):
        made = typed(tmp_path, "new", "gvg", "--name", "friday", "--set", "team_size=1", "--set", "beacon=drand")
        assert made.code == 0, made.err
        done = typed(tmp_path, "resolve", "friday")
        assert done.code == 1
        assert re.search(r"is played with round \d{8} of the public beacon, which is published at [\d:]+ UTC", done.err)
        again = typed(tmp_path, "resolve", "friday")
        assert (again.code, re.search(r"round \d{8}", again.err)[0]) == (1, re.search(r"round \d{8}", done.err)[0])  # type: ignore[index]


def test_real_dice_and_a_beacon_do_not_go_together(tmp_path: Path) -> None:
    done = typed(tmp_path, "new", "gvg", "--set", "beacon=drand", "--set", "dice=manual")
    assert (done.code, "A beacon is for keyed dice" in done.err) == (2, True)


def test_a_beacon_without_its_library_is_refused_before_anything_is_created(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signatures, "find_spec", lambda _name: None)
    done = typed(tmp_path, "new", "gvg", "--set", "beacon=drand")
    assert (done.code, "needs py-arkworks-bls12381" in done.err) == (3, True)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[" * 200_000, "nested too deep"),
        ('{"head": ' + "9" * 5000 + "}", "a number of too many digits"),
        ('{"head": "\\ud800"}', "half of a character"),
        ('{"head": NaN}', "NaN is no number"),
    ],
    ids=["nested", "digits", "surrogate", "constant"],
)
def test_a_hostile_file_is_refused_in_one_sentence(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "evening.json").write_text(text, encoding="utf-8")
    done = typed(tmp_path, "verify", "evening.json")
    assert (done.code, done.out, len(done.err.splitlines())) == (1, "", 1)
    assert why in done.err


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("friday: all 3 entries recompute", "“friday: all 3 entries recompute”: "),
        ("friday\n\x1b[2Kfriday: all is right\n", "“friday\\u000a\\u001b[2Kfriday: all is right\\u000a”: "),
        ("\u202efriday", "“\\u202efriday”: "),
        ("x" * 5000, "x" * 59 + "…"),
    ],
)
def test_the_name_of_a_match_writes_nothing_over_the_verdict(over: Path, name: str, shown: str) -> None:
    record = json.loads(over.read_text(encoding="utf-8"))
    record["head"]["charter"]["match"] = name
    over.write_text(json.dumps(record), encoding="utf-8")
    done = typed(over.parent, "verify", over.name)
    assert done.code == 5
    (line,) = done.out.splitlines()
    assert shown in line
    assert "is wrong" in line
    assert line.isprintable()
