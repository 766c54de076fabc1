"""What is not installed is named with a line that installs it."""

from __future__ import annotations

from pathlib import Path

from sheets_gm.adapters.installation.optional_dependencies import how_to_get, install_command


def test_what_came_from_a_folder_is_got_from_that_folder(tmp_path: Path) -> None:
    folder = tmp_path / "my games"
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    assert install_command("notify", {"url": folder.as_uri()}) == f"cd '{folder}' && pip install '.[notify]'"


def test_what_came_from_a_repository_is_got_from_that_repository() -> None:
    came_from: dict[str, object] = {"url": "https://example.org/sheets-gm.git", "vcs_info": {"vcs": "git"}}
    line = "pip install 'sheets-gm[notify] @ git+https://example.org/sheets-gm.git'"
    assert install_command("notify", came_from) == line


def test_where_the_folder_is_gone_or_unknown_any_checkout_serves(tmp_path: Path) -> None:
    for came_from in ({}, {"url": (tmp_path / "gone").as_uri()}):
        assert install_command("notify", dict(came_from)) == "in the checkout of sheets-gm: pip install '.[notify]'"


def test_no_line_asks_an_index_for_the_package() -> None:
    assert "pip install 'sheets-gm" not in how_to_get("notify")
