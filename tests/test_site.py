"""The site of the documentation: every page is in it, and it is built where no link leads nowhere."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


SITE = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
HERE = {"index.md", "changelog.md"}
"""Pages that are above docs/: the README and the changelog."""


def test_every_page_of_the_documentation_is_in_the_site_once() -> None:
    listed = re.findall(r"(?m)^ +- ([a-z-]+\.md)$", SITE)
    assert len(listed) == len(set(listed))
    assert set(listed) == {path.name for path in (ROOT / "docs").glob("*.md")} | HERE


@pytest.mark.slow
def test_the_site_is_built_with_a_search_and_no_link_that_leads_nowhere() -> None:
    done = subprocess.run([ROOT / "scripts" / "site"], capture_output=True, text=True, check=False, timeout=280)
    assert done.returncode == 0, done.stderr[-3000:]
    built = ROOT / "build" / "site"
    assert (built / "search" / "search_index.json").is_file()
    page = (built / "running.html").read_text(encoding="utf-8")
    assert '<meta name="viewport" content="width=device-width' in page
    fetched = re.findall(r'(?:src|href)="(https?://[^"]+\.(?:js|css|woff2?))"', page)
    assert fetched == []
