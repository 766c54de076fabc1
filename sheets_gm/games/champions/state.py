"""The position of a match. It does not grow with the match's length."""

from __future__ import annotations

from typing import Literal

from sheets_gm.games.champions.armoury import Armoury, Item, armoury
from sheets_gm.games.champions.data import Settings
from sheets_gm.games.champions.tiles import Tiles, board, tiles
from sheets_gm.kernel.geometry.square import Squares
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Result


class Champion(Model):
    """A Champion: its health (0: it is dead), and the ids of what it wears."""

    type: str
    health: int
    items: tuple[str, ...] = ()
    armor: str | None = None

    @property
    def worn(self) -> tuple[str, ...]:
        """All that it wears."""
        return self.items if self.armor is None else (*self.items, self.armor)


class Player(Model):
    """A player: where it is, its Champions in the order of `TYPES`, its stash and what it found last.

    *out* is the round in which its last Champion fell (0: it plays).
    """

    seat: str
    name: str
    at: str
    champions: tuple[Champion, ...]
    stash: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    out: int = 0

    @property
    def living(self) -> tuple[Champion, ...]:
        """Its Champions that live."""
        return tuple(champion for champion in self.champions if champion.health > 0)

    def champion(self, type: str) -> Champion:
        """Its Champion of a *type*."""
        return next(champion for champion in self.champions if champion.type == type)

    @property
    def owned(self) -> tuple[str, ...]:
        """Everything it has, worn or not."""
        return (*self.stash, *(item for champion in self.champions for item in champion.worn))


class Fight(Model):
    """A battle of two players on one tile."""

    at: str
    seats: tuple[str, str]

    def against(self, seat: str) -> str:
        """The opponent of *seat*."""
        return self.seats[1] if seat == self.seats[0] else self.seats[0]


class Match(Model):
    """A position, with a phase open. *pools* are what the tiles still hold.

    *quiet* counts rounds in a row without a battle, *idle* those in which no Champion fell (R4). *made* and *gone*
    count all items that ever lay on a tile and those that are no more. *blind* is a number that nobody can guess, new
    in every step: the digest of a position is shown to all, and whoever guessed the rest could try it against that.
    """

    settings: Settings
    round: int
    phase: Literal["movement", "looting", "equipment", "battle", "over"]
    size: int
    players: tuple[Player, ...]
    pools: dict[str, tuple[str, ...]]
    fights: tuple[Fight, ...] = ()
    quiet: int = 0
    idle: int = 0
    made: int = 0
    gone: int = 0
    blind: str = ""
    result: Result | None = None

    @property
    def board(self) -> Squares:
        """The map."""
        return board(self.size)

    @property
    def armoury(self) -> Armoury:
        """The items of this match."""
        return armoury(self.settings.items)

    @property
    def tiles(self) -> Tiles:
        """What the tiles of this match hold."""
        return tiles(self.settings.tiles)

    @property
    def alive(self) -> tuple[Player, ...]:
        """The players that have a living Champion, in the order of their seats."""
        return tuple(player for player in self.players if player.living)

    def player(self, seat: str) -> Player:
        """The player at *seat*."""
        return next(player for player in self.players if player.seat == seat)

    def items(self, ids: tuple[str, ...]) -> tuple[Item, ...]:
        """The items with these *ids*."""
        return tuple(self.armoury[item] for item in ids)

    def rooms(self) -> dict[str, tuple[Player, ...]]:
        """The players on each tile that has any, in reading order."""
        here: dict[str, tuple[Player, ...]] = {}
        for player in self.alive:
            here[player.at] = (*here.get(player.at, ()), player)
        return {tile: here[tile] for tile in self.board.tiles if tile in here}

    def fights_of(self, seat: str) -> tuple[Fight, ...]:
        """The battles that *seat* fights this round, in sequence."""
        return tuple(fight for fight in self.fights if seat in fight.seats)
