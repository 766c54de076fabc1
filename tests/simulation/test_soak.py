"""The soak of many worlds: what was played is kept, and what broke is played again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.simulation.soak import Log, Played
from tests.simulation.table import FAULTS, never_done

FINE, BROKEN = Played("gvg", 1, "", {"429": 2}), Played("gvg", 2, "a receipt is wrong", {})


def test_a_run_goes_on_where_its_log_ends_and_plays_what_broke_again(tmp_path: Path) -> None:
    log = Log(tmp_path / "worlds.log")
    log.add(FINE)
    log.add(BROKEN)
    again = Log(tmp_path / "worlds.log")
    assert again.known == {("gvg", 1): FINE, ("gvg", 2): BROKEN}
    assert again.left([("gvg", 1), ("gvg", 2), ("gvg", 3)]) == [("gvg", 2), ("gvg", 3)]


def test_the_later_line_of_a_world_counts(tmp_path: Path) -> None:
    mended = Played("gvg", 2, "", {})
    for world in (BROKEN, mended):
        Log(tmp_path / "worlds.log").add(world)
    assert Log(tmp_path / "worlds.log").left([("gvg", 2)]) == []


def test_without_a_file_a_run_begins_anew() -> None:
    Log(None).add(FINE)
    assert Log(None).left([("gvg", 1)]) == [("gvg", 1)]


def test_what_happened_in_none_of_the_worlds_is_named() -> None:
    names = [name for names in FAULTS.values() for name in names]
    once = {"gvg": Counter(names[1:]), "wesnoth": Counter(names[2:])}
    assert never_done(once) == names[:1]
