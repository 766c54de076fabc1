"""Reads a row as a complete action, or says why it is illegal.

An action is carried out at once and cannot be undone, so a row that contradicts itself is refused. Empty cells are
filled in: with the only choice if there is one, else with the best for the unit.
"""

from __future__ import annotations

from dataclasses import dataclass

from sheets_gm.games.wesnoth.data.tables import NEEDED
from sheets_gm.games.wesnoth.position.orders import ATTACK, CONQUEST, END, MOVE, NONE, RECRUIT, REST, Act
from sheets_gm.games.wesnoth.position.state import Match, Policy, Unit
from sheets_gm.games.wesnoth.rules.ending import besieged
from sheets_gm.games.wesnoth.rules.movement import check_route, parse_route, reach, why_not
from sheets_gm.games.wesnoth.rules.odds import best_attack, describe_exchange, exchange
from sheets_gm.games.wesnoth.rules.recruiting import check_recruit
from sheets_gm.kernel.outcome import Remark

NO_POLICY = Policy()


@dataclass(frozen=True, slots=True)
class Action:
    """A complete action. *way* is the unit's tiles from its own to the last; empty if the unit does not move."""

    verb: str
    unit: Unit | None = None
    way: tuple[str, ...] = ()
    target: Unit | None = None
    attack: str = ""
    recruit: str = ""
    to: str | None = None
    policy: Policy = NO_POLICY


UNUSED = {
    MOVE: ("recruit",),
    ATTACK: ("recruit",),
    REST: ("to", "route", "target", "attack", "recruit"),
    RECRUIT: ("route", "target", "attack"),
    CONQUEST: ("to", "route", "target", "attack", "recruit"),
    END: ("unit", "to", "route", "target", "attack", "recruit"),
}
"""The cells that must be empty, by action."""


def read(match: Match, seat: str, act: Act) -> Action | Remark:
    """Return the action that *act* of *seat* asks for, or why it is illegal."""
    if match.fight is not None:
        asked = match.index.by_id[match.fight.striker].seat
        return Remark(text=f"This row waits for an answer from {asked}", clause="WES-48")
    if seat != match.acting:
        return Remark(text=f"It is {match.acting}'s turn", clause="WES-14")
    verb = _verb(act)
    if verb is None:
        return Remark(field="action", text="Choose an action or a destination", instead=MOVE, clause="WES-11")
    unused = next((name for name in UNUSED[verb] if getattr(act, name)), None)
    if unused is not None:
        text = f"{verb} takes no {unused}. Empty this cell or choose another action"
        return Remark(field=unused, text=text, clause="WES-11")
    if verb == END:
        return Action(END)
    unit = _unit(match, seat, act, verb)
    if isinstance(unit, Remark):
        return unit
    if verb == RECRUIT:
        wrong = check_recruit(match, unit, act.recruit, act.to)
        return wrong or Action(RECRUIT, unit, recruit=act.recruit or "", to=act.to)
    if verb == REST:
        return Action(REST, unit)
    if verb == CONQUEST:
        return _conquest(match, unit)
    if verb == ATTACK:
        return _attack(match, unit, act)
    return _move(match, unit, act)


def _verb(act: Act) -> str | None:
    """Return the action of a row. A move with a target or an attack is an attack (WES-11, WES-27)."""
    if act.action is not None and (act.action != MOVE or not (act.target or act.attack)):
        return act.action
    if act.action == MOVE and act.recruit:
        return MOVE  # refused because of the recruit
    if act.recruit:
        return RECRUIT
    if act.target or act.attack:
        return ATTACK
    return MOVE if act.to or act.route else None


def _unit(match: Match, seat: str, act: Act, verb: str) -> Unit | Remark:
    """Return the unit that acts, or why it may not (WES-11)."""
    units = match.index.units_of(seat)
    ready = [unit for unit in units if not unit.spent or (unit.spent == "recruiting" and verb == RECRUIT)]
    instead = ready[0].label if ready else None
    if act.unit is None:
        return Remark(field="unit", text="Choose a unit", instead=instead, clause="WES-11")
    name = act.unit.partition(" ")[0]
    unit = next((each for each in units if each.id == name), None)
    if unit is None:
        return Remark(field="unit", text=f"You have no unit {name}", instead=instead, clause="WES-11")
    if unit.spent == "recruiting" and verb != RECRUIT:
        text = f"{unit.label} recruits, which takes its whole turn"
        return Remark(field="unit", text=text, instead=instead, clause="WES-16")
    if unit.spent == "spent":
        why = (
            ". Recruiting ends when another unit acts"
            if verb == RECRUIT and unit.leader
            else ", or was recruited in it"
        )
        text = f"{unit.label} has already acted this turn{why}"
        return Remark(field="unit", text=text, instead=instead, clause="WES-11")
    return unit


def _conquest(match: Match, unit: Unit) -> Action | Remark:
    if besieged(match, unit) is not None:
        return Action(CONQUEST, unit)
    if unit.at in match.world.board.mains and not unit.besieging:
        text = f"{unit.label} must be on {unit.at} at the beginning of its turn"
    else:
        text = f"{unit.label} is not on the main tile of an enemy's castle"
    return Remark(field="action", text=text, instead=MOVE, clause="WES-43")


def _move(match: Match, unit: Unit, act: Act) -> Action | Remark:
    if not act.to and not act.route:
        near = next((tile for tile in reach(match, unit).ends if tile != unit.at), unit.at)
        return Remark(field="to", text=f"Choose a destination for {unit.label}", instead=near, clause="WES-20")
    way = _way(match, unit, act)
    return way if isinstance(way, Remark) else Action(MOVE, unit, way)


