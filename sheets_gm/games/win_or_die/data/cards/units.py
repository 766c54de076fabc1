"""The unit cards (rulebook, "Card information"): their figures and abilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from sheets_gm.games.csv_tables import BadTable, TableRow, table_rows
from sheets_gm.games.win_or_die.data.cards.effects import Ability, Effect, read_effect
from sheets_gm.games.win_or_die.data.words import CHOSEN, KINDS, LEADER, MERCENARIES, PASSIVE, REACTION, TYPES

UNITS, ABILITIES = "units.csv", "abilities.csv"

_FIGURES: Mapping[str, tuple[int, int]] = {
    "cost": (0, 20),
    "morale": (0, 20),
    "speed": (0, 9),
    "power": (0, 20),
    "attack_hit": (2, 6),
    "counter": (0, 20),
    "counter_hit": (2, 6),
    "health": (1, 30),
    "range_min": (1, 9),
    "range_max": (1, 9),
    "limit": (1, 9),
}
"""The figures of a card, each with its lowest and highest value."""


@dataclass(frozen=True, eq=False)
class Card:
    """A unit card. *attack_hit* and *counter_hit* are the lowest dice that hit (WOD-13, WOD-14)."""

    id: str
    name: str
    region: str
    faction: str
    type: str
    cost: int
    morale: int
    speed: int
    power: int
    attack_hit: int
    counter: int
    counter_hit: int
    health: int
    range_min: int
    range_max: int
    limit: int
    abilities: tuple[Ability, ...] = ()

    @property
    def leader(self) -> bool:
        """Whether the card has the crown: it costs nothing and has no morale (WOD-6)."""
        return self.type == LEADER

    @property
    def ranged(self) -> bool:
        """Whether the unit can attack from 2 spaces or more (R4)."""
        return self.range_max > 1

    @cached_property
    def passives(self) -> tuple[Effect, ...]:
        """The effects of its passive abilities."""
        return tuple(effect for each in self.abilities if each.kind == PASSIVE for effect in each.effects)

    def passive(self, name: str) -> tuple[Effect, ...]:
        """Return the passive effects called *name*."""
        return tuple(effect for effect in self.passives if effect.name == name)

    def ability(self, name: str) -> Ability | None:
        """Return the ability called *name*, None if the card has none."""
        return next((each for each in self.abilities if each.name == name), None)

    def reactions(self, trigger: str) -> tuple[Ability, ...]:
        """Return the reactions to *trigger*."""
        return tuple(each for each in self.abilities if each.kind == REACTION and each.trigger == trigger)

    @property
    def commanded(self) -> tuple[Ability, ...]:
        """The abilities that a command can use: actions and ultimates."""
        return tuple(each for each in self.abilities if each.kind not in (PASSIVE, REACTION))


def read_cards(units: str, abilities: str) -> dict[str, Card]:
    """Read the cards from the texts of two tables, by id. Raises BadTable."""
    rows = dict(_unit_rows(units))
    rows_by_card: dict[str, dict[str, list[TableRow]]] = {}
    headings = ("card", "ability", "kind", "trigger", "target", "range")
    for row in table_rows(ABILITIES, abilities, (*headings, "effect", "amount", "stat", "of", "when", "until")):
        card = row.one_of("card", tuple(rows)) if row["card"] in rows else row["card"]
        if card not in rows:
            raise row.bad(f"{UNITS} has no card “{card}”", "card")
        rows_by_card.setdefault(card, {}).setdefault(row.named("ability"), []).append(row)
    cards = {
        name: _card(row, tuple(_ability(each, lines) for each, lines in rows_by_card.get(name, {}).items()))
        for name, row in rows.items()
    }
    _check_regions(cards)
    return cards


def _unit_rows(text: str) -> Iterator[tuple[str, TableRow]]:
    seen: set[str] = set()
    names: set[str] = set()
    for row in table_rows(UNITS, text, ("card", "name", "region", "faction", "type", *_FIGURES)):
        card = row.named("card")
        if card in seen:
            raise row.bad(f"there is already a card “{card}” above", "card")
        if row.named("name") in names:
            raise row.bad(f"there is already a card named “{row['name']}” above", "name")
        seen.add(card)
        names.add(row["name"])
        yield card, row


def _card(row: TableRow, abilities: tuple[Ability, ...]) -> Card:
    figures = {name: row.whole(name, low, high) for name, (low, high) in _FIGURES.items()}
    type = row.one_of("type", TYPES)
    if figures["cost"] != figures["morale"]:
        raise row.bad("recruiting a unit costs as many crystals as it has morale", "morale")  # WOD-5
    if (type == LEADER) is not (figures["cost"] == 0):
        raise row.bad("a Leader costs nothing, and only a Leader does", "cost")  # WOD-6
    if figures["range_min"] > figures["range_max"]:
        raise row.bad("it is more than range_max", "range_min")
    if type == LEADER and row["region"] == MERCENARIES:
        raise row.bad("Mercenaries have no Leader", "type")
    region, faction = row.named("region"), row.named("faction")
    return Card(row["card"], row["name"], region, faction, type, **figures, abilities=abilities)


def _ability(name: str, rows: list[TableRow]) -> Ability:
    effects = tuple(read_effect(row) for row in rows)
    first = rows[0]
    for row in rows[1:]:
        for column in ("kind", "trigger"):
            if row[column] != first[column]:
                raise row.bad(f"the lines of {name} have different values here", column)
    chosen = {(each.target, each.range) for each in effects if each.target in CHOSEN}
    if len(chosen) > 1:
        raise rows[-1].bad(f"{name} can have only one target that a player chooses, with one range", "target")
    if sum(each.name == "move" for each in effects) > 1:
        raise rows[-1].bad(f"{name} can move only one unit", "effect")
    return Ability(name, first.one_of("kind", KINDS), first["trigger"], effects)


def _check_regions(cards: Mapping[str, Card]) -> None:
    """Raise BadTable unless each region has a Leader and one faction (WOD-20, WOD-42), and there are two Mercenaries
    (WOD-37).
    """
    for region in dict.fromkeys(card.region for card in cards.values()):
        region_cards = [card for card in cards.values() if card.region == region]
        if region == MERCENARIES:
            continue
        if not any(card.leader for card in region_cards):
            raise BadTable(f"{UNITS}: {region} has no Leader")
        if len({card.faction for card in region_cards}) > 1:
            raise BadTable(f"{UNITS}: the cards of {region} belong to several factions")
    if sum(card.region == MERCENARIES for card in cards.values()) < 2:
        raise BadTable(f"{UNITS}: there must be at least two cards of the region {MERCENARIES}")
