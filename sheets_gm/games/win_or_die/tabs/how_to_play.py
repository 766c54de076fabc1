"""How to play, by the settings and the tables of the match.

The sentences are the template's. This module chooses among them by the settings and fills in the numbers, so that a
sentence never repeats a number that a setting or a table can change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from sheets_gm.games.win_or_die.data.cards.wording import tactic_text
from sheets_gm.games.win_or_die.data.numbers import (
    DIFFERENT,
    ENHANCEMENT_COST,
    ENHANCEMENT_TEXT,
    HIGHLAND_HIT,
    MERCENARY_CARDS,
    SURRENDERS,
)
from sheets_gm.games.win_or_die.data.settings import Settings
from sheets_gm.games.win_or_die.data.words import SAME
from sheets_gm.games.win_or_die.position.state import Match
from sheets_gm.kernel.english import amount, counted, listed, number_range

SECTIONS: tuple[tuple[str, ...], ...] = (
    ("example_1", "example_2", "example_3", "example_4", "example_5"),
    ("goal", "fatigue_mode", "leader_death_loses", "series", "next_first"),
    ("setup", "copies", "mirror", "legion", "lineup_limits", "leader_enhance", "enhancements", "deployment"),
    ("turn", "tokens", "reserve", "commands", "on_fail"),
    ("move", "terrain", "highland", "zones"),
    ("attack", "support_at", "highland_mode", "counter", "invalid_target", "sight", "los_edge_both"),
    ("hidden", "abilities", "reactions"),
    ("call",),
    ("council", "council_token"),
)
"""The sentences by section, in the order of the tab. The first of a section names its heading."""

HEADS = {SECTIONS[0][0]: "example_head"}
"""The headings that are not called like the first sentence below them."""

CHOICES: Mapping[str, tuple[str, ...]] = {
    "fatigue_mode": ("literal", "compare"),
    "leader_death_loses": ("yes", "no"),
    "next_first": ("loser", "winner", "die"),
    "setup": ("picked", "first"),
    "copies": ("two", "one"),
    "mirror": ("yes", "no"),
    "legion": ("advanced", "core", "first"),
    "lineup_limits": ("same", "none"),
    "leader_enhance": ("yes", "no"),
    "reserve": ("some",),
    "on_fail": ("stop", "skip"),
    "zones": ("yes", "no"),
    "support_at": ("roller", "target"),
    "highland_mode": ("literal", "threshold"),
    "invalid_target": ("spent", "returned"),
    "los_edge_both": ("yes", "no"),
    "reactions": ("standing", "live"),
    "call": ("yes", "no"),
    "council": ("yes", "no"),
    "council_token": ("yes",),
}
"""The sentences that depend on a setting: the word `name_value` for each of these values."""

ONLY_IF: Mapping[str, Callable[[Settings], bool]] = {
    "copies": lambda settings: settings.reinforcements,
    "mirror": lambda settings: settings.reinforcements and settings.copies == "two",
    "lineup_limits": lambda settings: settings.advanced,
    "leader_enhance": lambda settings: settings.advanced,
    "reserve": lambda settings: settings.reserve_each_round > 0,
    "council_token": lambda settings: settings.advanced and settings.council_token,
}
"""When a match has a sentence that not every match has."""

INSTEAD: Mapping[str, tuple[str, Callable[[Settings], bool]]] = {
    "series": ("series_one", lambda settings: settings.wins_needed == 1),
    "turn": ("turn_first", lambda settings: not settings.reinforcements),
    "enhancements": ("enhancements_given", lambda settings: not settings.advanced),
}
"""A sentence that some matches have instead of another, and when. A template of an earlier version has none."""

EARLIER = {"commands": "reserve_none"}
"""What a sentence is called in a template of an earlier version."""

NOT_LISTED = ("map", "tables")
"""Settings whose values are too long to list."""

_NAME = re.compile(r"\{(\w+)\}")

Line = tuple[str, str]
"""A text and its style, "rule" or "rule.head"; two empty texts are a gap."""


def how_to_play(match: Match, words: Mapping[str, str]) -> tuple[Line, ...]:
    """The sentences by section from the template's *words*, the Tactics, and the settings that are not the defaults."""
    return _lines(match.settings, tuple(words.items()))


