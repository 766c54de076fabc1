"""The version says where the code came from."""

from __future__ import annotations

import subprocess
from importlib.metadata import metadata, version
from pathlib import Path

import pytest

from sheets_gm.adapters.installation import version as versions
from tests.adapters.place import typed

GIT = ("git", "-c", "user.name=Ana", "-c", "user.email=ana@example.org", "-c", "commit.gpgsign=false")


def repository(folder: Path) -> str:
    """A repository with one commit; its name."""
    (folder / "file").write_text("one")
    for words in (("init", "-q"), ("add", "file"), ("commit", "-qm", "One")):
        subprocess.run([*GIT, "-C", str(folder), *words], check=True)
    done = subprocess.run([*GIT, "-C", str(folder), "rev-parse", "--short=8", "HEAD"], check=True, capture_output=True)
    return done.stdout.decode().strip()


def test_a_checkout_names_its_commit_and_whether_files_differ(tmp_path: Path) -> None:
    name = repository(tmp_path)
    assert versions.commit(tmp_path) == name
    (tmp_path / "file").write_text("two")
    assert versions.commit(tmp_path) == f"{name}+"


def test_what_is_no_checkout_or_has_no_git_names_no_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert versions.commit(tmp_path) == ""
    repository(tmp_path)
    monkeypatch.setenv("PATH", "")
    assert versions.commit(tmp_path) == ""


def test_what_was_installed_from_a_repository_names_the_recorded_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "origin", lambda: {"vcs_info": {"vcs": "git", "commit_id": "0123456789abcdef"}})
    assert versions.described() == f"{version('sheets-gm')} (commit 01234567)"


def test_the_program_tells_its_version(tmp_path: Path) -> None:
    done = typed(tmp_path, "--version")
    assert (done.code, done.out) == (0, f"sheets-gm, version {versions.described()}\n")


def test_the_package_says_who_it_is_and_names_no_address() -> None:
    shown = metadata("sheets-gm")
    assert shown["Author"] == "The sheets_gm developers"
    assert shown["License-Expression"] == "MIT"
    assert "board-game" in shown["Keywords"]
    assert [shown[key] for key in ("Author-email", "Home-page", "Project-URL", "Maintainer-email")] == [None] * 4
