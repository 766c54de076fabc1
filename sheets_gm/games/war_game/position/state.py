"""The position of a match. Its size does not grow with the length of the match."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from sheets_gm.games.war_game.data.settings import Settings
from sheets_gm.games.war_game.data.words import BENCH, COALITION, JUDGE, MERCENARIES, PHYREXIA
from sheets_gm.games.war_game.data.world import World
from sheets_gm.games.war_game.position.army_names import ArmyName
from sheets_gm.games.war_game.position.events import AFTER_BATTLES, MOVEMENT, Shown
from sheets_gm.games.war_game.position.orders import Change, Heal, Move, Strategy
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Result


class Units(Model):
    """Units of one creature in one slot (1 to 4): the present number, the number in the full army (0 if an ally sent
    them), and the number lost this turn.
    """

    slot: int
    creature: str
    count: int
    full: int
    lost: int = 0


class Army(Model):
    """An army (CPW-43). *place* looks like "Dominaria 3A".

    *turns* counts the turns in its structure (CPW-123). *camp* is the place where it began the turn, *busy* whether it
    was in battle then. For mercenaries, *guards* is their structure, and *tries* counts the turns in which they tried
    to take it back.
    """

    name: ArmyName
    side: str
    level: int
    place: str
    legend: str
    units: tuple[Units, ...]
    primary: str = ""
    secondary: str = ""
    turns: int = 0
    camp: str = ""
    busy: bool = False
    guards: str = ""
    tries: int = 0

    @property
    def factions(self) -> str:
        """The letters of its factions (CPW-57)."""
        return self.primary + self.secondary

    @property
    def size(self) -> int:
        """The number of all its units, without the legend (CPW-R15)."""
        return sum(each.count for each in self.units)

    @property
    def top(self) -> int:
        """The number of units in its highest slot (CPW-R15)."""
        return sum(each.count for each in self.units if each.slot == 4)

    @property
    def hired(self) -> bool:
        """Whether these are mercenaries."""
        return self.side == MERCENARIES


class Battle(Model):
    """A battle. *first* are the armies that the announcement names first.

    *weather* are the rolls of its announcement, None before it. *holder* is the side that was in its own base or
    stronghold before the battle.
    """

    number: int
    type: str
    place: str
    first: tuple[ArmyName, ...]
    second: tuple[ArmyName, ...]
    weather: tuple[int, int, int] | None = None
    holder: str = ""

    @property
    def armies(self) -> tuple[str, ...]:
        """All armies in the battle."""
        return (*self.first, *self.second)


class BumpRequest(Model):
    """A request: which army of a joint battle leaves the square after a victory, and where it goes (CPW-180)."""

    battle: int
    army: ArmyName
    place: str


class LastTurn(Model):
    """The public result of the last turn: the movement, and the results of its *battles* (CPW-27).

    *before* has the armies of these battles as they were before them.
    """

    turn: int
    battles: tuple[Battle, ...]
    before: tuple[Army, ...] = ()
    events: tuple[Shown, ...]

    @property
    def movement(self) -> tuple[Shown, ...]:
        """The movement among its events, without the effects of battles (CPW-27)."""
        return tuple(each for each in self.events if isinstance(each, MOVEMENT) and each.clause not in AFTER_BATTLES)


class Match(Model):
    """A position. In the phase `orders` all players give orders; in `judging` the judge marks the strategies.

    *announced* counts the battles. *sent*, *bumps*, *heals*, *changes* and *pending* (the movement of each side) are
    stored from the orders until the judge is done. *legends* are requested legends that the judge has not allowed yet.
    *control* has the side of each terrain feature, *razing* the turns of a side in an enemy structure. *members* are
    the seats of each side, *judges* those of the judges, *assigned* the seats that play an army, *fought* the number of
    their battles. *names* are new names that armies get at the end of the turn. *last* is the result of the last turn,
    *marched* the last turn with movement, if that was an earlier one.
    """

    settings: Settings
    turn: int
    phase: Literal["orders", "judging", "over"]
    armies: tuple[Army, ...]
    battles: tuple[Battle, ...] = ()
    announced: int = 0
    points: dict[str, int] = {COALITION: 0, PHYREXIA: 0}
    destroyed: tuple[str, ...] = ()
    control: dict[str, str] = {}
    notes: dict[str, str] = {}
    razing: dict[str, int] = {}
    members: dict[str, tuple[str, ...]] = {}
    judges: tuple[str, ...] = (JUDGE,)
    assigned: dict[ArmyName, str] = {}
    names: dict[ArmyName, str] = {}
    fought: dict[str, int] = {}
    sent: tuple[Strategy, ...] = ()
    bumps: tuple[BumpRequest, ...] = ()
    heals: tuple[Heal, ...] = ()
    changes: tuple[Change, ...] = ()
    pending: dict[str, tuple[Move, ...]] = {}
    legends: dict[ArmyName, str] = {}
    last: LastTurn | None = None
    marched: LastTurn | None = None
    result: Result | None = None

    @cached_property
    def world(self) -> World:
        """The part of a match that never changes."""
        return self.settings.world

    @property
    def bench(self) -> str:
        """The owner of the judge's forms: the judge's seat, or a shared name if there are two judges."""
        return JUDGE if len(self.judges) == 1 else BENCH

    def army(self, name: str) -> Army:
        """The army called *name*."""
        return next(army for army in self.armies if army.name == name)

    def find(self, name: str) -> Army | None:
        """Return the army called *name*, None if there is none."""
        return next((army for army in self.armies if army.name == name), None)

    @property
    def engaged(self) -> frozenset[str]:
        """The names of the armies in battle."""
        return frozenset(name for battle in self.battles for name in battle.armies)

    def side(self, side: str) -> tuple[Army, ...]:
        """Return the armies of *side*, by rank and name."""
        return tuple(sorted((army for army in self.armies if army.side == side), key=lambda a: (a.level, a.name)))

    def with_armies(self, changed: dict[str, Army | None]) -> Match:
        """Return the match with *changed* armies, by their name before the change; None removes an army."""
        armies = (changed.get(army.name, army) for army in self.armies)
        return self.but(armies=tuple(army for army in armies if army is not None))
