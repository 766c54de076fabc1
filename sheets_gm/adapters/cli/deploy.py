"""`sheets-gm deploy`: the files with which cron, systemd and CI run the sync."""

from __future__ import annotations

import json
import re
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
    "compose": ("compose.yaml", "Containerfile", "Caddyfile", "sheets-gm.toml"),
}

SYSTEM_USER = "sheets-gm"
"""The system user that runs the sync if the folder belongs to root."""

DOMAIN = "play.example.org"
"""The placeholder for the name of a table on the internet."""

NAME = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}", re.IGNORECASE)

HOME, PROGRAM, USER = "/srv/sheets-gm", "/usr/local/bin/sheets-gm", "User=sheets-gm"
"""The placeholders in the templates for the installation's folder, the program and its system user."""


@click.command("deploy")
@click.argument("kind", type=click.Choice(list(KINDS)))
@click.option("--to", "folder", type=click.Path(path_type=Path), metavar="DIR",
              help="Write the files there (default: print them).")  # fmt: skip
@click.option("--domain", default="", metavar="NAME", help="With compose: the name at which the table is reached.")
@home_option
def command(kind: str, folder: Path | None, domain: str, installation: Installation) -> None:
    """Write the files that run the sync: for cron, systemd, CI or containers; or a menu for the spreadsheet.

    The paths of this installation are filled in. The first lines of each file explain where to put it.

    \b
    sheets-gm deploy cron
    sheets-gm deploy systemd --to /tmp
    sheets-gm deploy compose --domain play.example.org --to table
    """
    from sheets_gm.games import files

    if (kind == "compose") != bool(domain):
        raise click.UsageError("compose needs --domain NAME." if kind == "compose" else "--domain is for compose.")
    if domain and not NAME.fullmatch(domain):
        raise click.BadParameter(f"“{domain}” is not a name: write one like {DOMAIN}.", param_hint="--domain")
    for name in KINDS[kind]:
        text = filled(files.read("deploy", name), installation.folder).replace(DOMAIN, domain or DOMAIN)
        text = with_words(text) if kind == "menu" else text
        if folder is None:
            click.echo(text, nl=False)
            continue
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name
        path.write_text(text, encoding="utf-8")
        click.echo(f"Wrote {path}")


def with_words(text: str) -> str:
    """Return the script of a menu with the title of the GM tab, and the words of its boxes, from the template."""
    from sheets_gm.adapters.installation.templates import COMMON, WORKBOOK
    from sheets_gm.games import files
    from sheets_gm.sheet.template import read

    tab = read(files.read(COMMON, WORKBOOK), f"templates/{COMMON}/{WORKBOOK}").data["tabs"]["gm"]
    meant = {"TAB": tab["title"], **{name.upper(): tab["words"][name] for name in ("resolve", "rehearse", "pause")}}
    return re.sub(r"(?m)^const ([A-Z]+) = .*$", lambda line: f"const {line[1]} = {json.dumps(meant[line[1]])};", text)


def filled(text: str, home: Path) -> str:
    """Return a template with this installation's paths. Raises `ClickException` if cron or systemd cannot use it."""
    beside = Path(sys.executable).with_name("sheets-gm")
    program = str(beside) if beside.is_file() else shutil.which("sheets-gm") or PROGRAM
    odd = next((path for path in (str(home), program) if HOME in text and set(path) & set(" \t%\"'\\$")), None)
    if odd:
        raise click.ClickException(
            f"cron and systemd cannot handle {odd}: use a folder whose path has no spaces or special characters."
        )
    who = home.owner() if home.is_dir() and sys.platform != "win32" else SYSTEM_USER
    if who in ("root", SYSTEM_USER):
        # nothing needs root: the file explains how to create the user and give it the folder
        who = SYSTEM_USER
    else:
        text = "".join(line for line in text.splitlines(keepends=True) if "useradd" not in line)
    return text.replace(PROGRAM, program).replace(HOME, str(home)).replace(USER, f"User={who}")
