"""Losses (rulebook 6.3) and kill attempts (rulebook 6.4)."""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.games.war_game.data.words import RAIDS
from sheets_gm.games.war_game.position.events import Escaped, Lost, Part, Rolled
from sheets_gm.games.war_game.position.state import Army, Battle, Match, Units
from sheets_gm.games.war_game.rules.combat.field import Field
from sheets_gm.games.war_game.rules.combat.strength import has_colour_bonus, squad_of
from sheets_gm.kernel.folding import fold

SQUAD_DIE = 6


def percentages(text: str | None) -> tuple[int, int] | None:
    """Read percentages like "25/10"; None if *text* has another form."""
    parts = fold(text or "").replace("%", "").replace(" ", "").split("/")
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and int(part[:4]) <= 100 for part in parts):
        return None
    return int(parts[0]), int(parts[1])


def lose(field: Field, name: str, percent: int, *, squad: bool) -> None:
    """Take *percent* of every stack, rounded down (CPW-188). A kill *squad* loses nothing here."""
    army = field.army(name)
    _take(field, army, _share(field.match, army, percent, squad=squad))


def after_losses(match: Match, army: Army, percent: int, *, squad: bool) -> Army:
    """Return *army* after losing *percent* of every stack."""
    lost = _share(match, army, percent, squad=squad)
    return army.but(units=tuple(each.but(count=each.count - lost[_key(each)]) for each in army.units))


def _share(match: Match, army: Army, percent: int, *, squad: bool) -> Mapping[tuple[int, str], int]:
    """Return *percent* of every stack, rounded down. A kill *squad* is not counted."""
    aside = squad_of(army.units, match.world.battle["kill squad"]) if squad else {}
    return {_key(each): (each.count - _aside(each, aside)) * percent // 100 for each in army.units}


def _aside(each: Units, squad: Mapping[str, int]) -> int:
    return squad.get(each.creature, 0) if each.slot == 4 else 0


def lose_squad(field: Field, name: str) -> None:
    """Remove the kill squad (CPW-197)."""
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
    """Play the winner's kill attempt: a second roll against the victim's escape (CPW-193, CPW-196).

    *marks* are the mark of the attempt and that of the escape.
    """
    table = field.match.world.battle
    army, enemy = field.army(name), field.army(victim)
    added = kill_bonuses(field.match, battle, army)
    kill = _roll(field, battle, (name,), "kill", [("mark", marks[0]), *added])
    escape = _roll(
        field, battle, (victim,), f"escape from {name}", [("mark", marks[1]), *escape_bonuses(field.match, enemy)]
    )
    if kill - escape >= table["kill margin"]:
        field.remove(victim, name, army.side, "killed", "CPW-199")
        return
    field.events.append(Escaped(clause="CPW-197", army=victim, by=name))
    if field.dice.roll(SQUAD_DIE, field.why(f"battle {battle.number}: the squad of {name}")) <= table["squad lost"]:
        lose_squad(field, name)


def kill_bonuses(match: Match, battle: Battle, army: Army) -> list[tuple[str, int]]:
    """Return the bonuses of a winner's kill attempt, without its mark (CPW-194, CPW-198)."""
    table = match.world.battle
    extra = min(table["kill step most"], max(0, army.top - table["kill squad"]) // table["kill step"])
    raids = battle.type == RAIDS and army.name in battle.first
    colour = table["colour"] * has_colour_bonus(match, army)
    return [("colour", colour), ("more units", extra), ("raid", table["raid kill"] * raids)]


def escape_bonuses(match: Match, army: Army) -> list[tuple[str, int]]:
    """Return the bonuses of an army's escape, without its mark."""
    return [("colour", match.world.battle["colour"] * has_colour_bonus(match, army))]


def _roll(field: Field, battle: Battle, names: tuple[str, ...], what: str, added: list[tuple[str, int]]) -> int:
    """Roll for one army with its bonuses, and return the total."""
    die = field.dice.roll(field.match.world.battle["die"], field.why(f"battle {battle.number}: {what}, {names[0]}"))
    parts = (Part(what="die", amount=die), *(Part(what=each, amount=amount) for each, amount in added if amount))
    rolled = Rolled(clause="CPW-196", battle=battle.number, armies=names, what=what.partition(" ")[0], parts=parts)
    field.events.append(rolled)
    return rolled.total
