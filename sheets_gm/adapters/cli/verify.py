"""`sheets-gm verify`: recomputes an exported match."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sheets_gm.adapters.cli.context import print_json
from sheets_gm.kernel.english import counted, visible

if TYPE_CHECKING:
    from sheets_gm.adapters.export.checking.other_rules import OtherRules
    from sheets_gm.adapters.export.gaps import Gap
    from sheets_gm.kernel.match.integrity import Fault
    from sheets_gm.kernel.match.journal import Charter, Entry, Sandbox


WRONG = 5
"""The exit code if an entry is wrong, or a seal does not belong to this record."""

OTHER_RULES = 6
"""The exit code if the record is consistent, but was resolved by another version of the rules."""

LONGEST_NAME = 60
"""Characters of a match's name that are shown."""

MOST_ALTERED = 20
"""The most altered places that are named."""

NOT_PROVED = 7
"""The exit code if nothing is wrong, but the record is not that of a whole match with its secret and its charter."""

NAMES_OUT = (
    "Names or addresses were taken out since, or somebody says so: nothing shows that the title, the settings, the "
    "kind of dice and who had which seat are those of the beginning. All else is shown."
)
"""The sentence about a record whose charter is not the one that its first entry locks."""


def seals_option(_context: click.Context, _option: click.Parameter, values: Sequence[str]) -> tuple[str, ...]:
    """Return seals as somebody wrote them down. Raises `BadParameter` unless each has enough digits."""
    return tuple(_digits(value, "seal") for value in values)


