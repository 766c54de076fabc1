"""What happens in a match. An event names units by what everybody called them at the time."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from sheets_gm.games.win_or_die.position import battle_events
from sheets_gm.kernel.outcome import Event, Result, events_of


class GameBegan(Event):
    """A game of the match began."""

    game: int
    wins_needed: int


class RegionChosen(Event):
    """A player's region is shown; an empty one is a random card that stays face down."""

    seat: str
    region: str


class PickAgain(Event):
    """Both players picked the same region, and a die decided that *seat* must pick again."""

    seat: str
    region: str


class BarrackSet(Event):
    """A player's own Barrack, for that player."""

    seat: str
    region: str
    mercenaries: tuple[str, ...]


class FirstPlayer(Event):
    """Who begins: by the last of *rolls*, red's die before teal's, or by a rule."""

    seat: str
    rolls: tuple[tuple[int, int], ...] = ()
    why: str = ""


class LegionSet(Event):
    """A player's legion is ready; who else may know which cards it has is the audience's matter.

    *lineup* is the Recommended Line-up that was used, if one was.
    """

    seat: str
    lineup: str
    units: tuple[str, ...]


class Deployed(Event):
    """A player deployed its legion: the number of each base and its space. *morale* is that of the legion."""

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
    """A command that could not be carried out was skipped; for its player."""

    seat: str
    text: str


Stop: TypeAlias = Literal["tokens", "kept", "spent", "used", "room"]
"""What stops a unit from using a reaction: a word that the descriptions explain."""


class NotUsed(Event):
    """A standing order was for this occasion, and its unit did not react; for its player.

    *kept* are the tokens that the standing order keeps.
    """

    ADDED: ClassVar[bool] = True
    seat: str
    unit: str
    reaction: str
    why: Stop
    kept: int = 0


class Asked(Event):
    """A command waits until a player has answered."""

    seat: str
    trigger: str


class TurnEnded(Event):
    """A player's turn ended, and its fatigue rose."""

    seat: str
    fatigue: int
    morale: int
    spent: bool = False


class Surrendered(Event):
    """A player surrendered the game; *match*: and with it the match."""

    seat: str
    match: bool


class GameEnded(Event):
    """A game of the match ended; *wins* are those of red and teal."""

    game: int
    winner: str
    reason: str
    wins: tuple[int, int]


class MatchEnded(Event):
    """The match ended."""

    result: Result


EVENTS = events_of(battle_events.__name__, __name__)
