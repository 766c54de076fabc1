"""`sheets-gm new --from FILE`: a sandbox of an exported match on the spreadsheet, told from the match itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from sheets_gm.adapters.export.files import write_exports
from sheets_gm.adapters.installation.settings import load
from sheets_gm.adapters.stores.database.store import open_store
from sheets_gm.gm.match_record.policy import Policy
from tests.adapters.place import typed
from tests.gm.table import Evening
from tests.installation import installation
from tests.localsheets import real


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A match of two turns that is over, in each of its files."""
    evening = Evening(settings={"max_turns": 2, "team_size": 1})
    evening.play(2)
    paths = write_exports(evening.store, evening.name, tmp_path_factory.mktemp("exports"), ["xlsx", "html", "json"])
    return {path.suffix[1:]: path for path in paths}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("home")
    with installation(folder):
        yield folder


def test_a_sandbox_of_each_kind_of_file_is_told_from_the_match(files: dict[str, Path], home: Path) -> None:
    for number, path in enumerate(files.values(), start=1):
        done = typed(home, "new", "--from", str(path), "--turn", "Turn 2")
        assert done.code == 0, done.err
        assert "Created Sandbox: " in done.out
        assert "a sandbox of evening: Turn 2 of 2 is played first, with other dice" in done.out
        name = "evening-sandbox" if number == 1 else f"evening-sandbox-{number}"
        charter = open_store(home / "matches.db").record(name).charter
        assert charter.title.endswith(", Turn 2 of 2")
        assert [seat.account for seat in charter.seats] == [None, None]
    assert typed(home, "export", "evening-sandbox").code == 0
    verified = typed(home, "verify", "exports/evening-sandbox.json")
    assert verified.code == 7  # it is not over
    assert "This is a sandbox: it began at Turn 2 of 2 of evening, after entry 1" in verified.out
    assert (
        "This is a sandbox: it began at Turn 2 of 2 of evening"
        in (home / "exports" / "evening-sandbox.html").read_text()
    )
    document = open_store(home / "matches.db").record("evening-sandbox").workbooks[0].document
    sheets = real.client(load(home).google.endpoint or "", (home / "token").read_text().strip())
    dice = sheets.open_by_key(document).worksheet("Dice").get_all_values()
    assert any(row[0] == "A sandbox, not the match itself" and "Turn 2 of 2 of evening" in row[1] for row in dice)
    again = typed(home, "new", "--from", "exports/evening-sandbox.json", "--name", "deeper")
    assert again.code == 0, again.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--turn", "Turn 9"), "There is no turn “Turn 9”"),
        (("--set", "max_turns=5"), "a sandbox has the settings of its match"),
        (("wesnoth",), "is a match of gvg, not of wesnoth"),
    ],
)
def test_what_a_sandbox_cannot_be_is_said(
    words: tuple[str, ...], says: str, files: dict[str, Path], home: Path
) -> None:
    done = typed(home, "new", *words, "--from", str(files["json"]), "--name", "wrong")
    assert done.code in (1, 2)
    assert says in done.err
    assert "wrong" not in open_store(home / "matches.db").names()


def test_a_roster_seats_others_in_the_same_seats(files: dict[str, Path], home: Path) -> None:
    seats = json.loads(files["json"].read_text(encoding="utf-8"))["head"]["charter"]["seats"]
    lines = [f"{seat['team']},{seat['id']},Zoe {number},yes" for number, seat in enumerate(seats)]
    (home / "friends.csv").write_text("\n".join(["team,seat,player,captain", *lines]), encoding="utf-8")
    done = typed(home, "new", "--from", str(files["json"]), "--roster", "friends.csv", "--name", "friends")
    assert done.code == 0, done.err
    people = open_store(home / "matches.db").record("friends").people
    assert [seat.player for seat in people] == ["Zoe 0", "Zoe 1"]


def test_a_file_of_a_match_with_secrets_that_goes_on_begins_no_sandbox(home: Path, tmp_path: Path) -> None:
    evening = Evening(plays="win_or_die", policy=Policy(layout="sealed"))
    (path,) = write_exports(evening.store, evening.name, tmp_path, ["json"])
    done = typed(home, "new", "--from", str(path), "--name", "peek")
    assert (done.code, "holds only the public part" in done.err) == (1, True)
    assert "peek" not in open_store(home / "matches.db").names()


def test_a_game_or_a_file_must_be_named(home: Path) -> None:
    done = typed(home, "new", "--turn", "Turn 2")
    assert (done.code, "--from FILE for a sandbox" in done.err) == (2, True)
