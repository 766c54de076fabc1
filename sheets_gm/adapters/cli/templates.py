"""`sheets-gm templates`: a copy of a template to edit, and what an upgrade has changed in the installed one."""

from __future__ import annotations

import difflib
import shutil
from pathlib import Path

import click

from sheets_gm.adapters.cli.context import Installation, home_option
from sheets_gm.adapters.installation.templates import COMMON
from sheets_gm.kernel.errors import UserError

ORIGINAL = ".original"
"""The folder beside a copy that holds the template as it was when it was copied."""


class CopyExists(UserError):
    """There is already a copy. The message says how to compare it."""


@click.group("templates")
def command() -> None:
    """Copy the template of a game to edit it, and compare the copy with the installed one after an upgrade.

    A copy lies in the folder of your matches, in templates/, and is read before the installed template. No upgrade
    changes it.

    \b
    sheets-gm templates copy gvg
    sheets-gm templates diff gvg
    """


def _checked(_ctx: click.Context, _param: click.Parameter, name: str) -> str:
    """Return the argument GAME: a game, or the template that all games share. Raises `NoSuchGame`."""
    from sheets_gm.games.finding import game

    return name if name == COMMON else game(name).name


@command.command("copy")
@click.argument("name", metavar="GAME", callback=_checked)
@home_option
def copy(name: str, installation: Installation) -> None:
    """Copy the template of GAME to the folder of your matches; “common” is what all games share.

    \b
    sheets-gm templates copy gvg
    """
    from sheets_gm.games.files import TEMPLATES, installed_folder

    to = installation.folder / TEMPLATES / name
    if to.exists():
        raise CopyExists(f"There is a copy already: {to}. To compare it: sheets-gm templates diff {name}")
    source, original = installed_folder(name), to.with_name(f"{name}{ORIGINAL}")
    shutil.rmtree(original, ignore_errors=True)
    for folder in (original, to):
        shutil.copytree(source, folder, ignore=shutil.ignore_patterns("__pycache__"))
    click.echo(f"Copied to {to}. Edit the files there, then restart the sync.")


@command.command("diff")
@click.argument("name", metavar="GAME", callback=_checked)
@click.option("--upgrade", is_flag=True, help="Show what the installed template has changed since it was copied.")
@home_option
def diff(name: str, upgrade: bool, installation: Installation) -> None:
    """Show how your copy of the template of GAME differs from the installed one, as diff -u does.

    With --upgrade the lines are those that the installed template has changed since you copied it: put them into your
    copy by hand where you want them. The exit code is 1 if anything differs.

    \b
    sheets-gm templates diff gvg
    """
    from sheets_gm.games.files import TEMPLATES, installed_folder

    copy_folder, installed = installation.folder / TEMPLATES / name, installed_folder(name)
    if not copy_folder.is_dir():
        raise CopyExists(
            f"There is no copy of it in {copy_folder.parent}. To make one: sheets-gm templates copy {name}"
        )
    old, new = (copy_folder.with_name(f"{name}{ORIGINAL}"), installed) if upgrade else (installed, copy_folder)
    if not old.is_dir():
        raise CopyExists(f"Nobody knows what {copy_folder} was copied from: {old} is gone. Leave out --upgrade.")
    lines = list(_differences(old, new))
    for line in lines:
        click.echo(line)
    if lines:
        raise SystemExit(1)
    click.echo("No difference.")


def _differences(old: Path, new: Path) -> list[str]:
    """Return the differences between the files of two folders."""
    names = sorted({path.relative_to(each) for each in (old, new) for path in each.rglob("*") if _is_text(path)})
    differences: list[str] = []
    for name in names:
        before, after = (_lines(folder / name) for folder in (old, new))
        differences += difflib.unified_diff(before, after, str(old / name), str(new / name), lineterm="")
    return differences


def _is_text(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8-sig").splitlines() if path.is_file() else []
