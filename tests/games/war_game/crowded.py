"""Random turns in which many armies get into each other's way; what must hold after each of them.

A turn follows from its number, so one that breaks a law can be played again. Some turns in a row begin in the same
position, and all luck is that of a quick generator, so that a hundred thousand of them take minutes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from random import Random
from typing import Any

from sheets_gm.games.war_game.data.settings import Settings
from sheets_gm.games.war_game.data.words import RAIDS, SIDES, VERSUS
from sheets_gm.games.war_game.data.world import square_of
from sheets_gm.games.war_game.position.orders import Move
from sheets_gm.games.war_game.position.state import Army, Battle, Match
from sheets_gm.games.war_game.rules.movement.sequence import move
from sheets_gm.kernel.dice import Dice
from tests.games.war_game.table import army, position, settings

COLUMNS = {"D": 9, "P": 6, "M": 9}
ROWS = "ABCDEF"
PORTALS = (("D", "4C", "P", "3C"), ("D", "7E", "M", "5D"), ("P", "5E", "M", "2B"))
NAMES = {"D": "Dominaria", "P": "Phyrexia", "M": "Mirrodin"}
ALLIED = ("replace", "replace", "support", "support", "")
ENEMY = ("engage", "engage", "engage", "raid", "")
EMPTY = ("", "", "", "", "engage", "garrison")
TURNS_EACH = 5
"""The turns that begin in the same position, each with its own orders and dice."""


def quick_dice(name: str) -> Dice:
    """Dice that follow from *name*, for luck that nobody must be able to check."""
    luck = Random(name).random

    def source(sides: int, why: str, hidden: bool) -> int:
        return int(luck() * sides) + 1

    return Dice(source)


@cache
def world(variant: int) -> Settings:
    """Settings with portals and structures in the crowd's corner of each plane; some with other rulings."""
    lines = ["Town,stronghold,Dominaria,6B,,,", "Nest,stronghold,Mirrodin,7C,,,"]
    for near, square, far, other in PORTALS:
        lines.append(f"{near}{square},portal,{NAMES[near]},{square},,,{NAMES[far]} {other}")
        lines.append(f"{far}{other},portal,{NAMES[far]},{other},,,{NAMES[near]} {square}")
    other_rulings: dict[str, Any] = {
        "head_on": "battle", "missing_order": "try", "intercept_pick": "earliest", "intercept_named": "only",
        "joint_on_vs": True, "diagonal": "none",
    }  # fmt: skip
    return settings(lines, **(other_rulings if variant else {}))


def crowd(dice: Dice, made: Settings, number: int) -> Match:
    """Armies of both sides and mercenaries on random squares, a few of them in battle."""
    squares = [f"{plane} {column}{row}" for plane, wide in COLUMNS.items() for row in ROWS for column in range(1, wide)]
    places = dice.shuffle(squares, "places")
    armies: dict[str, str | Army] = {}
    for at in range(number):
        side = dice.pick(("C", "C", "P", "P"), f"side {at}")
        words = dice.pick(("10000", "10000", "4000", "4000/499", "600/600"), f"units {at}")
        armies[f"Army {chr(65 + at // 26)}{chr(97 + at % 26)}"] = (
            f"{side}{dice.roll(6, f'level {at}')} {places[at]} {words}"
        )
    armies["Guard"] = army("Guard", f"M6 {places[number]}")
    match = position(armies, made)
    fights = []
    for at in range(3):
        one, other = match.armies[2 * at], match.armies[2 * at + 1]
        if one.side != other.side and made.world.portal(one.place) is None:
            match = match.with_armies({other.name: other.but(place=one.place)})
            fights.append(Battle(number=at + 1, type=VERSUS, place=one.place, first=(one.name,), second=(other.name,)))
    return match.but(battles=tuple(fights), announced=3)


def orders(match: Match, dice: Dice) -> dict[str, list[Move]]:
    """An order for most armies; not all of them can stand."""
    there = {each.place: each for each in match.armies}
    found: dict[str, list[Move]] = {side: [] for side in SIDES}
    for each in match.armies:
        if not each.hired:
            found[each.side].append(Move(army=each.name, line=_line(match, dice, each, there)))
    return found


