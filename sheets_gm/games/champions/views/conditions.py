"""Conditions for planned orders: what a player knows of the others, and what is their own."""

from __future__ import annotations

from sheets_gm.games.champions.data.tiles import board
from sheets_gm.games.champions.views.visible import View
from sheets_gm.kernel.conditions import NUMBER, Choices, Condition


def _players(view: View, _seat: str) -> tuple[str, ...]:
    return tuple(person.seat for person in view.people)


def _tiles(view: View, _seat: str) -> tuple[str, ...]:
    return board(view.size).tiles


def _champions(view: View, seat: str) -> tuple[str, ...]:
    return tuple(view.person(seat).champions)


PLAYER, TILE, CHAMPION = Choices(_players, people=True), Choices(_tiles), Choices(_champions)


def _is_alive(view: View, _seat: str, player: str) -> bool:
    return not view.person(player).out


def _is_at(view: View, _seat: str, player: str, tile: str) -> bool:
    return view.person(player).at == tile


def _is_empty(view: View, _seat: str, tile: str) -> bool:
    return not view.crowds.get(tile)


def _i_am_at(view: View, seat: str, tile: str) -> bool:
    return view.person(seat).at == tile


def _lives(view: View, seat: str, champion: str) -> bool:
    return view.person(seat).champions[champion] > 0


def _has_health(view: View, seat: str, champion: str, number: int) -> bool:
    return view.person(seat).champions[champion] >= number


def _at_most_left(view: View, _seat: str, number: int) -> bool:
    return len(view.alive) <= number


def _own_items(view: View, _seat: str, number: int) -> bool:
    own = view.own
    return own is not None and len(own.stash) + sum(len(each.items) for each in own.champions) >= number


CONDITIONS = (
    Condition("{player} is alive", _is_alive, {"player": PLAYER}),
    Condition("{player} is at {tile}", _is_at, {"player": PLAYER, "tile": TILE}),
    Condition("nobody is at {tile}", _is_empty, {"tile": TILE}),
    Condition("I am at {tile}", _i_am_at, {"tile": TILE}),
    Condition("my {champion} lives", _lives, {"champion": CHAMPION}),
    Condition("my {champion} has {number} health", _has_health, {"champion": CHAMPION, "number": NUMBER}),
    Condition("at most {number} players are left", _at_most_left, {"number": NUMBER}),
    Condition("I own {number} items", _own_items, {"number": NUMBER}),
)
