"""`sheets-gm verify`: recomputes an exported match."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sheets_gm.adapters.cli.context import print_json
from sheets_gm.kernel.english import counted, visible

if TYPE_CHECKING:
    from sheets_gm.adapters.export.gaps import Gap
    from sheets_gm.kernel.match.integrity import Fault
    from sheets_gm.kernel.match.journal import Entry


WRONG = 5
"""The exit code where an entry is wrong, or a seal is not one of this record."""

OTHER_RULES = 6
"""The exit code where the record is consistent, but was resolved by another version of the rules."""

LONGEST_NAME = 60
"""Characters of a match's name that are shown."""

NOT_PROVED = 7
"""The exit code where nothing is wrong, but the record is not that of a whole match with its secret."""


def seals_option(_context: click.Context, _option: click.Parameter, values: Sequence[str]) -> tuple[str, ...]:
    """Seals as somebody wrote them down. `BadParameter` unless they have enough digits to mean one."""
    for value in values:
        if not re.fullmatch(r"[0-9a-fA-F]{16,64}", value):
            raise click.BadParameter(f"“{value}” is not a seal: give 16 to 64 digits (0-9, a-f) from its start.")
    return tuple(value.lower() for value in values)


@click.command("verify")
@click.argument("exported", type=click.Path(path_type=Path))
@click.option(
    "--seal",
    "seals",
    multiple=True,
    metavar="SEAL",
    callback=seals_option,
    help="A seal that the Dice tab showed, or its first 16 digits: it must be in the record. May be repeated.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(exported: Path, seals: tuple[str, ...], as_json: bool) -> None:
    """Recompute a whole match from its exported JSON: every secret, lock, roll, event and position.

    It needs no network and no store. The exit code is 5 if an entry is wrong, which is named, or if no entry has the
    --seal. It is 6 if the match was played by another version of the rules, which plays differently: then only the
    record itself is checked. It is 7 if nothing is wrong, but not everything is proved: the match is not over, its
    secret is missing, or the record is cut short or has unknown keys.
    """
    if code := report(exported, seals, as_json=as_json):
        raise SystemExit(code)


def report(exported: Path, seals: Sequence[str] = (), *, as_json: bool = False) -> int:
    """Print whether *exported* recomputes and has *seals*, and return the exit code: 0 if it is proved."""
    from sheets_gm.adapters.export.record import UnknownKeys

    try:
        checked = _check(exported, seals)
    except UnknownKeys as error:
        if as_json:
            print_json({"proved": False, "unproved": [{"kind": "unknown keys", "keys": list(error.keys)}]})
        else:
            click.echo(visible(str(error)))
        return NOT_PROVED
    if as_json:
        print_json(checked.as_json())
    else:
        for line in checked.lines(exported.name):
            click.echo(f"{_name(checked.match)}: {visible(line)}")
    return checked.code


@dataclass(frozen=True, slots=True)
class _Checked:
    """The result of a check: the entries that are right, and what is wrong, different or missing after them.

    *seals* are those that somebody wrote down, each with the number of its entry, or None.
    """

    match: str
    installed: str
    right: Sequence[Entry]
    fault: Fault | None
    differs: Fault | None
    recomputed: int
    gap: Gap | None
    seals: Sequence[tuple[str, int | None]]

    @property
    def code(self) -> int:
        """The exit code."""
        if self.fault or any(number is None for _, number in self.seals):
            return WRONG
        return OTHER_RULES if self.differs else NOT_PROVED if self.gap else 0

    def as_json(self) -> dict[str, Any]:
        """All of it for programs."""
        from sheets_gm.adapters.export.record import FIRST_ENTRY_LINE

        fault, differs = self.fault, self.differs
        return {
            "match": self.match,
            "proved": self.code == 0,
            "entries": len(self.right),
            "rolls": self._rolls,
            "seal": self.right[-1].seal if self.right else None,
            "seals": [{"seal": seal, "entry": number} for seal, number in self.seals],
            "fault": fault and {"line": len(self.right) + FIRST_ENTRY_LINE, "entry": fault.entry, "what": fault.what},
            "unproved": [{"kind": self.gap.kind, "text": self.gap.text}] if self.gap else [],
            "other_rules": differs
            and {"made_by": differs.rules, "installed": self.installed, "recomputed": self.recomputed},
        }

    def lines(self, file: str) -> Iterable[str]:
        """All of it for people."""
        from sheets_gm.adapters.export.record import FIRST_ENTRY_LINE

        count = len(self.right)
        if self.fault:
            where = f"line {count + FIRST_ENTRY_LINE} of {file} (entry {self.fault.entry})"
            yield f"{where} is wrong: {self.fault.what}. The {count} before it are right."
            return
        if self.differs:
            yield _intact(count, self.differs, self.installed)
        if self.gap:
            yield self.gap.text
        elif not self.differs:
            yield _recomputed(count, self._rolls)
        if self.right and not (self.gap and self.right[-1].seal in self.gap.text):
            yield f"The last seal is {self.right[-1].seal}. Compare it with the one that the Dice tab showed."
        for seal, number in self.seals:
            yield (
                f"No entry has the seal {seal}. This is not the record of the match that showed it."
                if number is None
                else f"{seal} is the seal of entry {number}, so nothing was changed up to there since it was shown."
            )

    @property
    def _rolls(self) -> int:
        return sum(len(entry.rolls) for entry in self.right)


def _check(exported: Path, seals: Sequence[str]) -> _Checked:
    """Check the record in *exported*, and look for *seals* in it."""
    from rich.progress import track

    from sheets_gm.adapters.export.gaps import gap
    from sheets_gm.adapters.export.record import read_record
    from sheets_gm.adapters.public_beacon.signatures import check_installed, is_signed
    from sheets_gm.games.finding import game as find
    from sheets_gm.kernel.match.integrity import intact
    from sheets_gm.kernel.match.proof import verify

    charter, played, hidden = read_record(exported)
    entries = list(played)
    if charter.beacon:
        check_installed()
    rules = find(charter.game)
    checked = verify(rules, charter, entries, hidden, is_signed)
    shown = track(checked, "Verifying", total=len(entries), transient=True, disable=not sys.stderr.isatty())
    right, fault = _sorted(shown)
    recomputed = len(right)
    differs = fault if fault and fault.rules else None
    if differs:
        right, fault = _sorted(intact(rules, charter, entries, hidden, is_signed))
    missing = None if fault else gap(rules, charter, right, hidden)
    found = [(seal, next((each.number for each in right if each.seal.startswith(seal)), None)) for seal in seals]
    return _Checked(charter.match, rules.version, right, fault, differs, recomputed, missing, found)


def _name(match: str) -> str:
    """The name of a match as one short word: a file may hold any text there, also one that looks like a verdict."""
    short = match if len(match) <= LONGEST_NAME else match[: LONGEST_NAME - 1] + "…"
    return short if re.fullmatch(r"[\w.-]+", short) else f"“{visible(short)}”"


def _sorted(checked: Iterable[Fault | Entry]) -> tuple[list[Entry], Fault | None]:
    """The entries that are right, and what is wrong with the one after them."""
    from sheets_gm.kernel.match.integrity import Fault

    right: list[Entry] = []
    for each in checked:
        if isinstance(each, Fault):
            return right, each
        right.append(each)
    return right, None


def _intact(entries: int, differs: Fault, installed: str) -> str:
    """A sentence: the record is right, but what the rules of another version do is not known."""
    return (
        f"the record was made by rules {differs.rules}, and this program has {installed}. Nothing shows that it was "
        f"changed: the seals, secrets, locks, rolls and stored states of {counted(entries, 'entry', 'entries')} are "
        f"right. From entry {differs.entry} on {installed} plays differently, so it is not checked what the "
        f"orders lead to. To check that too, use a version of sheets-gm that has rules {differs.rules}."
    )


def _recomputed(entries: int, rolls: int) -> str:
    """A sentence about how many are right: "all 3 entries recompute: every position, and all 12 rolls."."""
    rolled = "there was no roll" if rolls == 0 else "the one roll" if rolls == 1 else f"all {rolls} rolls"
    return f"all {entries} entries recompute: every position, and {rolled}."
