"""What a row of commands asks for, completed, or why it is illegal (WOD-57 to WOD-63, WOD-68, WOD-72, WOD-77).

A command is carried out at once and cannot be taken back, so a row that contradicts itself is refused. An answer
depends only on what the player sees.
"""

from __future__ import annotations

from dataclasses import dataclass

from sheets_gm.games.win_or_die import allies, council
from sheets_gm.games.win_or_die.abilities import Aim
from sheets_gm.games.win_or_die.aiming import goals, targets, usable, why_used
from sheets_gm.games.win_or_die.cards import Card
from sheets_gm.games.win_or_die.effects import Ability
from sheets_gm.games.win_or_die.movement import check_route, ends, parse_route, reach, why_not
from sheets_gm.games.win_or_die.orders import Command
from sheets_gm.games.win_or_die.reactions import id_of
from sheets_gm.games.win_or_die.sight import out_of_reach
from sheets_gm.games.win_or_die.state import Battlefield, Match, Unit
from sheets_gm.games.win_or_die.words import (
    ALLY,
    CALL,
    COUNCIL,
    END,
    MOVE,
    SPACE,
    STRIKE,
    SURRENDER,
    ULTIMATE,
    USE,
    other,
)
from sheets_gm.kernel.outcome import Remark


@dataclass(frozen=True, slots=True)
class Action:
    """A complete command. *unit* is the number of its base; *way* are the spaces of a move, its own first."""

    verb: str
    unit: str = ""
    way: tuple[str, ...] = ()
    target: str = ""
    ability: Ability | None = None
    aim: Aim | None = None
    card: Card | None = None
    enhancements: tuple[str, ...] = ()
    at: str = ""
    tactic: str = ""


USES = {
    MOVE: ("unit", "to", "route"),
    STRIKE: ("unit", "target"),
    USE: ("unit", "ability", "target", "to"),
    CALL: ("unit", "card", "enhancements", "to"),
    COUNCIL: ("unit", "tactic", "target"),
    END: (),
    SURRENDER: (),
}
"""The cells of each command; all others must be empty."""

_CELLS = ("unit", "to", "route", "target", "ability", "card", "enhancements", "tactic")


def read(match: Match, seat: str, row: Command) -> Action | Remark:
    """The command that *row* of *seat* asks for, or why it is illegal."""
    if match.phase != "battle":
        return Remark(text="There is no battle now", clause="WOD-53")
    if match.question is not None:
        return Remark(text=f"This row waits for an answer from {match.question.seat}", clause="WOD-60")
    if seat != match.acting:
        return Remark(text=f"It is {match.acting}'s turn", clause="WOD-87")
    return complete(match.field, seat, row)


def complete(field: Battlefield, seat: str, row: Command) -> Action | Remark:
    """The command that *row* of *seat* asks for on *field*, or why it is illegal."""
    verb, row = _verb(row), _without_where_it_stands(field, seat, row)
    if verb is None:
        return Remark(field="command", text="Choose a command", instead=MOVE, clause="WOD-57")
    unused = next((name for name in _CELLS if getattr(row, name) and name not in USES[verb]), None)
    if unused is not None:
        text = (
            f"{verb} takes no {'destination' if unused == 'to' else unused}. Empty this cell or choose another command"
        )
        return Remark(field=unused, text=text, clause="WOD-57")
    if verb in (END, SURRENDER):
        return Action(verb)
    if verb == COUNCIL:
        return _council(field, seat, row)
    unit = _unit(field, seat, row.unit)
    if isinstance(unit, Remark):
        return unit
    if verb == MOVE:
        return _move(field, unit, row)
    if verb == STRIKE:
        return _attack(field, unit, row)
    return _ability(field, unit, row) if verb == USE else _call(field, unit, row)


def _without_where_it_stands(field: Battlefield, seat: str, row: Command) -> Command:
    """*row* without a destination at which its unit stands: a row that was carried out keeps the one of its move."""
    unit = find(field, row.unit)
    here = unit is not None and unit.seat == seat and unit.at == row.to
    return row.but(to=None) if here and _verb(row) != MOVE else row


def _verb(row: Command) -> str | None:
    if row.command is not None:
        return row.command
    if row.card:
        return CALL
    if row.tactic:
        return COUNCIL
    if row.ability:
        return USE
    if row.target:
        return STRIKE
    return MOVE if row.to or row.route else None


