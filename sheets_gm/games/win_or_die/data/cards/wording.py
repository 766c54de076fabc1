"""Texts about cards and Tactics for players, made from the values that the rules use.

Every sentence follows from the columns of the tables, so even new cards explain themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from sheets_gm.games.win_or_die.data.cards.effects import (
    AURA,
    BONUS,
    BOOST,
    DAMAGE,
    ELUSIVE,
    FLYING,
    HEAL,
    IGNORE_ZOC,
    LIFESTEAL,
    NO_COUNTER,
    REDIRECT,
    REGEN,
    ROOT,
    SHIELD,
    SHIFT,
    SPLASH,
    TOKENS,
    TOUGH,
    Ability,
    Effect,
)
from sheets_gm.games.win_or_die.data.cards.tactics import BONUS as TACTIC_BONUS
from sheets_gm.games.win_or_die.data.cards.tactics import DAMAGE as TACTIC_DAMAGE
from sheets_gm.games.win_or_die.data.cards.tactics import DISCOUNT, MINE_INCOME, Tactic, TacticEffect
from sheets_gm.games.win_or_die.data.cards.tactics import HEAL as TACTIC_HEAL
from sheets_gm.games.win_or_die.data.cards.units import Card
from sheets_gm.games.win_or_die.data.words import (
    ACTION,
    AFTER_ATTACKED,
    ALLIES,
    ALLY,
    ALLY_ATTACKED,
    ATTACKER,
    BEFORE,
    BESIDE_TWO,
    DAMAGED,
    END_OF_ACTION,
    END_OF_TURN,
    ENEMIES,
    ENEMY,
    ENTERS,
    IN_FOREST,
    MOVED,
    MY_START,
    OWNERS_END,
    PASSIVE,
    RANGED,
    REACTION,
    SELF,
    SPACE,
    STILL,
    TARGET_DAMAGED,
    ULTIMATE,
    WHEN_ATTACKED,
    YOU,
)
from sheets_gm.kernel.english import counted

KIND_NAMES = {PASSIVE: "Passive", ACTION: "Action", REACTION: "Reaction", ULTIMATE: "Ultimate"}

TRIGGER_TEXT = {
    BEFORE: "before an enemy's action",
    WHEN_ATTACKED: "when it is attacked in melee",
    AFTER_ATTACKED: "after it survives a melee attack",
    ALLY_ATTACKED: "when an adjacent ally is attacked in melee",
    ENTERS: "when an enemy enters an adjacent space",
}

_WHEN = {
    "": "",
    IN_FOREST: " in a forest",
    MOVED: " after it has moved 2 spaces or more this turn",
    STILL: " if it has not moved this turn",
    DAMAGED: " while it is damaged",
    TARGET_DAMAGED: " against a damaged unit",
    BESIDE_TWO: " beside 2 or more allies",
}

_UNTIL = {
    "": "",
    END_OF_ACTION: " until the end of the action",
    END_OF_TURN: " until the end of the turn",
    MY_START: " until the start of your next turn",
    OWNERS_END: " until the end of its owner's next turn",
}

_STAT = {"power": "power", "counter": "counter-power", "speed": "speed"}


def signed(number: int) -> str:
    """Write *number* with its sign."""
    return f"+{number}" if number >= 0 else f"−{-number}"


@lru_cache(maxsize=4096)
def ability_text(ability: Ability) -> str:
    """Describe *ability* with its name and kind."""
    when = f", {TRIGGER_TEXT[ability.trigger]}" if ability.trigger else ""
    how = {ACTION: ", once a turn", ULTIMATE: ", once a game"}.get(ability.kind, "")
    return f"{ability.name} ({KIND_NAMES[ability.kind]}{how}{when}): {effects_text(ability)}"


def effects_text(ability: Ability) -> str:
    """Describe the effects of *ability*."""
    return ", then ".join(_effect(each) for each in ability.effects)


@lru_cache(maxsize=1024)
def card_text(card: Card) -> str:
    """Describe all abilities of *card*."""
    return "; ".join(ability_text(each) for each in card.abilities)


def range_text(card: Card) -> str:
    """Write the range of *card*: "melee" or "1–3"."""
    if not card.ranged:
        return "melee"
    return f"{card.range_min}–{card.range_max}" if card.range_min < card.range_max else f"{card.range_max}"


def figures_text(card: Card) -> str:
    """Write the figures of *card*: "speed 2, power 4 @4+, counter 4 @4+, health 5, melee"."""
    power, counter = f"{card.power} @{card.attack_hit}+", f"{card.counter} @{card.counter_hit}+"
    reach = f"range {range_text(card)}" if card.ranged else range_text(card)
    return f"speed {card.speed}, power {power}, counter {counter}, health {card.health}, {reach}"


def _effect(effect: Effect) -> str:
    return _PASSIVES[effect.name](effect) if effect.name in _PASSIVES else _ACTIVES[effect.name](effect)


def _served(effect: Effect) -> str:
    if effect.of == RANGED:
        return "ranged allies"
    return f"allied {effect.of} units" if effect.of else "allies"


_PASSIVES: Mapping[str, Callable[[Effect], str]] = {
    AURA: lambda e: f"{_served(e)} within {e.range} have {signed(e.amount)} {_STAT[e.stat]}",
    BONUS: lambda e: f"{signed(e.amount)} {_STAT[e.stat]}{_WHEN[e.when]}",
    FLYING: lambda _: "it flies over units and obstacles, and zones of control do not matter",
    IGNORE_ZOC: lambda _: "it ignores zones of control",
    TOUGH: lambda e: f"each time it suffers physical damage, it suffers {e.amount} less",
    REGEN: lambda e: f"it heals {e.amount} at the start of your turn",
    LIFESTEAL: lambda e: f"it heals {e.amount} when it deals damage",
    SPLASH: lambda e: f"its attack also deals {e.amount} damage to enemies next to the target",
    NO_COUNTER: lambda e: f"no counterattack against its attack{_WHEN[e.when]}",
    ELUSIVE: lambda _: "it cannot be attacked from 2 spaces or more",
}


def _whom(effect: Effect) -> str:
    return {
        SELF: "itself",
        ALLY: f"an ally within {effect.range}",
        ENEMY: f"an enemy within {effect.range}",
        ALLIES: f"all allies within {effect.range}",
        ENEMIES: f"all enemies within {effect.range}",
        SPACE: f"all enemies on a space within {effect.range} and next to it",
        ATTACKER: "that enemy",
        YOU: "you",
    }[effect.target]


_ACTIVES: Mapping[str, Callable[[Effect], str]] = {
    DAMAGE: lambda e: f"{e.amount} damage to {_whom(e)}",
    HEAL: lambda e: f"heals {_whom(e)} by {e.amount}",
    BOOST: lambda e: f"{signed(e.amount)} {_STAT[e.stat]} for {_whom(e)}{_UNTIL[e.until]}",
    ROOT: lambda e: f"{_whom(e)} cannot move{_UNTIL[e.until]}",
    SHIELD: lambda e: f"prevents the next {e.amount} damage to {_whom(e)}{_UNTIL[e.until]}",
    SHIFT: lambda e: f"moves {_whom(e)} up to {counted(e.amount, 'space')}",
    TOKENS: lambda e: f"{counted(e.amount, 'more Command Token')} this turn",
    REDIRECT: lambda _: "it becomes the target",
}

# -- Tactics -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def tactic_text(tactic: Tactic) -> str:
    """Describe the effect of *tactic* for the rest of the game."""
    return "; ".join(_tactic_effect(each) for each in tactic.effects)


def _tactic_effect(effect: TacticEffect) -> str:
    if effect.name == TACTIC_BONUS:
        return f"all allies have {signed(effect.amount)} {_STAT[effect.stat]}"
    if effect.name == MINE_INCOME:
        return f"each mine brings {counted(effect.amount, 'more crystal')}"
    if effect.name == DISCOUNT:
        return f"the first unit called in a turn costs {effect.amount} less, but at least 1"
    if effect.name == TACTIC_HEAL:
        return f"now and at each start of your turn, heal {effect.amount} on one ally"
    if effect.name == TACTIC_DAMAGE:
        return (
            f"now and at each start of your turn, {effect.amount} damage to one exposed enemy "
            f"within {effect.range} of an ally"
        )
    return f"+{effect.amount} morale"
