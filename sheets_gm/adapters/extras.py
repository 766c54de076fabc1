"""Extras: the libraries that not everybody needs, and the line that installs them.

Law: the line works where it is read. The package stands on no index, so it names what this one was installed from.
"""

from __future__ import annotations

import json
import shlex
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sheets_gm.kernel.errors import SetupError

PACKAGE = "sheets-gm"


class MissingExtra(SetupError):
    """A library of an optional extra is not installed. The message says how to install it."""


def how_to_get(extra: str) -> str:
    """The line that installs *extra* beside the rest, where this program came from a folder or a repository."""
    return line_for(extra, origin())


def origin() -> dict[str, object]:
    """What pip and uv wrote down of where this program was installed from (PEP 610); nothing where they did not."""
    try:
        held = json.loads(distribution(PACKAGE).read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return {}
    return held if isinstance(held, dict) else {}


def line_for(extra: str, came_from: dict[str, object]) -> str:
    """The line that installs *extra* for a program that *came_from* there."""
    url = str(came_from.get("url", ""))
    version_control = came_from.get("vcs_info")
    if isinstance(version_control, dict):
        return f"pip install '{PACKAGE}[{extra}] @ {version_control.get('vcs', 'git')}+{url}'"
    folder = Path(unquote(urlsplit(url).path))
    if url.startswith("file:") and (folder / "pyproject.toml").is_file():
        return f"cd {shlex.quote(str(folder))} && pip install '.[{extra}]'"
    return f"in the checkout of {PACKAGE}: pip install '.[{extra}]'"
