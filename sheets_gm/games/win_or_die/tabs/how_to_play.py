"""How to play, by the settings and the tables of the match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

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
from sheets_gm.sheet.how_to_play import Line, changed_settings, section, settings_section, value_in_words

SECTIONS: tuple[tuple[str, ...], ...] = (
    ("example_head", "example_1", "example_2", "example_3", "example_4", "example_5"),
    ("goal_head", "goal", "fatigue_mode", "leader_death_loses", "series", "next_first"),
    ("setup_head", "setup", "copies", "mirror", "legion", "lineup_limits", "leader_enhance", "enhancements",
     "deployment"),
    ("turn_head", "turn", "tokens", "reserve", "commands", "on_fail"),
    ("move_head", "move", "terrain", "highland", "zones"),
    ("attack_head", "attack", "support_at", "highland_mode", "counter", "invalid_target", "sight", "los_edge_both"),
    ("hidden_head", "hidden", "abilities", "reactions"),
    ("call_head", "call"),
    ("council_head", "council", "council_token"),
)  # fmt: skip
"""The heading and the sentences of each section, in the order of the tab."""

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
"""A sentence that some matches have instead of another, and when."""

NOT_LISTED = ("map", "tables")
"""Settings whose values are too long to list."""


def how_to_play(match: Match, words: Mapping[str, str]) -> tuple[Line, ...]:
    """Return the sentences by section from the template's *words*, the Tactics, and the settings that differ from the
    defaults.
    """
    return _lines(match.settings, tuple(words.items()))


@lru_cache(maxsize=64)
def _lines(settings: Settings, words: tuple[Line, ...]) -> tuple[Line, ...]:
    texts, values = dict(words), _values(settings)
    sections = (line for names in SECTIONS for line in section(texts, _chosen(settings, names), values))
    tactics = settings.known.tactics.values() if settings.advanced else ()
    shown = ((f"{tactic.name}: {tactic_text(tactic)}.", "rule") for tactic in tactics)
    return (*sections, *shown, *settings_section(texts, _changed(settings)))


def _chosen(settings: Settings, names: Sequence[str]) -> Iterator[str]:
    """Yield the words of a section for a match with *settings*."""
    for name in names:
        other, when = INSTEAD.get(name, ("", bool))
        if name not in ONLY_IF or ONLY_IF[name](settings):
            chosen = f"{name}_{_choice(settings, name)}" if name in CHOICES else name
            yield other if other and when(settings) else chosen


def _choice(settings: Settings, name: str) -> str:
    """Return the value that selects the sentence *name*."""
    special = {
        "next_first": settings.next_first if settings.wins_needed > 1 else "die",
        "setup": "picked" if settings.reinforcements else "first",
        "legion": settings.mode,
        "reserve": "some",
        "zones": value_in_words(settings.zones),
        "call": value_in_words(settings.reinforcements),
        "council": value_in_words(settings.advanced),
    }
    return special[name] if name in special else value_in_words(getattr(settings, name))


def _values(settings: Settings) -> Mapping[str, str]:
    """Return the values that the sentences name: settings, and numbers of the rulebook."""
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
    """Yield a line for each setting that differs from the default."""
    for name, meaning in changed_settings(settings, NOT_LISTED).items():
        yield f"{name} = {value_in_words(getattr(settings, name))}{_in_force(settings, name)}: {meaning}"


def _in_force(settings: Settings, name: str) -> str:
    """Return in brackets the value of *name* that is in force if another setting limits it; "" otherwise."""
    first = {"first_turn_tokens": True, "second_player_tokens": False}.get(name)
    if first is None or (left := settings.tokens_in_first_round(first=first)) == getattr(settings, name):
        return ""
    return f" ({left} in force)"
