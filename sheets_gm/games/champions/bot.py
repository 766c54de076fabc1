"""Bots. Each sees the view and the forms of its own seat, and fills in rows as a person does.

`keen` moves to tiles with good loot and weak neighbours, loots what its Champions lack, equips them by their
affinities, and sends the pair that does best against all pairs it may meet. It does not know what others wear, and
assumes that they wear nothing. `hunter` plays alike, but moves towards strong neighbours.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType

from sheets_gm.games.champions.data import (
    AFFINITY,
    ATTACK,
    GLADIATOR,
    HEALER,
    SUPPORT_ACTION,
    TEAM,
    TYPES,
    WEARS,
    Settings,
)
from sheets_gm.games.champions.dice_notation import parse_dice
from sheets_gm.games.champions.items import Item, ItemTable, read_items
from sheets_gm.games.champions.state import Champion
from sheets_gm.games.champions.strength import Matchup, multiplier, passive
from sheets_gm.games.champions.tiles import board, read_tiles
from sheets_gm.games.champions.views import Holdings, Person, View
from sheets_gm.games.champions.words import ANY, DEFENSIVE, MAGICAL, PHYSICAL
from sheets_gm.games.contract import Bot, Filled
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form, Typed

STRONG_NEIGHBOUR, STAY = 1.6, 0.25
"""The penalty for a stronger neighbour, and for a tile that was looted before."""

WEAK_SHARE = 0.6
"""Neighbours whose power is below this share of one's own are worth fighting."""

LOOT_PREFERENCE, EMPTY_TILE = 1.2, 2.0
"""How strongly others are assumed to prefer better loot, and the penalty for staying on an empty tile."""

WORTH_USING = 8.0
"""A Healer uses a Support item in each turn if its average effect is at least this."""