@lru_cache(maxsize=64)
def _lines(settings: Settings, words: tuple[Line, ...]) -> tuple[Line, ...]:
    texts, values = dict(words), _values(settings)
    lines: list[Line] = []
    for section in SECTIONS:
        head = HEADS.get(section[0], f"{section[0]}_head")
        if head in texts:  # a template that is older than the section has none
            lines += [("", ""), (texts[head], "rule.head")]
        for name in section:
            if name in ONLY_IF and not ONLY_IF[name](settings):
                continue
            key = f"{name}_{_choice(settings, name)}" if name in CHOICES else name
            other, when = INSTEAD.get(name, ("", bool))
            key = other if other in texts and when(settings) else key
            text = texts.get(key) or texts.get(EARLIER.get(key, key))
            if text:  # a template that is older than the sentence has none
                lines.append((_filled(text, values), "rule"))
    if settings.advanced:
        for tactic in settings.known.tactics.values():
            lines.append((f"{tactic.name}: {tactic_text(tactic)}.", "rule"))
    changed = tuple(_changed(settings)) or (texts.get("changed_none", ""),)
    lines += [("", ""), (texts.get("changed_head", ""), "rule.head")]
    return (*lines, *((line, "rule") for line in changed))


def _choice(settings: Settings, name: str) -> str:
    """The value by which the sentence *name* is chosen."""
    special = {
        "next_first": settings.next_first if settings.wins_needed > 1 else "die",
        "setup": "picked" if settings.reinforcements else "first",
        "legion": settings.mode,
        "reserve": "some",
        "zones": _shown(settings.zones),
        "call": _shown(settings.reinforcements),
        "council": _shown(settings.advanced),
    }
    return special[name] if name in special else _shown(getattr(settings, name))


def _shown(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _filled(text: str, values: Mapping[str, str]) -> str:
    """*text* with *values* in place of their {names}; other names stay as they are."""
    return _NAME.sub(lambda found: values.get(found[1], found[0]), text).strip()


def _values(settings: Settings) -> Mapping[str, str]:
    """What the sentences can name: settings, and numbers of the rulebook."""
    numbers = range(settings.fewest_units, settings.most_units + 1)
    least = min(card.cost for card in settings.known.cards.values() if card.cost)
    return {
        **{name: str(getattr(settings, name)) for name in Settings.model_fields if name not in NOT_LISTED},
        "tokens_each_turn": amount(settings.tokens_each_turn, "token"),
        "unit_tokens": counted(settings.tokens_per_unit, "token"),
        "legion_units": f"{number_range(numbers)} other unit{'s' if settings.most_units > 1 else ''}",
        "first_turn_tokens": str(settings.tokens_in_first_round(first=True)),
        "second_player_tokens": str(settings.tokens_in_first_round(first=False)),
        "games": counted(settings.wins_needed, "game"),
        "map": settings.board.name,
        "enhancement_list": ", ".join(f"{name} ({text})" for name, text in ENHANCEMENT_TEXT.items()),
        "enhancement_cost": counted(ENHANCEMENT_COST, "Titan Crystal"),
        "different": str(DIFFERENT),
        "same": str(SAME),
        "mercenaries": str(MERCENARY_CARDS),
        "highland_hit": str(HIGHLAND_HIT),
        "surrenders": str(SURRENDERS),
        "regions": listed(settings.known.regions),
        "mine_crystals": amount(settings.mine_income, "Titan Crystal"),
        "council_crystals": amount(settings.council_cost, "Titan Crystal"),
        "least_calls": str(least),
        "least_crystals": counted(least, "Titan Crystal"),
    }


def _changed(settings: Settings) -> Iterator[str]:
    """A line for each setting that is not the default."""
    for name, field in Settings.model_fields.items():
        value = getattr(settings, name)
        if name not in NOT_LISTED and value != field.default:
            meaning = " ".join((field.description or "").replace("`", "").split())
            yield f"{name} = {_shown(value)}{_in_force(settings, name)}: {meaning}"


def _in_force(settings: Settings, name: str) -> str:
    """The number that another setting leaves of the one called *name*, in brackets; nothing where that is as set."""
    first = {"first_turn_tokens": True, "second_player_tokens": False}.get(name)
    if first is None or (left := settings.tokens_in_first_round(first=first)) == getattr(settings, name):
        return ""
    return f" ({left} in force)"
