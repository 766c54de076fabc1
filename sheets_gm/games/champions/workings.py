"""The battles of a round while they are worked out.

Rules read what stands here and write down what they decide; the next position is made from it once, at the end.
Nothing outside `resolve` ever sees one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from sheets_gm.games.champions.armoury import Item
from sheets_gm.games.champions.data import AFFINITY, Settings
from sheets_gm.games.champions.events import Fighter
from sheets_gm.games.champions.orders import Act
from sheets_gm.games.champions.state import Match
from sheets_gm.games.champions.throws import Throw
from sheets_gm.games.champions.words import SUPPORT
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event

Who: TypeAlias = tuple[str, str]
"""A Champion in play: its player's seat and its type."""


@dataclass(slots=True)
class Bouts:
    """All battles of a round. *health* is of every Champion, *burnt* what was used up.

    *final* and *dealt* are of each player's last battle: the health at which its Champions ended, below nothing too,
    and the damage it dealt (R29).
    """

    match: Match
    dice: Dice
    health: dict[Who, int]
    acts: dict[tuple[str, int, int, int], Act]
    events: list[Event] = field(default_factory=list)
    burnt: dict[Who, list[str]] = field(default_factory=dict)
    fallen: int = 0
    final: dict[str, dict[str, int]] = field(default_factory=dict)
    dealt: dict[str, int] = field(default_factory=dict)

    @property
    def settings(self) -> Settings:
        """The match's settings."""
        return self.match.settings


@dataclass(frozen=True, slots=True)
class Combatant:
    """A Champion in a battle: its side (0 or 1), its place there, what it wears."""

    seat: str
    type: str
    side: int
    slot: int
    items: tuple[Item, ...]
    armor: Item | None

    @property
    def who(self) -> Who:
        """Its key."""
        return self.seat, self.type

    @property
    def name(self) -> str:
        """The Champion as a roll's reason names it."""
        return f"{self.seat} {self.type}"

    def as_told(self, health: int = 0) -> Fighter:
        """The Champion as a story names it."""
        return Fighter(seat=self.seat, champion=self.type, health=health)

    def helps(self) -> bool:
        """Whether it has an affinity for Support items (CBR-22)."""
        return SUPPORT in AFFINITY[self.type]

    def active(self, name: str | None) -> Item | None:
        """The worn item called *name* that can be used, the first one for no name; None where there is none."""
        usable = [item for item in self.items if item.active]
        if name:
            key = name.casefold()
            return next((item for item in usable if key in _spellings(item)), None)
        return usable[0] if usable else None


def _spellings(item: Item) -> tuple[str, ...]:
    return item.id.casefold(), item.name.casefold(), item.label.casefold()


@dataclass(frozen=True, slots=True)
class Share:
    """What an ally's or an enemy's support makes of an attack: whose, how it was thrown, how much."""

    what: str
    throw: str
    dice: tuple[int, ...]
    amount: int


@dataclass(slots=True)
class Turn:
    """One turn of a battle, from the position in which it began (R17).

    *living* are those who fight, *at_work* the side whose Healer's passive is.
    """

    bouts: Bouts
    reason: str
    number: int
    living: tuple[Combatant, ...]
    at_work: int | None
    plus: dict[Who, list[Share]] = field(default_factory=dict)
    minus: dict[Who, list[Share]] = field(default_factory=dict)
    guard: dict[Who, list[Share]] = field(default_factory=dict)
    smoke: dict[Who, int] = field(default_factory=dict)
    evading: set[Who] = field(default_factory=set)
    damage: dict[Who, int] = field(default_factory=dict)
    healing: dict[Who, int] = field(default_factory=dict)

    def health(self, champion: Combatant) -> int:
        """Its health as the turn began."""
        return self.bouts.health[champion.who]

    def allies(self, champion: Combatant) -> tuple[Combatant, ...]:
        """Those of its side, itself among them."""
        return tuple(each for each in self.living if each.side == champion.side)

    def enemies(self, champion: Combatant) -> tuple[Combatant, ...]:
        """Those of the other side."""
        return tuple(each for each in self.living if each.side != champion.side)

    def partner(self, champion: Combatant) -> Combatant | None:
        """The other one of its side."""
        return next((each for each in self.allies(champion) if each is not champion), None)

    def throw(self, throw: Throw, what: str) -> tuple[int, ...]:
        """The dice of *throw*, without what is added."""
        return self.bouts.dice.rolls_of(throw.number, throw.sides, f"{self.reason}: {what}")

    def describe(self, event: Event) -> None:
        """Write down what happened."""
        self.bouts.events.append(event)

    def heal(self, champion: Combatant, amount: int) -> None:
        """Let *champion* gain health at the end of the turn."""
        self.healing[champion.who] = self.healing.get(champion.who, 0) + amount


def counted(faces: Sequence[int], sides: int, *, crit: bool) -> tuple[int, ...]:
    """What dice count: one that shows its highest face doubles, if it can (CBR-55, CBR-56)."""
    return tuple(face * 2 if crit and face == sides else face for face in faces)
