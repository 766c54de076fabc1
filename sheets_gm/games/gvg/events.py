"""What happens in a match, in the past tense."""

from __future__ import annotations

from typing import Literal

from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Event, Result


class SkillUsed(Event):
    """A team paid for a skill, which is at work this turn."""

    kind: Literal["skill_used"] = "skill_used"
    team: str
    skill: str
    left: int


class SkillRefused(Event):
    """A skill could not be used: its team lacked coins, or it had to wait for its cooldown."""

    kind: Literal["skill_refused"] = "skill_refused"
    team: str
    skill: str
    why: Literal["coins", "cooldown"]


class Moved(Event):
    """A player moved. *wanted* is where it wanted to go, if that was too far; *steps* were the most it might."""

    kind: Literal["moved"] = "moved"
    seat: str
    start: str
    end: str
    steps: int
    wanted: str | None = None


class Flew(Event):
    """A player was shot across the board by a ballista."""

    kind: Literal["flew"] = "flew"
    seat: str
    end: str
    left: int


class Captured(Event):
    """A player carried the enemy's Tree into its own Base."""

    kind: Literal["captured"] = "captured"
    seat: str
    team: str


class Part(Model):
    """A share of a side's total: a player's roll, a bonus, a structure's die."""

    what: str
    amount: int
    seat: str | None = None


class Side(Model):
    """One side of a battle: a team (or "boss"), what made up its total, who stood there."""

    team: str
    parts: tuple[Part, ...]
    seats: tuple[str, ...]

    @property
    def total(self) -> int:
        """The sum of its parts."""
        return sum(part.amount for part in self.parts)


class Fought(Event):
    """A battle. *attack* and *defence* are its sides; on an open tile both attack, and the names only tell them apart.

    *outcome* is "attack" or "defence" for the side that won, or "stalemate".
    """

    kind: Literal["fought"] = "fought"
    at: str
    place: Literal["open", "bulwark", "fish", "tree", "boss"]
    attack: Side
    defence: Side
    outcome: Literal["attack", "defence", "stalemate"]


class Protected(Event):
    """City Protection spared a structure a battle."""

    kind: Literal["protected"] = "protected"
    at: str
    team: str


class HeartLost(Event):
    """A structure lost a heart; with none left it is destroyed."""

    kind: Literal["heart_lost"] = "heart_lost"
    at: str
    structure: Literal["Bulwark", "Fish"]
    team: str
    left: int


class KnockedDown(Event):
    """Players were knocked down."""

    kind: Literal["knocked_down"] = "knocked_down"
    seats: tuple[str, ...]
    at: str


class CoinGained(Event):
    """A team took the coin of a jungle tile."""

    kind: Literal["coin_gained"] = "coin_gained"
    team: str
    at: str
    coins: int


class CoinsRespawned(Event):
    """The jungle has its coins again."""

    kind: Literal["coins_respawned"] = "coins_respawned"
    at: tuple[str, ...]


class BossSpawned(Event):
    """The Boss appeared; a coin decided where."""

    kind: Literal["boss_spawned"] = "boss_spawned"
    at: str
    heads: bool


class BossHit(Event):
    """The Boss lost hearts."""

    kind: Literal["boss_hit"] = "boss_hit"
    teams: tuple[str, ...]
    left: int


class BossSlain(Event):
    """The Boss died, and each of *coins* went to its team."""

    kind: Literal["boss_slain"] = "boss_slain"
    coins: dict[str, int]


class TreePicked(Event):
    """A player picked up a Tree."""

    kind: Literal["tree_picked"] = "tree_picked"
    seat: str
    owner: str


class PickupFailed(Event):
    """A player reached for a Tree and did not get it."""

    kind: Literal["pickup_failed"] = "pickup_failed"
    seat: str
    why: Literal["none here", "knocked down", "another was first"]


class TreeDropped(Event):
    """A carrier dropped its Tree."""

    kind: Literal["tree_dropped"] = "tree_dropped"
    seat: str
    owner: str
    at: str


class TreeReset(Event):
    """A Tree that lay too long went home."""

    kind: Literal["tree_reset"] = "tree_reset"
    owner: str
    at: str


class Revived(Event):
    """A Healer revived players."""

    kind: Literal["revived"] = "revived"
    seats: tuple[str, ...]
    by: str


class Respawned(Event):
    """Players came back to their Base."""

    kind: Literal["respawned"] = "respawned"
    seats: tuple[str, ...]
    team: str


class ShotsCompared(Event):
    """A round of the Archery Duel: the distances, and who was nearer (None: shoot again)."""

    kind: Literal["shots_compared"] = "shots_compared"
    round: int
    blue: float
    red: float
    winner: str | None


class DuelWon(Event):
    """The Archery Duel is won."""

    kind: Literal["duel_won"] = "duel_won"
    team: str
    coins: int


class Ended(Event):
    """The match is over."""

    kind: Literal["ended"] = "ended"
    result: Result


EVENTS: tuple[type[Event], ...] = (
    SkillUsed,
    SkillRefused,
    Moved,
    Flew,
    Captured,
    Fought,
    Protected,
    HeartLost,
    KnockedDown,
    CoinGained,
    CoinsRespawned,
    BossSpawned,
    BossHit,
    BossSlain,
    TreePicked,
    PickupFailed,
    TreeDropped,
    TreeReset,
    Revived,
    Respawned,
    ShotsCompared,
    DuelWon,
    Ended,
)
