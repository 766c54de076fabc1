"""`sheets-gm doctor`: checks the installation."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, addresses, home_option, print_json
from sheets_gm.adapters.cli.rehearse import Wanted, rehearse

if TYPE_CHECKING:
    from sheets_gm.adapters.doctor.findings import Finding

COLOURS = {"ok": "green", "warn": "yellow", "bad": "red"}


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--report", "reporting", is_flag=True, help="Print what a maintainer needs to know, without secrets.")
@click.option("--quiet", is_flag=True, help="Show only problems.")
@click.option(
    "--rehearse", "rehearsing", is_flag=True, help="Try everything that play relies on, in a spreadsheet made for it."
)
@click.option("--only", multiple=True, metavar="STEP", help="With --rehearse: this step; may be repeated.")
@click.option("--sheet", default="", metavar="URL", help="With --rehearse: use this spreadsheet instead of making one.")
@click.option("--invite", "guests", multiple=True, metavar="EMAIL", callback=addresses,
              help="With --rehearse: invite this address and remove it; may be repeated.")  # fmt: skip
@click.option("--second", type=click.Path(path_type=Path), metavar="FILE",
              help="With --rehearse: a key or consent of a second account, for what is protected.")  # fmt: skip
@click.option("--evening", is_flag=True,
              help="With --rehearse: ask what you see on a phone, and use up a quota for a minute.")  # fmt: skip
@click.option("--save", "saved", type=click.Path(path_type=Path), metavar="DIR", default=Path("rehearsal"),
              show_default=True, help="With --rehearse: folder for the raw answers.")  # fmt: skip
@home_option
def command(
    as_json: bool,
    reporting: bool,
    quiet: bool,
    rehearsing: bool,
    only: tuple[str, ...],
    sheet: str,
    guests: tuple[str, ...],
    second: Path | None,
    evening: bool,
    saved: Path,
    installation: Installation,
) -> None:
    """Check the installation and explain how to fix what is wrong. Nothing is changed.

    It checks the settings, the connection to the service, the clock, the credentials and their scopes, the store, the
    templates of all games, and for each match its status, its spreadsheets, their tabs, protection and sharing, and how
    much of the quota polling uses. The exit code is 1 if anything is bad.

    With --report it prints what belongs into the report of a bug: versions, settings and findings, without secrets,
    addresses, ids of spreadsheets and names of matches. Read it before you send it: names of players may be in it.

    With --rehearse it tries everything that play relies on, on the real service, in a spreadsheet that it makes and
    deletes, and prints what is answered otherwise than it should be. The exit code is 6 if a difference breaks play.

    \b
    sheets-gm doctor
    sheets-gm doctor --quiet       for cron: prints nothing when all is well
    sheets-gm doctor --report      for the report of a bug
    sheets-gm doctor --rehearse
    """
    if rehearsing:
        wanted = Wanted(only, sheet, guests, second, evening, installation.folder / saved)
        rehearse(installation, wanted, as_json=as_json)
        return
    if only or sheet or guests or second or evening:
        raise click.UsageError("--only, --sheet, --invite, --second and --evening need --rehearse.")
    from sheets_gm.adapters.doctor.findings import Level
    from sheets_gm.adapters.doctor.installation import check_installation

    findings: list[Finding] = []
    if reporting:
        from sheets_gm.adapters.doctor.report import report

        click.echo(report(installation.folder, check_installation(installation.folder, time.time)), nl=False)
        return
    for finding in check_installation(installation.folder, time.time):
        findings.append(finding)
        if not as_json and not (quiet and finding.level is Level.OK):
            _print(finding)
    if as_json:
        print_json([asdict(each) for each in findings])
    elif not quiet:
        click.echo(_first(findings))
    if any(each.level is Level.BAD for each in findings):
        raise SystemExit(1)


def _first(findings: Sequence[Finding]) -> str:
    """Return the first thing to do, the worst problem first; or that there is nothing to do."""
    from sheets_gm.adapters.doctor.findings import Level

    left = [each for level in (Level.BAD, Level.WARN) for each in findings if each.level is level]
    if not left:
        return "All is well."
    return f"First: {left[0].fix or left[0].message}"


def _print(finding: Finding) -> None:
    subject = f"{finding.match} {finding.subject}".strip()
    level = click.style(f"{finding.level.value:<5}", fg=COLOURS[finding.level.value])
    fix = f"; {finding.fix}" if finding.fix else ""
    click.echo(f"{level} {subject}: {finding.message}{fix}")
