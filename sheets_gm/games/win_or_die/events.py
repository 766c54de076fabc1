"""What happens in a match. An event names units by what everybody called them at the time."""

from __future__ import annotations

from typing import Literal

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
    """A player's turn began, with so many Command Tokens."""

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


class Revealed(Event):
    """A unit was revealed for good."""

    kind: Literal["revealed"] = "revealed"
    unit: str
    seat: str
    card: str
    enhancements: tuple[str, ...]
    region: str = ""


class Moved(Event):
    """A unit moved along *way*, from its first space to its last."""

    kind: Literal["moved"] = "moved"
    unit: str
    way: tuple[str, ...]


class Attacked(Event):
    """A unit attacked or counterattacked: the dice, the hits, the damage, and the health that the target has left.

    *support* is the number of dice from adjacent allies. *high*: from highland against lower ground.
    """

    kind: Literal["attacked"] = "attacked"
    unit: str
    target: str
    counter: bool
    dice: tuple[int, ...]
    need: int
    high: bool
    support: int
    hits: int
    damage: int
    left: int


class TargetInvalid(Event):
    """A target proved to be out of reach when it was revealed."""

    kind: Literal["target_invalid"] = "target_invalid"
    unit: str
    target: str
    returned: bool


class AbilityUsed(Event):
    """A unit used an ability: *text* is its name; *target* what was chosen."""

    kind: Literal["ability_used"] = "ability_used"
    unit: str
    ability: str
    how: str
    target: str = ""


class Damaged(Event):
    """A unit suffered damage that no attack did; *why* is the ability or the Tactic."""

    kind: Literal["damaged"] = "damaged"
    unit: str
    damage: int
    left: int
    why: str


class Healed(Event):
    """A unit was healed."""

    kind: Literal["healed"] = "healed"
    unit: str
    amount: int
    left: int
    why: str


class Affected(Event):
    """Something lasts on a unit: a change of a stat, "root" or "shield"."""

    kind: Literal["affected"] = "affected"
    unit: str
    what: str
    amount: int
    until: str
    why: str


class TokensGained(Event):
    """A player has more Command Tokens in this turn."""

    kind: Literal["tokens_gained"] = "tokens_gained"
    seat: str
    amount: int
    why: str


class Redirected(Event):
    """A unit became the target of an attack in another's place."""

    kind: Literal["redirected"] = "redirected"
    unit: str
    target: str


class Killed(Event):
    """A unit was killed; *morale* is what its legion has left. *too_many*: it was called beyond the highest morale."""

    kind: Literal["killed"] = "killed"
    unit: str
    seat: str
    at: str
    morale: int
    too_many: bool = False


class Called(Event):
    """An ally was called and placed."""

    kind: Literal["called"] = "called"
    unit: str
    caller: str
    at: str
    enhancements: tuple[str, ...]
    price: int
    left: int


class Convened(Event):
    """A player activated a Tactic; *effect* says what it does."""

    kind: Literal["convened"] = "convened"
    seat: str
    tactic: str
    effect: str
    crystals: int


class MoraleRaised(Event):
    """A Tactic raised a legion's morale."""

    kind: Literal["morale_raised"] = "morale_raised"
    seat: str
    amount: int
    morale: int


class Skipped(Event):
    """A command that could not be carried out was skipped; for its player."""

    kind: Literal["skipped"] = "skipped"
    seat: str
    text: str


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
    Asked,
    TurnEnded,
    Surrendered,
    GameEnded,
    MatchEnded,
)