def _line(match: Match, dice: Dice, each: Army, there: dict[str, Army]) -> str:
    start, reach = square_of(each.place), [*match.world.near(each.place, 3)]
    if dice.roll(5, f"{each.name} stays?") == 1:
        wanted = dice.pick(("", *(other.name for other in match.armies if other.side != each.side)), f"{each.name} for")
        return f"{start} - intercept {wanted}"
    end = dice.pick(reach, f"{each.name} to")
    if dice.roll(2, f"{each.name} to somebody?") == 1:
        near = [place for place in reach if place in there and place != each.place]
        end = dice.pick(near, f"{each.name} to whom") if near else end
    other = there.get(end)
    verbs = EMPTY if other is None else ALLIED if other.side == each.side else ENEMY
    verb = dice.pick(verbs, f"{each.name} does")
    if other is not None and other.side == each.side and dice.roll(8, f"{each.name} sends?") == 1:
        return f"{start} - transfer 5 Memnite to {other.name}"
    target = other.name if other is not None else "Army Aa" if verb == "engage" else ""
    return f"{start} > {square_of(end)} - {verb} {target}" if verb else f"{start} > {square_of(end)}"


@lru_cache(maxsize=2)
def position_of(number: int) -> Match:
    """Position *number*: 20 to 79 armies, a fourth of them with other rulings."""
    return crowd(quick_dice(f"crowd {number}"), world(number % 4 // 3), 20 + number % 60)


def play(number: int) -> tuple[Match, Match]:
    """The position before and after the movement of turn *number*."""
    match = position_of(number // TURNS_EACH)
    given = orders(match, quick_dice(f"orders {number}"))
    return match, move(match, given, quick_dice(f"turn {number}"))[0]


def broken(before: Match, after: Match) -> Iterator[str]:
    """What is wrong with a turn's movement."""
    if [each.name for each in before.armies] != [each.name for each in after.armies]:
        yield "an army was lost"
    if sum(each.size for each in before.armies) != sum(each.size for each in after.armies):
        yield "units were lost"
    fighting = Counter(name for fight in after.battles for name in fight.armies)
    yield from (f"{name} is in two battles" for name, count in fighting.items() if count > 1)
    here: dict[str, list[str]] = {}
    for each in after.armies:
        here.setdefault(each.place, []).append(each.name)
    fights = {fight.place: fight for fight in after.battles}
    if len(fights) != len(after.battles):
        yield "two battles are in one square"
    for place, names in here.items():
        expected = sorted(fights[place].armies) if place in fights else names[:1]
        if sorted(names) != expected:
            yield f"{names} are at {place}"
    yield from _broken_limits(before, after)


def _broken_limits(before: Match, after: Match) -> Iterator[str]:
    known = {each.name: each for each in before.armies}
    new = after.battles[len(before.battles) :]
    for side in SIDES:
        joints = [group for fight in new for group in (fight.first, fight.second)
                  if len(group) > 1 and known[group[0]].side == side]  # fmt: skip
        if len(joints) > 1:
            yield f"{side} has {len(joints)} joint battles"
        raids = [fight for fight in new if fight.type == RAIDS and known[fight.first[0]].side == side]
        if len(raids) > 2:
            yield f"{side} has {len(raids)} raids"
    for fight in new:
        groups = (fight.first, fight.second)
        if any(len(group) > 2 or len({known[name].side for name in group}) > 1 for group in groups):
            yield f"{fight} has a wrong side"
        if any(len(group) > 1 for group in groups) and fight.place in after.world.by_place:
            yield f"a joint battle is in a structure at {fight.place}"
    portals = {portal for portal in before.world.by_place if before.world.portal(portal)}
    for each in after.armies:
        away = before.world.distance(known[each.name].place, each.place)
        if (away is None or away > 3) and not portals & set(before.world.near(known[each.name].place, 3)):
            yield f"{each.name} went from {known[each.name].place} to {each.place}"


def run(turns: range) -> int:
    """Play the turns with these numbers; how many battles began. AssertionError names the turn that broke a law."""
    battles = 0
    for number in turns:
        before, after = play(number)
        wrong = list(broken(before, after))
        assert not wrong, f"crowded turn {number}: {wrong}"
        battles += len(after.battles) - len(before.battles)
    return battles
