"""Trying: whether a match can go on from a position that was put right by hand.

Law: what is refused here is refused in a sentence, and nothing is written; what is let through can be shown to
everybody, and played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheets_gm.games.contract import Game
from sheets_gm.games.play_out import fill, next_orders
from sheets_gm.kernel.dice import Dice, Keyed
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.tabs import Eyes, FormTab, HistoryTab
from sheets_gm.sheet.template import Template

STEPS = 4
"""Steps that are tried: one in which nobody does anything, then some in which everybody does something."""


def fault(game: Game[Any, Any], template: Template, people: Sequence[Seat], state: Any) -> str | None:
    """Why the match cannot go on from *state*; None where it can."""
    try:
        for number, each in enumerate(_onward(game, state)):
            said = next((said for law in game.laws if (said := law(each)) is not None), None)
            if said is not None:
                return f"that would break a law of the game{' as it goes on' * (number > 0)}: {said}"
            _show(game, template, people, each)
    except Exception as error:  # noqa: BLE001 - whatever the rules stumble over, nobody may be left with it
        return f"the rules cannot go on from there: {type(error).__name__}: {error}"
    return None


def _onward(game: Game[Any, Any], state: Any) -> Iterator[Any]:
    """*state*, and positions that may follow it."""
    yield state
    for number in range(STEPS):
        forms = game.open(state)
        if not forms:
            return
        rows = fill(game, state, forms, {}, f"trying {number}") if number else ()
        dice = Dice(Keyed(b"trying %d" % number, b"hidden %d" % number))
        state = game.resolve(state, next_orders(rows) if rows else {}, dice).state
        yield state


def _show(game: Game[Any, Any], template: Template, people: Sequence[Seat], state: Any) -> None:
    """Look at *state* as everybody does."""
    game.label(state)
    game.result(state)
    seats = {seat.id: seat for seat in people}
    for tab in game.tabs:
        if isinstance(tab, FormTab):
            continue
        eyes = {Eyes.PUBLIC: (None,), Eyes.GM: (GM,), Eyes.OWN: tuple(seats)}[tab.eyes]
        for each in eyes:
            seen = game.seated(game.view(state, each), seats)
            if isinstance(tab, HistoryTab):
                tab.tally(seen)
            else:
                tab.draw(seen, template.tabs[tab.key])
