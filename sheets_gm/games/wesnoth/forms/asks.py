"""The questions of players: where a unit can go, its possible attacks with odds, and the effects of a tile.

A question may be about any unit. The answer is about its next turn, in the light of that round, with all other units
where they are now. The odds follow the rules, with the counter of the standing answers and without rerolls.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

from sheets_gm.games.wesnoth.data.numbers import MAGICAL_NEEDS, REST_NEEDS, VILLAGE_GOLD
from sheets_gm.games.wesnoth.data.tables import NEEDED
from sheets_gm.games.wesnoth.data.world import World
from sheets_gm.games.wesnoth.position.state import Index, Match, Player, Unit, rank_of
from sheets_gm.games.wesnoth.rules.actions import best_tile, tiles_beside
from sheets_gm.games.wesnoth.rules.movement import reach, why_not
from sheets_gm.games.wesnoth.rules.odds import SIDES, best_attack, describe_exchange, exchange, light, needed
from sheets_gm.games.wesnoth.views.tiles import HOUSE
from sheets_gm.games.wesnoth.views.visible import View, signed
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.forms import Close, Field, Form, Reply, Typed
from sheets_gm.kernel.outcome import Order

ROWS = 2
_NOT_ANSWERED: dict[str, Typed] = {"reach": None, "attacks": None}


class AskUnit(Order):
    """Asks what *unit* can do on its next turn, if it goes *to* a tile, and against *target*."""

    unit: str
    to: str | None = None
    target: str | None = None


def ask_form(match: Match, player: Player) -> Form:
    """Return the question form of *player*."""
    fields = _fields(match.world, match.index)
    return Form("ask", player.seat, AskUnit, fields, rows=ROWS, close=Close.ASK, shown=_NOT_ANSWERED)


@lru_cache(maxsize=4)
def _fields(world: World, index: Index) -> tuple[Field, ...]:
    units = tuple(unit.label for unit in index.match.units)
    return (
        Field("unit", choices=units, required=True),
        Field("to", choices=tuple(world.board.tiles)),
        Field("target", choices=units),
    )


def answer(view: View, _seat: str, order: Order) -> Reply:
    """Answer what a unit can do on its next turn."""
    assert isinstance(order, AskUnit)
    unit, target = (_unit(view.match, name) for name in (order.unit, order.target))
    if unit is None:
        return Reply(f"There is no unit {order.unit}.")
    match = _on_its_turn(view.match, unit)
    goals = _goals(match, unit)
    at = order.to or unit.at
    if at not in match.world.terrain:
        return Reply(f"There is no tile {at}.", {"reach": goals})
    if at not in reach(match, unit).ends:
        return Reply(f"{why_not(match, unit, at)}.", {"reach": goals})
    text = f"{unit.label} at {at}: {_place(match, unit, at)}."
    if order.target is None:
        lines = _best_attacks(match, unit, order.to)
    elif target is None or not match.index.hostile(unit.seat, target.seat):
        return Reply(f"{order.target} is no enemy of {unit.label}.", {"reach": goals})
    else:
        lines = _attacks_on(match, unit, target, order.to)
    return Reply(text, {"reach": goals, "attacks": "\n".join(lines) or "nobody in reach"})


def _unit(match: Match, label: str | None) -> Unit | None:
    return match.index.by_id.get(label.partition(" ")[0]) if label else None


def _on_its_turn(match: Match, unit: Unit) -> Match:
    """Return the position in the round in which *unit* can act next (WES-11, WES-14, WES-15)."""
    gone = rank_of(unit.seat) < rank_of(match.acting) or (unit.seat == match.acting and unit.spent)
    return match.but(round=match.round + 1) if gone else match


def _goals(match: Match, unit: Unit) -> str:
    """List the tiles where *unit* may end, by cost. Villages that its player does not own have a sign (WES-20)."""
    by_cost: dict[int, list[str]] = defaultdict(list)
    for tile, (cost, _) in reach(match, unit).ends.items():
        if tile != unit.at:
            foreign = tile in match.world.board.villages and match.villages.get(tile) != unit.seat
            by_cost[cost].append(f"{tile}{HOUSE}" if foreign else tile)
    return "\n".join(f"{cost}: {' '.join(tiles)}" for cost, tiles in sorted(by_cost.items())) or "nowhere"


def _place(match: Match, unit: Unit, at: str) -> str:
    """Describe the tile *at* for *unit*: how hard it is to hit, its damage by the time of day, and what the tile gives
    it.
    """
    pawn, terrain = match.index.pawn(unit), match.world.terrain[at]
    parts = [f"{terrain}, hit by {NEEDED[pawn.classes[terrain]]}+ (magical {MAGICAL_NEEDS}+)"]  # WES-32, WES-35
    added = light(match, pawn)
    parts.append(f"damage {signed(added)} in round {match.round} ({match.time.name})" if added else match.time.name)
    village = at in match.world.board.villages
    if village and at != unit.at and _takes(match, unit, at):
        parts.append(f"takes the village for {VILLAGE_GOLD} gold")  # WES-28
    if unit.wounds:  # WES-44
        heals = f"1 wound, 2 on a {SIDES}" if village else f"1 wound on {REST_NEEDS}+"
        parts.append(f"a rest there heals {heals} of its {counted(unit.wounds, 'wound')}")
    return "; ".join(parts)


def _takes(match: Match, unit: Unit, at: str) -> bool:
    """Whether *unit* takes the village *at* by moving there (WES-28)."""
    owner = match.villages.get(at)
    if owner is None or match.index.hostile(unit.seat, owner):
        return True
    return owner != unit.seat and match.settings.take_allied_villages


# -- attacks -----------------------------------------------------------------------------------------------------------


def _best_attacks(match: Match, unit: Unit, to: str | None) -> Iterator[str]:
    """Yield the best attack on each enemy in reach, or next to the tile *to* (WES-27, WES-31)."""
    index = match.index
    beside = index.enemies_beside(to, unit.seat) if to else _enemies_in_reach(match, unit)
    for target in beside:
        at = to or best_tile(match, unit, target)
        best = best_attack(match, unit, target, at)
        if best is not None:
            yield f"{target.label} from {at}, {describe_exchange(best)}"


def _enemies_in_reach(match: Match, unit: Unit) -> Iterable[Unit]:
    enemies = (each for each in match.units if match.index.hostile(unit.seat, each.seat))
    return (each for each in enemies if tiles_beside(match, unit, each))


def _attacks_on(match: Match, unit: Unit, target: Unit, to: str | None) -> Iterator[str]:
    """Yield every attack on *target*, from every tile or only from *to*. The default attack comes first."""
    best, pawn, goal = best_tile(match, unit, target), match.index.pawn(unit), match.index.pawn(target)
    for at in sorted(tiles_beside(match, unit, target), key=lambda tile: tile != best):
        for attack in pawn.attacks if to in (None, at) else ():
            likely = exchange(match, unit, attack, target, at)
            back = f" (hits on {needed(match, pawn, at, likely.counter)}+)" if likely.counter else ""
            need = needed(match, goal, target.at, attack)
            yield f"from {at} on {need}+, {describe_exchange(likely)}{back}"
