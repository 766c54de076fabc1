"""The position of a match. Its size does not grow with the length of the match."""

from __future__ import annotations

from typing import Literal

from sheets_gm.games.champions.data.items import Item, ItemTable, read_items
from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.data.tiles import Tiles, board, read_tiles
from sheets_gm.kernel.geometry.square import Squares
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Result


class Champion(Model):
    """A Champion: its health (0 is dead), and the ids of the items it wears."""

    type: str
    health: int
    items: tuple[str, ...] = ()
    armor: str | None = None

    @property
    def worn(self) -> tuple[str, ...]:
        """The ids of everything it wears."""
        return self.items if self.armor is None else (*self.items, self.armor)


class Player(Model):
    """A player: its tile, its Champions in the order of `TYPES`, its stash, and what it found in the last looting.

    *out* is the round in which it lost its last Champion or gave up; 0 while it plays.
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
        """Its living Champions."""
        return tuple(champion for champion in self.champions if champion.health > 0)

    def champion(self, type: str) -> Champion:
        """Its Champion of this *type*."""
        return next(champion for champion in self.champions if champion.type == type)

    @property
    def owned(self) -> tuple[str, ...]:
        """The ids of all its items, worn or not."""
        return (*self.stash, *(item for champion in self.champions for item in champion.worn))


class Fight(Model):
    """A battle of two players on one tile."""

    at: str
    seats: tuple[str, str]

    def against(self, seat: str) -> str:
        """Return the opponent of *seat*."""
        return self.seats[1] if seat == self.seats[0] else self.seats[0]


class Match(Model):
    """A position at the start of a phase. *pools* holds the items left on each tile.

    *began* is the number of players at the start: the number of players shrinks the map only once one is out (R1).
    *quiet* counts the rounds in a row without a battle, *idle* those without a fallen Champion (R4). *made* counts all
    items ever created, *gone* those that left the match. *blind* is a random number in positions of version 2 of the
    rules; it is empty in new ones.
    """

    settings: Settings
    round: int
    phase: Literal["movement", "looting", "equipment", "battle", "over"]
    size: int
    players: tuple[Player, ...]
    pools: dict[str, tuple[str, ...]]
    fights: tuple[Fight, ...] = ()
    began: int = 0
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
    def item_table(self) -> ItemTable:
        """All items of this match."""
        return read_items(self.settings.items)

    @property
    def tiles(self) -> Tiles:
        """The loot of this match's tiles."""
        return read_tiles(self.settings.tiles)

    @property
    def alive(self) -> tuple[Player, ...]:
        """The players with a living Champion, by seat."""
        return tuple(player for player in self.players if player.living)

    def player(self, seat: str) -> Player:
        """The player at *seat*."""
        return next(player for player in self.players if player.seat == seat)

    def items(self, ids: tuple[str, ...]) -> tuple[Item, ...]:
        """The items with these *ids*."""
        return tuple(self.item_table[item] for item in ids)

    def rooms(self) -> dict[str, tuple[Player, ...]]:
        """Return the players on each tile that is not empty, in reading order of the tiles."""
        here: dict[str, tuple[Player, ...]] = {}
        for player in self.alive:
            here[player.at] = (*here.get(player.at, ()), player)
        return {tile: here[tile] for tile in self.board.tiles if tile in here}

    def seats_at(self, tile: str) -> tuple[str, ...]:
        """Return the seats of the players on *tile*, in seat order."""
        return tuple(player.seat for player in self.alive if player.at == tile)

    def is_void(self, fight: Fight) -> bool:
        """Whether *fight* does not take place because a player gave up before it."""
        return not all(self.player(seat).living for seat in fight.seats)

    def fights_of(self, seat: str) -> tuple[Fight, ...]:
        """The battles of *seat* in this round, in order."""
        return tuple(fight for fight in self.fights if seat in fight.seats)
