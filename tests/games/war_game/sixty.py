"""A match as large as one can be: forty players, a judge, and thirty armies on each side of the template's map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sheets_gm.games.war_game.data.numbers import MOST_PLAYERS
from sheets_gm.games.war_game.data.settings import Settings
from sheets_gm.games.war_game.data.words import COALITION, FACTIONS, MERCENARIES, PORTAL, SIDES
from sheets_gm.games.war_game.data.world import plane_of

ROSTER = (1, 2, 5, 7, 10, 5)
"""The armies of each side, from the highest level (CPW-9)."""

COLOURS = "".join(FACTIONS)


def settings(**changes: Any) -> Settings:
    """Settings with sixty armies; each is made like the template's first of its side and level."""
    lines = ["name,side,level,plane,square,legend,primary,secondary,units", *_lines(Settings())]
    return Settings.model_validate({"players": MOST_PLAYERS, "armies": "\n".join(lines), **changes})


def _lines(made: Settings) -> Iterator[str]:
    for side in SIDES:
        own = [army for army in made.world.armies if army.side == side]
        places = _places(made, side)
        for level, number in enumerate(ROSTER, start=1):
            like = next(army for army in own if army.level == level)
            units = " / ".join(
                " + ".join(f"{each.count} {each.creature}" for each in like.units if each.slot == slot)
                for slot in (1, 2, 3, 4)
            )
            for at in range(number):
                primary = COLOURS[at % 5] if side == COALITION else ""
                others = [letter for letter in like.primary + like.secondary if letter != primary]
                secondary = "".join(others)[:2] if primary else ""
                plane, square = next(places).split()
                name = f"{side.capitalize()} {level}-th {'abcdefghij'[at]}"
                yield f"{name},{side},{level},{plane},{square},Legend,{primary},{secondary},{units}"


def _places(made: Settings, side: str) -> Iterator[str]:
    """Squares of the side's home and of Mirrodin in turn, without portals and mercenaries."""
    world = made.world
    home = next(plane.name for plane in world.planes.values() if plane.home == side)
    taken = {army.place for army in world.armies if army.side == MERCENARIES}
    free = [place for place in world.terrain if place not in taken
            and (place not in world.by_place or world.by_place[place].kind != PORTAL)]  # fmt: skip
    homes = {plane.name for plane in world.planes.values() if plane.home}
    wide = [place for place in free if plane_of(place) == home][::5]
    half = [place for place in free if plane_of(place) not in homes]
    return iter([*wide[:20], *half[SIDES.index(side) :: 9]])
