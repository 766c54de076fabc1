"""A GM's typing error in a template: every command that needs the template says what is wrong, and on which line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from sheets_gm.games import files
from tests.adapters.place import Place, typed


@pytest.fixture
def template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The template of GvG, in a copy that is in force."""
    copied = shutil.copytree(files.folder("gvg").parent, tmp_path / "package" / "templates")
    monkeypatch.setattr(files, "PACKAGE", tmp_path / "package")
    return copied / "gvg" / "workbook.toml"


def misspell(template: Path) -> list[str]:
    """Misspell a field and a key, and return the problems as they are reported."""
    text = template.read_text(encoding="utf-8")
    rows = [row.partition(",")[0] for row in text.splitlines()]
    field = rows.index('    { field = "move_to"') + 1
    key = rows.index("[tabs.orders]") + 2
    text = text.replace('field = "move_to"', 'field = "moveto"').replace('title = "Orders"', 'titel = "Orders"')
    template.write_text(text, encoding="utf-8")
    name = "templates/gvg/workbook.toml"
    return [
        f"{name}: line {key - 1}: tabs.orders.title: it is missing",
        (
            f"{name}: line {key}: tabs.orders.titel: there is no such name: check the spelling or remove it. "
            "Did you mean “title”?"
        ),
        (
            f"{name}: line {field}: tabs.orders.columns.1.field: the tab has no field “moveto”, "
            "so nobody can type in this column. Did you mean “move_to”?"
        ),
    ]


@pytest.mark.parametrize("words", ["games gvg", "demo gvg --fast", "new gvg --roster friends.csv --sheet SHEET"])
def test_a_command_that_needs_the_template_ends_with_all_that_is_wrong(
    words: str, place: Place, template: Path
) -> None:
    (place.folder / "friends.csv").write_text("player,team\nAna,blue\nBen,red\n", encoding="utf-8")
    found = misspell(template)
    done = typed(place.folder, *words.replace("SHEET", place.sheet.url).split())
    assert (done.code, done.err.splitlines()) == (3, [f"sheets-gm: {found[0]}", *found[1:]])
    assert typed(place.folder, "status", "--json").out.strip() in ("", "[]")


def test_other_games_are_not_concerned(place: Place, template: Path) -> None:
    misspell(template)
    assert typed(place.folder, "games", "wesnoth").code == 0


def test_the_doctor_has_a_finding_for_each_problem(place: Place, template: Path) -> None:
    found = misspell(template)
    done = typed(place.folder, "doctor", "--json")
    findings = [each for each in json.loads(done.out) if each["subject"].startswith("template")]
    assert done.code == 1
    assert [each["message"] for each in findings if each["subject"] == "template of gvg"] == found
    (right,) = [each["message"] for each in findings if each["subject"] == "templates"]
    assert [name in right for name in ("wesnoth", "champions", "gvg")] == [True, True, False]


def test_a_match_waits_until_its_template_is_right(place: Place, template: Path) -> None:
    (place.folder / "friends.csv").write_text("player,team\nAna,blue\nBen,red\n", encoding="utf-8")
    right = template.read_text(encoding="utf-8")
    new = ("new", "gvg", "--name", "friday", "--roster", "friends.csv", "--sheet", place.sheet.url)
    assert typed(place.folder, *new).code == 0
    found = misspell(template)
    done = typed(place.folder, "sync", "--once")
    assert done.code != 0
    assert found[0] in done.err + done.out
    reported = json.loads(typed(place.folder, "doctor", "--json").out)
    assert ("template", "the template of gvg cannot be used") in [
        (each["subject"], each["message"]) for each in reported if each["match"] == "friday"
    ]
    template.write_text(right, encoding="utf-8")
    assert typed(place.folder, "sync", "--once").code == 0