def _unit(field: Battlefield, seat: str, name: str | None) -> Unit | Remark:
    """The unit that is commanded, if it can take a Command Token (WOD-57, WOD-59)."""
    own = field.units_of(seat)
    most = field.settings.tokens_per_unit
    ready = next((field.own_label(unit) for unit in own if unit.tokens < most), None)
    if name is None:
        return Remark(field="unit", text="Choose a unit", instead=ready, clause="WOD-57")
    unit = next((each for each in own if each.id == id_of(name)), None)
    if unit is None:
        return Remark(field="unit", text=f"You have no unit {id_of(name)}", instead=ready, clause="WOD-57")
    if field.player(seat).tokens < 1:
        return Remark(text="You have no Command Token left; end your turn", clause="WOD-50")
    if unit.tokens >= most:
        text = f"{field.own_label(unit)} has {most} Command Tokens already"
        return Remark(field="unit", text=text, instead=ready, clause="WOD-59")
    return unit


def find(field: Battlefield, name: str | None) -> Unit | None:
    """The unit that a cell names."""
    return field.by_id.get(id_of(name or ""))


# -- moves and attacks -------------------------------------------------------------------------------------------------


def _move(field: Battlefield, unit: Unit, row: Command) -> Action | Remark:
    way = way_of(field, unit, row.to, row.route)
    return way if isinstance(way, Remark) else Action(MOVE, unit.id, way)


def way_of(field: Battlefield, unit: Unit, to: str | None, route: str | None) -> tuple[str, ...] | Remark:
    """The spaces of a move: the *route* that a row gives, else the shortest way *to* the destination."""
    if route:
        given = parse_route(route)
        given = given[1:] if given[:1] == (unit.at,) else given
        if not given:
            return Remark(field="route", text="Write the spaces one after the other", clause="WOD-61")
        wrong = check_route(field, unit, given)
        if wrong is not None:
            return Remark(field="route", text=wrong, clause="WOD-61")
        if to and to != given[-1]:
            text = f"The route ends at {given[-1]}, not at {to}"
            return Remark(field="to", text=text, instead=given[-1], clause="WOD-61")
        return (unit.at, *given)
    can = ends(field, unit)
    if not to:
        text = f"Choose a destination for {field.own_label(unit)}"
        return Remark(field="to", text=text, instead=next(iter(can), None), clause="WOD-61")
    if to not in can:
        if to not in field.board.terrain:
            return Remark(field="to", text=f"There is no space {to}", clause="WOD-61")
        near = min(can, key=lambda at: field.board.far[at][to], default=None)
        text = f"{field.own_label(unit)} stands there" if to == unit.at else why_not(field, unit, to)
        return Remark(field="to", text=text, instead=near, clause="WOD-61")
    return reach(field, unit).path(to)


def _attack(field: Battlefield, unit: Unit, row: Command) -> Action | Remark:
    enemies = field.units_of(other(unit.seat))
    can = [each for each in enemies if out_of_reach(field, unit, each) is None]
    instead = field.label(can[0]) if can else None
    target = find(field, row.target)
    if row.target is None:
        return Remark(field="target", text="Choose a target", instead=instead, clause="WOD-63")
    if target is None:
        return Remark(field="target", text=f"There is no unit {row.target}", instead=instead, clause="WOD-63")
    if target.seat == unit.seat:
        text = f"{field.own_label(target)} is your own unit"
        return Remark(field="target", text=text, instead=instead, clause="WOD-63")
    wrong = out_of_reach(field, unit, target)
    if wrong is not None:
        return Remark(field="target", text=wrong, instead=instead, clause="WOD-63")
    return Action(STRIKE, unit.id, target=target.id)


# -- abilities ---------------------------------------------------------------------------------------------------------


def _ability(field: Battlefield, unit: Unit, row: Command) -> Action | Remark:
    can = usable(field, unit)
    instead = can[0].name if can else None
    if row.ability is None:
        text = f"Choose an ability of {field.own_label(unit)}"
        return Remark(field="ability", text=text, instead=instead, clause="WOD-72")
    ability = next((each for each in field.card(unit).commanded if each.name == row.ability), None)
    if ability is None:
        text = f"{field.own_label(unit)} has no action or ultimate “{row.ability}”"
        return Remark(field="ability", text=text, instead=instead, clause="WOD-72")
    why = why_used(unit, ability)
    if why is not None:
        clause = "WOD-18" if ability.kind == ULTIMATE else "WOD-15"
        return Remark(field="ability", text=why, instead=instead, clause=clause)
    target = _aimed(field, unit, ability, row.target)
    if isinstance(target, Remark):
        return target
    may = goals(field, unit, ability, target)
    if row.to and row.to not in may:
        text = f"{ability.name} cannot move a unit to {row.to}"
        return Remark(field="to", text=text, instead=may[0] if may else None, clause="WOD-72")
    if ability.shift is not None and not row.to and may:
        return Remark(field="to", text="Choose a destination", instead=may[0], clause="WOD-72")
    return Action(USE, unit.id, ability=ability, aim=Aim(target, row.to or ""))


