"""Conditions for planned orders: what a player knows about others and about itself."""

from __future__ import annotations

from sheets_gm.games.champions.data.tiles import board
from sheets_gm.games.champions.views.visible import View
from sheets_gm.kernel.conditions import NUMBER, Choices, condition_table


def _own_items(view: View, _seat: str, number: int) -> bool:
    holdings = view.own
    return holdings is not None and len(holdings.stash) + sum(len(each.items) for each in holdings.champions) >= number


CONDITIONS = condition_table(
    {
        "player": Choices(lambda view, _: tuple(person.seat for person in view.people), people=True),
        "tile": Choices(lambda view, _: board(view.size).tiles),
        "champion": Choices(lambda view, seat: tuple(view.person(seat).champions)),
        "number": NUMBER,
    },
    {
        "{player} is alive": lambda view, _, player: not view.person(player).out,
        "{player} is at {tile}": lambda view, _, player, tile: view.person(player).at == tile,
        "nobody is at {tile}": lambda view, _, tile: not view.crowds.get(tile),
        "I am at {tile}": lambda view, seat, tile: view.person(seat).at == tile,
        "my {champion} lives": lambda view, seat, champion: view.person(seat).champions[champion] > 0,
        "my {champion} has {number} health": lambda view, seat, champion, number: (
            view.person(seat).champions[champion] >= number
        ),
        "at most {number} players are left": lambda view, _, number: len(view.alive) <= number,
        "I own {number} items": _own_items,
    },
)
