"""Helpers for tests: positions and orders in short words, and every outcome that a turn's movement can have.

An army is "C5 3A": its side (C, P or M for mercenaries), its level and its place, on Dominaria unless the first letter
of another plane is before it ("C5 P 8D"); then "4000" units, "4000/499" with so many of them in the highest slot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sheets_gm.games import files
from sheets_gm.games.war_game.data.army_lists import SLOTS
from sheets_gm.games.war_game.data.settings import Settings
from sheets_gm.games.war_game.data.words import COALITION, MERCENARIES, PHYREXIA
from sheets_gm.games.war_game.data.world import plane_of, square_of
from sheets_gm.games.war_game.position.opening import Command, opening_of
from sheets_gm.games.war_game.position.orders import Move
from sheets_gm.games.war_game.position.state import Army, Battle, Match, Units
from sheets_gm.games.war_game.rules.movement.commands import read_move
from sheets_gm.games.war_game.rules.movement.sequence import move
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.explore import explore
from sheets_gm.kernel.outcome import Event, Remark

PLANES = {"D": "Dominaria", "P": "Phyrexia", "M": "Mirrodin"}
MYR = ("Memnite", "Alpha Myr", "Cathodion", "Myr Enforcer")
SIDES = {"C": COALITION, "P": PHYREXIA, "M": MERCENARIES}

OUT_OF_THE_WAY = [
    *(f"Base {faction},base,Dominaria,{10 + at}I,{faction},," for at, faction in enumerate("WUBRG")),
    *(f"Fort {at},stronghold,Phyrexia,{10 + at}I,,," for at in range(5)),
    *(f"{plane} feature {at},feature,{plane},{at + 1}{row},,," for plane, row in
      (("Dominaria", "I"), ("Phyrexia", "I"), ("Mirrodin", "F")) for at in range(5)),
]  # fmt: skip
"""The structures that a world must have, where no test goes."""


def structures(lines: Iterable[str] = (), without: Iterable[str] = ()) -> str:
    """A table of structures: those out of the way but for some names, and some more lines."""
    gone = set(without)
    kept = [line for line in OUT_OF_THE_WAY if line.partition(",")[0] not in gone]
    return "\n".join(["name,kind,plane,square,faction,effect,leads to", *kept, *lines])


def settings(lines: Iterable[str] = (), without: Iterable[str] = (), **changes: Any) -> Settings:
    """Settings with structures out of the way, and armies that stand there too."""
    texts = {
        "structures": structures(lines, without),
        "armies": "name,side,level,plane,square,legend,primary,secondary,units\n"
        "Nobody,phyrexia,1,Phyrexia,24I,None,,,1 Massacre Wurm / 1 Xathrid Demon / 1 Dread Cacodemon"
        " / 1 Demon of Death's Gate",
        "mercenaries": "name,structure,level,units\nGuard,Mirrodin feature 0,6,1 Memnite / 1 Alpha Myr / 1 Cathodion"
        " / 1 Myr Enforcer",
    }
    return Settings.model_validate({**texts, **changes})


def army(name: str, words: str, **changes: Any) -> Army:
    """The army that *words* describe."""
    parts = words.split()
    plane = PLANES[parts.pop(1)] if parts[1] in PLANES else "Dominaria"
    count, _, top = (parts[2] if len(parts) > 2 else "10000").partition("/")
    highest = int(top or 1000)
    side = SIDES[parts[0][0]]
    return Army(
        name=name,
        side=side,
        level=int(parts[0][1]),
        place=f"{plane} {parts[1]}",
        camp=f"{plane} {parts[1]}",
        legend=f"Legend of {name}",
        units=_units(int(count) - highest, highest),
        primary="W" if side == COALITION else "",
        guards="Mirrodin feature 0" if side == MERCENARIES else "",
    ).but(**changes)


def _units(others: int, highest: int) -> tuple[Units, ...]:
    """Colourless units: *highest* in the highest slot, and *others* in the slots from the lowest on."""
    units = []
    for slot, (creature, size) in enumerate(zip(MYR, SLOTS, strict=True), start=1):
        count = highest if slot == len(SLOTS) else min(others, size)
        others -= 0 if slot == len(SLOTS) else count
        units += [Units(slot=slot, creature=creature, count=count, full=count)] if count else []
    return tuple(units)


def position(armies: Mapping[str, str | Army], made: Settings | None = None, **changes: Any) -> Match:
    """A position at the start of a turn."""
    people = tuple(army(name, each) if isinstance(each, str) else each for name, each in armies.items())
    match = Match(settings=made or settings(), turn=1, phase="orders", armies=people)
    return match.but(**changes)


def battle(type: str, place: str, first: Sequence[str], second: Sequence[str], **changes: Any) -> Battle:
    """A battle that was announced."""
    made = Battle(number=1, type=type, place=place, first=tuple(first), second=tuple(second), weather=(3, 3, 3))
    return made.but(**changes)


def order(match: Match, line: str) -> tuple[str, Move]:
    """The side and the order of a line; its army is named before the colon."""
    name = line.partition(":")[0]
    return match.army(name).side, Move(army=name, line=line)


def read(match: Match, line: str) -> Command | Remark:
    """What a line means, or why it cannot stand."""
    side, given = order(match, line)
    return read_move(opening_of(match), side, given)


def moved(match: Match, lines: Iterable[str], dice: Dice) -> tuple[Match, tuple[Event, ...]]:
    """The match after its movement with these orders."""
    orders: dict[str, list[Move]] = {}
    for line in lines:
        side, given = order(match, line)
        orders.setdefault(side, []).append(given)
    return move(match, orders, dice)


def outcomes(match: Match, lines: Iterable[str]) -> set[str]:
    """Every outcome of a turn's movement, as `described`."""
    given = tuple(lines)
    return {described(after) for (after, _), _ in explore(lambda dice: moved(match, given, dice))}


def described(match: Match) -> str:
    """Where everybody is, and the battles: "Ann 4B, Xan P 8D; Ann attacks Xan @4B"."""
    places = sorted(f"{each.name} {short(each.place)}" for each in match.armies)
    fights = sorted(
        f"{'+'.join(fight.first)} {fight.type} {'+'.join(fight.second)} @{square_of(fight.place)}"
        for fight in match.battles
    )
    return "; ".join([", ".join(places), *fights])


def short(place: str) -> str:
    """A place without the name of Dominaria, and with one letter for other planes."""
    plane = plane_of(place)
    return square_of(place) if plane == "Dominaria" else f"{plane[0]} {square_of(place)}"


def template(name: str) -> str:
    """The text of a data file of the template."""
    return files.read("war_game", name)
