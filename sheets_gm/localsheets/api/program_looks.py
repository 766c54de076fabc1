"""When the program that owns a spreadsheet last looked, so that a page can show whether anybody reads what is typed.

A program looks whenever it calls the API with its own token; requests of our page do not count. A program that runs
every few minutes makes a burst of calls each time: two similar pauses between bursts are its rhythm. One that calls all
the time is missed as soon as it is silent for longer than ever before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sheets_gm.localsheets.api.open_turns import NONE, plays_in
from sheets_gm.localsheets.spreadsheet.model import access
from sheets_gm.localsheets.spreadsheet.model.document import Document

Json: TypeAlias = dict[str, Any]

BURST = 60.0
"""Seconds between two calls of one burst at most."""

PATIENCE = 90.0
"""Seconds without a call after which a program counts as ended whose pauses are not known yet."""

SHORTEST = 20.0
"""Seconds for which one that calls all the time may be busy."""

MISSED = 2.5
"""After that many of its pauses a program that looks now and then counts as ended."""

ALIKE = 1.25
"""Two pauses in a row are a rhythm if one is at most this many times as long as the other."""


@dataclass(slots=True)
class Look:
    """The time of an account's last call, the start of the calls without a pause up to it, the longest time between two
    of these, and its last two *pauses*.
    """

    at: float
    since: float
    longest: float = 0.0
    pauses: tuple[float, float] = (0.0, 0.0)

    @property
    def patience(self) -> float:
        """Return the seconds without a call after which the account counts as ended."""
        if self.at - self.since > BURST:
            return min(PATIENCE, max(SHORTEST, MISSED * self.longest))
        return max(PATIENCE, MISSED * self.rhythm)

    @property
    def rhythm(self) -> float:
        """Return the pause between two bursts if the last two were similar; else 0."""
        return self.pauses[1] if max(self.pauses) <= ALIKE * min(self.pauses) else 0.0


@dataclass(slots=True)
class ProgramLooks:
    """The last calls of each account that is a program. *started* stands for them before the first call."""

    started: float
    _looks: dict[str, Look] = field(default_factory=dict)

    def note(self, account: str, now: float) -> None:
        """Note a call of *account*."""
        look = self._looks.setdefault(account, Look(now, now))
        if now - look.at > BURST:
            look.since, look.longest, look.pauses = now, 0.0, (look.pauses[1], now - look.at)
        else:
            look.longest = max(look.longest, now - look.at)
            if now - look.since > BURST:
                look.pauses = (0.0, 0.0)
        look.at = now

    def of(
        self, documents: Iterable[Document], account: str, now: float, every: Mapping[str, Document] = NONE
    ) -> dict[str, Json]:
        """Return when the owner last looked, by the id of each document that *account* may read and of a live match.

        The value is `{"at": ..., "pause": ..., "ended": ...}`: seconds since 1970; seconds or 0; and whether the owner
        has missed its time.
        """
        return {
            document.id: self._of_owner(document.meta.get("owner", ""), now)
            for document in documents
            if access.role(document, account) and plays_in(document, account, every)
        }

    def _of_owner(self, owner: str, now: float) -> Json:
        look = self._looks.get(owner, Look(self.started, self.started))
        return {"at": look.at, "pause": look.rhythm, "ended": now - look.at > look.patience}
