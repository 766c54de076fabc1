"""An option of a match: its name, how its value is written, and the sentence about its change.

It is defined only here. `new`, `change`, the Desk's *change* and the log all use it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from sheets_gm.games.contract import Game
from sheets_gm.gm.match_record.clock_times import BadTime
from sheets_gm.gm.match_record.durations import format_duration, seconds_of
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.defaults import nothing
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.folding import plain, whole_number

NOTHING = ("", "none", "never", "no", "-")
"""How people write that there is no such thing."""

YES, NO = ("yes", "on", "true"), ("no", "off", "false", "none")
"""How people answer yes or no."""

Read: TypeAlias = Callable[[Policy, str], Any]
"""Returns the value that somebody wrote for a policy. BadAction or BadTime."""

Check: TypeAlias = Callable[[Game[Any, Any], Policy], None]
"""Raises BadAction if a value of a policy does not fit the game or the layout."""


def option_key(name: str) -> str:
    """The *name* of an option for comparison: "Heir after" and "heir-after" are the same."""
    return plain(name).replace("-", " ").replace("_", " ")


@dataclass(frozen=True, slots=True)
class PolicyOption:
    """A choice of the game master about how a match is run.

    *field* is its field in the policy, *metavar* the form of its value, and *help* a description. *sentence* is the
    object of a change, like "the time for a turn". If it contains "{}", it is the whole predicate, with the value in
    that place.

    *fixed* says why it cannot be changed while the match is played; "" if it can. *new*: it can be chosen for a new
    match. *check* is about its value in a policy. *needs_deadline*: it means nothing in a match without a deadline.
    *seat*: its value names a player. *accounts*: its values are addresses of people, which no journal entry may
    contain. *masked* is what an entry has in place of a value that it may not contain otherwise.
    """

    name: str
    field: str
    help: str
    sentence: str
    read: Read
    metavar: str = "VALUE"
    new: bool = True
    fixed: str = ""
    check: Check = nothing
    needs_deadline: bool = False
    seat: bool = False
    accounts: bool = False
    masked: str = ""

    @property
    def argument(self) -> str:
        """The name on the command line: "heir-after"."""
        return self.name.replace(" ", "-")

    def chosen(self, policy: Policy, text: str) -> Policy:
        """Return *policy* with the value in *text*. Raises BadAction."""
        try:
            new = policy.but(**{self.field: self.read(policy, text.strip())})
        except BadTime as error:
            raise BadAction(str(error)) from error
        if self.needs_deadline and new != policy and not (new.every or new.at or new.clocks):
            raise BadAction(f"{self.argument} needs a deadline: choose every (24h) or at (Sun 17:00) first.")
        return new

    def shown(self, policy: Policy) -> str:
        """Return the value in *policy*; "" if it is the default, or must not be shown to others."""
        value = getattr(policy, self.field)
        return "" if self.accounts or value == getattr(Policy(), self.field) else written(value)

    def predicate(self, value: str) -> str:
        """Return the predicate of a sentence about somebody who changed the option to *value*."""
        sentence = self.sentence if "{}" in self.sentence else f"changed {self.sentence} to {{}}"
        return sentence.format(value or "none")


def written(value: Any) -> str:
    """Return the *value* of an option in words: "2 hours", "yes", "Sun 17:00; Wed 20:30", "none"."""
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return format_duration(value)
        case tuple():
            return "; ".join(map(written, value))
        case dict():
            return ", ".join(f"{name}={written(each)}" for name, each in value.items())
        case _:
            return str(value or "none")


def duration(*, least: float = 0.0, none: float | None = 0.0) -> Read:
    """Return a reader of durations of at least *least* seconds. A text for nothing is stored as *none*."""

    def read(_policy: Policy, text: str) -> float | None:
        if plain(text) in NOTHING:
            return none
        seconds = seconds_of(text, "h")
        if not seconds or seconds < least:
            longer = f", at least {format_duration(least)}" if least else ""
            raise BadAction(f"“{text}” is no time. Write it like 24h, 90m or 2d{longer}, or none.")
        return seconds

    return read


def number(most: int, what: str) -> Read:
    """Return a reader of whole numbers from 0 to *most*. *what* describes the number in the error."""

    def read(_policy: Policy, text: str) -> int:
        value = 0 if plain(text) in NOTHING else whole_number(text)
        if value is None or value > most:
            raise BadAction(f"Write {what}: 1 to {most}, or none.")
        return value

    return read


def choice(choices: tuple[str, ...], what: str) -> Read:
    """Return a reader of one of *choices*. *what* describes the choice in the error."""

    def read(_policy: Policy, text: str) -> str:
        if plain(text) not in choices:
            raise BadAction(f"Write {what}: {listed(choices, 'or')}.")
        return plain(text)

    return read


def yes_or_no(what: str, *, yes: bool = True) -> Read:
    """Return a reader of yes (stored as *yes*) or no (the opposite). *what* is the question in the error."""

    def read(_policy: Policy, text: str) -> bool:
        if plain(text) not in (*YES, *NO):
            raise BadAction(f"Write whether {what}: yes or no.")
        return (plain(text) in YES) is yes

    return read