def key_option(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Return a key, or its fingerprint, as typed. Raises `BadParameter` unless it has enough digits."""
    return None if value is None else _digits(value, "key or fingerprint")


def _digits(value: str, what: str) -> str:
    if not re.fullmatch(r"[0-9a-fA-F]{16,64}", value):
        raise click.BadParameter(f"“{value}” is not a {what}: give 16 to 64 digits (0-9, a-f) from its start.")
    return value.lower()


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
@click.option(
    "--key",
    metavar="KEY",
    callback=key_option,
    help="The key that the Dice tab showed, or its fingerprint: it must have signed the record.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(exported: Path, seals: tuple[str, ...], key: str | None, as_json: bool) -> None:
    """Recompute a whole match from an exported file: every secret, lock, roll, event, position and signature.

    EXPORTED is the .json file, or the .xlsx or .html file, which carry the same record. Of these it is also compared
    whether what they show follows from the record, cell by cell.

    It needs no network and no store. A file that recomputes is consistent. Only a --key or a --seal that you have from
    elsewhere, like the Dice tab, proves that it is the record of your match, and against whoever ran the sync only a
    --seal does.

    The exit code is 5 if an entry or a cell is wrong, which is named, if no entry has the --seal, or if another key
    than --key signed. It is 6 if the match was played by another version of the rules, which plays differently: then
    only the record itself is checked. It is 7 if nothing is wrong, but not everything is proved: the match is not
    over, its secret is missing, names were taken out, the record is cut short or has unknown keys, or another version
    of the program wrote the file, and would word it otherwise.

    \b
    sheets-gm verify friday.html
    sheets-gm verify friday.json --seal 0123456789abcdef
    """
    if code := report(exported, seals, key, as_json=as_json):
        raise SystemExit(code)


def report(exported: Path, seals: Sequence[str] = (), key: str | None = None, *, as_json: bool = False) -> int:
    """Print whether *exported* passes the proof, has *seals* and is signed by *key*. Return the exit code."""
    from sheets_gm.adapters.export.record import UnknownKeys

    try:
        checked = _check(exported, seals, key)
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

    *altered* is what the file shows that does not follow from its record. *seals* are those that somebody wrote down,
    each with the number of its entry, or None. *signed_by* is the fingerprint of the key that signed the entries, ""
    for none. *is_key* is whether it is the key that somebody wrote down, None if nobody did. *compared* names the
    contents that were compared with the record, "" if there are none. *sandbox* is the origin of a sandbox.
    *is_forgetful*: the charter is not the one that the first entry locks, because names were removed from it, or so it
    says. *typed* is the number of rolls of real dice. *other_version* is the version of the program that wrote the
    file, if it is not this one ("" if the file does not say). Then other words are no proof that somebody altered it.
    """

    match: str
    right: Sequence[Entry]
    fault: Fault | None
    differs: OtherRules | None
    gap: Gap | None
    seals: Sequence[tuple[str, int | None]]
    signed_by: str
    is_key: bool | None
    altered: Sequence[str] = ()
    compared: str = ""
    sandbox: Sandbox | None = None
    is_forgetful: bool = False
    typed: int = 0
    other_version: str | None = None

    @property
    def code(self) -> int:
        """The exit code."""
        is_altered = bool(self.altered) and self.other_version is None
        if self.fault or is_altered or self.is_key is False or any(number is None for _, number in self.seals):
            return WRONG
        return OTHER_RULES if self.differs else NOT_PROVED if self.gap or self.altered or self.is_forgetful else 0

    @property
    def proved_to(self) -> int | None:
        """The last entry that a key or a seal from elsewhere proves; None if there is none."""
        if self.code == WRONG:
            return None
        if self.is_key and self.right:
            return self.right[-1].number
        return max((number for _, number in self.seals if number is not None), default=None)

    @property
    def is_proved(self) -> bool:
        """Whether the file is proved to be the record of the whole match."""
        return self.code == 0 and self.proved_to == self.right[-1].number

    def as_json(self) -> dict[str, Any]:
        """Return the result for programs."""
        from sheets_gm.adapters.export.record import FIRST_ENTRY_LINE

        fault, differs = self.fault, self.differs
        return {
            "match": self.match,
            "consistent": self.code == 0,
            "proved": self.is_proved,
            "proved_to": self.proved_to,
            "sandbox_of": self.sandbox and self.sandbox.match,
            "signed_by": self.signed_by or None,
            "key": self.is_key,
            "entries": len(self.right),
            "rolls": self._rolls,
            "seal": self.right[-1].seal if self.right else None,
            "seals": [{"seal": seal, "entry": number} for seal, number in self.seals],
            "altered": list(self.altered),
            "written_by": self.other_version,
            "fault": fault and {"line": len(self.right) + FIRST_ENTRY_LINE, "entry": fault.entry, "what": fault.what},
            "unproved": [{"kind": kind, "text": text} for kind, text in self._unproved],
            "other_rules": differs and differs.as_json(),
        }

    def lines(self, file: str) -> Iterable[str]:
        """Yield the result for people."""
        from sheets_gm.adapters.export.record import FIRST_ENTRY_LINE

        count = len(self.right)
        if self.fault:
            where = f"line {count + FIRST_ENTRY_LINE} of {file} (entry {self.fault.entry})"
            yield f"{where} is wrong: {self.fault.what}. The {count} before it are right."
            return
        if self.differs:
            yield self.differs.line(self.right)
        if self.gap:
            yield self.gap.text
        elif not self.differs:
            yield _recomputed(count, self._rolls - self.typed, self.typed)
        yield from self._altered_lines()
        if self.sandbox:
            yield (
                f"This is a sandbox: it began at {self.sandbox.label} of {self.sandbox.match}, after entry "
                f"{self.sandbox.entry} with the seal {self.sandbox.seal}. Its first position is taken as given: the "
                "record of that match proves it."
            )
        if self.is_forgetful:
            yield NAMES_OUT
        yield self._signature_line()
        if self.right and not (self.gap and self.right[-1].seal in self.gap.text):
            yield f"The last seal is {self.right[-1].seal}. Compare it with the one that the Dice tab showed."
        for seal, number in self.seals:
            yield (
                f"No entry has the seal {seal}. This is not the record of the match that showed it."
                if number is None
                else f"{seal} is the seal of entry {number}, so nothing was changed up to there since it was shown."
            )

    def _altered_lines(self) -> Iterable[str]:
        """Yield sentences about what the file shows apart from its record."""
        if self.compared and not self.altered:
            yield f"Every {self.compared} follows from this record."
        if self.altered and self.other_version is not None:
            wrote = f"Version {self.other_version}" if self.other_version else "An older version"
            yield (
                f"{wrote} of the program wrote this file, and this one would word it otherwise. What follows may be no "
                "more than that, or somebody altered it: verify it with the version that wrote it."
            )
        yield from self.altered[:MOST_ALTERED]
        if len(self.altered) > MOST_ALTERED:
            yield f"{len(self.altered) - MOST_ALTERED} more places do not follow from the record."

    def _signature_line(self) -> str:
        """Return a sentence about who signed, and whether that proves anything."""
        if self.is_key is False and not self.signed_by:
            return "Nothing is signed. This is not the record of a match that showed a key."
        if self.is_key is False:
            return f"Signed by {self.signed_by}, which is not the key that you gave: this is another record."
        if self.is_proved and self.right[-1].number in [number for _, number in self.seals]:
            return "proved: it ends with the seal that you gave."
        if self.is_proved:
            return (
                f"proved: signed by {self.signed_by}, the key that you gave. Whoever ran the sync has this key, too: "
                "against them only the last seal that the Dice tab showed proves it, with --seal."
            )
        right = "consistent" if self.code == 0 else "the record is consistent" if self.altered else "so far consistent"
        if self.is_key:
            return f"{right}, signed by {self.signed_by}, the key that you gave."
        if self.signed_by:
            return (
                f"{right}, signed by {self.signed_by}. Anybody can sign with a key of their own: compare it with the "
                "one on the Dice tab, and give that one with --key."
            )
        return (
            f"{right}, not signed: the match was created before records were signed, or somebody took the key out. "
            "Only a --seal that the Dice tab showed proves it."
        )

    @property
    def _unproved(self) -> Iterator[tuple[str, str]]:
        """Yield what the record does not prove: a word for programs, and a sentence."""
        if self.gap:
            yield self.gap
        if self.is_forgetful:
            yield "names taken out", NAMES_OUT

    @property
    def _rolls(self) -> int:
        return sum(len(entry.rolls) for entry in self.right)


def _check(exported: Path, seals: Sequence[str], key: str | None) -> _Checked:
    """Check the record in *exported*, and look for *seals* and *key* in it."""
    from rich.progress import track

    from sheets_gm.adapters.export.carried import read_exported
    from sheets_gm.adapters.export.checking.altered import altered
    from sheets_gm.adapters.export.checking.other_rules import OtherRules
    from sheets_gm.adapters.export.gaps import gap
    from sheets_gm.adapters.public_beacon.signatures import check_installed, is_signed
    from sheets_gm.games.finding import game as find
    from sheets_gm.gm.between.finding import read_action
    from sheets_gm.kernel.match.integrity import intact
    from sheets_gm.kernel.match.proof import verify
    from sheets_gm.kernel.match.signed import fingerprint, is_named

    file = read_exported(exported)
    charter, played, hidden, signatures = file.record
    entries = list(played)
    if charter.beacon:
        check_installed()
    rules = find(charter.game)
    checked = verify(rules, charter, entries, hidden, is_signed, read_action)
    shown = track(checked, "Verifying", total=len(entries), transient=True, disable=not sys.stderr.isatty())
    right, fault, others = _sorted(shown)
    differs = OtherRules(others, len(right), rules.version) if others and not fault else None
    if differs:
        right, fault, _ = _sorted(intact(rules, charter, entries, hidden, is_signed))
    if (unsigned := _unsigned(charter, right, signatures)) is not None:
        right, fault = right[: unsigned.entry], unsigned
    missing = None if fault else gap(rules, charter, right, hidden)
    signed_by = fingerprint(charter.key) if charter.key and right and not fault else ""
    is_key = None if key is None else bool(signed_by) and is_named(charter.key, key)
    seal_entries = [(seal, next((each.number for each in right if each.seal.startswith(seal)), None)) for seal in seals]
    # what other rules play, and a record that is wrong, show nothing that could be compared
    comparable = not fault and not differs
    found_altered = tuple(altered(file)) if comparable else ()
    checked_so = (charter.match, right, fault, differs, missing, seal_entries, signed_by, is_key)
    return _Checked(
        *checked_so,
        found_altered,
        file.compared if comparable else "",
        charter.sandbox,
        bool(charter.locked),
        sum(len(entry.rolls) for entry in right if charter.dice == "manual" and entry.kind != "act"),
        file.other_version,
    )


def _unsigned(charter: Charter, entries: Sequence[Entry], signatures: Sequence[str]) -> Fault | None:
    """Return the first of *entries*, from entry 0 on, that the key of the match did not sign; None if none."""
    from sheets_gm.adapters.export.signing import is_signed
    from sheets_gm.kernel.match.integrity import Fault

    if not charter.key:
        return Fault(0, "it is signed, but the match has no key") if signatures else None
    for entry in entries:
        signature = signatures[entry.number] if entry.number < len(signatures) else ""
        if not is_signed(charter, entry, signature):
            return Fault(entry.number, "it is not signed by the key of the match" if signature else "it is not signed")
    return None


def _name(match: str) -> str:
    """Return the name of a match as one short word. A file may contain any text there, even one like a verdict."""
    short = match if len(match) <= LONGEST_NAME else match[: LONGEST_NAME - 1] + "…"
    return short if re.fullmatch(r"[\w.-]+", short) else f"“{visible(short)}”"


def _sorted(checked: Iterable[Fault | Entry]) -> tuple[list[Entry], Fault | None, list[Fault]]:
    """Return the entries that are right, the mistake in one, and the entries with other results by these rules."""
    from sheets_gm.kernel.match.integrity import Fault

    right: list[Entry] = []
    others: list[Fault] = []
    for each in checked:
        if isinstance(each, Fault) and each.rules:
            others.append(each)
        elif isinstance(each, Fault):
            return right, each, others
        else:
            right.append(each)
    return right, None, others


def _recomputed(entries: int, rolls: int, typed: int) -> str:
    """Return a sentence about how many are right: "all 3 entries recompute: every position, and all 12 rolls."."""
    rolled = "there was no roll" if rolls == 0 else "the one roll" if rolls == 1 else f"all {rolls} rolls"
    right = f"all {entries} entries recompute: every position"
    if not typed:
        return f"{right}, and {rolled}."
    by_hand = f"{counted(typed, 'roll was', 'rolls were')} made by hand: nobody can recompute them."
    return f"{right}{f', and {rolled}' if rolls else ''}. {by_hand}"
