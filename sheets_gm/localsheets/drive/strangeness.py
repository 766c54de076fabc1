"""Strangenesses: what Google does rarely, or only to some callers, and clients must tolerate. Each is off by default.

To add one, add a line to `STRANGENESSES` and a call of `Strangeness` at the place where it has its effect.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, MutableSequence
from dataclasses import dataclass, field
from typing import Any

SHUFFLED = "shuffled"
SLOW_LARGE = "slow-large"
SHEETS_MADE = "sheets-made"
SHARED_DRIVE = "shared-drive"
DRIVE_PARAMETERS = "drive-parameters"
ALIASES = "aliases"
SHARE_LIMIT = "share-limit"
NO_ACCOUNT = "no-account"
EDITORS_ONLY = "editors-only"
INHERITED = "inherited"
NO_STORAGE = "no-storage"
REORDERED = "reordered"
OMITS_FALSE = "omits-false"
GERMAN = "german"
DOMAIN_POLICY = "domain-policy"
CUT = "cut"
LATE_EDIT = "late-edit"
BUSY = "busy"

STRANGENESSES: Mapping[str, tuple[str, float]] = {
    SHUFFLED: ("values:batchGetByDataFilter answers in another order each time; --seed decides", 0.0),
    ALIASES: ("addresses are answered in another spelling: no dots, nothing after +, small letters, @gmail.com", 0.0),
    SHARE_LIMIT: ("an account may share NUMBER times in 24 hours", 50.0),
    NO_ACCOUNT: ("an address without an account is refused unless sendNotificationEmail lets it be mailed", 0.0),
    EDITORS_ONLY: ("a protected range is refused if one of its editors may not edit the spreadsheet", 0.0),
    INHERITED: ("a new file is in a folder that somebody else may edit, and inherits that access for good", 0.0),
    DOMAIN_POLICY: ("a file is shared with nobody outside its owner's domain, and not by a link", 0.0),
    NO_STORAGE: ("a service account has no space in Drive, so it creates no spreadsheet", 0.0),
    REORDERED: ("merged areas and protected ranges are answered in another order each time", 0.0),
    OMITS_FALSE: ("what is false is left out of the answers of Sheets", 0.0),
    GERMAN: ("a new spreadsheet is in German, de_DE: 1.5 is a date there", 0.0),
    SHEETS_MADE: ("for Drive, what Sheets' own create made is not a file of the app (scope drive.file)", 0.0),
    SHARED_DRIVE: ("all files are in a shared drive: Drive finds none of them without supportsAllDrives=true", 0.0),
    DRIVE_PARAMETERS: ("Drive refuses a query parameter that its method does not have", 0.0),
    CUT: ("whoever types into a spreadsheet of somebody else cuts the cells there, with list and format", 0.0),
    LATE_EDIT: ("what somebody types into a spreadsheet of somebody else arrives NUMBER seconds later", 60.0),
    BUSY: ("each NUMBERth call of Sheets is one too many: 429, whatever --quota says", 20.0),
    SLOW_LARGE: ("a request of more than 100 KB takes NUMBER seconds for each MB, and is done before they end", 60.0),
}
"""What each strangeness is, and the number that it has unless another one is given; 0 where it has none."""

LARGE = 100_000
"""Bytes of a request from which it counts as large."""

MEGABYTE = 1_000_000
DAY = 86400.0
"""Seconds for which a share counts."""


@dataclass(slots=True)
class Strangeness:
    """The strangenesses of a server, each with its number. *seed* makes random ones repeatable."""

    numbers: Mapping[str, float] = field(default_factory=dict)
    seed: int | None = None
    _random: random.Random = field(init=False)
    _calls: int = field(init=False, default=0)
    _shares: dict[str, list[float]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)  # noqa: S311 - not used for secrets

    def __contains__(self, name: str) -> bool:
        return name in self.numbers

    def arrange(self, answers: MutableSequence[Any]) -> None:
        """Put answers without a promised order into an order other than the request's."""
        if SHUFFLED in self.numbers:
            self._random.shuffle(answers)
        else:
            answers.reverse()

    def answered(self, answer: Any) -> Any:
        """Return an answer of Sheets as this server gives it."""
        if REORDERED not in self.numbers and OMITS_FALSE not in self.numbers:
            return answer
        if isinstance(answer, dict):
            return {
                name: self._reordered(name, self.answered(value))
                for name, value in answer.items()
                # the value of a cell is one of several kinds, so its kind is always there
                if value is not False or OMITS_FALSE not in self.numbers or name == "boolValue"
            }
        return [self.answered(each) for each in answer] if isinstance(answer, list) else answer

    def _reordered(self, name: str, value: Any) -> Any:
        if REORDERED in self.numbers and name in ("merges", "protectedRanges"):
            return self._random.sample(value, len(value))
        return value

    def spelling(self, address: str) -> str:
        """Return an address as this server spells it."""
        if ALIASES not in self.numbers or "@" not in address:
            return address
        name, _, domain = address.lower().rpartition("@")
        return f"{name.partition('+')[0].replace('.', '')}@{'gmail.com' if domain == 'googlemail.com' else domain}"

    def may_share(self, account: str, now: float) -> bool:
        """Whether *account* may share once more at *now* (seconds since 1970). If so, this share is counted."""
        if SHARE_LIMIT not in self.numbers:
            return True
        recent = [moment for moment in self._shares.get(account, ()) if now - moment < DAY]
        allowed = len(recent) < self.numbers[SHARE_LIMIT]
        self._shares[account] = [*recent, now] if allowed else recent
        return allowed

    def is_busy(self) -> bool:
        """Whether this call of Sheets is refused as one too many."""
        self._calls += 1
        return BUSY in self.numbers and self._calls % max(int(self.numbers[BUSY]), 1) == 0

    def delay(self, size: int) -> float:
        """Return the additional seconds for a request of *size* bytes."""
        return self.numbers.get(SLOW_LARGE, 0.0) * size / MEGABYTE if size > LARGE else 0.0


def parse(text: str) -> dict[str, float]:
    """Parse `shuffled,slow-large:90`. Raises ValueError, which says what is wrong."""
    numbers: dict[str, float] = {}
    for part in text.split(","):
        name, colon, number = part.strip().partition(":")
        if name not in STRANGENESSES:
            raise ValueError(f"“{part}” is not a strangeness: write {', '.join(STRANGENESSES)}, separated by commas.")
        usual = STRANGENESSES[name][1]
        if colon and not usual:
            raise ValueError(f"{name} takes no number.")
        if colon and not (number.isascii() and number.replace(".", "", 1).isdigit()):
            raise ValueError(f"“{number}” is not a number: write {name}:{usual:g}.")
        numbers[name] = float(number) if colon else usual
    return numbers


def described() -> str:
    """Describe all strangenesses, a line each, for a help text."""
    width = max(map(len, STRANGENESSES))
    return "\n".join(
        f"  {name:<{width}}  {text}{f' (default {usual:g})' if usual else ''}"
        for name, (text, usual) in STRANGENESSES.items()
    )