def keen(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Plays to win."""
    return _play(view, forms, dice, avoid=STRONG_NEIGHBOUR)


def hunter(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Moves towards players who look strong."""
    return _play(view, forms, dice, avoid=-STRONG_NEIGHBOUR)


def _play(view: View, forms: tuple[Form, ...], dice: Dice, avoid: float) -> tuple[Filled, ...]:
    hand, me = view.own, view.me
    if hand is None or me is None:
        return ()
    filled: list[Filled] = []
    for form in forms:
        rows: list[dict[str, Typed]]
        if form.key == "movement":
            rows = [{"move_to": _destination(view, me, hand, form, dice, avoid)}]
        elif form.key == "looting":
            rows = [_loot(view, hand, form)]
        elif form.key == "equipment":
            rows = _equip(view, hand, form)
        else:
            rows = _fight(view, hand, form)
        filled += [Filled(form.key, at, row | {"ready": True} if at == 0 else row) for at, row in enumerate(rows)]
    return tuple(filled)


# -- movement -------------------------------------------------------------------------------------------------------


def _power(person: Person) -> float:
    """How strong a player looks: the health of its Champions, the Healer's by half."""
    return sum(health * (0.5 if type == HEALER else 1.0) for type, health in person.champions.items())


def _destination(view: View, me: Person, hand: Holdings, form: Form, dice: Dice, avoid: float) -> str:
    place, worth = board(view.size), read_tiles(view.settings.tiles)
    scores: dict[str, float] = {}
    pull = {tile: math.exp(LOOT_PREFERENCE * worth.at(view.size, tile).value) for tile in place.tiles}
    spent = EMPTY_TILE if hand.found and "" in hand.found else STAY
    for tile in form.fields[0].choices:
        score = worth.at(view.size, tile).value - (spent if tile == me.at else 0.0)
        for other in view.alive:
            if other.seat != me.seat and other.at is not None and place.distance(other.at, tile) <= 1:
                share = pull[tile] / sum(pull[each] for each in place.within(other.at, 1))
                score -= avoid * share * (_power(other) / max(1.0, _power(me)) - WEAK_SHARE)
        scores[tile] = score
    best = max(scores.values())
    return dice.pick([tile for tile, score in scores.items() if score > best - 0.05], "way")


# -- what to look for --------------------------------------------------------------------------------------------------


def _loot(view: View, hand: Holdings, form: Form) -> dict[str, Typed]:
    """The categories that the living Champions lack most."""
    known = read_items(view.settings.items)
    owned = Counter(known[item].category for item in _owned(hand))
    lack: dict[str, float] = {category: -float(owned[category]) for category in (PHYSICAL, MAGICAL, DEFENSIVE)}
    for champion in _living(hand):
        lack[DEFENSIVE] += 1.0
        lack[PHYSICAL if PHYSICAL in AFFINITY[champion.type] else MAGICAL] += 1.6 if champion.type != HEALER else 0.8
    cells: dict[str, Typed] = {}
    for field in form.fields:
        if field.choices:
            most = max(lack, key=lambda category: lack[category])
            cells[field.name] = most if lack[most] > 0 else ANY
            lack[most] -= 1
    return cells


def _living(hand: Holdings) -> tuple[Champion, ...]:
    return tuple(champion for champion in hand.champions if champion.health)


def _owned(hand: Holdings) -> tuple[str, ...]:
    return (*hand.stash, *(item for champion in hand.champions for item in champion.worn))


# -- what to wear ------------------------------------------------------------------------------------------------------


def _equip(view: View, hand: Holdings, form: Form) -> list[dict[str, Typed]]:
    """Give each item to the Champion that gains most from it, the best item first."""
    known = read_items(view.settings.items)
    left = Counter(_owned(hand))
    worn: dict[str, list[Item]] = {champion.type: [] for champion in _living(hand)}
    armor: dict[str, Item] = {}
    while True:
        options = [
            (_improvement(view.settings, type, worn[type], known[item]), type, item)
            for item in left
            if left[item] and known[item].category != DEFENSIVE
            for type in worn
            if len(worn[type]) < TEAM
        ]
        gain, type, item = max(options, default=(0.0, "", ""))
        if gain <= 0:
            break
        worn[type].append(known[item])
        left[item] -= 1
    for item in sorted(left, key=lambda each: _defends(known[each]), reverse=True):
        free = [type for type in worn if type not in armor and known[item].armor in WEARS[type]]
        for type in sorted(free, key=lambda each: len(WEARS[each]))[: left[item]]:
            armor[type] = known[item]
    return [_row(str(row.says["champion"]), worn, armor) for row in form.each]


def _row(type: str, worn: Mapping[str, Sequence[Item]], armor: Mapping[str, Item]) -> dict[str, Typed]:
    items = [item.label for item in worn[type]] + ["", ""]
    return {"item_1": items[0], "item_2": items[1], "armor": armor[type].label if type in armor else ""}


def _defends(item: Item) -> float:
    return item.defence.mean if item.defence else 0.0


def _improvement(rules: Settings, type: str, worn: Sequence[Item], item: Item) -> float:
    """How much *item* improves a Champion of this *type* that wears *worn*."""
    return _use(rules, type, [*worn, item]) - _use(rules, type, worn)


def _use(rules: Settings, type: str, worn: Sequence[Item]) -> float:
    total = _attack(rules, type, worn) * (0.4 if type == HEALER else 1.0)
    if type == HEALER:
        heals = [item for item in worn if item.heal]
        total += (parse_dice(rules.heal_dice).mean + sum(item.heal.mean for item in heals if item.heal)) * (
            1 + rules.affinity if heals else 1.0
        )
        total += max((_helps(rules, item) for item in worn), default=0.0)
    for item in worn:
        total += 12.0 * bool(item.revive) + 2.5 * bool(item.loot) + 1.0 * item.crit + 0.02 * item.evade
    return total


def _attack(rules: Settings, type: str, worn: Sequence[Item]) -> float:
    """The average attack before defence, with crits and affinity."""
    formula = rules.base(type)
    total = formula.mean + formula.number + sum(item.attack.mean for item in worn if item.attack)
    fits = any(item.attack and item.category in AFFINITY[type] for item in worn)
    return total * (1 + rules.affinity if fits else 1.0)


def _helps(rules: Settings, item: Item) -> float:
    """The average effect of a Support item that a Healer uses; 0 if it is not worth an action."""
    if item.active is None or item.active.dice is None:
        return 0.0
    both = 2.0 if item.active.effect == "heal_both" else 1.0
    worth = item.active.dice.mean * both * (1 + rules.affinity)
    return worth if worth >= WORTH_USING else 0.0


# -- whom to send, and what to do --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Fighter:
    type: str
    health: int
    worn: tuple[Item, ...] = ()
    armor: float = 0.0


def _fight(view: View, hand: Holdings, form: Form) -> list[dict[str, Typed]]:
    """Choose the best pair for each battle, and its sets."""
    known = read_items(view.settings.items)
    own = {champion.type: _fighter(champion, known) for champion in _living(hand)}
    places = [(int(str(row.says["battle"])), int(str(row.says["slot"]))) for row in form.each]
    rivals = dict(enumerate((fight.against(hand.seat) for fight in view.fights if hand.seat in fight.seats), start=1))
    teams: dict[int, tuple[_Fighter, ...]] = {}
    left = dict(own)
    for battle, seat in rivals.items():
        size = len({slot for each, slot in places if each == battle})
        if not size:
            continue  # the opponent gave up
        foes = [_Fighter(type, health) for type, health in view.person(seat).champions.items() if health]
        among = left if len(left) >= size else own
        teams[battle] = max(combinations(among.values(), size), key=lambda team: _chances(view, team, foes))
        left = {type: each for type, each in left.items() if each not in teams[battle]}
    rows: list[dict[str, Typed]] = []
    for row, (battle, slot) in zip(form.each, places, strict=True):
        if battle not in teams:
            rows.append({"champion": row.fields[0].default})  # the row of a player without a battle
            continue
        foes = [_Fighter(type, health) for type, health in view.person(rivals[battle]).champions.items() if health]
        rows.append(_action(view, teams[battle], teams[battle][slot - 1], foes, first=row.says["turn"] == 1))
    return rows


def _fighter(champion: Champion, known: ItemTable) -> _Fighter:
    items = tuple(known[item] for item in champion.items)
    return _Fighter(champion.type, champion.health, items, _defends(known[champion.armor]) if champion.armor else 0.0)


def _chances(view: View, team: Sequence[_Fighter], foes: Sequence[_Fighter]) -> float:
    """How well *team* does against the pairs that it may meet; healthy pairs count more."""
    pairs = list(combinations(foes, min(TEAM, len(foes))))
    weights = [sum(each.health for each in pair) for pair in pairs]
    scores = [math.log(_odds(view, team, pair)) * weight for pair, weight in zip(pairs, weights, strict=True)]
    return sum(scores) / sum(weights) + 0.002 * sum(each.health for each in team)


def _odds(view: View, team: Sequence[_Fighter], foes: Sequence[_Fighter]) -> float:
    """An estimate of how much longer *team* survives against *foes* than they against it."""
    sides = (tuple(each.type for each in team), tuple(each.type for each in foes))
    at_work = passive(sides)
    rate = sum(max(_damage(view, each, foe, 0, at_work) for foe in foes) for each in team)
    against = sum(sum(_damage(view, foe, each, 1, at_work) for each in team) / len(team) for foe in foes)
    lasts = sum(each.health for each in team) / max(0.5, against - _healing(view.settings, team))
    return lasts * rate / sum(each.health for each in foes)


def _damage(view: View, by: _Fighter, target: _Fighter, side: int, at_work: int | None) -> float:
    percent, _ = multiplier(view.settings, Matchup(by.type, target.type, side, at_work), affinity=False)
    raw = _attack(view.settings, by.type, by.worn) - target.armor
    return max(0.1, max(1.0, raw) * percent / 100 * (0.3 if by.type == HEALER else 1.0))


def _healing(rules: Settings, team: Sequence[_Fighter]) -> float:
    """The average health that the Healer of *team* restores in a turn."""
    healer = next((each for each in team if each.type == HEALER), None)
    return 0.7 * (_use(rules, HEALER, healer.worn) - 0.4 * _attack(rules, HEALER, healer.worn)) if healer else 0.0


def _action(
    view: View, team: Sequence[_Fighter], fighter: _Fighter, foes: Sequence[_Fighter], *, first: bool
) -> dict[str, Typed]:
    cells: dict[str, Typed] = {"champion": fighter.type} if first else {}
    helps = max(fighter.worn, key=lambda item: _helps(view.settings, item), default=None)
    if fighter.type == HEALER:
        if helps is not None and _helps(view.settings, helps) and len(team) > 1:
            return cells | {"action": SUPPORT_ACTION, "item": helps.name}
        return cells  # R28: without an order a Healer heals whoever is most hurt
    return cells | {"action": ATTACK, "prefer": ", ".join(_prefers(view, team, foes))}


def _prefers(view: View, team: Sequence[_Fighter], foes: Sequence[_Fighter]) -> list[str]:
    """The types of *foes*, in the order in which the team can kill them soonest."""
    sides = tuple(each.type for each in team), tuple(foe.type for foe in foes)
    at_work = passive(sides) if len(foes) <= TEAM else None
    soonest = {
        foe.type: foe.health / sum(_damage(view, each, foe, 0, at_work) for each in team if each.type != HEALER)
        for foe in foes
    }
    danger = {GLADIATOR: 1.0, HEALER: 0.8}
    return sorted(soonest, key=lambda type: (soonest[type] * danger.get(type, 0.9), TYPES.index(type)))


BOTS: Mapping[str, Bot] = MappingProxyType({"keen": keen, "hunter": hunter})
