"""`sheets-gm verify`: nothing is taken on trust."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from sheets_gm.adapters.cli.context import say


@click.command("verify")
@click.argument("exported", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(exported: Path, as_json: bool) -> None:
    """Recompute a whole match from its exported JSON: every secret, lock, roll, event and state.

    It needs no network and no store. The exit code is 5 if anything differs; the first line that does is named.
    """
    if not report(exported, as_json=as_json):
        raise SystemExit(5)


def report(exported: Path, *, as_json: bool = False) -> bool:
    """Say whether *exported* recomputes."""
    from rich.progress import track

    from sheets_gm.adapters.export.formats import LINE_OF_FIRST, read_export
    from sheets_gm.games.finding import game as find
    from sheets_gm.kernel.proof import Fault, verify

    charter, entries, hidden = read_export(exported)
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
        wrong = fault and {"line": right + LINE_OF_FIRST, "entry": fault.entry, "what": fault.what}
        say({"match": charter.match, "entries": right, "rolls": rolls, "fault": wrong})
    elif fault is None:
        click.echo(f"{charter.match}: {_told(right, rolls)}")
    else:
        where = f"line {right + LINE_OF_FIRST} of {exported.name}, entry {fault.entry}"
        click.echo(f"{charter.match}: {where} is wrong: {fault.what}. ({right} before it are right.)")
    return fault is None


def _told(entries: int, rolls: int) -> str:
    """That so many of them are right: "all 3 entries recompute: every state, and all 12 rolls."."""
    all_ = "the one entry recomputes" if entries == 1 else f"all {entries} entries recompute"
    rolled = "there was no roll" if rolls == 0 else "the one roll" if rolls == 1 else f"all {rolls} rolls"
    return f"{all_}: every state, and {rolled}."
