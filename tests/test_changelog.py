"""The changelog: the version at its top is that of the package, with the rules of every game and every migration."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from sheets_gm.adapters.doctor.upgrade import STEPS
from sheets_gm.adapters.stores.database import schema
from sheets_gm.adapters.stores.spreadsheet import rows
from sheets_gm.games.finding import games

ROOT = Path(__file__).resolve().parents[1]

CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
NEWEST = CHANGELOG.split("\n## ")[1]


def test_the_newest_version_is_that_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"].partition(".dev")[0] == NEWEST.split()[0]
    assert (".dev" in project["version"]) == NEWEST.splitlines()[0].endswith("(not released)")


def test_it_names_the_rules_of_every_game() -> None:
    """Who changes the rules of a game writes its new version there."""
    named = dict(re.findall(r"(?m)^\| `(\w+)` \| `([\w-]+)` \|$", NEWEST))
    assert named == {name: game.version for name, game in games().items()}


def test_it_names_the_schema_of_both_stores_and_every_step_to_it() -> None:
    database, spreadsheet = (
        re.findall(rf"(?m)^\| a store in a {kind}, (.*)\|$", NEWEST)[0] for kind in ("database", "spreadsheet")
    )
    assert database.startswith(f"schema {schema.SCHEMA} ")
    assert spreadsheet.startswith(f"schema {rows.SCHEMA} ")
    assert {int(each) for each in re.findall(r"from (\d)", database)} == set(STEPS) == set(range(1, schema.SCHEMA))
    assert f"from {rows.FORMER_SCHEMA}" in spreadsheet
