"""Strangers for the bots of Champions: simple ways to play, which no bot knows. The rules fight their battles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sheets_gm.games.champions.data.tiles import board, read_tiles
from sheets_gm.games.champions.views.visible import View
from sheets_gm.games.contract import Bot, Filled
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form, Typed


def _walks(goal: Callable[[View, str], float]) -> Bot:
    """A bot that moves where *goal* is highest, loots whatever there is, and wears what it has."""

    def bot(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
        filled = []
        for form in forms:
            rows: Iterator[dict[str, Typed]] = iter([{}])
            if form.key == "movement":
                rows = iter([{"move_to": max(form.fields[0].choices, key=lambda tile: (goal(view, tile), tile))}])
            elif form.key == "equipment":
                rows = _wears_what_it_has(view, form)
            filled += [Filled(form.key, at, {**cells, "ready": True}) for at, cells in enumerate(rows)]
        return tuple(filled)

    return bot


def _wears_what_it_has(view: View, form: Form) -> Iterator[dict[str, Typed]]:
    """For each Champion, the last that is offered of what nobody wears yet: a cell lists the plain items first."""
    hand = view.own
    assert hand is not None
    used: list[Typed] = []
    for row in form.each:
        cells: dict[str, Typed] = {}
        for field in row.fields:
            left = [name for name in field.choices if name not in used]
            cells[field.name] = left[-1] if left else ""
            used += left[-1:]
        yield cells


def _stays(view: View, tile: str) -> float:
    return view.me is not None and tile == view.me.at


def _runs(view: View, tile: str) -> float:
    """The best loot."""
    return read_tiles(view.settings.tiles).at(view.size, tile).value


def _hides(view: View, tile: str) -> float:
    """As far from everybody as it can, then the best loot."""
    others = [each.at for each in view.alive if each.seat != view.eyes and each.at is not None]
    far = min((board(view.size).distance(at, tile) for at in others), default=0)
    return far + 0.1 * _runs(view, tile)


def _hunts(view: View, tile: str) -> float:
    """Where somebody else is."""
    return sum(each.at == tile and each.seat != view.eyes for each in view.alive) + 0.1 * _runs(view, tile)


def _reigns(view: View, tile: str) -> float:
    """The middle of the map, where it stays."""
    place = board(view.size)
    return -max(place.distance(tile, each) for each in place.tiles)


def _preys(view: View, tile: str) -> float:
    """Where the weakest of all is; it stays where nobody weaker is in reach."""
    health = {each.seat: sum(each.champions.values()) for each in view.alive}
    own = health[str(view.eyes)]
    weaker = [own - health[each.seat] for each in view.alive if each.at == tile and health[each.seat] < own]
    return max(weaker, default=0.0) or 0.1 * _stays(view, tile)


def _waits(view: View, tile: str) -> float:
    """It hides for five rounds, then it hunts."""
    return _hides(view, tile) if view.round <= 5 else _hunts(view, tile)


BOTS: Mapping[str, Bot] = {
    "stayer": _walks(_stays),
    "runner": _walks(_runs),
    "hider": _walks(_hides),
    "brawler": _walks(_hunts),
    "king": _walks(_reigns),
    "vulture": _walks(_preys),
    "waiter": _walks(_waits),
}
