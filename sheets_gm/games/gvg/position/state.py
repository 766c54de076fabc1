"""The state of a match. Its size does not depend on how many turns have been played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from sheets_gm.games.gvg.data.board import Board, Terrain, board
from sheets_gm.games.gvg.data.settings import Settings
from sheets_gm.games.gvg.data.words import TEAMS, other
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Result

_NOWHERE: frozenset[str] = frozenset()


class Player(Model):
    """A player: its tile, the turn in which it was knocked down (0: it stands), and its movement roll once that is
    known.
    """

    seat: str
    team: str
    role: str
    at: str
    down: int = 0
    roll: int | None = None


class Team(Model):
    """A team's coins, Ballista charges and skills. *used* maps each skill to the turn of its last use."""

    captain: str
    coins: int = 0
    charges: int = 0
    used: dict[str, int] = {}


class Tree(Model):
    """A team's Tree: its tile, its carrier, and the turn in which it was last dropped (0: never)."""

    at: str
    carrier: str | None = None
    dropped: int = 0


class Boss(Model):
    """The Boss while it is alive."""

    at: str
    hp: int


class Match(Model):
    """The state of a match at an open step.

    *effects* are the skills already paid for this turn (`two_step`). While the Archery Duel is open, *duel_score* maps
    teams to their points, and *duel_rounds* counts the rounds so far.
    """

    settings: Settings
    turn: int
    phase: Literal["commands", "orders", "archery", "over"]
    players: tuple[Player, ...]
    teams: dict[str, Team]
    bulwarks: dict[str, int]
    fish: dict[str, int]
    trees: dict[str, Tree]
    coins: tuple[str, ...]
    boss: Boss | None = None
    effects: dict[str, tuple[str, ...]] = {}
    duel_open: bool = False
    duel_score: dict[str, int] = {}
    duel_rounds: int = 0
    result: Result | None = None

    @cached_property
    def board(self) -> Board:
        """The board of this match."""
        return board(self.settings.board)

    def player(self, seat: str) -> Player:
        """The player at *seat*."""
        return next(player for player in self.players if player.seat == seat)

    def destroyed(self, team: str) -> int:
        """The number of *team*'s destroyed Bulwarks."""
        return sum(self.bulwarks[tile] == 0 for tile in self.board.bulwarks[team])

    def bulwark_hp(self, team: str) -> int:
        """Return the remaining HP of *team*'s Bulwarks."""
        return sum(self.bulwarks[tile] for tile in self.board.bulwarks[team])

    def carried_by(self, seat: str) -> str | None:
        """Return the team whose Tree *seat* carries, None if it carries none."""
        return self.carriers.get(seat)

    @cached_property
    def carriers(self) -> Mapping[str, str]:
        """The team whose Tree each carrier carries, by the carrier's seat."""
        return {tree.carrier: owner for owner, tree in self.trees.items() if tree.carrier}

    def shut(self, team: str) -> frozenset[str]:
        """Return the tiles that *team* may never enter (R6)."""
        return _NOWHERE if self.settings.enemy_base_entry else self.board.enemy_base[team]

    def stops(self, team: str) -> frozenset[str]:
        """Return the tiles that *team* may enter but not pass (R6)."""
        if not self.settings.structures_block:
            return _NOWHERE
        enemy = other(team)
        standing = [tile for tile in self.board.bulwarks[enemy] if self.bulwarks[tile]]
        return frozenset([*standing, *([self.board.fish[enemy]] if self.fish[enemy] else [])])

    def terrain(self, team: str) -> Terrain:
        """Where *team* can walk."""
        return self._terrains[team]

    @cached_property
    def _terrains(self) -> Mapping[str, Terrain]:
        return {team: Terrain(self.shut(team), self.stops(team), self.settings.diagonal) for team in TEAMS}

    def on_ground(self, owner: str, tile: str) -> bool:
        """Whether *owner*'s Tree is at *tile*, available and not carried."""
        tree = self.trees[owner]
        return not self.fish[owner] and tree.carrier is None and tree.at == tile

    def distance_home(self, team: str, tile: str) -> int:
        """Return the number of steps from *tile* to *team*'s Base."""
        return self.board.paths(self.settings.diagonal).distance(self.board.bases[team], tile) or 0

    def progress(self, team: str) -> int:
        """Return how many steps closer to its Base *team* has moved the enemy's Tree (R36, GVG-8), at least 0."""
        enemy = other(team)
        if self.fish[enemy]:
            return 0
        home = self.distance_home(team, self.board.fish[enemy])
        return max(0, home - self.distance_home(team, self.trees[enemy].at))
