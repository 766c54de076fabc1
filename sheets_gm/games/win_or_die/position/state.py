"""The position of a match. Its size does not depend on how long the match has lasted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from sheets_gm.games.win_or_die.data.board import Board
from sheets_gm.games.win_or_die.data.cards.units import Card
from sheets_gm.games.win_or_die.data.numbers import MORALE_BY
from sheets_gm.games.win_or_die.data.settings import Settings
from sheets_gm.games.win_or_die.data.tables import Tables
from sheets_gm.games.win_or_die.data.words import MORALE
from sheets_gm.games.win_or_die.position.orders import Command
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Result

Phase = Literal["barrack", "legion", "deployment", "battle", "over"]


class Recruit(Model):
    """A card of a legion with its enhancements, before it is on the battlefield."""

    card: str
    enhancements: tuple[str, ...] = ()


class Lasting(Model):
    """A lasting effect on a unit: a change of a stat, "root", or "shield" with the damage that it can still prevent.

    It ends at the end of the action, or at the start or the end of turn number *turn*.
    """

    what: str
    amount: int = 0
    ends: Literal["action", "start", "end"]
    turn: int


class Unit(Model):
    """A unit in its Battle Base. *id* is the number of the base, which reveals nothing about the unit.

    *exposed* says that everybody knows its card and its enhancements. *tokens* are the Command Tokens on it. *moves*
    and *steps* count its Move commands and spaces in this turn, *used* are its abilities used in this turn, *spent* its
    ultimates used in this game.
    """

    id: str
    seat: str
    card: str
    enhancements: tuple[str, ...] = ()
    at: str
    damage: int = 0
    exposed: bool = False
    tokens: int = 0
    moves: int = 0
    steps: int = 0
    used: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    lasting: tuple[Lasting, ...] = ()

    @property
    def rank(self) -> int:
        """The number of its base."""
        return int(self.id[1:])


class Player(Model):
    """A player. *region* is secret until the picks are shown, and while *drawn* is true: then it came from the random
    card.

    *legion* has the units that are not deployed yet. *tokens* are the Command Tokens at hand; *extra* of them vanish at
    the end of the turn. *raised* are the cards of all units recruited in this game, *bases* is their number. *convened*
    says that the War Council was used this turn, *called* counts the allies called in it. *reacted* are the reactions
    used in this turn, each with its unit's number. *morale_bonus* is morale from Tactics.
    """

    seat: str
    region: str = ""
    drawn: bool = False
    mercenaries: tuple[str, ...] = ()
    legion: tuple[Recruit, ...] = ()
    crystals: int = 0
    tokens: int = 0
    extra: int = 0
    fatigue: int = 0
    morale_bonus: int = 0
    tactics: tuple[str, ...] = ()
    convened: bool = False
    called: int = 0
    reacted: tuple[tuple[str, str], ...] = ()
    raised: tuple[str, ...] = ()
    bases: int = 0
    wins: int = 0
    surrenders: int = 0


class Question(Model):
    """A command that waits for the other player, with live reactions: *seat* is asked about *trigger*.

    *units* and *players* are those before the *command*. It runs again with the *answers* so far and the dice in
    *rolled*; everybody knows its first *published* events already. *about* is the unit that the trigger concerns.
    """

    seat: str
    trigger: str
    about: str = ""
    command: Command
    units: tuple[Unit, ...]
    players: tuple[Player, ...]
    answers: tuple[str, ...] = ()
    rolled: dict[str, int] = {}
    published: int = 0


class Match(Model):
    """A position. *first* begins game number *game*; *acting* plays turn number *turn*.

    *picking* is the seat that must choose now, in a phase in which the players choose one after the other. *winner* won
    the previous game. *played* counts the turns of all games.
    """

    settings: Settings
    phase: Phase
    game: int = 1
    first: str
    acting: str
    picking: str = ""
    winner: str = ""
    turn: int = 0
    played: int = 0
    players: tuple[Player, ...]
    units: tuple[Unit, ...] = ()
    question: Question | None = None
    result: Result | None = None

    @property
    def board(self) -> Board:
        """The map."""
        return self.settings.board

    @property
    def known(self) -> Tables:
        """The tables of the match."""
        return self.settings.known

    def player(self, seat: str) -> Player:
        """The player at *seat*."""
        return next(player for player in self.players if player.seat == seat)

    @cached_property
    def field(self) -> Battlefield:
        """Lookups of this position."""
        return Battlefield(self.settings, self.units, self.players, self.turn, self.acting)


@dataclass(frozen=True, eq=False)
class Battlefield:
    """The units and players of a position, or of a moment within a command, with lookups."""

    settings: Settings
    units: tuple[Unit, ...]
    players: tuple[Player, ...]
    turn: int
    acting: str

    @cached_property
    def at(self) -> Mapping[str, Unit]:
        """The units by space."""
        return {unit.at: unit for unit in self.units}

    @cached_property
    def by_id(self) -> Mapping[str, Unit]:
        """The units by the number of their base."""
        return {unit.id: unit for unit in self.units}

    @property
    def board(self) -> Board:
        """The map."""
        return self.settings.board

    def player(self, seat: str) -> Player:
        """The player at *seat*."""
        return next(player for player in self.players if player.seat == seat)

    def card(self, unit: Unit) -> Card:
        """The card of *unit*."""
        return self.settings.known.cards[unit.card]

    def units_of(self, seat: str) -> tuple[Unit, ...]:
        """The units of *seat*."""
        return tuple(unit for unit in self.units if unit.seat == seat)

    def beside(self, at: str) -> tuple[Unit, ...]:
        """The units on spaces next to *at*, in reading order."""
        spaces = self.board.graph.adjacency[at]
        if len(self.at) < len(self.units):  # one flies above another just now
            return tuple(unit for each in spaces for unit in self.units if unit.at == each)
        near = (self.at.get(each) for each in spaces)
        return tuple(unit for unit in near if unit is not None)

    def distance(self, one: Unit, other: Unit) -> int:
        """The distance between two units."""
        return self.board.far[one.at][other.at]

    def label(self, unit: Unit) -> str:
        """Return the public name of *unit*: the number of its base, and its card's name once it is exposed."""
        return f"{unit.id} {self.card(unit).name}" if unit.exposed else unit.id

    def own_label(self, unit: Unit) -> str:
        """Return the name of *unit* for its owner."""
        return f"{unit.id} {self.card(unit).name}"

    def label_for(self, unit: Unit, seat: str | None) -> str:
        """Return the name of *unit* for *seat*."""
        return self.own_label(unit) if unit.seat == seat else self.label(unit)

    def morale(self, seat: str) -> int:
        """Return the morale of a legion (WOD-45, WOD-102), including hidden units (R16)."""
        return self.player(seat).morale_bonus + sum(
            self.settings.known.cards[unit.card].morale + MORALE_BY * (MORALE in unit.enhancements)
            for unit in self.units
            if unit.seat == seat
        )
