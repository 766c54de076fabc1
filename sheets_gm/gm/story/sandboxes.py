"""Sandboxes: matches for trying things out, which begin with a position of an earlier match.

A sandbox has new secrets. From the earlier match it holds a position and a seal, never a secret, a salt, an order or
anybody's account.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sheets_gm.gm.story.audience import EVERYTHING
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.turns import turn_named
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.match.journal import Entry, Sandbox
from sheets_gm.kernel.rules import broken_law
from sheets_gm.kernel.seats import Seat


class NoSandbox(UserError, ValueError):
    """No sandbox can begin there. The message states why, and what to do."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The beginning of a sandbox: the position, and the *seats* at that time without their accounts."""

    sandbox: Sandbox
    seats: tuple[Seat, ...]


def take(past: Past, turn: str | None = None) -> Taken:
    """Return the position of *past* before *turn* ("Turn 12", or "#57" for an entry), as the beginning of a sandbox.

    Without *turn* it is the newest position that can be played. Raises `NoSuchTurn` or `NoSandbox`.
    """
    if turn is not None and turn_named(past, EVERYTHING, turn).number == 0:
        last = next(past.timeline())
    else:
        last = _before(past, turn) if turn is not None else _newest(past)
    state = _state(past, last)
    if not _goes_on(past, state):
        raise NoSandbox("The match was over by then, so nothing could be played: name an earlier turn with --turn.")
    people = past.record.people_at(last.number + 1)
    sandbox = Sandbox(
        match=past.record.charter.match,
        label=past.game.label(state),
        entry=last.number,
        seal=last.seal,
        state=dict(last.state),
    )
    return Taken(sandbox, tuple(seat.but(account=None) for seat in people.values()))


def _before(past: Past, turn: str) -> Entry:
    """Return the entry before the first one that was played in *turn*, after all earlier actions of the game master."""
    entries = turn_named(past, EVERYTHING, turn).entries
    wanted = turn.strip().removeprefix("#")
    first = next((each.entry.number for each in entries if str(each.entry.number) == wanted), None)
    if first is None:
        first = next((each.entry.number for each in entries if each.entry.act is None), entries[-1].entry.number + 1)
    return next((before for before, entry in pairwise(past.timeline()) if entry.number == first), entries[-1].entry)


def _newest(past: Past) -> Entry:
    """Return the last entry after which the match can be played."""
    last, before = None, None
    for entry in past.timeline():
        before, last = last, entry
    if last is None:
        raise NoSandbox("The record holds no entry, so there is no position to begin with.")
    return last if before is None or _goes_on(past, past.codec.state(last.state)) else before


def _goes_on(past: Past, state: Any) -> bool:
    return past.game.result(state) is None and bool(past.game.open(state))


def _state(past: Past, entry: Entry) -> Any:
    """Return the position after *entry*. Raises `NoSandbox` if the installed rules cannot play it."""
    try:
        state = past.codec.state(entry.state)
        fault = broken_law(past.game, state)
    except Exception as error:  # noqa: BLE001 - positions of other rules may break these anywhere
        fault = type(error).__name__
    if fault is not None:
        raise NoSandbox(
            f"The rules that are installed ({past.game.version}) cannot play this position, which was made by "
            f"{entry.rules}: {fault}. Install the version that played the match."
        )
    return state
