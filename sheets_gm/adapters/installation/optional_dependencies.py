"""Optional libraries, and the command that installs them, from where this program was installed."""

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
    """Return the command that installs *extra*."""
    return install_command(extra, origin())


def origin() -> dict[str, object]:
    """Return where this program was installed from, as pip and uv record it (PEP 610). Empty if they did not."""
    try:
        recorded = json.loads(distribution(PACKAGE).read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return {}
    return recorded if isinstance(recorded, dict) else {}


def install_command(extra: str, source: dict[str, object]) -> str:
    """Return the command that installs *extra* for a program that was installed from *source*."""
    url = str(source.get("url", ""))
    version_control = source.get("vcs_info")
    if isinstance(version_control, dict):
        return f"pip install '{PACKAGE}[{extra}] @ {version_control.get('vcs', 'git')}+{url}'"
    if not source:  # PEP 610: nothing is recorded of what comes from an index
        return f"pip install '{PACKAGE}[{extra}]'"
    folder = Path(unquote(urlsplit(url).path))
    if url.startswith("file:") and folder.suffix == ".whl" and folder.is_file():
        return f"pip install {shlex.quote(f'{folder}[{extra}]')}"
    if url.startswith("file:") and (folder / "pyproject.toml").is_file():
        return f"cd {shlex.quote(str(folder))} && pip install '.[{extra}]'"
    return f"in the checkout of {PACKAGE}: pip install '.[{extra}]'"
