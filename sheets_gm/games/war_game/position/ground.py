"""The places of armies and battles while a turn is played, and the free squares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from sheets_gm.games.war_game.data.world import World, plane_of
from sheets_gm.kernel.dice import Dice


class Ground:
    """The places of armies, by name, and of battles. Several armies can be at one place only in a battle."""

    __slots__ = ("_armies", "_at", "battles", "world")

    def __init__(self, world: World, at: Mapping[str, str], battles: Iterable[str]) -> None:
        self.world = world
        self._at = dict(at)
        self._armies = Counter(self._at.values())
        self.battles = set(battles)

    def __getitem__(self, army: str) -> str:
        return self._at[army]

    def get(self, army: str) -> str | None:
        """Return the place of *army*, None while it is off the map."""
        return self._at.get(army)

    @property
    def places(self) -> Mapping[str, str]:
        """The place of each army."""
        return self._at

    def put(self, army: str, place: str) -> None:
        """Move *army* to *place*."""
        self.lift(army)
        self._at[army] = place
        self._armies[place] += 1

    def lift(self, army: str) -> None:
        """Take *army* off the map."""
        place = self._at.pop(army, None)
        if place is not None:
            self._armies[place] -= 1

    def empty(self, place: str) -> bool:
        """Whether no army is at *place*."""
        return not self._armies[place]

    def free(self, place: str) -> bool:
        """Whether an army can be put at *place*: no army, no battle and no portal is there (CPW-R22)."""
        return not self._armies[place] and place not in self.battles and self.world.portal(place) is None

    def within_ring(self, place: str, wanted: Callable[[str], bool]) -> tuple[str, ...]:
        """Return the nearest places around *place* that are *wanted*: those in the first ring that has any (CPW-153,
        CPW-190).

        Returns () if the whole plane has none.
        """
        planes = self.world.planes[plane_of(place)].squares
        for distance in range(1, max(planes.columns, planes.rows)):
            if ring := tuple(filter(wanted, self.world.ring(place, distance))):
                return ring
        return ()

    def free_around(self, place: str, dice: Dice, why: str) -> str:
        """Return a random free place in the nearest ring that has one. There always is one: planes have more squares
        than armies.
        """
        return pick(self.within_ring(place, self.free), dice, why)


def pick(among: tuple[str, ...] | list[str], dice: Dice, why: str) -> str:
    """Return one of *among*. Rolls only if there is a choice."""
    return among[0] if len(among) == 1 else dice.pick(among, why)


def in_random_order(names: Iterable[str], dice: Dice, why: str) -> tuple[str, ...]:
    """Return *names* in random order. The order in which they are given does not matter."""
    return dice.shuffle(sorted(names), why)


def nearest_first(steps: Mapping[str, int], dice: Dice, why: str) -> tuple[str, ...]:
    """Return the keys of *steps*, smallest value first; equal ones in random order."""
    ordered: list[str] = []
    for away in sorted(set(steps.values())):
        tied = [name for name, each in steps.items() if each == away]
        ordered += in_random_order(tied, dice, f"{why}, {away} away")
    return tuple(ordered)
