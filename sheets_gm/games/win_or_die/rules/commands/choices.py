"""All legal commands of the acting player, unit by unit. They become the drop-downs, and bots choose among them.

What is listed for a unit is legal for it, and what is legal for it is listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from sheets_gm.games.win_or_die.data.cards.effects import Ability
from sheets_gm.games.win_or_die.data.cards.units import Card
from sheets_gm.games.win_or_die.data.words import CALL, END, MOVE, STRIKE, USE, other
from sheets_gm.games.win_or_die.position.state import Battlefield, Unit
from sheets_gm.games.win_or_die.rules.combat import council
from sheets_gm.games.win_or_die.rules.combat.aiming import goals, targets, usable
from sheets_gm.games.win_or_die.rules.commands import allies
from sheets_gm.games.win_or_die.rules.movement.paths import ends
from sheets_gm.games.win_or_die.rules.movement.sight import out_of_reach
from sheets_gm.kernel.forms import UNRESTRICTED, Given, Typed


@dataclass(frozen=True, slots=True)
class Aiming:
    """An ability, its targets (base numbers or spaces), and for each target the spaces to which it can move a unit."""

    ability: Ability
    targets: tuple[str, ...]
    goals: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Options:
    """The legal commands of one unit: where it can *move*, which units it can *attack*, its abilities, and the allies
    that it can *call*, with their *places*.
    """

    unit: Unit
    move: tuple[str, ...]
    attack: tuple[Unit, ...]
    abilities: tuple[Aiming, ...]
    call: tuple[Card, ...]
    places: tuple[str, ...]

    @property
    def commands(self) -> tuple[str, ...]:
        """The kinds of command that the unit can get."""
        listed = ((MOVE, self.move), (STRIKE, self.attack), (USE, self.abilities), (CALL, self.call))
        return tuple(name for name, choices in listed if choices)


@lru_cache(maxsize=8)
def options(field: Battlefield, seat: str) -> tuple[Options, ...]:
    """Return the options of every unit of *seat* that can take a Command Token."""
    if field.player(seat).tokens < 1:
        return ()
    most = field.settings.tokens_per_unit
    unit_options = (_options(field, unit) for unit in field.units_of(seat) if unit.tokens < most)
    return tuple(each for each in unit_options if each.commands)


def _options(field: Battlefield, unit: Unit) -> Options:
    player = field.player(unit.seat)
    call: tuple[Card, ...] = ()
    if allies.why_no_call(field, unit) is None:
        barrack = allies.barrack(field, player)
        call = tuple(card for card in barrack if allies.price(field, player, card) <= player.crystals)
    enemies = field.units_of(other(unit.seat))
    return Options(
        unit=unit,
        move=ends(field, unit),
        attack=tuple(each for each in enemies if out_of_reach(field, unit, each) is None),
        abilities=tuple(aim for each in usable(field, unit) if (aim := _aiming(field, unit, each)) is not None),
        call=call,
        places=allies.places(field, unit) if call else (),
    )


def _aiming(field: Battlefield, unit: Unit, ability: Ability) -> Aiming | None:
    """Return the ways to aim *ability*, None if it has no target."""
    can = targets(field, unit, ability)
    if ability.chosen is not None and not can:
        return None
    return Aiming(ability, can, {each: goals(field, unit, ability, each) for each in can or ("",)})


def tactics(field: Battlefield, seat: str) -> tuple[str, ...]:
    """Return the Tactics that *seat* can activate now."""
    if council.why_no_council(field, seat) is not None:
        return ()
    return () if field.settings.council_token and not options(field, seat) else council.tactics_left(field, seat)


# -- drop-downs --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lists:
    """The drop-downs of a row of commands. *given* narrows them by the values of other cells."""

    units: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    tactics: tuple[str, ...] = ()
    given: Given = field(default_factory=lambda: UNRESTRICTED)


NOTHING_NOW = Lists()


def _union(parts: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for part in parts for name in part))


def lists(field: Battlefield, seat: str) -> Lists:
    """Return the drop-downs of the rows of *seat*."""
    every = options(field, seat)
    names = _Names(field, seat)
    moves = _union(each.move for each in every)
    elsewhere = _union((*names.goals(each), *each.places) for each in every)
    council_of = tactics(field, seat)
    commands = tuple(name for name in (MOVE, STRIKE, USE) if any(name in each.commands for each in every))
    return Lists(
        units=tuple(names.of(each.unit) for each in every),
        commands=(*commands, END),  # a card or a Tactic says the rest; Surrender must be typed, so nobody slips
        to=_union((moves, elsewhere)),
        targets=_union(names.targets(each) for each in every),
        abilities=_union((aim.ability.name for aim in each.abilities) for each in every),
        cards=_union((card.name for card in each.call) for each in every),
        tactics=council_of,
        given=_given(names, every, council_of),
    )


@dataclass(frozen=True, slots=True)
class _Names:
    """The names of units and spaces as *seat* knows them."""

    field: Battlefield
    seat: str

    def of(self, unit: Unit) -> str:
        return self.field.label_for(unit, self.seat)

    def aim(self, target: str) -> str:
        return self.of(self.field.by_id[target]) if target in self.field.by_id else target

    def targets(self, each: Options) -> tuple[str, ...]:
        return _union((map(self.of, each.attack), *(map(self.aim, aim.targets) for aim in each.abilities)))

    def goals(self, each: Options) -> tuple[str, ...]:
        return _union(goal for aim in each.abilities for goal in aim.goals.values())


def _given(names: _Names, every: tuple[Options, ...], council_of: tuple[str, ...]) -> Given:
    given: dict[tuple[str, Typed], Mapping[str, tuple[str, ...]]] = {}
    nothing: dict[str, tuple[str, ...]] = dict.fromkeys(("unit", "to", "target", "ability", "card", "tactic"), ())
    for command in (MOVE, STRIKE, USE):
        able = [each for each in every if command in each.commands]
        given["command", command] = {
            **nothing,
            "unit": tuple(names.of(each.unit) for each in able),
            **{
                MOVE: {"to": _union(each.move for each in able)},
                STRIKE: {"target": _union(map(names.of, each.attack) for each in able)},
                USE: {
                    "ability": _union((aim.ability.name for aim in each.abilities) for each in able),
                    "target": _union(map(names.aim, aim.targets) for each in able for aim in each.abilities),
                    "to": _union(names.goals(each) for each in able),
                },
            }[command],
        }
    given["command", END] = nothing
    bearers = tuple(names.of(each.unit) for each in every) if names.field.settings.council_token else ()
    for name in council_of:
        given["tactic", name] = {**nothing, "command": (), "unit": bearers, "tactic": (name,)}
    for card in {card.name: card for each in every for card in each.call}:
        callers = [each for each in every if any(card == other.name for other in each.call)]
        given["card", card] = {
            **nothing,
            "command": (),
            "unit": tuple(names.of(each.unit) for each in callers),
            "to": _union(each.places for each in callers),
            "card": (card,),
        }
    for each in every:
        given["unit", names.of(each.unit)] = {
            "command": tuple(name for name in each.commands if name != CALL),
            "to": _union((each.move, names.goals(each), each.places)),
            "target": names.targets(each),
            "ability": tuple(aim.ability.name for aim in each.abilities),
            "card": tuple(card.name for card in each.call),
            "tactic": council_of if bearers else (),
        }
    return given
