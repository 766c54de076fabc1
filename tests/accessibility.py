"""axe-core, which finds what keeps people from using a page.

It comes from the npm registry into pytest's cache folder. Without npm or the registry, the tests that ask it are
skipped.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

PACKAGE = "axe-core@4.14.1"
SERIOUS = ("serious", "critical")


def axe_script(config: pytest.Config) -> str:
    """The script of axe-core."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no npm: apt-get install npm")
    folder: Path = config.cache.mkdir("axe-core")
    script = folder / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        command = [npm, "install", "--silent", "--no-save", "--ignore-scripts", "--prefix", str(folder), PACKAGE]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        if done.returncode:
            pytest.skip(f"axe-core could not be installed from the npm registry: {done.stderr.strip()[-200:]}")
    return script.read_text(encoding="utf-8")


def findings(page: Page, axe: str) -> list[str]:
    """What axe-core finds that is serious, with the element that it is about."""
    page.evaluate(axe)
    options = {"rules": {"target-size": {"enabled": True}}, "resultTypes": ["violations"]}
    result: dict[str, Any] = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{found['id']}: {node['html'][:150]} {node['failureSummary']}"
        for found in result["violations"]
        if found["impact"] in SERIOUS
        for node in found["nodes"]
    ]
