"""The site of the documentation: every page is in it."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


SITE = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
HERE = {"index.md", "changelog.md"}
"""Pages that are above docs/: the README and the changelog."""


def test_every_page_of_the_documentation_is_in_the_site_once() -> None:
    listed = re.findall(r"(?m)^ +- ([a-z-]+\.md)$", SITE)
    assert len(listed) == len(set(listed))
    assert set(listed) == {path.name for path in (ROOT / "docs").glob("*.md")} | HERE
