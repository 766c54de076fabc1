"""Conditions for planned orders. The map and the armies on it are public (CPW-19, CPW-24)."""

from __future__ import annotations

from sheets_gm.games.war_game.data.words import BASE, FEATURE, STRONGHOLD, side_of
from sheets_gm.games.war_game.position.state import Army
from sheets_gm.games.war_game.views.visible import View
from sheets_gm.kernel.conditions import NUMBER, Choices, Condition


def _armies(view: View, _seat: str) -> tuple[str, ...]:
    """The armies that there are, and those that there were at the start."""
    return tuple(dict.fromkeys((*(army.name for army in view.armies), *(each.name for each in view.world.armies))))


def _places(view: View, _seat: str) -> tuple[str, ...]:
    return tuple(view.world.terrain)


def _features(view: View, _seat: str) -> tuple[str, ...]:
    return tuple(name for name, each in view.world.structures.items() if each.kind == FEATURE)


def _buildings(view: View, _seat: str) -> tuple[str, ...]:
    """The bases and strongholds, which can be destroyed."""
    return tuple(name for name, each in view.world.structures.items() if each.kind in (BASE, STRONGHOLD))


ARMIES, PLACES, FEATURES, BUILDINGS = Choices(_armies), Choices(_places), Choices(_features), Choices(_buildings)


def _army(view: View, name: str) -> Army | None:
    return next((army for army in view.armies if army.name == name), None)


def _is_alive(view: View, _seat: str, army: str) -> bool:
    return _army(view, army) is not None


def _is_at(view: View, _seat: str, army: str, place: str) -> bool:
    found = _army(view, army)
    return found is not None and found.place == place


def _is_free(view: View, _seat: str, place: str) -> bool:
    return all(army.place != place for army in view.armies)


def _enemy_is_at(view: View, seat: str, place: str) -> bool:
    return any(army.place == place and army.side != side_of(seat) for army in view.armies)


def _has_units(view: View, _seat: str, army: str, number: int) -> bool:
    found = _army(view, army)
    return found is not None and found.size >= number


def _has_points(view: View, seat: str, number: int) -> bool:
    return view.points[side_of(seat)] >= number


def _control(view: View, seat: str, feature: str) -> bool:
    return view.control.get(feature) == side_of(seat)


def _stands(view: View, _seat: str, building: str) -> bool:
    return building not in view.destroyed


CONDITIONS = (
    Condition("{army} is alive", _is_alive, {"army": ARMIES}),
    Condition("{army} is at {place}", _is_at, {"army": ARMIES, "place": PLACES}),
    Condition("{place} is free", _is_free, {"place": PLACES}),
    Condition("an enemy is at {place}", _enemy_is_at, {"place": PLACES}),
    Condition("{army} has {number} units", _has_units, {"army": ARMIES, "number": NUMBER}),
    Condition("we have {number} points", _has_points, {"number": NUMBER}),
    Condition("we control {feature}", _control, {"feature": FEATURES}),
    Condition("{building} stands", _stands, {"building": BUILDINGS}),
)
