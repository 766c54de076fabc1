"""Matches that were begun with older rules of their game go on: where nothing differs, and where something does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sheets_gm.adapters import wiring
from sheets_gm.adapters.cli.context import Installation
from tests.adapters.place import Done, typed
from tests.migrations.matches import served, unpack


@contextmanager
def opened(name: str, tmp_path: Path) -> Iterator[Path]:
    """The installation *name*, unpacked, beside its local server."""
    home = unpack(name, tmp_path / name)
    with served(home):
        yield home


def _opened(home: Path) -> tuple[Any, ...]:
    installation = Installation(home)
    return installation.store, installation.sheets, "old", installation.settings


def proved(home: Path) -> tuple[Done, dict[str, Any]]:
    """The match, conceded and exported, as `verify` sees it: in words, and for programs."""
    for words in (
        ["concede", "old", "phyrexia", "--why", "It is late"],
        ["export", "old", "--format", "json", "--to", "out"],
    ):
        assert typed(home, *words).code == 0
    return typed(home, "verify", "out/old.json"), json.loads(typed(home, "verify", "out/old.json", "--json").out)


def test_a_match_that_newer_rules_play_differently_goes_on_from_where_it_stands(tmp_path: Path) -> None:
    """An army was left without units by a siege, which the rules of that time let nobody play on from."""
    with opened("war_game-1", tmp_path) as home:
        waits = typed(home, "recheck", "--adopt")
        assert (waits.code, "entry 2 would differ with rules war_game-3" in waits.out) == (5, True)
        assert "sheets-gm recheck old --adopt --anyway" in waits.out
        assert "stuck" in typed(home, "status").out

        adopted = typed(home, "recheck", "old", "--adopt", "--anyway")
        assert "What was played stays as it was played" in adopted.out
        assert "live" in typed(home, "status").out
        poller = wiring.poller(*_opened(home))
        assert "rules war_game-3. What was played stays" in str(list(poller.session.all_lines()))
        assert typed(home, "resolve", "old").code == 0

        again = typed(home, "recheck")
        assert again.code == 0, again
        assert "the first that would differ is entry 2" in again.out

        said, found = proved(home)
        assert said.code == 6
        assert "has gone on with war_game-3 since entry 10" in said.out
        other = found["other_rules"]
        assert other["recomputed"] + len(other["differing"]) == found["entries"]
        assert other["differing"][0] == 2
        assert max(other["differing"]) < 10


def test_a_changed_entry_is_wrong_though_it_was_played_by_rules_that_are_installed_since(tmp_path: Path) -> None:
    with opened("war_game-1", tmp_path) as home:
        typed(home, "recheck", "old", "--adopt", "--anyway")
        typed(home, "resolve", "old")
        proved(home)
        lines = (home / "out" / "old.json").read_text(encoding="utf-8").splitlines(keepends=True)
        at = max(at for at, line in enumerate(lines) if '"turn"' in line and '"orders"' in line)
        assert "war_game-3" in lines[at]
        lines[at] = lines[at].replace('"when":', '"when":1', 1)
        (home / "out" / "old.json").write_text("".join(lines), encoding="utf-8")
        assert typed(home, "verify", "out/old.json").code == 5


def test_a_match_in_which_nothing_differs_is_adopted_and_goes_on(tmp_path: Path) -> None:
    with opened("gvg-2", tmp_path) as home:
        done = typed(home, "recheck", "--adopt")
        assert (done.code, "every entry stays the same with rules gvg-" in done.out) == (0, True)
        assert typed(home, "resolve", "old").code == 0
        assert typed(home, "recheck").code == 0
