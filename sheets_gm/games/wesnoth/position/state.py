"""The position of a match. Its size does not depend on how long the match has lasted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from sheets_gm.games.wesnoth.data.numbers import CAPTURER_LEVEL, FORMER_SEAT, SEATS
from sheets_gm.games.wesnoth.data.settings import Settings
from sheets_gm.games.wesnoth.data.tables import Pawn, Time
from sheets_gm.games.wesnoth.data.world import World
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Result

Spent = Literal["", "recruiting", "spent"]


class Unit(Model):
    """A unit on the map.

    *besieging* says that it stood on the main tile of an enemy's castle when its owner's turn began. *spent* is
    "recruiting" for a leader who recruited this turn and may recruit more.
    """

    id: str
    seat: str
    faction: str
    name: str
    at: str
    wounds: int = 0
    leader: bool = False
    spent: Spent = ""
    besieging: bool = False

    @property
    def label(self) -> str:
        """The name of the unit in the match: "b7 Spearman"."""
        return f"{self.id} {self.name}"


class StandingAnswers(Model):
    """The standing answers of a player: how counter attacks, rerolls and advancement are decided without asking.

    *reserve* is the gold that rerolls and advancement may not use. *favour* lists the preferred pawns for units that
    can advance to several.
    """

    counter: Literal["best", "first", "none"] = "best"
    reroll: Literal["never", "no hit", "below average", "to kill"] = "never"
    advance: Literal["always", "free", "never"] = "free"
    reserve: int = 0
    favour: tuple[str, ...] = ()


class Player(Model):
    """A player. *castle* is its castle on the map (from 0), *raised* the number of units it has ever had.

    *left* says that the player is out of the game, *conquered* that a conquest of its castle caused it. *rerolled* says
    that it has rerolled this turn.
    """

    seat: str
    team: str
    faction: str
    castle: int
    gold: int
    raised: int = 0
    rerolled: bool = False
    left: bool = False
    conquered: bool = False
    wishes: StandingAnswers = StandingAnswers()


class Policy(Model):
    """What the attacker's row orders about a reroll and advancement; empty if it orders nothing."""

    reroll: str = ""
    advance: str = ""


class Fight(Model):
    """An attack that waits for a player's answer (`answers = "live"`).

    *stage* is the decision: the choice of a counter attack, a reroll, or an advancement for *price* gold. *striker* is
    the unit to which the decision belongs, *dice* its roll.
    """

    attacker: str
    defender: str
    attack: str
    counter: str = ""
    policy: Policy = Policy()
    stage: Literal["counter", "reroll", "advance"]
    striker: str
    dice: tuple[int, ...] = ()
    price: int = 0


class Match(Model):
    """A position. *acting* is the seat whose turn it is; *actions* counts its actions in this turn."""

    settings: Settings
    round: int
    acting: str
    actions: int = 0
    units: tuple[Unit, ...]
    players: tuple[Player, ...]
    villages: dict[str, str] = {}
    fight: Fight | None = None
    result: Result | None = None

    @property
    def world(self) -> World:
        """The map and the tables of the match."""
        return self.settings.world

    @property
    def time(self) -> Time:
        """The time of day of this round (WES-5, WES-15)."""
        stack = self.world.tables.schedules[self.settings.schedule]
        return stack[(self.round - 1) % len(stack)]

    def player(self, seat: str) -> Player:
        """The player at *seat*."""
        return next(player for player in self.players if player.seat == seat)

    @cached_property
    def index(self) -> Index:
        """Lookups of this position."""
        return Index(
            self,
            self.world,
            {unit.id: unit for unit in self.units},
            {unit.at: unit for unit in self.units},
            {player.seat: player.team for player in self.players},
        )


@dataclass(frozen=True, eq=False)
class Index:
    """Lookups of a position: the units by tile, and which seats are enemies."""

    match: Match
    world: World
    by_id: Mapping[str, Unit]
    at: Mapping[str, Unit]
    team: Mapping[str, str]

    def pawn(self, unit: Unit) -> Pawn:
        """The pawn of *unit*."""
        return self.world.tables.pawns[unit.faction, unit.name]

    def hostile(self, one: str, other: str) -> bool:
        """Whether two seats are enemies (WES-9)."""
        return self.team[one] != self.team[other]

    @cached_property
    def _guarded(self) -> Mapping[str, frozenset[str]]:
        """By team, the tiles next to its units on which enemies must stop (WES-22)."""
        near = self.world.board.graph.adjacency
        zones: dict[str, set[str]] = {}
        for unit in self.match.units:
            if self.pawn(unit).level >= CAPTURER_LEVEL:
                zones.setdefault(self.team[unit.seat], set()).update(near[unit.at])
        return {team: frozenset(zone) for team, zone in zones.items()}

    def zones(self, team: str) -> frozenset[str]:
        """Return the tiles on which units of *team* must stop because of an adjacent enemy."""
        return frozenset().union(*(zone for other, zone in self._guarded.items() if other != team))

    def enemies_beside(self, tile: str, seat: str) -> tuple[Unit, ...]:
        """Return the enemies of *seat* on tiles next to *tile*, in reading order."""
        near = (self.at.get(each) for each in self.world.board.graph.adjacency[tile])
        return tuple(unit for unit in near if unit is not None and self.hostile(seat, unit.seat))

    def units_of(self, seat: str) -> tuple[Unit, ...]:
        """The units of *seat*."""
        return tuple(unit for unit in self.match.units if unit.seat == seat)


def rank_of(seat: str) -> int:
    """Return the place of *seat* in the turn order, from 0 (WES-14)."""
    return SEATS.index(SEATS[-1] if seat == FORMER_SEAT else seat)
