"""Names in place of addresses: logs, notices and exports show the names of people, and no address.

Addresses stay in the record of a match, which only its store has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.reserves import reserves
from sheets_gm.gm.match_record.seats.hand_over import deputies, openings
from sheets_gm.gm.match_record.seats.players_then import PlayersThen

MASK = "•••"
"""The text that replaces the address of somebody whose name is not known."""

_ADDRESS = re.compile(
    r"(?P<beside>\s*<\s*[^\s<>@]+@[^\s<>@]+\s*>)|(?:mailto:)?[+@]?(?P<bare>[^\s@<>,;:()“”\"']+@[\w.-]*\w)"
)
"""An address: in brackets behind a name, or bare."""


def without_addresses(text: str, record: Record) -> str:
    """Return *text* with names of people instead of their addresses. An address after a name is removed."""
    if "@" not in text:
        return text
    names = names_by_account(record)

    def name(match: re.Match[str]) -> str:
        if match["beside"]:
            return ""
        known_name = names.get(match["bare"].casefold())
        is_address = "." in match["bare"].partition("@")[2]
        return known_name or (MASK if is_address else match[0])

    return _ADDRESS.sub(name, text).strip()


def names_by_account(record: Record) -> Mapping[str, str]:
    """Return the names of all people whom the match knows or knew, by account in lower case."""
    return {account.casefold(): name for account, name in _named(record)}


def _named(record: Record) -> Iterator[tuple[str, str]]:
    yield from ((account, "the game master") for account in record.policy.gm)
    others = (*reserves(record), *openings(record), *deputies(record))
    yield from ((each.account, each.player) for each in others if each.account and each.player)
    seats = (*(each.seat for each in PlayersThen.of(record).former), *record.charter.seats, *record.people)
    yield from ((each.account, each.player) for each in seats if each.account)
