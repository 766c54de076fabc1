"""A person, by all names and accounts in the matches, who may have to be forgotten."""

from __future__ import annotations

import re

from sheets_gm.gm.match_record.seats.hand_over import Person
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.seats import Seat


class KnownPerson(Model):
    """A person, by all *names* and *accounts* that the matches have for them, in lower case."""

    names: frozenset[str] = frozenset()
    accounts: frozenset[str] = frozenset()

    def has(self, seat: Seat | Person) -> bool:
        """Return whether the person plays *seat*: by the account if both accounts are known, else by the name."""
        if seat.account and self.accounts:
            return seat.account.casefold() in self.accounts
        return plain(seat.player) in self.names

    def is_named_in(self, text: str) -> bool:
        """Return whether *text* contains one of the person's names, as a word, or one of their accounts."""
        words = "|".join(re.escape(each) for each in (*self.names, *self.accounts) if each)
        return bool(words) and re.search(rf"(?<!\w)(?:{words})(?!\w)", text.casefold()) is not None
