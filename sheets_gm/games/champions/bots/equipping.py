"""The equipment of a bot's Champions: each item goes to the Champion that gains most from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from sheets_gm.games.champions.data.dice_notation import parse_dice
from sheets_gm.games.champions.data.items import Item, read_items
from sheets_gm.games.champions.data.numbers import AFFINITY, HEALER, TEAM, WEARS
from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.data.words import DEFENSIVE
from sheets_gm.games.champions.position.state import Champion
from sheets_gm.games.champions.views.visible import Holdings, View
from sheets_gm.kernel.forms import Form, Typed

WORTH_USING = 8.0
"""A Healer uses a Support item in each turn if its average effect is at least this."""


def living_champions(hand: Holdings) -> tuple[Champion, ...]:
    """Return the Champions that are alive."""
    return tuple(champion for champion in hand.champions if champion.health)


def all_items(hand: Holdings) -> tuple[str, ...]:
    """Return all items of a player, worn or not."""
    return (*hand.stash, *(item for champion in hand.champions for item in champion.worn))


def equip(view: View, hand: Holdings, form: Form) -> list[dict[str, Typed]]:
    """Give each item to the Champion that gains most from it, the best item first."""
    table = read_items(view.settings.items)
    remaining = Counter(all_items(hand))
    worn: dict[str, list[Item]] = {champion.type: [] for champion in living_champions(hand)}
    armor: dict[str, Item] = {}
    while True:
        options = [
            (_improvement(view.settings, type, worn[type], table[item]), type, item)
            for item in remaining
            if remaining[item] and table[item].category != DEFENSIVE
            for type in worn
            if len(worn[type]) < TEAM
        ]
        gain, type, item = max(options, default=(0.0, "", ""))
        if gain <= 0:
            break
        worn[type].append(table[item])
        remaining[item] -= 1
    for item in sorted(remaining, key=lambda each: average_defence(table[each]), reverse=True):
        free = [type for type in worn if type not in armor and table[item].armor in WEARS[type]]
        for type in sorted(free, key=lambda each: len(WEARS[each]))[: remaining[item]]:
            armor[type] = table[item]
    return [_row(str(row.says["champion"]), worn, armor) for row in form.each]


def _row(type: str, worn: Mapping[str, Sequence[Item]], armor: Mapping[str, Item]) -> dict[str, Typed]:
    items = [item.label for item in worn[type]] + ["", ""]
    return {"item_1": items[0], "item_2": items[1], "armor": armor[type].label if type in armor else ""}


def average_defence(item: Item) -> float:
    """The average defence of an armor."""
    return item.defence.mean if item.defence else 0.0


def _improvement(rules: Settings, type: str, worn: Sequence[Item], item: Item) -> float:
    """Return how much *item* improves a Champion of this *type* that wears *worn*."""
    return usefulness(rules, type, [*worn, item]) - usefulness(rules, type, worn)


def usefulness(rules: Settings, type: str, worn: Sequence[Item]) -> float:
    """Return how useful a Champion of this *type* is with what it wears."""
    total = average_attack(rules, type, worn) * (0.4 if type == HEALER else 1.0)
    if type == HEALER:
        heals = [item for item in worn if item.heal]
        total += (parse_dice(rules.heal_dice).mean + sum(item.heal.mean for item in heals if item.heal)) * (
            1 + rules.affinity if heals else 1.0
        )
        total += max((average_help(rules, item) for item in worn), default=0.0)
    for item in worn:
        total += 12.0 * bool(item.revive) + 2.5 * bool(item.loot) + 1.0 * item.crit + 0.02 * item.evade
    return total


def average_attack(rules: Settings, type: str, worn: Sequence[Item]) -> float:
    """Return the average attack before defence, with critical hits and affinity."""
    formula = rules.base(type)
    total = formula.mean + formula.number + sum(item.attack.mean for item in worn if item.attack)
    fits = any(item.attack and item.category in AFFINITY[type] for item in worn)
    return total * (1 + rules.affinity if fits else 1.0)


def average_help(rules: Settings, item: Item) -> float:
    """Return the average effect of a Support item used by a Healer; 0 if it is not worth an action."""
    if item.active is None or item.active.dice is None:
        return 0.0
    both = 2.0 if item.active.effect == "heal_both" else 1.0
    worth = item.active.dice.mean * both * (1 + rules.affinity)
    return worth if worth >= WORTH_USING else 0.0
