"""The pollers in memory: one for each match that is polled often, with what each must check apart from cells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.poll.schedule.agenda import PollTime

MOST_KEPT = 100
"""Quiet matches that stay in memory. Any other is loaded from the store for its next poll."""

LOOK_LATER, LOOK_LATEST = 60.0, 6 * 3600.0
"""After the quota was used up, polls only read cells for `LOOK_LATER` seconds; the rest waits `LOOK_LATEST` at most."""


@dataclass(slots=True)
class Pollers:
    """The pollers of one process. *make* makes the poller of a match from the store."""

    make: Callable[[str], Poller]
    _pollers: dict[str, Poller] = field(default_factory=dict)
    _accounts: dict[str, str] = field(default_factory=dict)
    """The account of each poller."""
    _used_up: dict[str, float] = field(default_factory=dict)
    """When a match last waited for the quota of each account."""
    _changed: dict[str, float] = field(default_factory=dict)
    """The matches that a feed reports as changed, each with the time since when only its cells were read."""

    def __len__(self) -> int:
        return len(self._pollers)

    def get(self, match: str) -> Poller | None:
        """Return the poller of a match; None if it is not in memory."""
        return self._pollers.get(match)

    def poller(self, record: Record, last_poll: PollTime | None, account: str, now: float) -> Poller:
        """Return the poller of the match with this *record*, which *account* serves. *last_poll* is its last poll.

        If another process has built the match from another template, the template is read again.
        """
        match = record.charter.match
        poller = self._pollers.get(match)
        if poller is not None and poller.workbooks.has_other_template(record):
            poller = None
        if poller is None or record.account != self._accounts.get(match):
            poller = self._pollers[match] = self.make(match)
            self._accounts[match] = poller.session.record.account
            if last_poll is not None and last_poll.marked:
                poller.time.resume(last_poll.offset, last_poll.marked)
        is_short = now - self._used_up.get(account, float("-inf")) < LOOK_LATER
        poller.workbooks.is_short = is_short
        since = self._changed.get(match)
        if since is not None and (not is_short or now - since >= LOOK_LATEST):
            del self._changed[match]
            poller.workbooks.has_changed = True
        return poller

    def forget(self, match: str) -> None:
        """Remove the poller of a match; the next one begins from the journal, and inspects what this one had yet to."""
        poller = self._pollers.pop(match, None)
        if poller is not None and poller.workbooks.has_changed:
            self.note_change(match, float("-inf"))

    def let_go(self, match: str) -> None:
        """Remove the poller of a quiet match, if there are many."""
        if len(self._pollers) > MOST_KEPT:
            self.forget(match)

    def note_wait(self, account: str, now: float) -> None:
        """Note that a match waits for the quota of its account."""
        self._used_up[account] = now

    def note_change(self, match: str, now: float) -> None:
        """Note that a feed reports a change of a match."""
        self._changed.setdefault(match, now)