def _way(match: Match, unit: Unit, act: Act, preferred: tuple[str, ...] = ()) -> tuple[str, ...] | Remark:
    """Return the tiles of the move of *unit*: its route, else the cheapest way to its destination.

    If it cannot end there, the remark suggests the nearest tile, from *preferred* if there are any.
    """
    if act.route:
        route = parse_route(act.route)
        route = route[1:] if route[:1] == (unit.at,) else route
        wrong = check_route(match, unit, route)
        if wrong is not None:
            return wrong
        if act.to and route and act.to != route[-1]:
            text = f"The route ends at {route[-1]}, not at {act.to}"
            return Remark(field="to", text=text, instead=route[-1], clause="WES-20")
        return (unit.at, *route)
    to = act.to or unit.at
    legal_moves = reach(match, unit)
    if to not in legal_moves.ends:
        if to not in match.world.terrain:
            text, near = f"There is no tile {to}", None
        else:
            elsewhere = preferred or tuple(tile for tile in legal_moves.ends if tile != unit.at) or (unit.at,)
            text, near = why_not(match, unit, to), match.world.board.nearest(to, elsewhere)
        return Remark(field="to", text=text, instead=near, clause="WES-20")
    return legal_moves.path(to)


def _attack(match: Match, unit: Unit, act: Act) -> Action | Remark:
    pawn = match.index.pawn(unit)
    if not pawn.attacks:
        return Remark(field="action", text=f"{unit.label} has no attack", instead=MOVE, clause="WES-31")
    target = _target(match, unit, act)
    if isinstance(target, Remark):
        return target
    beside = tiles_beside(match, unit, target)
    if not beside:
        text = f"{unit.label} cannot reach a tile next to {target.label} at {target.at} this turn"
        return Remark(field="target", text=text, instead=_in_reach(match, unit), clause="WES-27")
    way = _way(match, unit, act if act.to or act.route else act.but(to=best_tile(match, unit, target)), beside)
    if isinstance(way, Remark):
        return way
    if target.at not in match.world.board.graph.adjacency[way[-1]]:
        text = f"{target.label} at {target.at} is not next to {way[-1]}"
        near = match.world.board.nearest(way[-1], beside)
        return Remark(field="to" if act.to else "route", text=text, instead=near, clause="WES-27")
    if act.attack and act.attack not in pawn.by_label:
        text = f"{unit.label} has no attack “{act.attack}”"
        return Remark(field="attack", text=text, instead=pawn.attacks[0].label, clause="WES-31")
    chosen = act.attack or _best(match, unit, target, way[-1])
    if act.advance and act.advance != NONE and act.advance not in pawn.advances:
        near = pawn.advances[0] if pawn.advances else NONE
        text = f"{unit.label} cannot advance to {act.advance}"
        return Remark(field="advance", text=text, instead=near, clause="WES-42")
    policy = Policy(reroll=act.reroll or "", advance=act.advance or "")
    return Action(ATTACK, unit, way, target, chosen, policy=policy)


def _best(match: Match, unit: Unit, target: Unit, at: str) -> str:
    best = best_attack(match, unit, target, at)
    return best.attack.label if best else ""


def _target(match: Match, unit: Unit, act: Act) -> Unit | Remark:
    index = match.index
    if act.target is None:
        at = act.to or (parse_route(act.route or "") or (unit.at,))[-1]
        beside = index.enemies_beside(at, unit.seat) if at in match.world.terrain else ()
        if len(beside) == 1:
            return beside[0]
        text = "Choose a target" if beside else f"No enemy is next to {at}"
        instead = beside[0].label if beside else _in_reach(match, unit)
        return Remark(field="target", text=text, instead=instead, clause="WES-31")
    target = index.by_id.get(act.target.partition(" ")[0])
    if target is None:
        return Remark(field="target", text=f"There is no unit “{act.target}”", clause="WES-31")
    if not index.hostile(unit.seat, target.seat):
        return Remark(field="target", text=f"{target.label} is not an enemy", clause="WES-9")
    return target


def _in_reach(match: Match, unit: Unit) -> str | None:
    """Return the label of the nearest enemy that *unit* can attack after a move, None if there is none."""
    far = match.world.board.far[unit.at]
    enemies = [each for each in match.units if match.index.hostile(unit.seat, each.seat)]
    can = [each for each in enemies if tiles_beside(match, unit, each)]
    return min(can, key=lambda each: far[each.at]).label if can else None


def tiles_beside(match: Match, unit: Unit, target: Unit) -> tuple[str, ...]:
    """Return the tiles where *unit* may end a move and attack *target*."""
    ends = reach(match, unit).ends
    return tuple(tile for tile in match.world.board.graph.adjacency[target.at] if tile in ends)


def best_tile(match: Match, unit: Unit, target: Unit) -> str:
    """Return the tile from which *unit* attacks *target* if its row does not say.

    This is its own tile if it is already next to the target or cannot reach another; otherwise the tile where it is
    hardest to hit, then the cheapest.
    """
    beside = tiles_beside(match, unit, target)
    if unit.at in beside or not beside:
        return unit.at
    ends, world = reach(match, unit).ends, match.world
    classes = match.index.pawn(unit).classes
    return max(beside, key=lambda tile: (NEEDED[classes[world.terrain[tile]]], -ends[tile][0]))


def forecast(match: Match, action: Action) -> Remark | None:
    """Return the odds of an attack for the player to read before it is carried out; None for other actions."""
    if action.verb != ATTACK or action.unit is None or action.target is None:
        return None
    attack = match.index.pawn(action.unit).by_label[action.attack]
    likely = exchange(match, action.unit, attack, action.target, action.way[-1])
    text = f"{action.target.label} from {action.way[-1]}, {describe_exchange(likely)}"
    return Remark(text=text, refuses=False, informs=True)
