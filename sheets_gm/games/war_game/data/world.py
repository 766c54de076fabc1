"""The world of a match: its planes, structures, ranks, creatures and tables, read from the texts in its settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from sheets_gm.games.war_game.data.army_lists import (
    Creature,
    Rank,
    StartingArmy,
    read_armies,
    read_creatures,
    read_mercenaries,
    read_ranks,
)
from sheets_gm.games.war_game.data.battle_table import BattleTable, read_battle_table
from sheets_gm.games.war_game.data.maps import Plane, Structure, read_planes, read_structures
from sheets_gm.games.war_game.data.weather import WeatherTable, read_weather
from sheets_gm.games.war_game.data.words import PORTAL
from sheets_gm.kernel.geometry.graph import Graph
from sheets_gm.kernel.geometry.square import Step


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a match's data files."""

    planes: str
    structures: str
    ranks: str
    weather: str
    battle: str
    creatures: str
    armies: str
    mercenaries: str


@dataclass(frozen=True, eq=False)
class World:
    """Everything about a match that never changes. Places look like "Dominaria 3A".

    *step* says whether a diagonal step counts as one (CPW-R1). *by_place* has the structures by their place.
    """

    planes: Mapping[str, Plane]
    structures: Mapping[str, Structure]
    ranks: Mapping[int, Rank]
    creatures: Mapping[str, Creature]
    weather: WeatherTable
    battle: BattleTable
    armies: tuple[StartingArmy, ...]
    step: Step
    terrain: Mapping[str, str]
    by_place: Mapping[str, Structure]
    _near: dict[tuple[str, int], Mapping[str, int]] = field(default_factory=dict)
    _rings: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)

    def graph(self, place: str) -> Graph:
        """Return the graph of squares of the plane of *place*."""
        return self.planes[plane_of(place)].squares.graph(self.step)

    def distance(self, one: str, other: str) -> int | None:
        """Return the steps from *one* to *other*, None between different planes."""
        plane = plane_of(one)
        if plane_of(other) != plane:
            return None
        return self.planes[plane].squares.distance(square_of(one), square_of(other), self.step)

    def near(self, place: str, steps: int) -> Mapping[str, int]:
        """Return the distance of each place at most *steps* steps from *place*, itself first."""
        key = (place, steps)
        if key not in self._near:
            plane = plane_of(place)
            distances = self.graph(place).distances(square_of(place))
            self._near[key] = {f"{plane} {square}": away for square, away in distances.items() if away <= steps}
        return self._near[key]

    def ring(self, place: str, distance: int) -> tuple[str, ...]:
        """Return the places at *distance* around *place*, diagonals included. Places beyond the plane are left out
        (CPW-189).
        """
        key = (place, distance)
        if key not in self._rings:
            plane = plane_of(place)
            squares = self.planes[plane].squares.ring(square_of(place), distance, Step.KING)
            self._rings[key] = tuple(f"{plane} {square}" for square in squares)
        return self._rings[key]

    def portal(self, place: str) -> Structure | None:
        """The portal at *place*."""
        structure = self.by_place.get(place)
        return structure if structure is not None and structure.kind == PORTAL else None

    def find_place(self, plane: str, square: str) -> str | None:
        """Return the place of *square* on *plane*, None if there is no such square."""
        place = f"{plane} {square}"
        return place if place in self.terrain else None


def plane_of(place: str) -> str:
    """Return the plane of a place."""
    return place.partition(" ")[0]


def square_of(place: str) -> str:
    """Return the square of a place."""
    return place.partition(" ")[2]


@lru_cache(maxsize=32)
def read_world(texts: Texts, step: Step) -> World:
    """Read the world from *texts*. Raises BadData, which names the file and the line."""
    planes = read_planes(texts.planes)
    structures = read_structures(texts.structures, planes)
    creatures = read_creatures(texts.creatures)
    terrain = {
        f"{plane.name} {square}": terrain for plane in planes.values() for square, terrain in plane.terrain.items()
    }
    armies = read_armies(texts.armies, terrain, creatures)
    hired = read_mercenaries(texts.mercenaries, structures, creatures)
    _apart(armies, hired)
    return World(
        planes,
        structures,
        read_ranks(texts.ranks),
        creatures,
        read_weather(texts.weather, tuple(planes)),
        read_battle_table(texts.battle),
        (*armies, *hired),
        step,
        terrain,
        {each.place: each for each in structures.values()},
    )


def _apart(armies: tuple[StartingArmy, ...], hired: tuple[StartingArmy, ...]) -> None:
    """Raise BadData if mercenaries share a name or a place with another army."""
    names = {army.name.casefold() for army in armies}
    places = {army.place for army in armies}
    for army in hired:
        if army.name.casefold() in names:
            raise army.line.bad(f"there is already an army “{army.name}”")
        if army.place in places:
            raise army.line.bad(f"another army is at {army.guards}")
