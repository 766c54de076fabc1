"""The page “How to play”: the rules of this match, from its settings, items and tiles.

The template has the sentences; every number, table and list comes from the data that the rules use. A sentence starts
in the first column of the tables and runs over the others, so a long one is broken into lines, each short enough for a
phone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, NamedTuple

from sheets_gm.games.champions.data.items import read_items
from sheets_gm.games.champions.data.numbers import (
    ACTIONS,
    AFFINITY,
    BEATS,
    GRIDS,
    HANDS,
    LETTERS,
    TEAM,
    TYPES,
    WEARS,
    may,
)
from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.data.tiles import KINDS, read_tiles
from sheets_gm.games.champions.data.words import TIERS
from sheets_gm.games.champions.views.labels import ICON, category_of, effects_of, size_name
from sheets_gm.kernel.english import amount, counted, listed
from sheets_gm.sheet.how_to_play import changed_settings, value_in_words

SHOWN_ELSEWHERE = {"items", "tiles", "main_thread", "room_links"}
"""Settings that the page or the map shows as they are, or that are not for everybody."""


class Text(NamedTuple):
    """A cell of the page, and its style."""

    text: str | int
    style: str


Line = tuple[Text, ...]

LETTERS_IN_LINE = 72
"""Letters in a line of a sentence."""


def in_lines(text: Text) -> Text:
    """Return *text* in short lines if it is a sentence."""
    if text.style != "rule" or not isinstance(text.text, str):
        return text
    return text._replace(text="\n".join(wrap(text.text, LETTERS_IN_LINE, break_on_hyphens=False)))


def lines_of(settings: Settings, word: Callable[[str], str]) -> Iterator[Line]:
    """Yield the page for a match with these *settings*, line by line. *word* looks up the template's sentences."""
    page = _Page(settings, word)
    sections = (
        ("example", page.example()),
        ("winning", page.winning()),
        ("round", page.round_of_play()),
        ("champions", page.champions()),
        ("battle", page.battle()),
        ("actions", page.actions()),
        ("damage", page.damage()),
        ("map", page.shrinking()),
        ("tiles", page.tiles()),
        ("items", page.items()),
        ("settings", page.changed()),
    )
    for name, section in sections:
        yield ()
        yield (Text(word(f"{name}.title"), "rule.head"),)
        yield from section


