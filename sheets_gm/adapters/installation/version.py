"""The version of this program, and its commit if it comes from a repository."""

from __future__ import annotations

import subprocess
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from sheets_gm.adapters.installation.optional_dependencies import PACKAGE, origin
from sheets_gm.games import files

UNKNOWN = "unknown"
SECONDS = 10
"""How long git may take to name a commit."""


def number() -> str:
    """Return the installed version, or "unknown" if the code runs without an installation."""
    try:
        return version(PACKAGE)
    except PackageNotFoundError:
        return UNKNOWN


def commit(root: Path = files.PACKAGE.parent) -> str:
    """Return the commit of the code, with a + if files were changed since; "" if it is unknown.

    *root* is the folder that holds the package: in a checkout it has a `.git`. For a package that was installed from a
    repository, the commit is recorded (PEP 610).
    """
    recorded = origin().get("vcs_info")
    if isinstance(recorded, dict):
        return str(recorded.get("commit_id", ""))[:8]
    if not (root / ".git").exists():
        return ""
    try:
        done = subprocess.run(  # noqa: S603 - the words are ours
            ["git", "-C", str(root), "describe", "--always", "--abbrev=8", "--exclude=*", "--dirty=+"],  # noqa: S607 - where git is, the system says
            capture_output=True, text=True, timeout=SECONDS, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ""  # no git, or a folder that it refuses
    return done.stdout.strip()


def described() -> str:
    """Return the version as people read it: "1.2.0", or "1.2.0 (commit 1c764f52)"."""
    commit_id = commit()
    return f"{number()} (commit {commit_id})" if commit_id else number()


@lru_cache(maxsize=1)
def running() -> str:
    """Return the version of this process. It is read once and does not change when files do."""
    return described()
