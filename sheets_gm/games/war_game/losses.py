"""Losses (rulebook 6.3) and kill attempts (rulebook 6.4)."""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.games.war_game.events import Escaped, Lost, Part, Rolled
from sheets_gm.games.war_game.field import Field
from sheets_gm.games.war_game.state import Army, Battle, Units
from sheets_gm.games.war_game.strength import has_colour_bonus, squad_of
from sheets_gm.games.war_game.words import RAIDS

SQUAD_DIE = 6


def lose(field: Field, name: str, percent: int, *, squad: bool) -> None:
    """Take *percent* of every stack, rounded down (CPW-188); a kill *squad* is set aside."""
    army = field.army(name)
    aside = squad_of(army.units, field.match.world.battle["kill squad"]) if squad else {}
    _take(field, army, {_key(each): (each.count - _aside(each, aside)) * percent // 100 for each in army.units})


def _aside(each: Units, squad: Mapping[str, int]) -> int:
    return squad.get(each.creature, 0) if each.slot == 4 else 0


def lose_squad(field: Field, name: str) -> None:
    """Take the kill squad (CPW-197)."""
    army = field.army(name)
    squad = squad_of(army.units, field.match.world.battle["kill squad"])
    _take(field, army, {_key(each): _aside(each, squad) for each in army.units}, squad=True)


def _key(each: Units) -> tuple[int, str]:
    return each.slot, each.creature


def _take(field: Field, army: Army, lost: Mapping[tuple[int, str], int], *, squad: bool = False) -> None:
    total = sum(lost.values())
    units = tuple(
        each.but(count=each.count - lost[_key(each)], lost=each.lost + lost[_key(each)]) for each in army.units
    )
    field.armies[army.name] = army.but(units=units)
    if total:
        clause = "CPW-197" if squad else "CPW-188"
        left = field.army(army.name).size
        field.events.append(Lost(clause=clause, army=army.name, units=total, left=left, squad=squad))


def try_to_kill(field: Field, battle: Battle, name: str, victim: str, marks: tuple[int, int]) -> None:
    """The kill attempt of a winner: a second roll against the victim's escape (CPW-193, CPW-196).

    *marks* are those of the kill and of the escape.
    """
    table = field.match.world.battle
    army, enemy = field.army(name), field.army(victim)
    extra = min(table["kill step most"], max(0, army.top - table["kill squad"]) // table["kill step"])  # CPW-194
    raids = battle.type == RAIDS and name in battle.first
    kill = _roll(
        field, battle, (name,), "kill",
        [("mark", marks[0]), ("colour", table["colour"] * has_colour_bonus(field.match, army)), ("more units", extra),
         ("raid", table["raid kill"] * raids)],
    )  # fmt: skip
    escape = _roll(
        field, battle, (victim,), f"escape from {name}",
        [("mark", marks[1]), ("colour", table["colour"] * has_colour_bonus(field.match, enemy))],
    )  # fmt: skip
    if kill - escape >= table["kill margin"]:
        field.remove(victim, name, army.side, "killed", "CPW-199")
        return
    field.events.append(Escaped(clause="CPW-197", army=victim, by=name))
    if field.dice.roll(SQUAD_DIE, field.why(f"battle {battle.number}: the squad of {name}")) <= table["squad lost"]:
        lose_squad(field, name)


def _roll(field: Field, battle: Battle, names: tuple[str, ...], what: str, added: list[tuple[str, int]]) -> int:
    """A roll of one army with what it adds."""
    die = field.dice.roll(field.match.world.battle["die"], field.why(f"battle {battle.number}: {what}, {names[0]}"))
    parts = (Part(what="die", amount=die), *(Part(what=each, amount=amount) for each, amount in added if amount))
    rolled = Rolled(clause="CPW-196", battle=battle.number, armies=names, what=what.partition(" ")[0], parts=parts)
    field.events.append(rolled)
    return rolled.total
