"""What people do between the turns, on the command line."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.adapters.place import typed
from tests.installation import installation

ROSTER = "player,team,account\nAna,blue,ana@example.org\nBen,red,\n"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with installation(tmp_path):
        (tmp_path / "roster.csv").write_text(ROSTER, encoding="utf-8")
        yield tmp_path


def new(home: Path, *options: str) -> tuple[int, str]:
    """The exit code and the errors of a new match."""
    given = ("--name", "friday", "--roster", "roster.csv", "--set", "team_size=1")
    done = typed(home, "new", "gvg", *given, *options)
    return done.code, done.err


def test_who_inherits_the_desk_is_a_player_with_an_account(home: Path) -> None:
    code, err = new(home, "--set", "heir=zoe")
    assert (code, "write one of the players: Ana or Ben" in err) == (2, True)
    code, err = new(home, "--set", "heir=ben")
    assert (code, "add the account of Ben to the roster" in err) == (2, True)
    assert new(home, "--set", "heir=ana", "--set", "heir-after=7d", "--set", "votes=yes", "--every", "1d")[0] == 0
    done = typed(home, "change", "friday", "--set", "heir-after=21d", "--set", "votes=no")
    assert "how long the game master has to answer an heir to 21d" in done.out
    assert typed(home, "nudge", "friday", "ben").out == "friday, entry 3: The game master asks Ben to go on.\n"
    assert typed(home, "vote", "friday", "ana", "extend").code != 0
    assert typed(home, "change", "friday", "--set", "votes=yes").code == 0
    assert "1 of the 2 votes that it needs" in typed(home, "vote", "friday", "ana", "extend").out
    assert "takes back" in typed(home, "vote", "friday", "ana").out


def test_notices_by_mail_without_a_sender_say_what_is_missing(home: Path) -> None:
    assert new(home)[0] == 0
    done = typed(home, "notices", "friday", "ana", "mail", "yes")
    assert "Ana gets notices by mail" in done.out
    assert "Nobody gets mail yet: mail in sheets-gm.toml" in done.out
    assert "Nobody gets mail yet" not in typed(home, "notices", "friday", "ana", "mail", "no").out


def test_the_address_of_a_hook_is_read_from_the_input_and_not_from_the_command(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert new(home)[0] == 0
    address = f"https://discord.com/api/webhooks/123456789012345678/{'a' * 68}"
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{address}\n"))
    done = typed(home, "notices", "friday", "ana", "hook")
    assert done.out.endswith("Ana gets notices by Discord.\n"), done.err
    refused = typed(home, "notices", "friday", "ana", "hook", address)
    assert (refused.code, "The address of a hook is a secret" in refused.err) == (1, True)
    assert "a" * 68 not in refused.err + refused.out
    monkeypatch.setattr("sys.stdin", io.StringIO("http://127.0.0.1/\n"))
    assert "as Discord, Slack," in typed(home, "notices", "friday", "ana", "hook").err
    assert "no notices to a hook" in typed(home, "notices", "friday", "ana", "hook", "no").out


def test_two_players_change_places(home: Path) -> None:
    assert new(home)[0] == 0
    done = typed(home, "exchange", "friday", "ana", "red1")
    assert done.code == 0, done.err
    assert "exchange seats." in done.out
    assert "There is no player or seat" in typed(home, "exchange", "friday", "ana", "nobody").err


def test_somebody_joins_a_running_match_or_reads_why_not(home: Path) -> None:
    assert new(home)[0] == 0
    refused = typed(home, "join", "friday", "Zoe <zoe@example.org>")
    assert (refused.code, "seats of the game are taken" in refused.err) == (1, True)
    (home / "room.csv").write_text(ROSTER, encoding="utf-8")
    done = typed(home, "new", "gvg", "--name", "room", "--roster", "room.csv")
    assert done.code == 0, done.err
    done = typed(home, "join", "room", "Zoe <zoe@example.org>", "red", "--choose", "role=Healer")
    assert done.code == 0, done.err
    assert "Zoe joins team Red as red2 (Healer)." in done.out


def test_followers_see_a_match_as_late_as_it_says(home: Path) -> None:
    code, err = new(home, "--set", "delay=soon")
    assert (code, "Write how many turns followers are late" in err) == (2, True)
    assert new(home, "--set", "delay=1 turn")[0] == 0
    assert typed(home, "resolve", "friday").code == 0
    done = typed(home, "export", "friday", "--as", "followers", "--format", "json")
    assert done.code == 0, done.err
    assert (home / "exports/friday-followers.json").read_text(encoding="utf-8").count('{"number":') == 1
    assert typed(home, "change", "friday", "--set", "delay=none").code == 0
    assert typed(home, "export", "friday", "--as", "followers", "--format", "json").code == 0
    assert (home / "exports/friday-followers.json").read_text(encoding="utf-8").count('{"number":') == 3


def test_a_clock_does_not_wait_for_a_side(home: Path) -> None:
    done = typed(home, "new", "wesnoth", "--set", "clock=turn=2d", "--set", "away-side=wait")
    assert (done.code, "leave out the clocks" in done.err) == (2, True)


def test_a_person_is_forgotten_in_matches_files_and_the_season(home: Path) -> None:
    assert new(home)[0] == 0
    (home / "people.csv").write_text("name,person,leave out\nAna,Anna,\nBen,,yes\n", encoding="utf-8")
    refused = typed(home, "forget-person", "ana@example.org", "--yes")
    assert (refused.code, "First: sheets-gm give-up friday blue1" in refused.err) == (1, True)
    assert typed(home, "give-up", "friday", "ana").code == 0
    assert "\n  free: the seat of Ana, given up\n" in typed(home, "status", "friday").out
    done = typed(home, "forget-person", "Ana", "--yes")
    assert done.code == 0, done.err
    assert "friday: forgotten." in done.out
    assert "people.csv: 1 of its lines is gone." in done.out
    assert "roster.csv has the name or the address" in done.out
    assert "Backups of the store" in done.out
    assert "Ana" not in typed(home, "status", "friday").out
    assert (home / "people.csv").read_text(encoding="utf-8") == "name,person,leave out\nBen,,yes\n"
    assert typed(home, "rewind", "friday", "#0", "--why", "again").code == 0
    assert "Ana" not in typed(home, "status", "friday").out
    assert typed(home, "concede", "friday", "red").code == 0
    assert typed(home, "export", "friday", "--format", "json").code == 0
    proved = typed(home, "verify", "exports/friday.json")
    assert "Names or addresses were taken out since" in proved.out
    assert "Ana" not in (home / "exports/friday.json").read_text(encoding="utf-8")


def test_new_says_where_people_sign_up_and_when_the_match_begins(home: Path) -> None:
    code, err = new(home, "--set", "start=48h")
    assert (code, "add --open-seats" in err) == (2, True)
    code, err = new(home, "--open-seats")
    assert (code, "every line of the roster has a player" in err) == (2, True)
    (home / "roster.csv").write_text("player,team,account\nAna,blue,ana@example.org\n,red,\n", encoding="utf-8")
    done = typed(
        home, "new", "gvg", "--roster", "roster.csv", "--set", "team_size=1", "--open-seats", "--set", "start=48h"
    )
    assert done.code == 0, done.err
    assert "1 seat free; it begins when all are taken, or on" in done.out
    assert "#gid=" in done.out
    assert "can edit the cells of" not in done.out
    made_up = typed(home, "new", "wesnoth", "--open-seats")
    assert "2 seats free; it begins when all are taken: " in made_up.out
