"""What a forge reads: forms for issues, the policy, and the release, which knows no secret."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.shell_completion import BashComplete

from sheets_gm.adapters.cli import COMMANDS, cli

ROOT = Path(__file__).resolve().parents[1]

FORGE = ROOT / ".github"
RELEASE = (FORGE / "workflows" / "release.yml").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted((FORGE / "ISSUE_TEMPLATE").glob("*.yml")), ids=lambda path: path.name)
def test_a_form_asks_for_what_a_maintainer_needs(path: Path) -> None:
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert {"name", "description", "body"} <= set(form)
    assert {each["type"] for each in form["body"]} <= {"textarea", "input", "checkboxes"}
    assert any(each.get("validations", {}).get("required") for each in form["body"])


def test_the_pages_of_the_forge_lead_to_pages_that_are_there_and_name_no_address() -> None:
    for page in FORGE.glob("*.md"):
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)]+)\)", text):
            assert (FORGE / target).is_file(), target
        assert "@" not in text
        assert "://" not in text


def job(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(RELEASE)["jobs"][name]
    return found


def test_the_release_plays_from_the_wheel_on_every_system_and_python_before_it_publishes() -> None:
    matrix = job("play")["strategy"]["matrix"]
    assert matrix == {"os": ["ubuntu-latest", "macos-latest", "windows-latest"], "python": ["3.11", "3.12", "3.13"]}
    assert job("play")["needs"] == "build"
    assert set(job("publish")["needs"]) == {"build", "play"}


def test_the_release_publishes_by_trust_and_holds_no_secret() -> None:
    assert "secrets." not in RELEASE
    assert "password" not in RELEASE
    assert job("publish")["permissions"] == {"id-token": "write"}
    assert [name for name in ("build", "play") if "permissions" in job(name)] == []
    assert yaml.safe_load(RELEASE)["permissions"] == {"contents": "read"}


@pytest.mark.parametrize(("tag", "code"), [("v0.2.0", 0), ("v0.2.1", 1), ("0.2.0", 1)])
def test_a_tag_that_is_not_the_version_of_the_package_and_the_changelog_releases_nothing(
    tag: str, code: int, tmp_path: Path
) -> None:
    for name in ("pyproject.toml", "CHANGELOG.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        text = re.sub(r'(?m)^version = ".*"$', 'version = "0.2.0"', text)
        (tmp_path / name).write_text(re.sub(r"(?m)^## .* \(not released\)$", "## 0.2.0", text), encoding="utf-8")
    (check,) = (step["run"] for step in job("build")["steps"] if "tag" in step.get("name", ""))
    env = {**os.environ, "GITHUB_REF_NAME": tag}
    done = subprocess.run(["bash", "-ec", check], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
def test_every_step_of_the_release_is_one_that_a_shell_understands() -> None:
    for each in yaml.safe_load(RELEASE)["jobs"].values():
        for step in each["steps"]:
            done = subprocess.run(
                ["bash", "-n"], input=step.get("run", ""), text=True, capture_output=True, check=False
            )
            assert (done.returncode, done.stderr) == (0, "")


def test_the_shell_completes_commands_and_options() -> None:
    completed = BashComplete(cli, {}, "sheets-gm", "_SHEETS_GM_COMPLETE")
    assert {each.value for each in completed.get_completions([], "s")} == {each for each in COMMANDS if each[0] == "s"}
    assert "--once" in {each.value for each in completed.get_completions(["sync"], "--o")}


def test_what_the_architecture_points_to_is_there() -> None:
    table = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## Where to look")[2]
    named = re.findall(r"`([a-z_/]+(?:\.py)?)`", table)
    assert len(named) > 5
    assert [each for each in named if not any((root / each).exists() for root in (ROOT, ROOT / "sheets_gm"))] == []
