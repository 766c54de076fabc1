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


def test_what_came_from_a_wheel_is_got_from_that_wheel(tmp_path: Path) -> None:
    wheel = tmp_path / "sheets_gm-1.0-py3-none-any.whl"
    wheel.touch()
    assert install_command("notify", {"url": wheel.as_uri()}) == f"pip install '{wheel}[notify]'"


def test_what_came_from_an_index_is_got_from_that_index() -> None:
    assert install_command("notify", {}) == "pip install 'sheets-gm[notify]'"


def test_where_the_folder_is_gone_any_checkout_serves(tmp_path: Path) -> None:
    came_from: dict[str, object] = {"url": (tmp_path / "gone").as_uri()}
    assert install_command("notify", came_from) == "in the checkout of sheets-gm: pip install '.[notify]'"


def test_no_line_asks_an_index_for_a_checkout() -> None:
    assert "pip install 'sheets-gm" not in how_to_get("notify")
