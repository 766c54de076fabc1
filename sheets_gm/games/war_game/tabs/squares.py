"""What the map shows of a square: its text, its style, and its note (rulebook 2.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from sheets_gm.games.war_game.data.maps import Structure
from sheets_gm.games.war_game.data.words import (
    COALITION,
    EFFECT_WORDS,
    FACTIONS,
    FOREST,
    HOME_TERRAINS,
    ISLANDS,
    MERCENARIES,
    MOUNTAINS,
    OCEAN,
    PHYREXIA,
    PLAINS,
    SIDE_NAMES,
    SWAMP,
)
from sheets_gm.games.war_game.data.world import square_of
from sheets_gm.games.war_game.position.state import Army, Battle
from sheets_gm.games.war_game.views.descriptions import rank_name
from sheets_gm.games.war_game.views.visible import View
from sheets_gm.kernel.english import listed

BATTLE = "⚔"
SYMBOLS = {COALITION: "⚜", PHYREXIA: "🎭", MERCENARIES: "⛑"}  # CPW-22
GROUNDS = {PLAINS: "–", ISLANDS: "∘", SWAMP: "▒", MOUNTAINS: "▲", FOREST: "♣", OCEAN: "≈"}
"""The sign of each terrain, for eyes that its colour does not help."""
ICONS = {"base": "⌂", "stronghold": "♜", "feature": "★", "portal": "◎"}

WIDE, LINES = 12, 2
"""The letters and the lines that a square has for a name."""

Shown = tuple[str, str, str | None]
"""A square's text, its style in the template, and its note; None where the square itself says all."""


def fitted(name: str) -> str:
    """Break *name* into the lines of a square: whole words if they fit, without an initial "The"."""
    words = name.split()
    words = words[1:] if len(words) > 1 and words[0] == "The" else words
    lines = [""]
    for word in words:
        cut = word if len(word) <= WIDE else f"{word[: WIDE - 2]}…"
        together = f"{lines[-1]} {cut}".strip()
        if len(together) <= WIDE:
            lines[-1] = together
        else:
            lines.append(cut)
    return "\n".join(lines[:LINES])


def armies_by_place(view: View) -> Mapping[str, tuple[Army, ...]]:
    """The armies at each place that has any."""
    here: dict[str, tuple[Army, ...]] = {}
    for army in view.armies:
        here[army.place] = (*here.get(army.place, ()), army)
    return here


def square(view: View, place: str, armies: Sequence[Army], battle: Battle | None) -> Shown:
    """Return what a square shows: its battle, else its army, else its structure, else its name on its terrain
    (CPW-19).
    """
    structure = view.world.by_place.get(place)
    if structure is None and battle is None and not armies:
        return _open_square(place, view.world.terrain[place])
    note = _note(view, place, structure, armies, battle)
    signs = _signs(view, structure)
    if battle is not None:
        sides = "".join(SYMBOLS[army.side] for army in armies)
        return f"{BATTLE} {battle.number or ''}".strip() + f"\n{sides}", "map.battle", note
    if armies:
        army = armies[0]
        return f"{SYMBOLS[army.side]}{signs}\n{fitted(army.name)}", f"map.{army.side}", note
    assert structure is not None
    style = "map.ruin" if structure.name in view.destroyed else f"map.{structure.kind}{_faction(structure)}"
    return f"{signs}\n{fitted(structure.name)}", style, note


def floor(view: View, place: str, *, fought: bool) -> tuple[str, str]:
    """Return the sign and style of a square without its armies. *fought* says that there is a battle on it."""
    structure = view.world.by_place.get(place)
    signs = f"{BATTLE if fought else ''}{_signs(view, structure)}"
    if structure is not None and structure.name not in view.destroyed:
        return signs, f"map.{structure.kind}{_faction(structure)}"
    terrain = view.world.terrain[place]
    return signs or GROUNDS[terrain], f"terrain.{terrain}"


@lru_cache(maxsize=4096)
def _open_square(place: str, terrain: str) -> Shown:
    """Return a square with only terrain. Its sign names the terrain too, as the legend explains."""
    return f"{square_of(place)} {GROUNDS[terrain]}", f"terrain.{terrain}", None


def ground(terrain: str) -> Shown:
    """Return a terrain for the legend: its sign and its name; its note says for whom it is home terrain."""
    home = _home(terrain).strip(" ()")
    return f"{GROUNDS[terrain]} {terrain}", f"terrain.{terrain}", home or None


def _signs(view: View, structure: Structure | None) -> str:
    """Return the signs of a structure and of the side that controls it."""
    if structure is None:
        return ""
    owner = view.control.get(structure.name, "")
    return ICONS[structure.kind] + SYMBOLS.get(owner, "")


def _faction(structure: Structure) -> str:
    """Return the faction whose colour a base has (CPW-135); "" for other structures."""
    return f".{structure.faction}" if structure.faction else ""


def _note(view: View, place: str, structure: Structure | None, armies: Sequence[Army], battle: Battle | None) -> str:
    """Return the note of a square: what is known about it (CPW-21)."""
    lines = [_terrain_line(place, view.world.terrain[place])]
    if structure is not None:
        lines += _structure_lines(view, structure)
    if battle is not None:
        words = view.announcements.get(str(battle.number))
        lines += [f"battle {battle.number}: {words}"] if words else []
    for army in armies:
        lines.append(f"{army.name}: {rank_name(view.world, army)} of {SIDE_NAMES[army.side]}, {army.size:,} units")
    return "\n".join(lines)


def _terrain_line(place: str, terrain: str) -> str:
    return f"{place}: {terrain}{_home(terrain)}"


def _home(terrain: str) -> str:
    """Say whose armies fight better on *terrain*."""
    homes = [f"{name} armies" for letter, name in FACTIONS.items() if terrain in HOME_TERRAINS[letter]]
    homes += [SIDE_NAMES[PHYREXIA]] if terrain == SWAMP else []
    return f" (home of {listed(homes)})" if homes else ""


def _structure_lines(view: View, structure: Structure) -> list[str]:
    colour = f"{FACTIONS[structure.faction].lower()} " if structure.faction else ""
    ruin = " – destroyed" if structure.name in view.destroyed else ""
    lines = [f"{structure.name} ({colour}{structure.kind}){ruin}"]
    lines += [f"leads to {structure.leads_to}"] if structure.leads_to else []
    lines += [EFFECT_WORDS[structure.effect].format(vp=view.settings.vp_feature)] if structure.effect else []
    owner = view.control.get(structure.name)
    lines += [f"controlled by {SIDE_NAMES[owner]}"] if owner else []
    if structure.name in view.razing:
        lines.append(f"being destroyed, turn {view.razing[structure.name]} of {view.settings.destroy_turns}")
    lines += [view.notes[structure.name]] if structure.name in view.notes else []
    return lines
