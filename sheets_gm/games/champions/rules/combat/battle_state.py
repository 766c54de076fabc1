"""The working state of a round's battles.

The rules read it and record their results in it. The next position is built from it once, at the end. Nothing outside
`resolve` uses it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from sheets_gm.games.champions.data.dice_notation import DiceFormula
from sheets_gm.games.champions.data.items import Item
from sheets_gm.games.champions.data.numbers import AFFINITY
from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.position.battle_events import Chance, Fighter
from sheets_gm.games.champions.position.orders import Act
from sheets_gm.games.champions.position.state import Match
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event

Who: TypeAlias = tuple[str, str]
"""A Champion: its player's seat and its type."""


@dataclass(slots=True)
class BattleState:
    """All battles of a round. *health* holds every Champion's health, *used_up* the items that are gone.

    *final* and *dealt* hold, for each player that fought, the final health of its Champions, which may be negative, and
    the damage it dealt in all its battles (R29). *audience* are the seats that see the dice of the current battle.
    """

    match: Match
    dice: Dice
    health: dict[Who, int]
    acts: dict[tuple[str, int, int, int], Act]
    events: list[Event] = field(default_factory=list)
    used_up: dict[Who, list[str]] = field(default_factory=dict)
    fallen: int = 0
    final: dict[str, dict[str, int]] = field(default_factory=dict)
    dealt: dict[str, int] = field(default_factory=dict)
    audience: tuple[str, ...] | None = None

    @property
    def settings(self) -> Settings:
        """The match's settings."""
        return self.match.settings

    def record(self, event: Event) -> None:
        """Record an event of the current battle for those who see its dice."""
        self.events.append(event.but(audience=self.audience))

    def rolls_of(self, formula: DiceFormula, why: str) -> tuple[int, ...]:
        """Roll the dice of *formula*, without its constant. Only those who see the current battle see the roll."""
        return self.dice.rolls_of(formula.number, formula.sides, why, hidden=self.audience is not None)


@dataclass(frozen=True, slots=True)
class Combatant:
    """A Champion in a battle: its side (0 or 1), its slot there (1 or 2) and what it wears."""

    seat: str
    type: str
    side: int
    slot: int
    items: tuple[Item, ...]
    armor: Item | None

    @property
    def who(self) -> Who:
        """The key of the Champion in `BattleState`."""
        return self.seat, self.type

    @property
    def name(self) -> str:
        """The name of the Champion in the reason of a roll."""
        return f"{self.seat} {self.type}"

    def as_fighter(self, health: int = 0) -> Fighter:
        """Return the Champion as events store it."""
        return Fighter(seat=self.seat, champion=self.type, health=health)

    @property
    def worn(self) -> tuple[Item, ...]:
        """All items that the Champion wears."""
        return self.items if self.armor is None else (*self.items, self.armor)

    def has_affinity(self, item: Item) -> bool:
        """Whether the Champion has an affinity for the category of *item* (CBR-20 to CBR-22)."""
        return item.category in AFFINITY[self.type]

    def active(self, name: str | None) -> Item | None:
        """Return the usable item called *name* that the Champion wears, any if *name* is None; None if it
        wears none.
        """
        usable = [item for item in self.items if item.active]
        if name:
            key = name.casefold()
            return next((item for item in usable if key in _spellings(item)), None)
        return usable[0] if usable else None


def _spellings(item: Item) -> tuple[str, ...]:
    return item.id.casefold(), item.name.casefold(), item.label.casefold()


@dataclass(frozen=True, slots=True)
class SupportEffect:
    """An addition or subtraction of Support to an attack: the item's name, its dice notation, the dice and
    the amount.
    """

    what: str
    formula: str
    dice: tuple[int, ...]
    amount: int


@dataclass(slots=True)
class Turn:
    """One turn of a battle. Everything in it is decided by the position at its start (R17).

    *living* are the Champions that fight; *at_work* is the side whose Healer's passive effect applies. The other fields
    collect the effects of this turn, by Champion.
    """

    battles: BattleState
    reason: str
    number: int
    living: tuple[Combatant, ...]
    at_work: int | None
    plus: dict[Who, list[SupportEffect]] = field(default_factory=dict)
    minus: dict[Who, list[SupportEffect]] = field(default_factory=dict)
    guard: dict[Who, list[SupportEffect]] = field(default_factory=dict)
    smoke: dict[Who, list[Chance]] = field(default_factory=dict)
    evading: set[Who] = field(default_factory=set)
    damage: dict[Who, int] = field(default_factory=dict)
    healing: dict[Who, int] = field(default_factory=dict)

    def health(self, champion: Combatant) -> int:
        """The health of *champion* at the start of the turn."""
        return self.battles.health[champion.who]

    def allies(self, champion: Combatant) -> tuple[Combatant, ...]:
        """Return the Champions on the same side, including *champion*."""
        return tuple(each for each in self.living if each.side == champion.side)

    def enemies(self, champion: Combatant) -> tuple[Combatant, ...]:
        """Return the Champions on the other side."""
        return tuple(each for each in self.living if each.side != champion.side)

    def partner(self, champion: Combatant) -> Combatant | None:
        """Return the other Champion on the same side, None if *champion* fights alone."""
        return next((each for each in self.allies(champion) if each is not champion), None)

    def roll(self, formula: DiceFormula, what: str) -> tuple[int, ...]:
        """Roll the dice of *formula*, without its constant."""
        return self.battles.rolls_of(formula, f"{self.reason}: {what}")

    def record(self, event: Event) -> None:
        """Record an event."""
        self.battles.record(event)

    def heal(self, champion: Combatant, amount: int) -> None:
        """Add to the health that *champion* gains at the end of the turn."""
        self.healing[champion.who] = self.healing.get(champion.who, 0) + amount


def dice_values(faces: Sequence[int], sides: int, *, crit: bool) -> tuple[int, ...]:
    """Return the values of dice. With *crit*, a die that shows its highest face counts double (CBR-55, CBR-56)."""
    return tuple(face * 2 if crit and face == sides else face for face in faces)
