"""The manual: the pages of the documentation, which are installed with the program.

In a checkout they are in `docs/`, with the README and the changelog in the folder above. In an installed package they
are inside the package.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from sheets_gm.games import files
from sheets_gm.kernel.errors import SetupError

README, CHANGELOG = "README.md", "CHANGELOG.md"


class NoManual(SetupError, LookupError):
    """This installation has no manual."""


def pages(package: Path = files.PACKAGE) -> Mapping[str, Path]:
    """Return the pages by topic (the name of the file), the README first. Raises NoManual."""
    inside, checkout = package / "docs", package.parent
    folder, readme = (inside, inside) if inside.is_dir() else (checkout / "docs", checkout)
    if not (readme / README).is_file():
        raise NoManual(f"There is no manual in {package}: install sheets-gm again, from a wheel or a checkout.")
    others = sorted(path for path in folder.glob("*.md") if path.name not in (README, CHANGELOG))
    paths = {"readme": readme / README, **{path.stem: path for path in others}, "changelog": readme / CHANGELOG}
    return {topic: path for topic, path in paths.items() if path.is_file()}


def title(page: Path) -> str:
    """Return the first heading of a page."""
    match = re.search(r"(?m)^# (.+)$", page.read_text(encoding="utf-8"))
    return match[1].strip() if match else page.stem
