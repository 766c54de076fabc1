"""From a blank account to a running match: what docs/google.md says is typed, in its order, on a local server."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.http_server import server
from tests.adapters.place import Place, typed
from tests.test_readme import PAGES

FENCE = re.compile(r"(?ms)^( *)```(\w+)\n(.*?)^ *```$")


class Reader:
    """Somebody who does what one chapter says, and nothing else."""

    def __init__(self, place: Place, chapter: str) -> None:
        self.place = place
        self.text = PAGES["google.md"].partition(f"\n## {chapter}\n")[2].partition("\n## ")[0]
        (roster,) = self.blocks("csv", PAGES["README.md"])
        (place.folder / "friends.csv").write_text(roster, encoding="utf-8")

    def blocks(self, kind: str, text: str = "") -> list[str]:
        found = FENCE.findall(text or self.text)
        return ["".join(line.removeprefix(indent) for line in block.splitlines(keepends=True))
                for indent, name, block in found if name == kind]  # fmt: skip

    def settle(self) -> None:
        """Write the settings as they are shown; only the endpoint is not Google's."""
        (settings,) = self.blocks("toml")
        settings = settings.replace("https://docs.google.com/spreadsheets/d/...", self.place.shared("Store").url)
        endpoint = f'endpoint = "{self.place.base}"\n'
        (self.place.folder / "sheets-gm.toml").write_text(settings + endpoint, encoding="utf-8")

    def type(self, line: str) -> None:
        """Type one command: each URL is a new spreadsheet that was shared, a sync does one tick."""
        while "URL" in line:
            line = line.replace("URL", self.place.shared("A spreadsheet").url, 1)
        if line == "sheets-gm sync":
            line += " --once"
        done = typed(self.place.folder, *shlex.split(line)[1:])
        assert (done.code, done.err) == (0, ""), (line, done.out)

    def commands(self) -> list[str]:
        lines = [line for block in self.blocks("sh") for line in block.splitlines()]
        # the browser of a sign-in has tests of its own; its user.json is here
        return [line for line in lines if line.startswith("sheets-gm ") and " login " not in line]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    service = Service(Storage(None))
    with server.running(service) as base:
        yield Place(service, base, tmp_path)


@pytest.mark.parametrize(
    ("chapter", "matches"), [("A service account", {"friday", "gvg"}), ("Your own account", {"friday"})]
)
def test_a_chapter_leads_to_a_match_that_is_played(place: Place, chapter: str, matches: set[str]) -> None:
    reader = Reader(place, chapter)
    reader.settle()
    assert len(reader.commands()) >= 3
    for line in reader.commands():
        reader.type(line)
    answer = json.loads(typed(place.folder, "status", "--json").out)
    assert {each["match"] for each in answer} == matches
    assert typed(place.folder, "resolve", "friday").code == 0
    reader.type("sheets-gm sync")
    reader.type("sheets-gm doctor")


def test_a_schedule_needs_no_key_and_leaves_no_file(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(place.folder / "key.json"))
    reader = Reader(place, "Workload identity, for a CI schedule")
    reader.settle()
    (founding,) = re.findall(r"as the command `([^`]+)`", reader.text)
    before = {path.name for path in place.folder.iterdir()}
    reader.type(f"sheets-gm {founding}")
    reader.type("sheets-gm sync --once --json")
    for named in re.findall(r"`([^`]+)`", reader.text.partition("given in the same way:")[2].partition("\n")[0]):
        reader.type(f"sheets-gm {named}")
    assert {path.name for path in place.folder.iterdir()} == before
    assert json.loads(typed(place.folder, "status", "--json").out)[0]["step"].startswith("Turn 2 of ")
