"""An option of a match: what it is called, how its value is written, and how its change is told.

It stands here once. `new`, `change`, the Desk's *change* and the log all follow it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from sheets_gm.gm.match_record.clock_times import BadTime
from sheets_gm.gm.match_record.durations import format_duration, seconds_of
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.folding import plain, whole_number

NOTHING = ("", "none", "never", "no", "-")
"""How people write that there is no such thing."""

YES, NO = ("yes", "on", "true"), ("no", "off", "false", "none")
"""How people answer yes or no."""

Read: TypeAlias = Callable[[Policy, str], Policy]
"""Returns the policy with the value that somebody wrote. BadAction or BadTime."""


def option_key(name: str) -> str:
    """The *name* of an option for comparison: "Heir after" and "heir-after" are the same."""
    return plain(name).replace("-", " ").replace("_", " ")


@dataclass(frozen=True, slots=True)
class PolicyOption:
    """One thing that a game master chooses about how a match is run.

    *help* says what it does, *metavar* how its value looks. *sentence* is what a change of it changes, like "the time
    for a turn"; where it has "{}", it is the whole predicate, and that is where the value goes.

    Only some can be chosen *later*, while the match is played, and some are only for then (not *new*). What
    *needs_deadline* means nothing in a match that has none. The value of one that is a *seat* names a player; the
    values of *accounts* are addresses, which no entry holds.
    """

    name: str
    help: str
    sentence: str
    read: Read
    metavar: str = "VALUE"
    new: bool = True
    later: bool = True
    needs_deadline: bool = False
    seat: bool = False
    accounts: bool = False

    @property
    def argument(self) -> str:
        """The name on the command line: "heir-after"."""
        return self.name.replace(" ", "-")

    def chosen(self, policy: Policy, text: str) -> Policy:
        """*policy* with the value that *text* writes. BadAction."""
        try:
            new = self.read(policy, text.strip())
        except BadTime as error:
            raise BadAction(str(error)) from error
        if self.needs_deadline and new != policy and not (new.every or new.at or new.clocks):
            raise BadAction(f"{self.argument} needs a deadline: choose every (24h) or at (Sun 17:00) first.")
        return new

    def predicate(self, value: str) -> str:
        """What somebody did who gave it another *value*."""
        sentence = self.sentence if "{}" in self.sentence else f"changed {self.sentence} to {{}}"
        return sentence.format(value or "none")


def duration(field: str, *, least: float = 0.0, none: float | None = 0.0) -> Read:
    """Reads a time into *field*; it is at least *least* seconds, or nothing, which is stored as *none*."""

    def read(policy: Policy, text: str) -> Policy:
        if plain(text) in NOTHING:
            return policy.but(**{field: none})
        seconds = seconds_of(text, "h")
        if not seconds or seconds < least:
            longer = f", at least {format_duration(least)}" if least else ""
            raise BadAction(f"“{text}” is no time. Write it like 24h, 90m or 2d{longer}, or none.")
        return policy.but(**{field: seconds})

    return read


def number(field: str, most: int, what: str) -> Read:
    """Reads a whole number up to *most* into *field*, or none; *what* says of what."""

    def read(policy: Policy, text: str) -> Policy:
        value = 0 if plain(text) in NOTHING else whole_number(text)
        if value is None or value > most:
            raise BadAction(f"Write {what}: 1 to {most}, or none.")
        return policy.but(**{field: value})

    return read


def choice(field: str, choices: tuple[str, ...], what: str) -> Read:
    """Reads one of *choices* into *field*; *what* says what is chosen."""

    def read(policy: Policy, text: str) -> Policy:
        if plain(text) not in choices:
            raise BadAction(f"Write {what}: {listed(choices, 'or')}.")
        return policy.but(**{field: plain(text)})

    return read


def yes_or_no(field: str, what: str, *, yes: bool = True) -> Read:
    """Reads yes or no into *field*, where it is stored as *yes* and its opposite; *what* says about what."""

    def read(policy: Policy, text: str) -> Policy:
        if plain(text) not in (*YES, *NO):
            raise BadAction(f"Write whether {what}: yes or no.")
        return policy.but(**{field: (plain(text) in YES) is yes})

    return read
