"""Why a right record may not prove a whole match: it has no secret, or it does not reach the end.

A match reveals its secret when it is over, not before. Without the secret, somebody with the seed may have chosen the
salts of the orders, and with them the rolls. A record that is cut short may be right as far as it goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sheets_gm.games.contract import Game
from sheets_gm.gm.between.finding import read_action
from sheets_gm.kernel.actions import Concede, Join, Rewind
from sheets_gm.kernel.english import sides_left
from sheets_gm.kernel.match.codec import Codec
from sheets_gm.kernel.match.journal import Charter, Entry
from sheets_gm.kernel.seats import Seat


class Gap(NamedTuple):
    """Why a record does not prove a whole match: *kind* for programs, *text* for people."""

    kind: str
    text: str


def gap(game: Game[Any, Any], charter: Charter, entries: Sequence[Entry], hidden: bytes | None) -> Gap | None:
    """Return what is missing in a record whose *entries* are all right; None if nothing is.

    *game* may not be able to read positions of other rules. Then a record with the secret counts as complete.
    """
    if not entries:
        return Gap("no entries", "the record holds no entry, so nothing is proved.")
    last = entries[-1]
    reached = f"consistent up to entry {last.number}, whose seal is {last.seal}."
    try:
        over = is_over(game, charter, entries)
    except Exception:  # noqa: BLE001 - a position that no rules have checked may break them anywhere
        over = hidden is not None
    if hidden is None and not over:
        unproved = "The salts of the orders and the hidden rolls can be checked when the match is over."
        return Gap("not finished", f"not finished: {reached} {unproved}")
    if hidden is None:
        return Gap(
            "no secret",
            "the match is over, but the record does not have its secret (“hidden”), so it proves neither the salts of "
            "the orders nor hidden rolls, nor the seals of a game that hides something: somebody may have chosen the "
            "rolls. Ask for a record with the secret.",
        )
    if not over:
        more = "The record has the secret that is revealed at the end of a match, but this position is not the end."
        return Gap("cut short", f"cut short: {reached} {more}")
    return None


def is_over(game: Game[Any, Any], charter: Charter, entries: Sequence[Entry]) -> bool:
    """Return whether a match is over after *entries*: by the rules, or because all teams except one have conceded."""
    if game.result(Codec(game, charter).state(entries[-1].state)) is not None:
        return True
    reached: list[tuple[tuple[str, ...], tuple[Seat, ...]]] = []
    for entry in entries:
        conceded, seats = reached[-1] if reached else ((), charter.seats)
        action = read_action(entry.act) if entry.act is not None else None
        if isinstance(action, Concede):
            conceded = (*conceded, action.team)
        elif isinstance(action, Join):
            seats = (*seats, action.taken)
        elif isinstance(action, Rewind):
            conceded, seats = reached[action.to]
        reached.append((conceded, seats))
    conceded, seats = reached[-1]
    return bool(conceded) and len(sides_left(seats, conceded)) <= 1