def _aimed(field: Battlefield, unit: Unit, ability: Ability, name: str | None) -> str | Remark:
    """The target of *ability* that a row names, "" if it needs none."""
    effect = ability.chosen
    if effect is None:
        if name:
            return Remark(field="target", text=f"{ability.name} takes no target", clause="WOD-72")
        return ""
    can = targets(field, unit, ability)
    label = {each: field.label_for(field.by_id[each], unit.seat) if each in field.by_id else each for each in can}
    instead = label[can[0]] if can else None
    if not name:
        what = "a space" if effect.target == SPACE else "an ally" if effect.target == ALLY else "an enemy"
        return Remark(field="target", text=f"Choose {what} for {ability.name}", instead=instead, clause="WOD-72")
    found = name if effect.target == SPACE else id_of(name)
    if found not in can:
        text = f"{ability.name} does not reach {name}"
        return Remark(field="target", text=text, instead=instead, clause="WOD-72")
    return found


# -- allies and the council --------------------------------------------------------------------------------------------


def _call(field: Battlefield, unit: Unit, row: Command) -> Action | Remark:
    player = field.player(unit.seat)
    why = allies.why_no_call(field, unit)
    if why is not None:
        clause = "WOD-93" if not field.settings.reinforcements else "WOD-68"
        return Remark(field="command", text=why, clause=clause)
    can = [card for card in allies.barrack(field, player) if allies.price(field, player, card) <= player.crystals]
    if row.card is None:
        return Remark(field="card", text="Choose a unit to call", instead=can[0].name, clause="WOD-69")
    card = next((each for each in allies.barrack(field, player) if each.name == row.card), None)
    if card is None:
        text = f"There is no {row.card} left in your Barrack"
        return Remark(field="card", text=text, instead=can[0].name, clause="WOD-22")
    enhancements = allies.parse_enhancements(row.enhancements or "")
    if isinstance(enhancements, str):
        return Remark(field="enhancements", text=f"There is no enhancement “{enhancements}”", clause="WOD-44")
    wrong = allies.why_not_enhanced(field, unit.seat, enhancements)
    if wrong is not None:
        return Remark(field="enhancements", text=wrong, clause="WOD-44")
    cost = allies.total(field, player, card, enhancements)
    if cost > player.crystals:
        text = f"{card.name} costs {cost} Titan Crystals, and you have {player.crystals}"
        return Remark(field="card", text=text, instead=can[0].name, clause="WOD-69")
    may = allies.places(field, unit)
    if row.to and row.to not in may:
        text = f"{row.to} is not an empty plain or mine left or right of {unit.at}"
        return Remark(field="to", text=text, instead=may[0], clause="WOD-70")
    return Action(CALL, unit.id, card=card, enhancements=enhancements, at=row.to or may[0])


def _council(field: Battlefield, seat: str, row: Command) -> Action | Remark:
    why = council.why_no_council(field, seat)
    if why is not None:
        return Remark(field="command", text=why, clause="WOD-77")
    can = council.tactics_left(field, seat)
    if row.tactic is None:
        return Remark(field="tactic", text="Choose a Tactic", instead=can[0], clause="WOD-77")
    if row.tactic not in can:
        known = row.tactic in field.settings.known.tactics
        text = f"{row.tactic} is active already" if known else f"There is no Tactic “{row.tactic}”"
        return Remark(field="tactic", text=text, instead=can[0], clause="WOD-77")
    effect = field.settings.known.tactics[row.tactic].each_turn
    may = [] if effect is None else [unit.id for unit in council.aims(field, seat, effect)]
    target = id_of(row.target or "")
    if row.target and target not in may:
        instead = field.label_for(field.by_id[may[0]], seat) if may else None
        text = f"{row.tactic} does not reach {row.target}"
        return Remark(field="target", text=text, instead=instead, clause="WOD-77")
    bearer = ""
    if field.settings.council_token:
        unit = _unit(field, seat, row.unit)
        if isinstance(unit, Remark):
            return unit
        bearer = unit.id
    elif row.unit:
        return Remark(field="unit", text="The War Council takes no unit", clause="WOD-R25")
    return Action(COUNCIL, bearer, target=target, tactic=row.tactic)