@dataclass(frozen=True, slots=True)
class _Page:
    """The sections of the page."""

    _settings: Settings
    _word: Callable[[str], str]

    def example(self) -> Iterator[Line]:
        for number in range(1, 6):
            yield self._line(f"example.{number}")

    def winning(self) -> Iterator[Line]:
        yield self._line("win")
        yield self._line("tie")

    def round_of_play(self) -> Iterator[Line]:
        s = self._settings
        yield self._line("phases")
        yield self._line("ready")
        yield self._line("ask")
        yield self._line("movement")
        yield self._line("locations" if s.show_names else "locations.hidden")
        looting = "looting" if s.loot_bonus_max else "looting.plain"
        yield self._line(looting, actions=amount(s.loot_actions, "looting action"), bonus=s.loot_bonus_max)
        yield self._line("looting.none")
        yield self._line("looting.order")
        if s.pool_refill:
            yield self._line("refill", items=counted(s.pool_refill, "item"))
        yield self._line("equipment", items=counted(HANDS, "item"))
        yield self._line("dead")
        yield self._line(f"eliminated.{s.drop_on_elimination}")
        yield self._line("rest", health=s.rest_heal) if s.rest_heal else self._line("rest.none")

    def champions(self) -> Iterator[Line]:
        """Yield the table of Champions, and the effect of affinity."""
        s = self._settings
        yield self._headings("champion", "health", "dice", "affinity", "armor", "strong", "may")
        for type in TYPES:
            yield self._table(
                f"{ICON[type]} {type}",
                s.health[type],
                s.base_dice[type],
                ", ".join(AFFINITY[type]),
                ", ".join(WEARS[type]),
                ", ".join(BEATS[type]) or "–",
                ", ".join(action for action in ACTIONS if may(type, action)),
            )
        yield self._line(f"affinity.{s.affinity_mode}", share=_number(s.affinity), factor=_number(1 + s.affinity))

    def battle(self) -> Iterator[Line]:
        """Yield how a battle goes, and who fights whom."""
        s = self._settings
        actions = counted(s.turns, "action")
        yield self._line("battle", champions=counted(TEAM, "Champion"), actions=actions)
        if s.sets_per_battle > 1:
            yield self._line(
                "sets", sets=s.sets_per_battle, length=s.set_length, actions=counted(s.set_length, "action")
            )
        yield self._line("turn")
        yield self._line("pairs")
        dice = f"dice.{s.battle_dice}"
        if self._word(dice) != dice:
            yield self._line(dice)
        yield self._line("odd")
        yield self._line("end")

    def actions(self) -> Iterator[Line]:
        s = self._settings
        yield self._line("attack", order=", ".join(LETTERS[letter] for letter in s.default_pref))
        yield self._line("heal", dice=s.heal_dice)
        yield self._line("overheal" if s.overheal else "overheal.none")
        yield self._line("support")
        yield self._line("assist", dice=s.assist)
        yield self._line("evade", percent=min(s.evade_pct, s.evade_cap), most=s.evade_cap)
        yield self._line("missing")

    def damage(self) -> Iterator[Line]:
        s = self._settings
        yield self._line("base")
        yield self._line("crit")
        if s.item_crit:
            yield self._line("crit.items")
        yield self._line("strengths", strong=f"×{_number(1 + s.strong)}", weak=f"×{_number(1 + s.weak)}")
        yield self._line("added")
        yield self._line("healer")
        yield self._line(f"rounding.{s.rounding}")

    def shrinking(self) -> Iterator[Line]:
        """Yield when the map shrinks, and exhaustion."""
        s = self._settings
        if s.start_grid == "auto" and self._word("start") != "start":
            yield self._line("start")
        at = {**{int(size): players for size, players in s.shrink_at.items()}, 2: s.final_arena_at}
        for size, players in at.items():
            after = size - 1
            while 1 < players <= at.get(after, 0):  # R2: a size may be skipped
                after -= 1
            if players > 1:
                yield self._line("shrinks", before=size_name(size), after=size_name(after), players=players)
        yield self._line("first")
        yield self._line("stall", quiet=counted(s.stall_rounds, "round"), idle=counted(s.deadlock_rounds, "round"))
        yield self._line(f"relocate.{s.relocate}")
        yield self._line("exhaustion", rounds=counted(s.deadlock_rounds, "round"), health=s.exhaustion)

    def tiles(self) -> Iterator[Line]:
        """Yield the loot of each kind of tile."""
        tiles = read_tiles(self._settings.tiles)
        yield self._headings("tile", *TIERS, "count")
        for size in GRIDS:
            for kind in KINDS[size]:
                loot = tiles.loot[size, kind]
                name = f"{size_name(size)} {kind}" if size > 1 else self._word("last")
                total = sum(loot.weights.values())
                yield self._table(name, *(f"{_share(loot.weights[tier], total)} %" for tier in TIERS), loot.items)
        for name, weights in (("categories", tiles.categories), ("armors", tiles.armors)):
            total = sum(weights.values())
            yield self._line(name, weights=", ".join(f"{each} {_share(weights[each], total)} %" for each in weights))

    def items(self) -> Iterator[Line]:
        """Yield every item with its effect."""
        yield self._headings("item", "tier", "category", "effect")
        for item in read_items(self._settings.items).items.values():
            style = f"tier.{item.tier.lower()}"
            yield (
                Text(item.name, style),
                Text(item.tier, style),
                Text(category_of(item), "table"),
                Text(effects_of(item), "does"),
            )

    def changed(self) -> Iterator[Line]:
        """Yield the settings that differ from their defaults."""
        changed, usual = changed_settings(self._settings, SHOWN_ELSEWHERE), Settings()
        if not changed:
            yield self._line("unchanged")
            return
        yield self._headings("setting", "value", "default")
        for name in changed:
            yield self._table(name, _value(getattr(self._settings, name)), _value(getattr(usual, name)))

    def _line(self, word: str, **values: Any) -> Line:
        return (Text(self._word(word).format(**values), "rule"),)

    def _headings(self, *words: str) -> Line:
        return tuple(Text(self._word(word), "heading") for word in words)

    def _table(self, *values: str | int) -> Line:
        return tuple(Text(value, "label" if at == 0 else "table") for at, value in enumerate(values))


def _number(number: float) -> str:
    return f"{number:g}"


def _share(weight: int, total: int) -> int:
    return round(100 * weight / total) if total else 0


def _value(value: object) -> str:
    """Write a setting's value as people do."""
    if isinstance(value, dict):
        return listed([f"{name} {each}" for name, each in value.items()], none="none")
    return value_in_words(value)
