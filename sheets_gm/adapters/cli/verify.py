"""`sheets-gm verify`: nothing is taken on trust."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import say
from sheets_gm.kernel.english import counted

if TYPE_CHECKING:
    from sheets_gm.kernel.integrity import Fault
    from sheets_gm.kernel.journal import Entry


WRONG = 5
"""The exit code where an entry is wrong."""

OTHER_RULES = 6
"""The exit code where the record is right by itself, and rules of another version resolved it."""


@click.command("verify")
@click.argument("exported", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(exported: Path, as_json: bool) -> None:
    """Recompute a whole match from its exported JSON: every secret, lock, roll, event and state.

    It needs no network and no store. The exit code is 5 if an entry is wrong, which is named. It is 6 if the match
    was played by another version of the rules, which comes to something else: then only the record itself is checked.
    """
    if code := report(exported, as_json=as_json):
        raise SystemExit(code)


def report(exported: Path, *, as_json: bool = False) -> int:
    """Print whether *exported* recomputes, and return the exit code: 0 if it does."""
    from rich.progress import track

    from sheets_gm.adapters.export.formats import LINE_OF_FIRST, read_export
    from sheets_gm.games.finding import game as find
    from sheets_gm.kernel.integrity import intact
    from sheets_gm.kernel.proof import verify

    charter, entries, hidden = read_export(exported)
    rules = find(charter.game)
    checked = verify(rules, charter, entries, hidden)
    shown = track(checked, "Verifying", total=len(entries), transient=True, disable=as_json or not sys.stderr.isatty())
    right, fault = _sorted(shown)
    recomputed = len(right)
    differs = fault if fault and fault.rules else None
    if differs:
        right, fault = _sorted(intact(rules, charter, entries, hidden))
    rolls = sum(len(entry.rolls) for entry in right)
    if as_json:
        wrong = fault and {"line": len(right) + LINE_OF_FIRST, "entry": fault.entry, "what": fault.what}
        other = differs and {"made_by": differs.rules, "installed": rules.version, "recomputed": recomputed}
        say({"match": charter.match, "entries": len(right), "rolls": rolls, "fault": wrong, "other_rules": other})
    elif fault:
        where = f"line {len(right) + LINE_OF_FIRST} of {exported.name}, entry {fault.entry}"
        click.echo(f"{charter.match}: {where} is wrong: {fault.what}. ({len(right)} before it are right.)")
    elif differs:
        click.echo(f"{charter.match}: {_intact(len(right), differs, rules.version)}")
    else:
        click.echo(f"{charter.match}: {_recomputed(len(right), rolls)}")
    return WRONG if fault else OTHER_RULES if differs else 0


def _sorted(checked: Iterable[Fault | Entry]) -> tuple[list[Entry], Fault | None]:
    """The entries that are right, and what is wrong with the one after them."""
    from sheets_gm.kernel.integrity import Fault

    right: list[Entry] = []
    for each in checked:
        if isinstance(each, Fault):
            return right, each
        right.append(each)
    return right, None


def _intact(entries: int, differs: Fault, installed: str) -> str:
    """That the record is right, and what is not known of it as other rules made it."""
    return (
        f"the record was made by rules {differs.rules}, and this program has {installed}. Nothing shows that it was "
        f"changed: the seals, secrets, locks, rolls and stored states of {counted(entries, 'entry', 'entries')} are "
        f"right. From entry {differs.entry} on {installed} comes to something else, so it is not checked what the "
        f"orders lead to. To check that too, use a version of sheets-gm that has rules {differs.rules}."
    )


def _recomputed(entries: int, rolls: int) -> str:
    """That so many of them are right: "all 3 entries recompute: every state, and all 12 rolls."."""
    all_ = "the one entry recomputes" if entries == 1 else f"all {entries} entries recompute"
    rolled = "there was no roll" if rolls == 0 else "the one roll" if rolls == 1 else f"all {rolls} rolls"
    return f"{all_}: every state, and {rolled}."
