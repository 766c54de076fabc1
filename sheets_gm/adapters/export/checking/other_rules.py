"""The result for a record that another version of the rules has partly played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.journal import Entry

MOST_NAMED = 20
"""Entries that are named of those that differ."""


@dataclass(frozen=True, slots=True)
class OtherRules:
    """The entries that another version of the rules played, and that the *installed* rules play differently.

    *recomputed* is the number of entries that the installed rules play the same way.
    """

    faults: Sequence[Fault]
    recomputed: int
    installed: str

    def as_json(self) -> dict[str, Any]:
        """Return the result for programs."""
        return {
            "made_by": self.faults[0].rules,
            "installed": self.installed,
            "recomputed": self.recomputed,
            "differing": sorted({each.entry for each in self.faults}),
        }

    def line(self, entries: Sequence[Entry]) -> str:
        """Return a sentence: the record with *entries* is right, but the results of some entries cannot be checked."""
        rules, first = self.faults[0].rules, self.faults[0].entry
        right = (
            f"Nothing shows that it was changed: the seals, secrets, locks, rolls and stored states of "
            f"{counted(len(entries), 'entry', 'entries')} are right."
        )
        numbers = sorted({each.entry for each in self.faults})
        since = next((entry.number for entry in entries if entry.rules == self.installed), None)
        if since is None or self.recomputed + len(numbers) < len(entries):
            what = (
                f"the record was made by rules {rules}, and this program has {self.installed}. {right} From entry "
                f"{first} on {self.installed} plays differently, so it is not checked what the orders lead to."
            )
        else:
            what = (
                f"the match was begun with rules {rules}, and has gone on with {self.installed} since entry {since}. "
                f"{right} {self.recomputed} of them recompute by {self.installed}, among them each since entry "
                f"{since}. It plays {listed([str(each) for each in numbers[:MOST_NAMED]])} differently"
                f"{' and more' if len(numbers) > MOST_NAMED else ''}, which stand as they are recorded."
            )
        return f"{what} To check that too, use a version of sheets-gm that has rules {rules}."
