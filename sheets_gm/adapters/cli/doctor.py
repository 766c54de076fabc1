"""`sheets-gm doctor`: checks the installation."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, home_option, print_json

if TYPE_CHECKING:
    from sheets_gm.adapters.doctor.findings import Finding

COLOURS = {"ok": "green", "warn": "yellow", "bad": "red"}


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--quiet", is_flag=True, help="Show only problems.")
@home_option
def command(as_json: bool, quiet: bool, installation: Installation) -> None:
    """Check the installation and say how to fix what is wrong. Nothing is changed.

    It checks the settings, the connection to the service, the clock, the credentials and their scopes, the store, the
    templates of all games, and for each match its status, its spreadsheets, their tabs, protection and sharing, and how
    much of the quota polling uses. The exit code is 1 if anything is bad.

    \b
    sheets-gm doctor
    sheets-gm doctor --quiet       for cron: prints nothing when all is well
    """
    from sheets_gm.adapters.doctor.findings import Level
    from sheets_gm.adapters.doctor.installation import check_installation

    findings = []
    for finding in check_installation(installation.folder, time.time):
        findings.append(finding)
        if not as_json and not (quiet and finding.level is Level.OK):
            _print(finding)
    if as_json:
        print_json([asdict(each) for each in findings])
    if any(each.level is Level.BAD for each in findings):
        raise SystemExit(1)


def _print(finding: Finding) -> None:
    subject = f"{finding.match} {finding.subject}".strip()
    level = click.style(f"{finding.level.value:<5}", fg=COLOURS[finding.level.value])
    fix = f"; {finding.fix}" if finding.fix else ""
    click.echo(f"{level} {subject}: {finding.message}{fix}")
