"""The planes and the structures on them (rulebook 2.1 and 5), read from files that the GM can edit.

A place is a plane and a square: "Dominaria 3A".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sheets_gm.games.war_game.data.tables import BadData, Line, no_twins, read_table
from sheets_gm.games.war_game.data.words import (
    BASE,
    EFFECTS,
    FACTIONS,
    FEATURE,
    KINDS,
    PORTAL,
    SIDES,
    STRONGHOLD,
    TERRAINS,
)
from sheets_gm.kernel.geometry.naming import TileNaming
from sheets_gm.kernel.geometry.square import Squares

PLANES, STRUCTURES = "planes.txt", "structures.csv"
COLUMNS = ("name", "kind", "plane", "square", "faction", "effect", "leads to")
MOST_COLUMNS, MOST_ROWS = 40, 26
FEATURES = 5  # CPW-143


@dataclass(frozen=True, slots=True)
class Plane:
    """A plane: the side whose home it is ("" for nobody), its squares, and the terrain of each."""

    name: str
    home: str
    squares: Squares
    terrain: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Structure:
    """A base, stronghold, terrain feature or portal (CPW-7, CPW-10, CPW-143, CPW-150).

    *faction* belongs to a base, *effect* to a feature; *leads_to* is the place of a portal's other end.
    """

    name: str
    kind: str
    place: str
    faction: str = ""
    effect: str = ""
    leads_to: str = ""


def read_planes(text: str) -> dict[str, Plane]:
    """Read the planes, by name. Raises BadData."""
    planes: dict[str, Plane] = {}
    blocks: list[list[tuple[int, str]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        if stripped.partition(" ")[0] == "plane":
            blocks.append([])
        elif not blocks:
            raise BadData(f"{PLANES}, line {number}: the first line of a plane is like “plane Dominaria”")
        blocks[-1].append((number, stripped))
    for block in blocks:
        plane = _plane(block)
        if plane.name.casefold() in {name.casefold() for name in planes}:
            raise BadData(f"{PLANES}, line {block[0][0]}: there is already a plane “{plane.name}”")
        planes[plane.name] = plane
    if not planes:
        raise BadData(f"{PLANES}: it has no plane")
    homes = [plane.home for plane in planes.values() if plane.home]
    if sorted(homes) != sorted(SIDES):
        raise BadData(f"{PLANES}: exactly one plane must be the home of each side")
    return planes


def _plane(block: list[tuple[int, str]]) -> Plane:
    """Read one plane from its lines: name, home, edges, then the rows."""
    number, first = block[0]
    name = first.partition(" ")[2].strip()
    if not re.fullmatch(r"[^\W\d_]+", name):
        raise BadData(f"{PLANES}, line {number}: the name of a plane is one word of letters")
    home = _said(block, 1, "home", (*SIDES, "nobody"))
    joined = _said(block, 2, "edges", ("closed", "joined")) == "joined"
    rows = block[3:]
    if not 1 <= len(rows) <= MOST_ROWS:
        raise BadData(f"{PLANES}, line {number}: {name} has {len(rows)} rows; a plane has 1 to {MOST_ROWS}")
    wide = len(rows[0][1])
    for at, row in rows:
        if len(row) != wide or wide > MOST_COLUMNS:
            raise BadData(f"{PLANES}, line {at}: all rows of {name} have the same length, at most {MOST_COLUMNS}")
        unknown = next((letter for letter in row if letter not in TERRAINS), None)
        if unknown:
            raise BadData(f"{PLANES}, line {at}: there is no terrain “{unknown}”; use {' '.join(TERRAINS)}")
    squares = Squares(wide, len(rows), TileNaming.NUMBER_FIRST, wrap_columns=joined, wrap_rows=joined)
    terrain = {
        str(squares.name(column, row)): TERRAINS[letter]
        for row, (_, letters) in enumerate(rows)
        for column, letter in enumerate(letters)
    }
    return Plane(name, "" if home == "nobody" else home, squares, terrain)


def _said(block: list[tuple[int, str]], at: int, key: str, words: tuple[str, ...]) -> str:
    """Return the word after *key* in line *at* of a plane's block."""
    number, line = block[min(at, len(block) - 1)]
    first_word, _, word = line.partition(" ")
    if first_word != key or word.strip() not in words or at >= len(block):
        raise BadData(f"{PLANES}, line {number}: write “{key} ” and one of {', '.join(words)} here")
    return word.strip()


def read_structures(text: str, planes: Mapping[str, Plane]) -> dict[str, Structure]:
    """Read the structures, by name. Raises BadData."""
    lines = read_table(STRUCTURES, text, COLUMNS)
    structures = [_structure(line, planes) for line in lines]
    no_twins(lines, [each.name for each in structures], "name")
    no_twins(lines, [each.place for each in structures], "place")
    _bases(lines, structures)
    _portals(lines, structures)
    for plane in planes:
        features = [each for each in structures if each.kind == FEATURE and each.place.startswith(f"{plane} ")]
        if len(features) != FEATURES:
            raise BadData(f"{STRUCTURES}: {plane} has {len(features)} features; each plane has {FEATURES}")  # CPW-143
    return {each.name: each for each in structures}


def _structure(line: Line, planes: Mapping[str, Plane]) -> Structure:
    plane = line.one_of("plane", tuple(planes))
    square = line["square"].upper()
    if square not in planes[plane].squares:
        raise line.bad(f"there is no square “{line['square']}” on {plane}")
    kind = line.one_of("kind", KINDS)
    faction = line.one_of("faction", tuple(FACTIONS)) if kind == BASE else ""
    for column, belongs in (("faction", BASE), ("effect", FEATURE), ("leads to", PORTAL)):
        if line[column] and kind != belongs:
            raise line.bad(f"only a {belongs} has something in the column {column}")
    effect = line.one_of("effect", EFFECTS) if kind == FEATURE else ""
    return Structure(line.named("name"), kind, f"{plane} {square}", faction, effect, line["leads to"])


def _bases(lines: tuple[Line, ...], structures: list[Structure]) -> None:
    """Raise BadData unless each faction has one base (CPW-7) and there are strongholds (CPW-10)."""
    bases = [(line, each) for line, each in zip(lines, structures, strict=True) if each.kind == BASE]
    no_twins([line for line, _ in bases], [each.faction for _, each in bases], "base of the faction")
    missing = [name for letter, name in FACTIONS.items() if letter not in {each.faction for _, each in bases}]
    if missing:
        raise BadData(f"{STRUCTURES}: there is no base of {missing[0]}")
    if not any(each.kind == STRONGHOLD for each in structures):
        raise BadData(f"{STRUCTURES}: there is no stronghold")


def _portals(lines: tuple[Line, ...], structures: list[Structure]) -> None:
    """Raise BadData unless each portal leads to one that leads back."""
    ends = {each.place: each.leads_to for each in structures if each.kind == PORTAL}
    for line, each in zip(lines, structures, strict=True):
        if each.kind == PORTAL and ends.get(each.leads_to) != each.place:
            raise line.bad(f"“{each.leads_to}” is not the place of a portal that leads back here")
