"""The events of a match outside battles. An event names units as everybody could name them at that time."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from sheets_gm.games.win_or_die.position import battle_events
from sheets_gm.kernel.outcome import Event, Result, events_of


class GameBegan(Event):
    """A game of the match began."""

    game: int
    wins_needed: int


class RegionChosen(Event):
    """A player's region was shown. An empty region is a random card that stays face down."""

    seat: str
    region: str


class PickAgain(Event):
    """Both players picked the same region, and a die decided that *seat* must pick again."""

    seat: str
    region: str


class BarrackSet(Event):
    """A player's Barrack was set; only that player sees it."""

    seat: str
    region: str
    mercenaries: tuple[str, ...]


class FirstPlayer(Event):
    """It was decided who begins: by the last of *rolls*, each red's die and teal's, or by a rule."""

    seat: str
    rolls: tuple[tuple[int, int], ...] = ()
    why: str = ""


class LegionSet(Event):
    """A player's legion is ready. The audience says who may know its cards.

    *lineup* is the Recommended Line-up that was used, if any.
    """

    seat: str
    lineup: str
    units: tuple[str, ...]


class Deployed(Event):
    """A player deployed its legion: the number and the space of each base. *morale* is that of the legion."""

    seat: str
    bases: tuple[tuple[str, str], ...]
    morale: int
    crystals: int


class TurnBegan(Event):
    """A player's turn began, with this number of Command Tokens."""

    seat: str
    turn: int
    tokens: int


class Mined(Event):
    """A player's mines paid Titan Crystals."""

    seat: str
    mines: tuple[str, ...]
    crystals: int
    total: int


class Skipped(Event):
    """An illegal command was skipped. Only its player sees this."""

    seat: str
    text: str


Stop: TypeAlias = Literal["tokens", "kept", "spent", "used", "room"]
"""What stops a unit from using a reaction: a word that the descriptions explain."""


class NotUsed(Event):
    """A unit did not react although a standing order was meant for this occasion. Only its player sees this.

    *kept* are the tokens that the standing order keeps back.
    """

    ADDED: ClassVar[bool] = True
    seat: str
    unit: str
    reaction: str
    why: Stop
    kept: int = 0


class Asked(Event):
    """A command waits until a player answers."""

    seat: str
    trigger: str


class TurnEnded(Event):
    """A player's turn ended, and its fatigue rose."""

    seat: str
    fatigue: int
    morale: int
    spent: bool = False


class Surrendered(Event):
    """A player surrendered the game. *match* says that this ended the match."""

    seat: str
    match: bool


class GameEnded(Event):
    """A game of the match ended; *wins* are the games won by red and by teal."""

    game: int
    winner: str
    reason: str
    wins: tuple[int, int]


class MatchEnded(Event):
    """The match ended."""

    result: Result


EVENTS = events_of(battle_events.__name__, __name__)
