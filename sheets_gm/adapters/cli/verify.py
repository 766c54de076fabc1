"""`sheets-gm verify`: recomputes an exported match."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from sheets_gm.adapters.cli.context import print_json


@click.command("verify")
@click.argument("exported", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(exported: Path, as_json: bool) -> None:
    """Recompute a whole match from its exported JSON: every secret, lock, roll, event and position.

    This needs no network and no store. If anything differs, the exit code is 5 and the first wrong line is named.
    """
    if not report(exported, as_json=as_json):
        raise SystemExit(5)


def report(exported: Path, *, as_json: bool = False) -> bool:
    """Print whether *exported* recomputes, and return it."""
    from rich.progress import track

    from sheets_gm.adapters.export.record import FIRST_ENTRY_LINE, read_record
    from sheets_gm.games.finding import game as find
    from sheets_gm.kernel.match import Fault, verify

    charter, played, hidden = read_record(exported)
    entries = list(played)
    rolls = right = 0
    fault: Fault | None = None
    checked = verify(find(charter.game), charter, entries, hidden)
    shown = track(checked, "Verifying", total=len(entries), transient=True, disable=as_json or not sys.stderr.isatty())
    for entry in shown:
        if isinstance(entry, Fault):
            fault = entry
        else:
            right += 1
            rolls += len(entry.rolls)
    if as_json:
        wrong = fault and {"line": right + FIRST_ENTRY_LINE, "entry": fault.entry, "what": fault.what}
        print_json({"match": charter.match, "entries": right, "rolls": rolls, "fault": wrong})
    elif fault is None:
        click.echo(f"{charter.match}: {_all_right(right, rolls)}")
    else:
        where = f"line {right + FIRST_ENTRY_LINE} of {exported.name} (entry {fault.entry})"
        click.echo(f"{charter.match}: {where} is wrong: {fault.what}. The {right} before it are right.")
    return fault is None


def _all_right(entries: int, rolls: int) -> str:
    """A sentence like “all 3 entries recompute: every position, and all 12 rolls.”"""
    all_ = "the one entry recomputes" if entries == 1 else f"all {entries} entries recompute"
    rolled = "there was no roll" if rolls == 0 else "the one roll" if rolls == 1 else f"all {rolls} rolls"
    return f"{all_}: every position, and {rolled}."
