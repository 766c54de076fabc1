"""Deeds: what a row asks for, filled out with what follows from it, or why it cannot stand.

Law: a row that contradicts itself is refused, because what it asks for happens at once and cannot be taken back; what
it leaves empty is filled in where only one thing can be meant, and else to the unit's advantage.
"""

from __future__ import annotations

from dataclasses import dataclass

from sheets_gm.games.wesnoth.ending import besieged
from sheets_gm.games.wesnoth.movement import check_route, parse_route, reach, why_not
from sheets_gm.games.wesnoth.odds import best_attack, exchange, told
from sheets_gm.games.wesnoth.orders import ATTACK, CONQUEST, END, MOVE, NONE, RECRUIT, REST, Act
from sheets_gm.games.wesnoth.recruiting import check_recruit
from sheets_gm.games.wesnoth.state import Match, Policy, Unit, sight
from sheets_gm.games.wesnoth.tables import NEEDED
from sheets_gm.kernel.outcome import Remark

UNSAID = Policy()


@dataclass(frozen=True, slots=True)
class Deed:
    """An action, whole. *way* is the tiles a unit goes, its own first; it is empty where nobody moves."""

    verb: str
    unit: Unit | None = None
    way: tuple[str, ...] = ()
    target: Unit | None = None
    attack: str = ""
    recruit: str = ""
    to: str | None = None
    policy: Policy = UNSAID


IDLE = {
    MOVE: ("target", "attack", "recruit"),
    ATTACK: ("recruit",),
    REST: ("to", "route", "target", "attack", "recruit"),
    RECRUIT: ("route", "target", "attack"),
    CONQUEST: ("to", "route", "target", "attack", "recruit"),
    END: ("unit", "to", "route", "target", "attack", "recruit"),
}
"""Cells that an action leaves empty."""


def read(match: Match, seat: str, act: Act) -> Deed | Remark:
    """The deed that *act* of *seat* asks for, or why it cannot stand."""
    if match.fight is not None:
        asked = sight(match).by_id[match.fight.striker].seat
        return Remark(text=f"this row waits until {asked} has answered", clause="WES-48")
    if seat != match.acting:
        return Remark(text=f"it is {match.acting}'s turn", clause="WES-14")
    verb = act.action or _verb(act)
    if verb is None:
        return Remark(field="action", text="say what it does, or where it goes", instead=MOVE, clause="WES-11")
    idle = next((name for name in IDLE[verb] if getattr(act, name)), None)
    if idle is not None:
        text = f"{verb} takes no {idle}: empty this cell, or choose another action"
        return Remark(field=idle, text=text, clause="WES-11")
    if verb == END:
        return Deed(END)
    unit = _unit(match, seat, act, verb)
    if isinstance(unit, Remark):
        return unit
    if verb == RECRUIT:
        wrong = check_recruit(match, unit, act.recruit, act.to)
        return wrong or Deed(RECRUIT, unit, recruit=act.recruit or "", to=act.to)
    if verb == REST:
        return Deed(REST, unit)
    if verb == CONQUEST:
        return _conquest(match, unit)
    if verb == ATTACK:
        return _attack(match, unit, act)
    return _move(match, unit, act)


def _verb(act: Act) -> str | None:
    if act.recruit:
        return RECRUIT
    if act.target or act.attack:
        return ATTACK
    return MOVE if act.to or act.route else None


def _unit(match: Match, seat: str, act: Act, verb: str) -> Unit | Remark:
    """The unit that acts, if it still may (WES-11)."""
    own = sight(match).units_of(seat)
    ready = [unit for unit in own if not unit.spent or (unit.spent == "recruiting" and verb == RECRUIT)]
    instead = ready[0].label if ready else None
    if act.unit is None:
        return Remark(field="unit", text="name the unit", instead=instead, clause="WES-11")
    name = act.unit.split(maxsplit=1)[0]
    unit = next((each for each in own if each.id == name), None)
    if unit is None:
        return Remark(field="unit", text=f"you have no unit {name}", instead=instead, clause="WES-11")
    if unit.spent == "recruiting" and verb != RECRUIT:
        text = f"{unit.label} recruits, which takes its whole turn"
        return Remark(field="unit", text=text, instead=instead, clause="WES-16")
    if unit.spent == "spent":
        text = f"{unit.label} has already acted this turn, or was recruited in it"
        return Remark(field="unit", text=text, instead=instead, clause="WES-11")
    return unit


def _conquest(match: Match, unit: Unit) -> Deed | Remark:
    if besieged(match, unit) is not None:
        return Deed(CONQUEST, unit)
    if unit.at in match.world.board.mains and not unit.besieging:
        text = f"{unit.label} must stand on {unit.at} at the beginning of its turn"
    else:
        text = f"{unit.label} does not stand on the main tile of an enemy's castle"
    return Remark(field="action", text=text, instead=MOVE, clause="WES-43")


def _move(match: Match, unit: Unit, act: Act) -> Deed | Remark:
    if not act.to and not act.route:
        near = next((tile for tile in reach(match, unit).ends if tile != unit.at), unit.at)
        return Remark(field="to", text=f"say where {unit.label} goes", instead=near, clause="WES-20")
    way = _way(match, unit, act)
    return way if isinstance(way, Remark) else Deed(MOVE, unit, way)


