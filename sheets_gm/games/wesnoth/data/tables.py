"""The tables of the game (rulebook, "Elements of the game"): pawns, factions, terrain, times of day.

They come from files that people can edit. Errors name the file, line and column. A match stores the tables with which
it was created, packed into one text, so editing a file does not change a running match.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from sheets_gm.games.csv_tables import BadTable, PackedTables, TableRow, table_rows

FILES = ("units.csv", "factions.csv", "terrain.csv", "schedule.csv")

TERRAINS = ("plain", "forest", "mountain", "water", "harsh", "city")  # WES-6
NEEDED = {"H": 2, "P": 3, "N": 4, "G": 5, "S": 6}
"""WES-32: the lowest die that hits a pawn of this class on the terrain it stands on."""

CLASSES = {"H": "horrible", "P": "poor", "N": "normal", "G": "good", "S": "superb"}
"""What the letters of these classes mean."""

KINDS = ("melee", "ranged", "magical")
ROLES = ("Warrior", "Archer", "Mage", "Scout", "Mixed")  # WES-8
TYPES = ("blade", "pierce", "impact", "fire", "cold", "arcane")
LAWFUL, NEUTRAL, CHAOTIC = ALIGNMENTS = ("lawful", "neutral", "chaotic")
DAY, NIGHT = "day", "night"


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack of a pawn. *damage* is that of each swing that hits."""

    kind: str
    damage: int
    swings: int
    type: str

    @property
    def label(self) -> str:
        """The name of the attack: "melee 3-3 pierce"."""
        return f"{self.kind} {self.damage}-{self.swings} {self.type}"


@dataclass(frozen=True, eq=False)
class Pawn:
    """A kind of unit, with the figures on its pawn (WES-3).

    *classes* and *costs* are by terrain, *resists* by type of damage and by kind of attack.
    """

    faction: str
    name: str
    role: str
    level: int
    hp: int
    moves: int
    alignment: str
    attacks: tuple[Attack, ...]
    classes: Mapping[str, str]
    costs: Mapping[str, int]
    resists: Mapping[str, int]
    advances: tuple[str, ...]
    recruit: bool
    leader: bool

    @cached_property
    def by_label(self) -> Mapping[str, Attack]:
        """The attacks by name."""
        return {attack.label: attack for attack in self.attacks}


@dataclass(frozen=True, slots=True)
class Faction:
    """A faction: its alignment (WES-7), and a remark on how it plays."""

    name: str
    alignment: str
    style: str


@dataclass(frozen=True, slots=True)
class Time:
    """A time of day: its light ("day", "night", or "" for neither), and whether villages pay (WES-5, WES-29)."""

    name: str
    light: str
    pays: bool
    picture: str


