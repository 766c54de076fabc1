"""Checks of a position: whether a match can continue from a position that the game master changed by hand.

A refused position comes with a reason, and nothing is stored. An accepted position can be shown to every seat and
played.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sheets_gm.games.contract import Game
from sheets_gm.games.play_out import fill, next_orders
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.kernel.dice import Dice, Keyed
from sheets_gm.kernel.english import sides_left
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.rules import broken_law
from sheets_gm.sheet.tabs import Eyes, FormTab, HistoryTab

STEPS = 4
"""The number of steps to try: one in which nobody orders anything, then some in which everybody does."""

LOOK_BACK = 12
"""How many entries to try, besides the first, to find one from which the match can continue."""


def fault(context: MatchContext, state: Any, steps: int = STEPS) -> str | None:
    """Return why the match cannot continue from *state* for some *steps*, as a sentence; None if it can."""
    game = context.game
    try:
        for number, each in enumerate(_positions_from(game, state, steps)):
            when = "A later position" if number else "The position"
            broken = broken_law(game, each)
            if broken is not None:
                return f"{when} would be invalid: {broken.removesuffix('.')}."
            hidden = _without_tab(context, each)
            if hidden is not None:
                return f"{when} would open the form “{hidden}”, which has no tab in this match."
            _show(context, each)
    except Exception as error:  # noqa: BLE001 - whatever the rules raise, the position is not accepted
        return f"The rules fail on this position: {type(error).__name__}: {error}."
    return None


def fault_without(context: MatchContext, team: str) -> str | None:
    """Return why the match cannot continue after *team* has left the position; None if it can."""
    if context.game.people.leave is None:
        return None
    try:
        left = context.game.people.leave(context.state, team).state
    except Exception as error:  # noqa: BLE001 - whatever the rules raise, the team cannot leave
        return f"The rules fail where {team} leaves: {type(error).__name__}: {error}."
    return fault(context, left, steps=0)


def newest_to_go_on_from(context: MatchContext) -> int | None:
    """Return the newest entry from which the match can continue for several steps, or for one; None if none."""
    entries = (*range(context.last, max(context.last - LOOK_BACK, 0), -1), 0)
    tried = ((number, steps) for steps in (STEPS, 1) for number in entries)
    return next((number for number, steps in tried if fault(context, context.past(number), steps) is None), None)


def _positions_from(game: Game[Any, Any], state: Any, steps: int) -> Iterator[Any]:
    """Yield *state*, and positions that may follow it."""
    yield state
    for number in range(steps):
        forms = game.open(state)
        if not forms:
            return
        rows = fill(game, state, forms, {}, f"trying {number}") if number else ()
        dice = Dice(Keyed(b"trying %d" % number, b"hidden %d" % number))
        state = game.resolve(state, next_orders(rows) if rows else {}, dice).state
        yield state


def _without_tab(context: MatchContext, state: Any) -> str | None:
    """Return the key of a form that is open in *state* and has no tab in this match; None if there is none."""
    tabs = context.game.tabs_for(context.record.charter.settings)
    form_keys = {tab.form for tab in tabs if isinstance(tab, FormTab)}
    return next((form.key for form in context.game.open(state) if form.key not in form_keys), None)


def _show(context: MatchContext, state: Any) -> None:
    """Draw *state* for the public, for every seat and for the GM."""
    game, record = context.game, context.record
    game.label(state)
    game.result(state)
    people = record.people
    seats = {seat.id: seat for seat in people}
    for tab in game.tabs_for(record.charter.settings):
        if isinstance(tab, FormTab):
            continue
        eyes = {
            Eyes.PUBLIC: (None,),
            Eyes.GM: (GM,),
            Eyes.OWN: tuple(seat.id for seat in record.people if not seat.neutral),
            Eyes.NEUTRAL: tuple(seat.id for seat in record.people if seat.neutral),
            Eyes.TEAM: sides_left(record.people, ()),
        }[tab.eyes]
        for each in eyes:
            view = game.showing.seated(game.view(state, each), seats)
            if isinstance(tab, HistoryTab):
                tab.tally(view)
            else:
                tab.draw(view, context.template.tabs[tab.key])
