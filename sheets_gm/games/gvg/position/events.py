"""The events of a match."""

from __future__ import annotations

from typing import Literal

from sheets_gm.games.gvg.data.words import Step
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Event, Result, events_of


class SkillUsed(Event):
    """A team paid for a skill, which is active this turn. *left* are its remaining coins."""

    team: str
    skill: str
    left: int


class SkillRefused(Event):
    """A skill was not used: its team lacked the coins, or it was on cooldown or chosen twice."""

    team: str
    skill: str
    why: Literal["coins", "cooldown", "twice"]


class Moved(Event):
    """A player moved. *steps* is the most it could move; *wanted* is its destination if that was out of reach.

    *roll* is its movement roll (None if it carries a Tree), *skill* the skill that added to its steps.
    """

    seat: str
    start: str
    end: str
    steps: int
    wanted: str | None = None
    roll: int | None = None
    skill: str | None = None


class Flew(Event):
    """A ballista teleported a player. *left* are its team's remaining charges."""

    seat: str
    end: str
    left: int


class Captured(Event):
    """A player carried the enemy's Tree into its own Base."""

    seat: str
    team: str


class Part(Model):
    """One number in a side's total: a roll, a bonus, or a structure's die."""

    what: str
    amount: int
    seat: str | None = None


class Side(Model):
    """One side of a battle: a team (or "boss"), the parts of its total, and its players."""

    team: str
    parts: tuple[Part, ...]
    seats: tuple[str, ...]

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum(part.amount for part in self.parts)


class Fought(Event):
    """A battle took place. On an open tile both sides attack; *attack* and *defence* are then only names.

    *outcome* names the side that won, or is "stalemate". *buffed* has the Healers whose buffs count for a roll, by the
    rolling seat; *negated* those whose buff Healing Reduction negates. *idle* has the actions of players on the tile
    who do not roll, by seat.
    """

    at: str
    place: Literal["open", "bulwark", "fish", "tree", "boss"]
    attack: Side
    defence: Side
    outcome: Literal["attack", "defence", "stalemate"]
    buffed: dict[str, tuple[str, ...]] = {}
    negated: tuple[str, ...] = ()
    idle: dict[str, str] = {}


class Protected(Event):
    """City Protection prevented the battle at a structure."""

    at: str
    team: str


class HPLost(Event):
    """A structure lost 1 HP. It is destroyed if none is left."""

    kind: Literal["heart_lost"] = "heart_lost"
    at: str
    structure: Literal["Bulwark", "Fish"]
    team: str
    left: int


class KnockedDown(Event):
    """Players were knocked down."""

    seats: tuple[str, ...]
    at: str


class CoinGained(Event):
    """A team took the coin of a jungle tile."""

    team: str
    at: str
    coins: int


class CoinsRespawned(Event):
    """Coins respawned on jungle tiles."""

    at: tuple[str, ...]


class BossSpawned(Event):
    """The Boss appeared. A coin flip chose the tile."""

    at: str
    heads: bool


class BossHit(Event):
    """The Boss lost HP: 1 for each team in *teams*."""

    teams: tuple[str, ...]
    left: int


class BossSlain(Event):
    """The Boss was killed. *coins* maps rewarded teams to their coins, *margins* every team that hit it to
    its margin.
    """

    coins: dict[str, int]
    margins: dict[str, int] = {}


class TreePicked(Event):
    """A player picked up a Tree."""

    seat: str
    owner: str


class PickupFailed(Event):
    """A player tried to pick up a Tree and failed."""

    seat: str
    why: Literal["none here", "knocked down", "another was first", "carries one"]


class TreeDropped(Event):
    """A carrier dropped its Tree."""

    seat: str
    owner: str
    at: str


class TreeReset(Event):
    """A dropped Tree returned home (`tree_reset_turns`)."""

    owner: str
    at: str


class Revived(Event):
    """A Healer revived players."""

    seats: tuple[str, ...]
    by: str


class Respawned(Event):
    """Players respawned at their Base."""

    seats: tuple[str, ...]
    team: str


class ShotsCompared(Event):
    """A round of the Archery Duel was shot: the distances, and the team that scored (None: both shoot again)."""

    round: int
    blue: float
    red: float
    winner: str | None


class DuelWon(Event):
    """A team won the Archery Duel."""

    team: str
    coins: int


class Ended(Event):
    """The match ended. *scores* are both teams' scores in the tie-breaker *step*, if one decided."""

    result: Result
    step: Step | None = None
    scores: dict[str, int] = {}


EVENTS = events_of(__name__)