def _way(match: Match, unit: Unit, act: Act, wanted: tuple[str, ...] = ()) -> tuple[str, ...] | Remark:
    """The tiles that *unit* goes: as its route says, else the cheapest way to where it wants to end.

    *wanted* are ends that serve it best: one of them is named in place of an end that it cannot come to.
    """
    if act.route:
        route = parse_route(act.route)
        route = route[1:] if route[:1] == (unit.at,) else route
        wrong = check_route(match, unit, route)
        if wrong is not None:
            return wrong
        if act.to and route and act.to != route[-1]:
            text = f"the route ends at {route[-1]}, not at {act.to}"
            return Remark(field="to", text=text, instead=route[-1], clause="WES-20")
        return (unit.at, *route)
    to = act.to or unit.at
    known = reach(match, unit)
    if to not in known.ends:
        if to not in match.world.terrain:
            text, near = f"there is no tile {to}", None
        else:
            elsewhere = wanted or tuple(tile for tile in known.ends if tile != unit.at) or (unit.at,)
            text, near = why_not(match, unit, to), match.world.board.nearest(to, elsewhere)
        return Remark(field="to", text=text, instead=near, clause="WES-20")
    return known.path(to)


def _attack(match: Match, unit: Unit, act: Act) -> Deed | Remark:
    pawn = sight(match).pawn(unit)
    if not pawn.attacks:
        return Remark(field="action", text=f"{unit.label} has no attack", instead=MOVE, clause="WES-31")
    target = _target(match, unit, act)
    if isinstance(target, Remark):
        return target
    beside = tiles_beside(match, unit, target)
    if not beside:
        text = f"{unit.label} cannot come beside {target.label} at {target.at} this turn"
        return Remark(field="target", text=text, instead=_in_reach(match, unit), clause="WES-27")
    way = _way(match, unit, act if act.to or act.route else act.but(to=best_tile(match, unit, target)), beside)
    if isinstance(way, Remark):
        return way
    if target.at not in match.world.board.graph.adjacency[way[-1]]:
        text = f"{target.label} at {target.at} is not beside {way[-1]}"
        near = match.world.board.nearest(way[-1], beside)
        return Remark(field="to" if act.to else "route", text=text, instead=near, clause="WES-27")
    if act.attack and act.attack not in pawn.by_label:
        text = f"{unit.label} has no attack «{act.attack}»"
        return Remark(field="attack", text=text, instead=pawn.attacks[0].label, clause="WES-31")
    chosen = act.attack or _best(match, unit, target, way[-1])
    if act.advance and act.advance != NONE and act.advance not in pawn.advances:
        near = pawn.advances[0] if pawn.advances else NONE
        text = f"{unit.label} cannot become {act.advance}"
        return Remark(field="advance", text=text, instead=near, clause="WES-42")
    policy = Policy(reroll=act.reroll or "", advance=act.advance or "")
    return Deed(ATTACK, unit, way, target, chosen, policy=policy)


def _best(match: Match, unit: Unit, target: Unit, at: str) -> str:
    best = best_attack(match, unit, target, at)
    return best.attack.label if best else ""


def _target(match: Match, unit: Unit, act: Act) -> Unit | Remark:
    look = sight(match)
    if act.target is None:
        at = act.to or (parse_route(act.route or "") or (unit.at,))[-1]
        beside = look.enemies_beside(at, unit.seat) if at in match.world.terrain else ()
        if len(beside) == 1:
            return beside[0]
        text = "name the target" if beside else f"no enemy is beside {at}"
        instead = beside[0].label if beside else _in_reach(match, unit)
        return Remark(field="target", text=text, instead=instead, clause="WES-31")
    target = look.by_id.get(act.target.split(maxsplit=1)[0])
    if target is None:
        return Remark(field="target", text=f"there is no unit «{act.target}»", clause="WES-31")
    if not look.hostile(unit.seat, target.seat):
        return Remark(field="target", text=f"{target.label} is no enemy", clause="WES-9")
    return target


def _in_reach(match: Match, unit: Unit) -> str | None:
    """The nearest enemy that *unit* can attack, from wherever it can go."""
    far = match.world.board.far[unit.at]
    enemies = [each for each in match.units if sight(match).hostile(unit.seat, each.seat)]
    can = [each for each in enemies if tiles_beside(match, unit, each)]
    return min(can, key=lambda each: far[each.at]).label if can else None


def tiles_beside(match: Match, unit: Unit, target: Unit) -> tuple[str, ...]:
    """Where *unit* may end to attack *target*."""
    known = reach(match, unit).ends
    return tuple(tile for tile in match.world.board.graph.adjacency[target.at] if tile in known)


def best_tile(match: Match, unit: Unit, target: Unit) -> str:
    """Where *unit* attacks *target* from, if its row does not say: where it is hardest to hit, then by the least cost.

    Its own tile where it can reach none, and where it stands beside its target already.
    """
    beside = tiles_beside(match, unit, target)
    if unit.at in beside or not beside:
        return unit.at
    known, look, world = reach(match, unit).ends, sight(match), match.world
    classes = look.pawn(unit).classes
    return max(beside, key=lambda tile: (NEEDED[classes[world.terrain[tile]]], -known[tile][0]))


def prospects(match: Match, deed: Deed) -> Remark | None:
    """What an attack is likely to do, to be told before it happens."""
    if deed.verb != ATTACK or deed.unit is None or deed.target is None:
        return None
    attack = sight(match).pawn(deed.unit).by_label[deed.attack]
    likely = exchange(match, deed.unit, attack, deed.target, deed.way[-1])
    return Remark(text=f"{deed.target.label} from {deed.way[-1]}, {told(likely)}", refuses=False, informs=True)
