"""`sheets-gm help`: the manual in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheets_gm.adapters.installation import manual
from tests.adapters.place import typed

ROOT = Path(__file__).resolve().parents[3]


def test_every_page_of_the_documentation_is_a_topic_with_its_title(tmp_path: Path) -> None:
    shown = typed(tmp_path, "help").out.splitlines()
    topics = {line.split(maxsplit=1)[0]: line.split(maxsplit=1)[1] for line in shown[:-2]}
    assert set(topics) == {"readme", "changelog", *(path.stem for path in (ROOT / "docs").glob("*.md"))}
    assert topics["running"] == "Keeping it running"


@pytest.mark.parametrize("topic", list(manual.pages()))
def test_a_page_is_shown_without_signs_of_its_format(topic: str, tmp_path: Path) -> None:
    done = typed(tmp_path, "help", topic)
    assert (done.code, done.err) == (0, "")
    assert manual.title(manual.pages()[topic]).replace("`", "") in done.out
    assert "![" not in done.out
    assert ".md)" not in done.out


def test_a_link_to_another_page_names_the_topic_that_shows_it(tmp_path: Path) -> None:
    assert "Keeping it running (help running)" in typed(tmp_path, "help", "README.md").out


def test_a_command_is_a_topic_too(tmp_path: Path) -> None:
    assert "Usage: sheets-gm sync" in typed(tmp_path, "help", "sync").out
    assert "Commands:" in typed(tmp_path, "help", "account").out


def test_what_is_no_topic_is_refused_with_the_nearest(tmp_path: Path) -> None:
    done = typed(tmp_path, "help", "runing")
    assert done.code == 2
    assert "Did you mean running?" in done.err


def test_the_file_of_a_page_can_be_read_and_found(tmp_path: Path) -> None:
    page = ROOT / "docs" / "dice.md"
    assert typed(tmp_path, "help", "dice", "--where").out == f"{page}\n"
    assert typed(tmp_path, "help", "dice", "--plain").out == page.read_text(encoding="utf-8") + "\n"


def test_an_installed_package_has_its_pages_beside_the_code(tmp_path: Path) -> None:
    with pytest.raises(manual.NoManual):
        manual.pages(tmp_path / "sheets_gm")
    folder = tmp_path / "sheets_gm" / "docs"
    folder.mkdir(parents=True)
    for name in ("README.md", "dice.md"):
        (folder / name).write_text("# Title\n")
    assert manual.pages(tmp_path / "sheets_gm") == {"readme": folder / "README.md", "dice": folder / "dice.md"}


def test_a_game_is_a_topic_too_which_shows_how_to_play_it(tmp_path: Path) -> None:
    shown = typed(tmp_path, "help", "GvG").out.splitlines()
    assert shown[0] == "How to play"
    assert set(shown[1]) <= set("🟦⬜🏰🟥")
    assert shown[5:7] == ["", "A first turn"]
    assert "To win" in shown
    assert max(map(len, shown)) <= 100
