"""The Champions that a bot sends into its battles, and their actions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from sheets_gm.games.champions.bots.equipping import (
    average_attack,
    average_defence,
    average_help,
    living_champions,
    usefulness,
)
from sheets_gm.games.champions.data.items import Item, ItemTable, read_items
from sheets_gm.games.champions.data.numbers import ATTACK, GLADIATOR, HEALER, SUPPORT_ACTION, TEAM, TYPES
from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.position.state import Champion
from sheets_gm.games.champions.rules.combat.strength import Matchup, multiplier, passive
from sheets_gm.games.champions.views.visible import Holdings, View
from sheets_gm.kernel.forms import Form, Typed


@dataclass(frozen=True)
class _Fighter:
    type: str
    health: int
    worn: tuple[Item, ...] = ()
    armor: float = 0.0


def fight_rows(view: View, hand: Holdings, form: Form) -> list[dict[str, Typed]]:
    """Choose the best pair for each battle, and its actions."""
    table = read_items(view.settings.items)
    fighters = {champion.type: _fighter(champion, table) for champion in living_champions(hand)}
    places = [(int(str(row.says["battle"])), int(str(row.says["slot"]))) for row in form.each]
    rivals = dict(enumerate((fight.against(hand.seat) for fight in view.fights if hand.seat in fight.seats), start=1))
    teams: dict[int, tuple[_Fighter, ...]] = {}
    unused = dict(fighters)
    for battle, seat in rivals.items():
        size = len({slot for each, slot in places if each == battle})
        if not size:
            continue  # the opponent gave up
        foes = [_Fighter(type, health) for type, health in view.person(seat).champions.items() if health]
        among = unused if len(unused) >= size else fighters
        teams[battle] = max(combinations(among.values(), size), key=lambda team: _chances(view, team, foes))
        unused = {type: each for type, each in unused.items() if each not in teams[battle]}
    rows: list[dict[str, Typed]] = []
    for row, (battle, slot) in zip(form.each, places, strict=True):
        if battle not in teams:
            rows.append({"champion": row.fields[0].default})  # the row of a player without a battle
            continue
        foes = [_Fighter(type, health) for type, health in view.person(rivals[battle]).champions.items() if health]
        rows.append(_action(view, teams[battle], teams[battle][slot - 1], foes, first=row.says["turn"] == 1))
    return rows


def _fighter(champion: Champion, item_table: ItemTable) -> _Fighter:
    items = tuple(item_table[item] for item in champion.items)
    return _Fighter(
        champion.type, champion.health, items, average_defence(item_table[champion.armor]) if champion.armor else 0.0
    )


def _chances(view: View, team: Sequence[_Fighter], foes: Sequence[_Fighter]) -> float:
    """Return how well *team* does against the pairs that it may meet. Healthy pairs count more."""
    pairs = list(combinations(foes, min(TEAM, len(foes))))
    weights = [sum(each.health for each in pair) for pair in pairs]
    scores = [math.log(_odds(view, team, pair)) * weight for pair, weight in zip(pairs, weights, strict=True)]
    return sum(scores) / sum(weights) + 0.002 * sum(each.health for each in team)


def _odds(view: View, team: Sequence[_Fighter], foes: Sequence[_Fighter]) -> float:
    """Estimate how much longer *team* survives against *foes* than they against it."""
    sides = (tuple(each.type for each in team), tuple(each.type for each in foes))
    at_work = passive(sides)
    rate = sum(max(_damage(view, each, foe, 0, at_work) for foe in foes) for each in team)
    against = sum(sum(_damage(view, foe, each, 1, at_work) for each in team) / len(team) for foe in foes)
    lasts = sum(each.health for each in team) / max(0.5, against - _healing(view.settings, team))
    return lasts * rate / sum(each.health for each in foes)


def _damage(view: View, by: _Fighter, target: _Fighter, side: int, at_work: int | None) -> float:
    percent, _ = multiplier(view.settings, Matchup(by.type, target.type, side, at_work), affinity=False)
    raw = average_attack(view.settings, by.type, by.worn) - target.armor
    return max(0.1, max(1.0, raw) * percent / 100 * (0.3 if by.type == HEALER else 1.0))


def _healing(rules: Settings, team: Sequence[_Fighter]) -> float:
    """Return the average health that the Healer of *team* restores in a turn."""
    healer = next((each for each in team if each.type == HEALER), None)
    return (
        0.7 * (usefulness(rules, HEALER, healer.worn) - 0.4 * average_attack(rules, HEALER, healer.worn))
        if healer
        else 0.0
    )


def _action(
    view: View, team: Sequence[_Fighter], fighter: _Fighter, foes: Sequence[_Fighter], *, first: bool
) -> dict[str, Typed]:
    cells: dict[str, Typed] = {"champion": fighter.type} if first else {}
    helps = max(fighter.worn, key=lambda item: average_help(view.settings, item), default=None)
    if fighter.type == HEALER:
        if helps is not None and average_help(view.settings, helps) and len(team) > 1:
            return cells | {"action": SUPPORT_ACTION, "item": helps.name}
        return cells  # R28: without an order a Healer heals whoever is most hurt
    return cells | {"action": ATTACK, "prefer": ", ".join(_prefers(view, team, foes))}


def _prefers(view: View, team: Sequence[_Fighter], foes: Sequence[_Fighter]) -> list[str]:
    """Return the types of *foes*, starting with the one that the team can kill soonest."""
    sides = tuple(each.type for each in team), tuple(foe.type for foe in foes)
    at_work = passive(sides) if len(foes) <= TEAM else None
    soonest = {
        foe.type: foe.health / sum(_damage(view, each, foe, 0, at_work) for each in team if each.type != HEALER)
        for foe in foes
    }
    danger = {GLADIATOR: 1.0, HEALER: 0.8}
    return sorted(soonest, key=lambda type: (soonest[type] * danger.get(type, 0.9), TYPES.index(type)))
