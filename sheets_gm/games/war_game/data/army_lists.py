"""Ranks, creatures and starting armies (rulebook 1 and 3), read from tables that the GM can edit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sheets_gm.games.war_game.data.maps import Structure
from sheets_gm.games.war_game.data.names import nearest
from sheets_gm.games.war_game.data.tables import BadData, Line, no_twins, read_table
from sheets_gm.games.war_game.data.words import COALITION, FACTIONS, FEATURE, MERCENARIES, PHYREXIA, SIDES
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.folding import fold, plain

RANKS, CREATURES, ARMIES, HIRED = "ranks.csv", "creatures.csv", "armies.csv", "mercenaries.csv"
RANK_COLUMNS = (
    "level", "coalition", "phyrexia", "other words", "most", "slot 1", "slot 2", "slot 3", "slot 4", "kill points",
    "raids", "joins",
)  # fmt: skip
CREATURE_COLUMNS = ("name", "power", "toughness", "colours", "type", "watermark", "variable")
ARMY_COLUMNS = ("name", "side", "level", "plane", "square", "legend", "primary", "secondary", "units")
HIRED_COLUMNS = ("name", "structure", "level", "units")

LEVELS = range(1, 7)
TOP = 3  # CPW-R53: the top three ranks are levels 1 to 3
SLOTS = (5000, 2500, 1500, 1000)  # CPW-43
MOST_KINDS = 6  # CPW-62
MOST_UNITS = 1_000_000


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank of armies: its level, its name on each side, the sizes of its slots, and what its armies may do.

    *most* is the largest number of armies of this rank on one side; 0 means any number.
    """

    level: int
    names: Mapping[str, str]
    others: tuple[str, ...]
    most: int
    sizes: tuple[int, int, int, int]
    kill_points: int
    raids: bool
    joins: bool


@dataclass(frozen=True, slots=True)
class Creature:
    """A creature card. *size* is the larger of power and toughness (CPW-52); *variable* is "", "up" or "any"
    (CPW-54).
    """

    name: str
    size: int
    colours: str
    artifact: bool
    watermark: str
    variable: str


@dataclass(frozen=True, slots=True)
class Listed:
    """Units of one creature in one slot (1 to 4), as in a typed list of units."""

    slot: int
    creature: str
    count: int


@dataclass(frozen=True, slots=True)
class StartingArmy:
    """An army of the starting position. For mercenaries, *guards* is the structure that they guard."""

    line: Line
    name: str
    side: str
    level: int
    place: str
    legend: str
    primary: str
    secondary: str
    units: tuple[Listed, ...]
    guards: str = ""


def read_ranks(text: str) -> dict[int, Rank]:
    """Read the ranks, by level. Raises BadData."""
    lines = read_table(RANKS, text, RANK_COLUMNS)
    lines_by_level = {line.whole("level", LEVELS[0], LEVELS[-1]): line for line in lines}
    if tuple(lines_by_level) != tuple(LEVELS) or len(lines) != len(LEVELS):
        raise BadData(f"{RANKS}: it must list the levels 1 to 6, in this order")
    return {level: _rank(level, line) for level, line in lines_by_level.items()}


def _rank(level: int, line: Line) -> Rank:
    first, second, third, fourth = (line.whole(f"slot {number}", 0, 99) for number in (1, 2, 3, 4))
    return Rank(
        level,
        {COALITION: line.named("coalition"), PHYREXIA: line.named("phyrexia"), MERCENARIES: "Mercenary"},
        tuple(word.strip() for word in line["other words"].split(";") if word.strip()),
        line.whole("most", 1, 999) if line["most"] else 0,
        (first, second, third, fourth),
        line.whole("kill points", 0, 10_000),
        line.one_of("raids", ("yes", "no")) == "yes",
        line.one_of("joins", ("yes", "no")) == "yes",
    )


def read_creatures(text: str) -> dict[str, Creature]:
    """Read the creatures, by name. Raises BadData."""
    lines = read_table(CREATURES, text, CREATURE_COLUMNS)
    listed_creatures = [_creature(line) for line in lines]
    no_twins(lines, [each.name for each in listed_creatures], "name")
    return {each.name: each for each in listed_creatures}


def unlistable(name: str) -> bool:
    """Whether the name of a creature cannot be written in a list of units."""
    return re.search(r"[+/;\d]|\bto\b", name) is not None


def _creature(line: Line) -> Creature:
    colours = line["colours"]
    if set(colours) - set(FACTIONS) or len(set(colours)) != len(colours):
        raise line.bad(f"column colours holds “{colours}”; write letters of {' '.join(FACTIONS)}, each once")
    size = max(line.whole("power", 0, 99), line.whole("toughness", 0, 99))
    variable = line.one_of("variable", ("", "up", "any"))
    name = line.named("name")
    if unlistable(name):
        raise line.bad(f"the name “{name}” has a digit, the word “to” or one of + / ; in it, as lists of units have")
    return Creature(name, size, colours, "artifact" in line["type"].casefold(), line["watermark"], variable)


_NUMBER = re.compile(r"[0-9]{1,9}|[0-9]{1,3}(,[0-9]{3}){1,2}")