@dataclass(frozen=True, eq=False)
class Tables:
    """All tables. Pawns are by faction and name, because two factions may have pawns of the same name."""

    pawns: Mapping[tuple[str, str], Pawn]
    factions: Mapping[str, Faction]
    signs: Mapping[str, str]
    pictures: Mapping[str, str]
    schedules: Mapping[str, tuple[Time, ...]]

    @cached_property
    def leaders(self) -> Mapping[str, tuple[str, ...]]:
        """By faction, the pawns that may lead it, in the order of the table (WES-4)."""
        return {name: tuple(each.name for each in self._of(name) if each.leader) for name in self.factions}

    @cached_property
    def recruits(self) -> Mapping[str, Mapping[str, Pawn]]:
        """By faction, the pawns that it may recruit by `Pawn.name` or `mercenary_name`: its own, then mercenaries.

        A pawn is not a mercenary if the faction has one of the same name (WES-18).
        """
        return {name: self._recruits(name) for name in self.factions}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All names of pawns, with those that distinguish pawns of the same name, each once."""
        plain_names = (name for _, name in self.pawns)
        return tuple(dict.fromkeys((*plain_names, *map(self.mercenary_name, self.pawns.values()))))

    def _of(self, faction: str) -> Iterator[Pawn]:
        return (pawn for pawn in self.pawns.values() if pawn.faction == faction)

    def _recruits(self, faction: str) -> Mapping[str, Pawn]:
        own_pawns = {pawn.name: pawn for pawn in self._of(faction) if pawn.recruit}
        others = [pawn for pawn in self.pawns.values() if pawn.recruit and pawn.name not in own_pawns]
        return own_pawns | {self.mercenary_name(pawn): pawn for pawn in others}

    def mercenary_name(self, pawn: Pawn) -> str:
        """Return the name of *pawn*, with its faction if several factions have a pawn of that name: "Mage (Rebels)"."""
        several = sum(pawn.name == other.name for other in self.pawns.values()) > 1
        return f"{pawn.name} ({pawn.faction})" if several else pawn.name


def parse(texts: Mapping[str, str]) -> Tables:
    """Read the tables from the *texts* of the files, by file name. Raises BadTable."""
    factions = dict(_factions(texts["factions.csv"]))
    signs: dict[str, str] = {}
    pictures: dict[str, str] = {}
    for row in _rows("terrain.csv", texts["terrain.csv"], ("terrain", "sign", "picture")):
        terrain = row.one_of("terrain", TERRAINS)
        if len(row["sign"]) != 1 or row["sign"].isdigit() or row["sign"] in signs or row["sign"] in "vCK_":
            why = f"“{row['sign']}” cannot be a terrain's sign: use one unused letter or mark, not v, C, K or _"
            raise row.bad(why, "sign")
        signs[row["sign"]] = terrain
        pictures[terrain] = row["picture"]
    missing = [terrain for terrain in TERRAINS if terrain not in signs.values()]
    if missing:
        raise BadTable(f"terrain.csv: there is no line for {', '.join(missing)}")
    schedules: dict[str, tuple[Time, ...]] = {}
    for row in _rows("schedule.csv", texts["schedule.csv"], ("schedule", "time", "light", "pays", "picture")):
        time = Time(row["time"], row.one_of("light", ("", DAY, NIGHT)), row.flag("pays"), row["picture"])
        schedules[row["schedule"]] = (*schedules.get(row["schedule"], ()), time)
    if not schedules:
        raise BadTable("schedule.csv: there is no time of day")
    rows = dict(_unit_rows(texts["units.csv"], factions))
    pawns = {key: _pawn(key, row) for key, row in rows.items()}
    game_tables = Tables(pawns, factions, signs, pictures, schedules)
    _check(game_tables, rows)
    return game_tables


SURPLUS = "; separate several things in one cell with ;"
"""What ends the message about a line with too many cells."""


def _rows(file: str, text: str, headings: tuple[str, ...]) -> Iterator[TableRow]:
    return table_rows(file, text, headings, SURPLUS)


def _factions(text: str) -> Iterator[tuple[str, Faction]]:
    seen: set[str] = set()
    for row in _rows("factions.csv", text, ("faction", "alignment", "style")):
        name = row["faction"]
        if name in seen or not name:
            raise row.bad(f"there is already a faction “{name}” above" if name else "it has no name", "faction")
        seen.add(name)
        yield name, Faction(name, row.one_of("alignment", ALIGNMENTS), row["style"])


_UNIT_HEADINGS = (
    *("faction", "unit", "role", "level", "hp", "moves", "alignment", "attacks", "advances", "recruit", "leader"),
    *TERRAINS,
    *TYPES,
    *(f"res_{kind}" for kind in KINDS),
)
_ATTACK = re.compile(r"(\w+) (\d{1,2})-(\d{1,2}) (\w+)")


def _unit_rows(text: str, factions: Mapping[str, Faction]) -> Iterator[tuple[tuple[str, str], TableRow]]:
    """Yield the lines of the pawns, by faction and name."""
    seen: set[tuple[str, str]] = set()
    for row in _rows("units.csv", text, _UNIT_HEADINGS):
        key = row.one_of("faction", tuple(factions)), row["unit"]
        if key in seen or not row["unit"]:
            why = f"there is already a “{row['unit']}” of {row['faction']} above" if key in seen else "it has no name"
            raise row.bad(why, "unit")
        seen.add(key)
        yield key, row


def _pawn(key: tuple[str, str], row: TableRow) -> Pawn:
    grounds = {terrain: _ground(row, terrain) for terrain in TERRAINS}
    resists = {name: row.whole(name, -99) for name in TYPES} | {k: row.whole(f"res_{k}", -99) for k in KINDS}
    return Pawn(
        *key,
        role=row.one_of("role", ROLES),
        level=row.whole("level"),
        hp=row.whole("hp", 1),
        moves=row.whole("moves"),
        alignment=row.one_of("alignment", ALIGNMENTS),
        attacks=_attacks(row),
        classes={terrain: ground[0] for terrain, ground in grounds.items()},
        costs={terrain: ground[1] for terrain, ground in grounds.items()},
        resists=resists,
        advances=row.several("advances"),
        recruit=row.flag("recruit"),
        leader=row.flag("leader"),
    )


def _ground(row: TableRow, terrain: str) -> tuple[str, int]:
    text = row[terrain]
    if not re.fullmatch(r"[HPNGS][1-9]", text):
        raise row.bad(f"it must be a class (H, P, N, G or S) and a cost, like N1, not “{text}”", terrain)
    return text[0], int(text[1])


def _attacks(row: TableRow) -> tuple[Attack, ...]:
    attacks = tuple(_attack(row, text) for text in row.several("attacks"))
    twice = next((each.label for at, each in enumerate(attacks) if each in attacks[:at]), None)
    if twice:
        raise row.bad(f"“{twice}” is listed twice", "attacks")
    return attacks


def _attack(row: TableRow, text: str) -> Attack:
    parts = _ATTACK.fullmatch(text)
    if not parts or parts[1] not in KINDS or parts[4] not in TYPES or int(parts[2]) < 1 or int(parts[3]) < 1:
        why = f"“{text}” is not an attack; write it like “melee 3-3 pierce” ({', '.join((*KINDS, *TYPES))})"
        raise row.bad(why, "attacks")
    return Attack(parts[1], int(parts[2]), int(parts[3]), parts[4])


def _check(game_tables: Tables, rows: Mapping[tuple[str, str], TableRow]) -> None:
    """Check what involves several lines: the pawns to which others advance, and a leader for each faction."""
    for key, pawn in game_tables.pawns.items():
        for name in pawn.advances:
            above = game_tables.pawns.get((pawn.faction, name))
            if above is None or above.level != pawn.level + 1:
                why = "is not a pawn of that faction" if above is None else f"has level {above.level}"
                text = f"{pawn.name} has level {pawn.level} and advances to {name}, which {why}"
                raise rows[key].bad(text, "advances")
    for faction in game_tables.factions:
        if not game_tables.leaders[faction]:
            raise BadTable(f"units.csv: no pawn of {faction} has “yes” in the column leader")


_PACKED = PackedTables(FILES, parse)
pack, checked, tables = _PACKED.pack, _PACKED.checked, _PACKED.tables
