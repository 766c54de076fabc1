"""The position of a match. It does not grow with the match's length."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeVar

from sheets_gm.games.wesnoth.data import CAPTURER_LEVEL, SEATS, Settings
from sheets_gm.games.wesnoth.tables import Pawn, Time
from sheets_gm.games.wesnoth.world import World
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Result

T = TypeVar("T")

Spent = Literal["", "recruiting", "spent"]


class Unit(Model):
    """A unit on the map. *besieging*: it stood on the main tile of an enemy's castle as its owner's turn began.

    *spent* is "recruiting" for a leader who has hired somebody this turn and may hire more.
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
        """What it is called on the table: "b7 Spearman"."""
        return f"{self.id} {self.name}"


class Wishes(Model):
    """What a player wants done when it cannot be asked: standing answers for counters, rerolls and advancement.

    *reserve* is the gold that neither a reroll nor an advancement may touch; *favour* names whom units become where
    they may become several.
    """

    counter: Literal["best", "first", "none"] = "best"
    reroll: Literal["never", "no hit", "below average", "to kill"] = "never"
    advance: Literal["always", "free", "never"] = "always"
    reserve: int = 0
    favour: tuple[str, ...] = ()


class Player(Model):
    """A player: its *castle* on the map (from 0), its gold, how many units it ever had, its standing answers."""

    seat: str
    team: str
    faction: str
    castle: int
    gold: int
    raised: int = 0
    rerolled: bool = False
    left: bool = False
    conquered: bool = False
    wishes: Wishes = Wishes()


class Policy(Model):
    """What the attacker's row said of its attack: empty where it said nothing."""

    reroll: str = ""
    advance: str = ""


class Fight(Model):
    """An attack that waits for somebody's answer (`answers = "live"`), with all that has been settled so far.

    *stage*: the counter is to be named, a throw is to be kept or thrown again, an advancement is to be taken.
    *striker* is the unit whose throw or advancement it is, *dice* that throw.
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
    """A position. *acting* is whose turn it is; *actions* counts what it has done in it."""

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
        """The map the match is played on, and the tables."""
        return self.settings.world

    @property
    def time(self) -> Time:
        """The time of day of this round (WES-5, WES-15)."""
        stack = self.world.tables.schedules[self.settings.schedule]
        return stack[(self.round - 1) % len(stack)]

    def player(self, seat: str) -> Player:
        """The player at *seat*."""
        return next(player for player in self.players if player.seat == seat)


def remembered(look: Callable[[Match], T]) -> Callable[[Match], T]:
    """*look*, which depends on a position alone, worked out once for each of the last few positions."""
    kept: list[tuple[Match, T]] = []

    def looked(match: Match) -> T:
        for known, value in kept:
            if known is match:
                return value
        value = look(match)
        kept.insert(0, (match, value))
        del kept[4:]
        return value

    return looked


@dataclass(frozen=True, eq=False)
class Sight:
    """A position, looked up: who stands where and who is whose enemy."""

    match: Match
    world: World
    by_id: Mapping[str, Unit]
    at: Mapping[str, Unit]
    team: Mapping[str, str]

    def pawn(self, unit: Unit) -> Pawn:
        """What the pawn of *unit* says."""
        return self.world.tables.pawns[unit.faction, unit.name]

    def hostile(self, one: str, other: str) -> bool:
        """Whether two seats are enemies (WES-9)."""
        return self.team[one] != self.team[other]

    @cached_property
    def _guarded(self) -> Mapping[str, frozenset[str]]:
        """Team to tiles beside one of its units that stops enemies (WES-22)."""
        near = self.world.board.graph.adjacency
        zones: dict[str, set[str]] = {}
        for unit in self.match.units:
            if self.pawn(unit).level >= CAPTURER_LEVEL:
                zones.setdefault(self.team[unit.seat], set()).update(near[unit.at])
        return {team: frozenset(zone) for team, zone in zones.items()}

    def zones(self, team: str) -> frozenset[str]:
        """Tiles on which an enemy's unit stops units of *team*."""
        return frozenset().union(*(zone for other, zone in self._guarded.items() if other != team))

    def enemies_beside(self, tile: str, seat: str) -> tuple[Unit, ...]:
        """Enemies of *seat* on tiles next to *tile*, in reading order."""
        near = (self.at.get(each) for each in self.world.board.graph.adjacency[tile])
        return tuple(unit for unit in near if unit is not None and self.hostile(seat, unit.seat))

    def units_of(self, seat: str) -> tuple[Unit, ...]:
        """The units of *seat*."""
        return tuple(unit for unit in self.match.units if unit.seat == seat)


@remembered
def sight(match: Match) -> Sight:
    """*match*, looked up."""
    return Sight(
        match,
        match.world,
        {unit.id: unit for unit in match.units},
        {unit.at: unit for unit in match.units},
        {player.seat: player.team for player in match.players},
    )


def rank_of(seat: str) -> int:
    """A seat's place around the table (WES-14)."""
    return SEATS.index(seat)
