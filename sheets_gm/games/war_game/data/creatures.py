"""What an army may consist of (rulebook 3): slots, colours, watermarks, at most six different creatures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from sheets_gm.games.war_game.data.army_lists import MOST_KINDS, Creature, Listed, Rank
from sheets_gm.games.war_game.data.words import COALITION, FACTIONS
from sheets_gm.kernel.english import counted, listed

ANY_COLOUR = "any"
EXACT, AT_MOST = "exact", "at_most"


def fits_slot(creature: Creature, size: int, match: str) -> bool:
    """Whether *creature* fits a slot of *size* (CPW-52, CPW-54, CPW-R46)."""
    if creature.variable == "any":
        return True
    if creature.variable == "up":
        return creature.size <= size
    return creature.size == size or (match == AT_MOST and creature.size <= size)


def barred(creature: Creature, side: str, factions: str, multicolour: str) -> str:
    """Return why an army of *side* with *factions* may not have *creature*; "" if it may (CPW-56 to CPW-60)."""
    if side == COALITION:
        if creature.artifact or not creature.colours:
            return ""  # CPW-60
        ours = [colour in factions for colour in creature.colours]
        if any(ours) if multicolour == ANY_COLOUR else all(ours):  # CPW-59, CPW-R47
            return ""
        return f"{creature.name} is {_colours(creature)}, and the army's factions are {_names(factions)}"
    if creature.colours and not set(creature.colours) - {"W", "G"} and not creature.watermark:  # CPW-R48
        return f"{creature.name} is {_colours(creature)} without the Phyrexian watermark"
    return ""


def wrong_units(
    units: Sequence[Listed], rank: Rank, creatures: Mapping[str, Creature], side: str, factions: str,
    *, slot_match: str, multicolour: str,
) -> str:  # fmt: skip
    """Return why an army may not consist of the creatures of *units*; "" if it may. Numbers are not checked."""
    kinds = {each.creature for each in units}
    if len(kinds) > MOST_KINDS:
        names = listed([*dict.fromkeys(each.creature for each in units)])
        return f"it has {len(kinds)} different units, {names}; an army has at most {MOST_KINDS}"  # CPW-62
    for each in units:
        creature, size = creatures[each.creature], rank.sizes[each.slot - 1]
        if not fits_slot(creature, size, slot_match):
            return f"{creature.name} does not fit slot {each.slot}, which is for {size}/{size} creatures"
        if why := barred(creature, side, factions, multicolour):
            return why
    return ""


def wrong_numbers(units: Sequence[Listed], full: Sequence[int]) -> str:
    """Return why the numbers of *units* do not fill an army with the slots *full*; "" if they do."""
    counts = Counter[int]()
    for each in units:
        counts[each.slot] += each.count
    for slot, size in enumerate(full, start=1):
        if counts[slot] != size:
            names = listed([each.creature for each in units if each.slot == slot], none="nothing")
            return f"slot {slot}, {names}, has {counts[slot]:,} units, and a full one has {size:,}"
    return ""


def exclusive_colour(creature: Creature) -> str:
    """Return the colour of *creature* that only its faction's base supplies (CPW-141, CPW-R34); "" if there is none."""
    return creature.colours if len(creature.colours) == 1 else ""


def colour_bonus(creatures: Iterable[Creature]) -> bool:
    """Whether all of *creatures* share a colour, or all are colourless (CPW-66)."""
    colours = [set(creature.colours) for creature in creatures]
    return bool(colours) and (not any(colours) or bool(set.intersection(*colours)))


def _colours(creature: Creature) -> str:
    return listed([FACTIONS[colour].lower() for colour in creature.colours])


def _names(factions: str) -> str:
    return listed([FACTIONS[letter] for letter in factions])


def units_text(units: Sequence[Listed]) -> str:
    """Write *units* as a list: "5000 White Knight / 2500 ...", the slots in order."""
    slots = {slot: " + ".join(f"{each.count} {each.creature}" for each in units if each.slot == slot) for slot in
             sorted({each.slot for each in units})}  # fmt: skip
    return " / ".join(slots.values())


def counted_units(number: int) -> str:
    """Write *number* with its noun: "12,000 units"."""
    return f"{number:,} units" if number != 1 else counted(number, "unit")
