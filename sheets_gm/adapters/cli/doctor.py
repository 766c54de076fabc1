"""`sheets-gm doctor`: what is wrong, and how to mend it."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, home_option, say

if TYPE_CHECKING:
    from sheets_gm.adapters.doctor.findings import Finding

COLOURS = {"ok": "green", "warn": "yellow", "bad": "red"}


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--quiet", is_flag=True, help="Leave out what is well.")
@home_option
def command(as_json: bool, quiet: bool, installation: Installation) -> None:
    """Look for everything that can be wrong, and say how to mend it. Nothing is changed.

    It looks at the settings, whether the service can be reached, the clock, the credentials and what they were
    granted, the store, and for each match whether it goes on, its spreadsheets, their tabs, protection and sharing,
    and what polling takes of the quota. The exit code is 1 if anything is bad.

    \b
    sheets-gm doctor
    sheets-gm doctor --quiet       for cron: it says nothing when all is well
    """
    from sheets_gm.adapters.doctor.findings import Level
    from sheets_gm.adapters.doctor.installation import check_installation

    found = []
    for finding in check_installation(installation.folder, time.time):
        found.append(finding)
        if not as_json and not (quiet and finding.level is Level.OK):
            _print(finding)
    if as_json:
        say([asdict(each) for each in found])
    if any(each.level is Level.BAD for each in found):
        raise SystemExit(1)


def _print(finding: Finding) -> None:
    subject = f"{finding.match} {finding.subject}".strip()
    level = click.style(f"{finding.level.value:<5}", fg=COLOURS[finding.level.value])
    mend = f"; {finding.mend}" if finding.mend else ""
    click.echo(f"{level} {subject}: {finding.told}{mend}")
