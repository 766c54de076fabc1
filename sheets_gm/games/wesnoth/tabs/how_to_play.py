"""How to play, by the settings and the tables of the match.

The sentences are the template's. This module chooses among them by the settings and fills in the numbers, so that a
sentence never repeats a number that a setting or a table can change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from sheets_gm.games.wesnoth.data.numbers import (
    CAPTURER_LEVEL,
    HIGHEST_RECRUIT,
    INCOME,
    MAGICAL_NEEDS,
    REST_NEEDS,
    VILLAGE_GOLD,
)
from sheets_gm.games.wesnoth.data.settings import Settings
from sheets_gm.games.wesnoth.data.tables import NEEDED
from sheets_gm.games.wesnoth.position.state import Match
from sheets_gm.games.wesnoth.rules.odds import SIDES
from sheets_gm.games.wesnoth.views.visible import allies
from sheets_gm.kernel.english import listed

SECTIONS: tuple[tuple[str, ...], ...] = (
    ("example_1", "example_2", "example_3", "example_4", "example_5"),
    ("goal", "castles_to_win", "leaderless", "max_rounds", "map"),
    ("turn", "rows", "answers", "ask"),
    ("time", "alignment"),
    ("gold", "village", "take_allied_villages", "income_by"),
    ("recruit", "recruit_anywhere", "act_when_recruited"),
    ("move", "stops"),
    ("fight", "damage", "resistance", "minimum_without_hit", "counter", "rerolls"),
    ("advance", "advance_price", "advance_by_counter"),
    ("rest",),
)
"""The sentences by section, in the order of the tab. The first of a section names its heading."""

CHOICES: Mapping[str, tuple[str, ...]] = {
    "castles_to_win": ("all", "one"),
    "leaderless": ("play_on", "leave"),
    "max_rounds": ("unlimited", "limited"),
    "answers": ("standing", "attacker", "live"),
    "alignment": ("faction", "unit"),
    "take_allied_villages": ("yes", "no"),
    "income_by": ("player", "team"),
    "recruit_anywhere": ("yes", "no"),
    "act_when_recruited": ("yes", "no"),
    "resistance": ("type", "kind"),
    "minimum_without_hit": ("yes", "no"),
    "rerolls": ("attack", "turn"),
    "advance_price": ("own", "fallen"),
    "advance_by_counter": ("yes", "no"),
}
"""The settings that choose a sentence: the word `name_value` for each of these values."""

LATER = ("ask", *SECTIONS[0])
"""Sentences that came later: a template without them goes on as it is."""

HEADS = {SECTIONS[0][0]: "example_head"}
"""The headings that are not called like the first sentence below them."""

_NAME = re.compile(r"\{(\w+)\}")


Line = tuple[str, str]
"""A text and its style, "rule" or "rule.head"; two empty texts are a gap."""


def how_to_play(match: Match, words: Mapping[str, str]) -> tuple[Line, ...]:
    """The sentences by section, from the template's *words*, then the settings that are not the defaults."""
    return _lines(match.settings, allies(match), tuple(words.items()))


@lru_cache(maxsize=64)
def _lines(settings: Settings, teams: str, words: tuple[Line, ...]) -> tuple[Line, ...]:
    texts, values = dict(words), _values(settings, teams)
    lines: list[Line] = []
    for section in SECTIONS:
        if section[0] in LATER and section[0] not in texts:
            continue
        lines += [("", ""), (texts.get(HEADS.get(section[0], f"{section[0]}_head"), section[0]), "rule.head")]
        for name in section:
            if name in LATER and name not in texts:
                continue
            key = f"{name}_{_value(settings, name)}" if name in CHOICES else name
            lines.append((_filled(texts.get(key, key), values), "rule"))
    changed = tuple(_changed(settings)) or (texts.get("changed_none", ""),)
    lines += [("", ""), (texts.get("changed_head", ""), "rule.head")]
    return (*lines, *((line, "rule") for line in changed))


def _value(settings: Settings, name: str) -> str:
    """The value of a setting as it appears in the names of words."""
    value = getattr(settings, name)
    if name == "max_rounds":
        return "limited" if value else "unlimited"
    return _shown(value)


def _shown(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _filled(text: str, values: Mapping[str, str]) -> str:
    """*text* with *values* in place of their {names}; other names stay as they are."""
    return _NAME.sub(lambda found: values.get(found[1], found[0]), text).strip()


def _values(settings: Settings, teams: str) -> Mapping[str, str]:
    """What the sentences can name: settings, numbers of the rulebook, and what the tables say."""
    tables = settings.world.tables
    stack = tables.schedules[settings.schedule]
    light = {time.name: f" ({time.light or 'neither'})" for time in stack if time.light != time.name}
    return {
        **{name: str(getattr(settings, name)) for name in Settings.model_fields},
        **{name: str(getattr(settings, name) or "no") for name in ("gold", "recruit_price", "reroll_price")},
        "level_price": str(settings.price_per_level or "no"),
        "mercenary": str(settings.mercenary_price or "no"),
        "map": settings.world.board.name,
        "teams": f"The teams are {teams}." if teams else "",
        "schedule": ", ".join(f"{time.name}{light.get(time.name, '')}" for time in stack),
        "paying": listed(tuple(dict.fromkeys(time.name for time in stack if time.pays))),
        "alignments": ", ".join(f"{each.name} {each.alignment}" for each in tables.factions.values()),
        "classes": ", ".join(f"{name} {need}" for name, need in NEEDED.items()),
        "magical": str(MAGICAL_NEEDS),
        "village_gold": str(VILLAGE_GOLD),
        "income": str(INCOME),
        "highest_recruit": str(HIGHEST_RECRUIT),
        "stopping_level": str(CAPTURER_LEVEL),
        "rest_needs": str(REST_NEEDS),
        "best": str(SIDES),
    }


def _changed(settings: Settings) -> Iterator[str]:
    """A line for each setting that is not the default. The map and the tables have no name to compare."""
    for name, field in Settings.model_fields.items():
        value = getattr(settings, name)
        if name not in ("map", "tables") and value != field.default:
            meaning = " ".join((field.description or "").replace("`", "").split())
            yield f"{name} = {_shown(value)}: {meaning}"
