"""The manual: the pages of the documentation, which come with the program.

In a checkout they are in `docs/`, with the README and the changelog above it; in an installed package they are beside
the code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from sheets_gm.games import files
from sheets_gm.kernel.errors import SetupError

README, CHANGELOG = "README.md", "CHANGELOG.md"


class NoManual(SetupError, LookupError):
    """The pages did not come with this installation."""


def pages(package: Path = files.PACKAGE) -> Mapping[str, Path]:
    """The pages by topic, which is the name of their file, the README first. `NoManual`."""
    inside, checkout = package / "docs", package.parent
    folder, readme = (inside, inside) if inside.is_dir() else (checkout / "docs", checkout)
    if not (readme / README).is_file():
        raise NoManual(f"There is no manual in {package}: install sheets-gm again, from a wheel or a checkout.")
    others = sorted(path for path in folder.glob("*.md") if path.name not in (README, CHANGELOG))
    found = {"readme": readme / README, **{path.stem: path for path in others}, "changelog": readme / CHANGELOG}
    return {topic: path for topic, path in found.items() if path.is_file()}


def title(page: Path) -> str:
    """The first heading of a page."""
    found = re.search(r"(?m)^# (.+)$", page.read_text(encoding="utf-8"))
    return found[1].strip() if found else page.stem
