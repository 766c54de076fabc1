"""Options away from their defaults that no evening needs: each does what it says."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import pytest

from sheets_gm.adapters.cli.context import Installation
from sheets_gm.adapters.cli.match_options import new_options
from sheets_gm.adapters.cli.new import command as new
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.reserves import reserves
from sheets_gm.gm.match_record.seats.hand_over import openings
from tests.adapters.place import Done, typed
from tests.installation import installation

DAY = 86400.0


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with installation(tmp_path):
        new = ("new", "gvg", "--name", "friday", "--set", "team_size=2", "--every", "1d")
        assert typed(tmp_path, *new, "--set", "vacation=14d", "--set", "open-after=2", "--set", "share=hand").code == 0
        yield tmp_path


def record(home: Path) -> Record:
    return Installation(home).store.record("friday")


def last_act(home: Path) -> Mapping[str, Any]:
    return Installation(home).store.last("friday").act or {}


def did(home: Path, *words: str) -> Done:
    done = typed(home, *words)
    assert done.code == 0, done.err
    return done


def test_how_a_match_is_run_is_chosen_and_changed(home: Path) -> None:
    policy = record(home).policy
    assert (policy.vacation, policy.open_after, policy.sharing) == (14 * DAY, 2, "hand")
    second = record(home).people[1]
    options = (
        "--title",
        "League",
        "--no-show",
        "hold",
        "--every",
        "none",
        "--at",
        "Sun 17:00",
        "--add-gm",
        "kim@example.org",
        "--set",
        "grace=2h",
        "--set",
        "zone=Asia/Tokyo",
    )
    did(home, "change", "friday", *options, "--captain", second.player, "--why", "we are quick")
    after = record(home)
    assert (after.title, after.policy.no_show, after.policy.gm) == ("League", "hold", ("kim@example.org",))
    assert (after.policy.every, [str(each) for each in after.policy.at]) == (None, ["Sun 17:00"])
    assert last_act(home)["why"] == "we are quick"


def test_seats_are_offered_kept_and_waited_for(home: Path) -> None:
    did(home, "offer", "friday", "blue1")
    assert [each.seat for each in openings(record(home))] == ["blue1"]
    done = did(home, "offer", "friday", "blue1", "--keep", "--json", "--why", "she stays")
    assert json.loads(done.out)
    assert openings(record(home)) == ()
    did(home, "reserve", "friday", "Zoe <zoe@example.org>")
    assert [each.player for each in reserves(record(home))] == ["Zoe"]
    did(home, "reserve", "friday", "Zoe", "--no")
    assert reserves(record(home)) == ()


def test_an_override_may_be_hidden(home: Path) -> None:
    did(home, "override", "friday", "teams.blue.coins", "7", "--hidden", "--why", "a secret")
    assert last_act(home)["hidden"] is True


def test_new_has_the_options_that_most_matches_need_and_names_the_others() -> None:
    own = {param.opts[0] for param in new.params if isinstance(param, click.Option)}
    assert len(own - {"--home"}) <= 15
    shown = " ".join(new.get_help(click.Context(new)).split()).replace("- ", "-")
    for option in new_options():
        assert option.argument in shown
        assert f"--{option.argument}" not in own


def test_who_runs_a_match_is_added_and_dropped_by_name_of_their_account(home: Path) -> None:
    did(home, "change", "friday", "--add-gm", "ana@example.org", "--add-gm", "kim@example.org")
    did(home, "change", "friday", "--drop-gm", "ana@example.org", "--set", "days-off=sat", "--set", "open-after=none")
    policy = record(home).policy
    assert (policy.gm, policy.open_after, str(policy.hours)) == (("kim@example.org",), 0, "not on Saturdays")
    shown = {"every": "1 day", "hours": "not on Saturdays", "share": "hand", "vacation": "14 days"}
    assert json.loads(did(home, "status", "friday", "--json").out)[0]["options"] == shown
    run_with = "run with: every 1 day, share hand, vacation 14 days, hours not on Saturdays"
    assert run_with in did(home, "status", "friday").out
    for words, says in (
        (("--drop-gm", "kim@example.org"), "A match needs a game master"),
        (("--set", "open-hands=yes"), "cannot be changed in a match that is played"),
        (("--set", "dice=manual"), "cannot be changed"),
        (("--set", "colour=red"), "write NAME=VALUE, with one of the names"),
        ((), "Name what to change"),
    ):
        done = typed(home, "change", "friday", *words)
        assert done.code != 0
        assert says in done.err
