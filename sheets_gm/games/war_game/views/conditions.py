"""Conditions for planned orders. The map and its armies are public (CPW-19, CPW-24)."""

from __future__ import annotations

from sheets_gm.games.war_game.data.words import BASE, FEATURE, STRONGHOLD, side_of
from sheets_gm.games.war_game.position.state import Army
from sheets_gm.games.war_game.views.visible import View
from sheets_gm.kernel.conditions import NUMBER, Choices, condition_table


def _armies(view: View, _seat: str) -> tuple[str, ...]:
    """Return the names of the present armies and of those at the start."""
    return tuple(dict.fromkeys((*(army.name for army in view.armies), *(each.name for each in view.world.armies))))


def _structures(view: View, *kinds: str) -> tuple[str, ...]:
    return tuple(name for name, each in view.world.structures.items() if each.kind in kinds)


def _army(view: View, name: str) -> Army | None:
    return next((army for army in view.armies if army.name == name), None)


def _is_at(view: View, _seat: str, army: str, place: str) -> bool:
    named_army = _army(view, army)
    return named_army is not None and named_army.place == place


def _has_units(view: View, _seat: str, army: str, number: int) -> bool:
    named_army = _army(view, army)
    return named_army is not None and named_army.size >= number


CONDITIONS = condition_table(
    {
        "army": Choices(_armies),
        "place": Choices(lambda view, _: tuple(view.world.terrain)),
        "feature": Choices(lambda view, _: _structures(view, FEATURE)),
        "building": Choices(lambda view, _: _structures(view, BASE, STRONGHOLD)),  # what can be destroyed
        "number": NUMBER,
    },
    {
        "{army} is alive": lambda view, _, army: _army(view, army) is not None,
        "{army} is at {place}": _is_at,
        "{place} is free": lambda view, _, place: all(army.place != place for army in view.armies),
        "an enemy is at {place}": lambda view, seat, place: any(
            army.place == place and army.side != side_of(seat) for army in view.armies
        ),
        "{army} has {number} units": _has_units,
        "we have {number} points": lambda view, seat, number: view.points[side_of(seat)] >= number,
        "we control {feature}": lambda view, seat, feature: view.control.get(feature) == side_of(seat),
        "{building} stands": lambda view, _, building: building not in view.destroyed,
    },
)
