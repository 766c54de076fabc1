"""`sheets-gm deploy`: the files by which other programs run the sync."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

from sheets_gm.adapters.cli.context import Installation, home_option

KINDS = {
    "cron": ("crontab",),
    "systemd": ("sheets-gm.service",),
    "timer": ("sheets-gm-once.service", "sheets-gm-once.timer"),
    "github": ("github-workflow.yml",),
    "menu": ("menu.gs",),
}

ROBOT = "sheets-gm"
"""The account that the sync runs as where the folder belongs to nobody in particular."""

HOME, PROGRAM, USER = "/srv/sheets-gm", "/usr/local/bin/sheets-gm", "User=sheets-gm"
"""What stands in the templates for the installation's folder, the program, and the account that it runs as."""


@click.command("deploy")
@click.argument("kind", type=click.Choice(list(KINDS)))
@click.option("--to", "folder", type=click.Path(path_type=Path), metavar="DIR",
              help="Write the files there (default: print them).")  # fmt: skip
@home_option
def command(kind: str, folder: Path | None, installation: Installation) -> None:
    """Write what runs the sync: for cron, systemd (always, or a timer), a CI schedule; or a menu for the sheet.

    The paths of this installation are filled in, and each file says in its first lines where it goes.
    docs/running.md says when to use which.

    \b
    sheets-gm deploy cron
    sheets-gm deploy systemd --to /tmp
    """
    from sheets_gm.games import files

    for name in KINDS[kind]:
        text = filled(files.read("deploy", name), installation.folder)
        if folder is None:
            click.echo(text, nl=False)
            continue
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name
        path.write_text(text, encoding="utf-8")
        click.echo(f"Wrote {path}")


def filled(text: str, home: Path) -> str:
    """A template with the paths of this installation."""
    beside = Path(sys.executable).with_name("sheets-gm")
    program = str(beside) if beside.is_file() else shutil.which("sheets-gm") or PROGRAM
    odd = next((path for path in (str(home), program) if HOME in text and set(path) & set(" \t%\"'\\$")), None)
    if odd:
        raise click.ClickException(f"cron and systemd stumble over {odd}: use a folder without spaces and signs.")
    who = home.owner() if home.is_dir() else ROBOT
    if who in ("root", ROBOT):
        # nothing need run as root: the file says how to make the account, and gives it the folder
        who = ROBOT
    else:
        text = "".join(line for line in text.splitlines(keepends=True) if "useradd" not in line)
    return text.replace(PROGRAM, program).replace(HOME, str(home)).replace(USER, f"User={who}")
