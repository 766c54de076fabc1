"""What happens in a match. An event names units by what everybody called them at the time."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from sheets_gm.games.win_or_die.position.battle_events import (
    AbilityUsed,
    Affected,
    Attacked,
    Called,
    Convened,
    Damaged,
    Healed,
    Killed,
    MoraleRaised,
    Moved,
    Redirected,
    Revealed,
    TargetInvalid,
    TokensGained,
)
from sheets_gm.kernel.outcome import Event, Result


class GameBegan(Event):
    """A game of the match began."""

    kind: Literal["game_began"] = "game_began"
    game: int
    wins_needed: int


class RegionChosen(Event):
    """A player's region is shown; an empty one is a random card that stays face down."""

    kind: Literal["region_chosen"] = "region_chosen"
    seat: str
    region: str


class PickAgain(Event):
    """Both players picked the same region, and a die decided that *seat* must pick again."""

    kind: Literal["pick_again"] = "pick_again"
    seat: str
    region: str


class BarrackSet(Event):
    """A player's own Barrack, for that player."""

    kind: Literal["barrack_set"] = "barrack_set"
    seat: str
    region: str
    mercenaries: tuple[str, ...]


class FirstPlayer(Event):
    """Who begins: by the last of *rolls*, red's die before teal's, or by a rule."""

    kind: Literal["first_player"] = "first_player"
    seat: str
    rolls: tuple[tuple[int, int], ...] = ()
    why: str = ""


class LegionSet(Event):
    """A player's legion is ready; who else may know which cards it has is the audience's matter.

    *lineup* is the Recommended Line-up that was used, if one was.
    """

    kind: Literal["legion_set"] = "legion_set"
    seat: str
    lineup: str
    units: tuple[str, ...]


class Deployed(Event):
    """A player deployed its legion: the number of each base and its space. *morale* is that of the legion."""

    kind: Literal["deployed"] = "deployed"
    seat: str
    bases: tuple[tuple[str, str], ...]
    morale: int
    crystals: int


class TurnBegan(Event):
    """A player's turn began, with this number of Command Tokens."""

    kind: Literal["turn_began"] = "turn_began"
    seat: str
    turn: int
    tokens: int


class Mined(Event):
    """A player's mines paid Titan Crystals."""

    kind: Literal["mined"] = "mined"
    seat: str
    mines: tuple[str, ...]
    crystals: int
    total: int


class Skipped(Event):
    """A command that could not be carried out was skipped; for its player."""

    kind: Literal["skipped"] = "skipped"
    seat: str
    text: str


Stop: TypeAlias = Literal["tokens", "kept", "spent", "used", "room"]
"""What stops a unit from using a reaction: a word that the descriptions explain."""


class NotUsed(Event):
    """A standing order was for this occasion, and its unit did not react; for its player.

    *kept* are the tokens that the standing order keeps.
    """

    ADDED: ClassVar[bool] = True
    kind: Literal["not_used"] = "not_used"
    seat: str
    unit: str
    reaction: str
    why: Stop
    kept: int = 0


class Asked(Event):
    """A command waits until a player has answered."""

    kind: Literal["asked"] = "asked"
    seat: str
    trigger: str


class TurnEnded(Event):
    """A player's turn ended, and its fatigue rose."""

    kind: Literal["turn_ended"] = "turn_ended"
    seat: str
    fatigue: int
    morale: int
    spent: bool = False


class Surrendered(Event):
    """A player surrendered the game; *match*: and with it the match."""

    kind: Literal["surrendered"] = "surrendered"
    seat: str
    match: bool


class GameEnded(Event):
    """A game of the match ended; *wins* are those of red and teal."""

    kind: Literal["game_ended"] = "game_ended"
    game: int
    winner: str
    reason: str
    wins: tuple[int, int]


class MatchEnded(Event):
    """The match ended."""

    kind: Literal["match_ended"] = "match_ended"
    result: Result


EVENTS: tuple[type[Event], ...] = (
    GameBegan,
    RegionChosen,
    PickAgain,
    BarrackSet,
    FirstPlayer,
    LegionSet,
    Deployed,
    TurnBegan,
    Mined,
    Revealed,
    Moved,
    Attacked,
    TargetInvalid,
    AbilityUsed,
    Damaged,
    Healed,
    Affected,
    TokensGained,
    Redirected,
    Killed,
    Called,
    Convened,
    MoraleRaised,
    Skipped,
    NotUsed,
    Asked,
    TurnEnded,
    Surrendered,
    GameEnded,
    MatchEnded,
)
