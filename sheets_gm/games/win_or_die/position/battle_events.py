"""The events of a battle. An event names units as everybody could name them at that time."""

from __future__ import annotations

from sheets_gm.kernel.outcome import Event


class Revealed(Event):
    """A unit was revealed for the rest of the game."""

    unit: str
    seat: str
    card: str
    enhancements: tuple[str, ...]
    region: str = ""


class Moved(Event):
    """A unit moved along *way*, from its first space to the last."""

    unit: str
    way: tuple[str, ...]


class Attacked(Event):
    """A unit attacked or counterattacked: the dice, the hits, the damage, and the health that the target has left.

    *support* is the number of dice from adjacent allies. *high* marks an attack from highland against lower ground.
    """

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
    """A target turned out to be out of reach when it was revealed."""

    unit: str
    target: str
    returned: bool


class AbilityUsed(Event):
    """A unit used the ability called *text* on *target*."""

    unit: str
    ability: str
    how: str
    target: str = ""


class Damaged(Event):
    """An ability or Tactic, named in *why*, damaged a unit."""

    unit: str
    damage: int
    left: int
    why: str


class Healed(Event):
    """A unit was healed."""

    unit: str
    amount: int
    left: int
    why: str


class Affected(Event):
    """A lasting effect began on a unit: a change of a stat, "root" or "shield"."""

    unit: str
    what: str
    amount: int
    until: str
    why: str


class TokensGained(Event):
    """A player got more Command Tokens for this turn."""

    seat: str
    amount: int
    why: str


class Redirected(Event):
    """A unit became the target of an attack instead of another."""

    unit: str
    target: str


class Killed(Event):
    """A unit was killed; *morale* is what its legion has left. *too_many* says that its call exceeded the highest
    morale.
    """

    unit: str
    seat: str
    at: str
    morale: int
    too_many: bool = False


class Called(Event):
    """An ally was called and placed."""

    unit: str
    caller: str
    at: str
    enhancements: tuple[str, ...]
    price: int
    left: int


class Convened(Event):
    """A player activated a Tactic; *effect* says what it does."""

    seat: str
    tactic: str
    effect: str
    crystals: int


class MoraleRaised(Event):
    """A Tactic raised a legion's morale."""

    seat: str
    amount: int
    morale: int
