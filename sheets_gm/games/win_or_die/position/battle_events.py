"""What happens in a battle. An event names units by what everybody called them at the time."""

from __future__ import annotations

from sheets_gm.kernel.outcome import Event


class Revealed(Event):
    """A unit was revealed for good."""

    unit: str
    seat: str
    card: str
    enhancements: tuple[str, ...]
    region: str = ""


class Moved(Event):
    """A unit moved along *way*, from its first space to its last."""

    unit: str
    way: tuple[str, ...]


class Attacked(Event):
    """A unit attacked or counterattacked: the dice, the hits, the damage, and the health that the target has left.

    *support* is the number of dice from adjacent allies. *high*: from highland against lower ground.
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
    """A target proved to be out of reach when it was revealed."""

    unit: str
    target: str
    returned: bool


class AbilityUsed(Event):
    """A unit used an ability: *text* is its name; *target* what was chosen."""

    unit: str
    ability: str
    how: str
    target: str = ""


class Damaged(Event):
    """A unit suffered damage that no attack did; *why* is the ability or the Tactic."""

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
    """Something lasts on a unit: a change of a stat, "root" or "shield"."""

    unit: str
    what: str
    amount: int
    until: str
    why: str


class TokensGained(Event):
    """A player has more Command Tokens in this turn."""

    seat: str
    amount: int
    why: str


class Redirected(Event):
    """A unit became the target of an attack in another's place."""

    unit: str
    target: str


class Killed(Event):
    """A unit was killed; *morale* is what its legion has left. *too_many*: it was called beyond the highest morale."""

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
