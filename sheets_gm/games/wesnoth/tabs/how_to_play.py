"""How to play, by the settings and the tables of the match."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from sheets_gm.games.wesnoth.data.numbers import (
    CAPTURER_LEVEL,
    HIGHEST_RECRUIT,
    INCOME,
    MAGICAL_NEEDS,
    REST_NEEDS,
    VILLAGE_GOLD,
)
from sheets_gm.games.wesnoth.data.settings import Settings
from sheets_gm.games.wesnoth.data.tables import CLASSES, NEEDED
from sheets_gm.games.wesnoth.position.state import Match
from sheets_gm.games.wesnoth.rules.odds import SIDES
from sheets_gm.games.wesnoth.views.visible import allies
from sheets_gm.kernel.english import listed
from sheets_gm.sheet.how_to_play import Line, changed_settings, section, settings_section, value_in_words

SECTIONS: tuple[tuple[str, ...], ...] = (
    ("example_head", "example_1", "example_2", "example_3", "example_4", "example_5"),
    ("goal_head", "goal", "castles_to_win", "leaderless", "max_rounds", "map"),
    ("turn_head", "turn", "rows", "answers", "ask"),
    ("time_head", "time", "alignment"),
    ("gold_head", "gold", "village", "take_allied_villages", "income_by"),
    ("recruit_head", "recruit", "recruit_anywhere", "act_when_recruited"),
    ("move_head", "move", "stops"),
    ("fight_head", "fight", "damage", "resistance", "minimum_without_hit", "counter", "rerolls"),
    ("advance_head", "advance", "advance_price", "advance_by_counter"),
    ("rest_head", "rest"),
)
"""The heading and the sentences of each section, in the order of the tab."""

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


def how_to_play(match: Match, words: Mapping[str, str]) -> tuple[Line, ...]:
    """Return the sentences by section, from the template's *words*, then the settings that differ from the defaults."""
    return _lines(match.settings, allies(match), tuple(words.items()))


@lru_cache(maxsize=64)
def _lines(settings: Settings, teams: str, words: tuple[Line, ...]) -> tuple[Line, ...]:
    texts, values = dict(words), _values(settings, teams)
    chosen = ([f"{name}_{_value(settings, name)}" if name in CHOICES else name for name in each] for each in SECTIONS)
    # the map and the tables have no name to compare
    changed = changed_settings(settings, without=("map", "tables")).items()
    settings_lines = (f"{name} = {value_in_words(getattr(settings, name))}: {meaning}" for name, meaning in changed)
    sections = (line for names in chosen for line in section(texts, names, values))
    return (*sections, *settings_section(texts, settings_lines))


def _value(settings: Settings, name: str) -> str:
    """Return the value of a setting as it appears in the names of words."""
    value = getattr(settings, name)
    if name == "max_rounds":
        return "limited" if value else "unlimited"
    return value_in_words(value)


def _values(settings: Settings, teams: str) -> Mapping[str, str]:
    """Return the values that the sentences name: settings, numbers of the rulebook, and values of the tables."""
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
        "classes": ", ".join(f"{name} ({CLASSES[name]}) {need}" for name, need in NEEDED.items()),
        "magical": str(MAGICAL_NEEDS),
        "village_gold": str(VILLAGE_GOLD),
        "income": str(INCOME),
        "highest_recruit": str(HIGHEST_RECRUIT),
        "stopping_level": str(CAPTURER_LEVEL),
        "rest_needs": str(REST_NEEDS),
        "best": str(SIDES),
    }