def whole_number(text: str) -> int | None:
    """The number in "1500" and "1,500"; None for anything else, such as "1,5"."""
    return int(text.replace(",", "")) if _NUMBER.fullmatch(text) else None


def read_units(text: str, creatures: Mapping[str, Creature]) -> tuple[Listed, ...]:
    """Read units like "3000 Raging Goblin + 2000 Boros Recruit / 2500 Goblin Piker / ...": one part for each slot.

    Raises ValueError, which says what cannot be read.
    """
    parts = fold(text).split("/")
    wrong_slots = f"it has {counted(len(parts), 'slot')} separated by /; an army has {len(SLOTS)}"
    if len(parts) != len(SLOTS) and not all(part.strip() for part in parts):
        raise ValueError(wrong_slots)
    by_name = {plain(name): name for name in creatures}
    units: dict[tuple[int, str], Listed] = {}
    for slot, part in enumerate(parts, start=1):
        for words in part.split("+"):
            number, creature = _read_kind(words.strip(), slot, by_name)
            if (slot, creature) in units:
                raise ValueError(f"{creature} is listed twice in slot {slot}")
            units[slot, creature] = Listed(slot, creature, number)
    if len(parts) != len(SLOTS):
        raise ValueError(wrong_slots)
    return tuple(units.values())


def _read_kind(words: str, slot: int, by_name: Mapping[str, str]) -> tuple[int, str]:
    """Read the number and the creature in "2500 Goblin Piker". Raises ValueError, which names the likely creature."""
    count, _, name = words.partition(" ")
    number = whole_number(count)
    if not number or number > MOST_UNITS:
        raise ValueError(f"“{words}” in slot {slot} is not like “2500 Goblin Piker”")
    creature = by_name.get(plain(name))
    if creature is not None:
        return number, creature
    if re.search(r"\d", name):
        raise ValueError(f"“{words}” in slot {slot} has another number in it; write + or / between two creatures")
    raise ValueError(f"there is no creature “{name.strip()}” for slot {slot}{nearest(name, by_name.values())}")


def read_armies(text: str, places: Mapping[str, str], creatures: Mapping[str, Creature]) -> tuple[StartingArmy, ...]:
    """Read the armies of both sides; *places* are all places. Raises BadData."""
    lines = read_table(ARMIES, text, ARMY_COLUMNS)
    armies = []
    for line in lines:
        side = line.one_of("side", SIDES)
        place = f"{line['plane']} {line['square'].upper()}"
        if place not in places:
            raise line.bad(f"there is no square “{line['square']}” on “{line['plane']}”")
        primary, secondary = line["primary"].upper(), line["secondary"].upper()
        chosen = primary + secondary
        if side == COALITION and not (len(primary) == 1 and len(secondary) <= 2 and _different_factions(chosen)):
            raise line.bad("a Coalition army has one primary and at most two secondary factions, letters of W U B R G")
        if side == PHYREXIA and chosen:
            raise line.bad("an army of Phyrexia has no factions")  # CPW-10
        level = line.whole("level", LEVELS[0], LEVELS[-1])
        units = line.read("units", lambda text: read_units(text, creatures))
        army = StartingArmy(line, army_name(line), side, level, place, line.named("legend"), primary, secondary, units)
        armies.append(army)
    no_twins(lines, [army.name for army in armies], "name")
    no_twins(lines, [army.place for army in armies], "place")
    return tuple(armies)


def _different_factions(letters: str) -> bool:
    return set(letters) <= set(FACTIONS) and len(set(letters)) == len(letters)


def army_name(line: Line) -> str:
    """Return the name of the army in *line*. Raises BadData if no order could name it."""
    name = line.named("name")
    if wrong := unusable(name):
        raise line.bad(wrong)
    return name


def unusable(name: str) -> str:
    """Return why orders cannot name an army called *name*; "" if they can."""
    if not 2 <= len(name) <= 60:
        return f"the name “{name}” must have 2 to 60 characters"
    if not any(letter.isalpha() for letter in name):
        return f"the name “{name}” has no letter"
    if re.search(r"[:>;+/\r\n]|\bto\b|(?<!\w)(\d{1,2} ?[A-Za-z]|[A-Za-z] ?\d{1,2})(?!\w)", fold(name), re.IGNORECASE):
        return f"the name “{name}” has a sign of an order in it: a square, the word “to”, or one of : > ; + /"
    return ""


def read_mercenaries(
    text: str, structures: Mapping[str, Structure], creatures: Mapping[str, Creature]
) -> tuple[StartingArmy, ...]:
    """Read the mercenary armies, each in its structure (CPW-12). Raises BadData."""
    lines = read_table(HIRED, text, HIRED_COLUMNS)
    armies = []
    for line in lines:
        structure = structures.get(line["structure"])
        if structure is None or structure.kind != FEATURE:
            raise line.bad(f"there is no terrain feature “{line['structure']}”")
        level = line.whole("level", LEVELS[0], LEVELS[-1])
        units = line.read("units", lambda text: read_units(text, creatures))
        armies.append(
            StartingArmy(
                line, army_name(line), MERCENARIES, level, structure.place, "", "", "", units, guards=structure.name
            )
        )
    no_twins(lines, [army.name for army in armies], "name")
    no_twins(lines, [army.guards for army in armies], "structure")
    return tuple(armies)
