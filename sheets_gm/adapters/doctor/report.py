"""What a maintainer needs to know of an installation, without secrets, addresses or names of matches."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from sheets_gm.adapters.doctor.findings import Finding
from sheets_gm.adapters.installation import settings as files
from sheets_gm.adapters.installation.optional_dependencies import PACKAGE
from sheets_gm.adapters.installation.settings import BadSettings, Settings
from sheets_gm.adapters.installation.version import described
from sheets_gm.adapters.stores.database.schema import shown_address
from sheets_gm.games.finding import broken_games, games

FORGOTTEN = (
    (re.compile(r"[^\s<>\"'“”]+@[\w.-]+"), "ADDRESS"),
    (re.compile(r"\bkey=[\w-]+"), "key=SECRET"),
    (re.compile(r"\b[\w-]{36,}\b"), "ID"),
)
"""Patterns of what no report contains, each with its replacement: addresses, sign-in links, ids of spreadsheets."""


def report(folder: Path, findings: Iterable[Finding]) -> str:
    """Return the report on the installation in *folder*, as lines of Markdown. *findings* are those of the doctor."""
    findings = list(findings)
    aliases = {
        name: f"match {at}" for at, name in enumerate(dict.fromkeys(each.match for each in findings if each.match), 1)
    }
    parts = {
        "Program": _program(),
        "Libraries": _libraries(),
        "Games": [f"{name}: {game.version}" for name, game in games().items()]
        + [f"{name}: broken" for name in broken_games()],
        "Settings": _settings(folder),
        "Findings": [_line(each, aliases) for each in findings],
    }
    text = "\n\n".join(f"## {title}\n\n" + "\n".join(f"- {line}" for line in lines) for title, lines in parts.items())
    return f"# Report of sheets-gm doctor\n\n{_without_secrets(text, folder)}\n"


def _program() -> list[str]:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return [f"sheets-gm {described()}", f"{python} on {platform.system()} {platform.release()} ({platform.machine()})"]


def _libraries() -> list[str]:
    """Return the libraries that the package requires, each with the installed version."""
    named = sorted({re.split(r"[\[<>=!~; ]", each)[0] for each in requires(PACKAGE) or ()})
    return [f"{name} {_version(name)}" for name in named]


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "(not installed)"


def _settings(folder: Path) -> list[str]:
    """Return the settings that are not the defaults. A possible secret or address is only mentioned, not shown."""
    try:
        settings = files.load(folder)
    except BadSettings:
        return ["cannot be read"]
    google = settings.google
    plain: dict[str, object] = {
        "store": shown_address(settings.store) if "://" in settings.store else settings.store,
        "every": settings.every,
    }
    plain |= {"google.endpoint": google.endpoint, "google.quota": google.quota}
    shown = [f"{name} = {value}" for name, value in plain.items() if value != _default(name)]
    hidden: Mapping[str, object] = {name: value for name, value in google if name not in ("endpoint", "quota")}
    shown += [f"google.{name} is set" for name, value in hidden.items() if value != getattr(files.Google(), name)]
    if settings.notices:
        shown.append(f"notices for {len(settings.notices)}")
    return shown or ["the defaults"]


def _default(name: str) -> object:
    usual = Settings()
    return getattr(usual.google, name.removeprefix("google.")) if "." in name else getattr(usual, name)


def _line(finding: Finding, aliases: Mapping[str, str]) -> str:
    text = f"{finding.level.value} {finding.match} {finding.subject}: {finding.message}".replace("  ", " ")
    for name, shown in aliases.items():
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", shown, text)
    return text


def _without_secrets(text: str, folder: Path) -> str:
    """Return *text* without secrets of the environment, addresses, ids, and the paths of folders on this machine."""
    try:
        secret = os.environ.get(files.load(folder).google.token_env, "")
    except BadSettings:
        secret = ""
    for each, shown in ((secret, "SECRET"), (str(folder), "FOLDER"), (str(Path.home()), "~"), (sys.prefix, "PREFIX")):
        text = text.replace(each, shown) if len(each) > 1 else text
    for pattern, shown in FORGOTTEN:
        text = pattern.sub(shown, text)
    return text
