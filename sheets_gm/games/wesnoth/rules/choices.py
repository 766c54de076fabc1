"""All legal actions of the acting player, unit by unit. They become the drop-downs.

What is listed for a unit is legal for it, and what is legal for it is listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from sheets_gm.games.wesnoth.position.orders import ATTACK, CONQUEST, END, MOVE, NONE, RECRUIT, REROLLS, REST
from sheets_gm.games.wesnoth.position.state import Index, Match, Unit
from sheets_gm.games.wesnoth.rules.ending import besieged
from sheets_gm.games.wesnoth.rules.movement import reach
from sheets_gm.games.wesnoth.rules.recruiting import affordable, free_tiles, may_recruit
from sheets_gm.kernel.forms import Typed


@dataclass(frozen=True, slots=True)
class Options:
    """The legal actions of one unit. *ends* are the tiles where it may end, *targets* the enemies that it can attack,
    *tiles* those for recruits.
    """

    unit: Unit
    actions: tuple[str, ...]
    ends: tuple[str, ...]
    targets: tuple[Unit, ...]
    attacks: tuple[str, ...]
    advances: tuple[str, ...]
    recruits: tuple[str, ...]
    tiles: tuple[str, ...]


def options(match: Match) -> tuple[Options, ...]:
    """Return the options of every unit of the acting player that may still act."""
    return _all_options(match.index)


@lru_cache(maxsize=4)
def _all_options(index: Index) -> tuple[Options, ...]:
    match = index.match
    ready = (unit for unit in index.units_of(match.acting) if unit.spent != "spent")
    enemies = [unit for unit in match.units if index.hostile(match.acting, unit.seat)]
    return tuple(unit_options for unit in ready if (unit_options := _options(match, unit, enemies)).actions)


def _options(match: Match, unit: Unit, enemies: Iterable[Unit]) -> Options:
    recruits: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    if unit.leader and may_recruit(match, unit) is None:
        player = match.player(unit.seat)
        recruits, tiles = affordable(match, player), free_tiles(match, player)
    may = (RECRUIT,) if recruits else ()
    if unit.spent == "recruiting":
        return Options(unit, may, (), (), (), (), recruits, tiles)
    pawn = match.index.pawn(unit)
    ends = reach(match, unit).ends
    near = match.world.board.graph.adjacency
    targets = tuple(each for each in enemies if any(tile in ends for tile in near[each.at])) if pawn.attacks else ()
    if targets:
        may = (ATTACK, *may)
    if besieged(match, unit) is not None:
        may = (*may, CONQUEST)
    rank = match.world.board.far
    listed = tuple(tile for tile in rank if tile in ends)
    attacks = tuple(attack.label for attack in pawn.attacks) if targets else ()
    advances = (*pawn.advances, NONE) if targets and pawn.advances else ()
    return Options(unit, (MOVE, *may, REST), listed, targets, attacks, advances, recruits, tiles)


@dataclass(frozen=True, slots=True)
class Lists:
    """The drop-downs of a row. *given* narrows them by the values of other cells."""

    units: tuple[str, ...]
    actions: tuple[str, ...]
    ends: tuple[str, ...]
    targets: tuple[str, ...]
    attacks: tuple[str, ...]
    advances: tuple[str, ...]
    recruits: tuple[str, ...]
    rerolls: tuple[str, ...]
    given: Mapping[tuple[str, Typed], Mapping[str, tuple[str, ...]]]


NOTHING_NOW = Lists((), (), (), (), (), (), (), (), {})
"""The drop-downs while the match waits for an answer."""


def lists(match: Match) -> Lists:
    """Return the drop-downs of the acting player's rows."""
    every = options(match)
    ends = _nearest(match, every, (tile for each in every for tile in (*each.ends, *each.tiles)))
    actions = [name for name in (MOVE, ATTACK, RECRUIT, CONQUEST, REST) if any(name in each.actions for each in every)]
    targets = {unit.at: unit.label for each in every for unit in each.targets}
    return Lists(
        units=tuple(each.unit.label for each in every),
        actions=(*actions, END),
        ends=ends,
        targets=tuple(targets[tile] for tile in _nearest(match, every, targets)),
        attacks=_union(each.attacks for each in every),
        advances=_union(each.advances for each in every),
        recruits=_union(each.recruits for each in every),
        rerolls=REROLLS if targets else (),
        given=_given(match, every),
    )


def _nearest(match: Match, near: Iterable[Options], tiles: Iterable[str]) -> tuple[str, ...]:
    """Return *tiles*, each once, by their distance from the nearest unit of *near*; equally near ones in the given
    order.
    """
    far, homes = match.world.board.far, [each.unit.at for each in near]
    return tuple(sorted(dict.fromkeys(tiles), key=lambda tile: min(far[tile][home] for home in homes)))


def _union(parts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for part in parts for name in part))


NOT_ATTACKING: Mapping[str, tuple[str, ...]] = {"target": (), "attack": (), "reroll": (), "advance": ()}


def _given(match: Match, every: tuple[Options, ...]) -> Mapping[tuple[str, Typed], Mapping[str, tuple[str, ...]]]:
    given: dict[tuple[str, Typed], Mapping[str, tuple[str, ...]]] = {}
    who = {name: tuple(each.unit.label for each in every if name in each.actions) for name in (MOVE, ATTACK, RECRUIT)}
    who[CONQUEST] = tuple(each.unit.label for each in every if CONQUEST in each.actions)
    castle = _union(each.tiles for each in every)
    given["action", MOVE] = {"unit": who[MOVE], "recruit": ()}
    given["action", ATTACK] = {"unit": who[ATTACK], "recruit": ()}
    given["action", RECRUIT] = {"unit": who[RECRUIT], "to": castle, **NOT_ATTACKING}
    given["action", REST] = {"unit": who[MOVE], "to": (), "recruit": (), **NOT_ATTACKING}
    given["action", CONQUEST] = {"unit": who[CONQUEST], "to": (), "recruit": (), **NOT_ATTACKING}
    given["action", END] = {"unit": (), "to": (), "recruit": (), **NOT_ATTACKING}
    for each in every:
        whose = {unit.at: unit.label for unit in each.targets}
        given["unit", each.unit.label] = {
            "action": each.actions,
            "to": _nearest(match, (each,), (*each.ends, *each.tiles)),
            "target": tuple(whose[tile] for tile in _nearest(match, (each,), whose)),
            "attack": each.attacks,
            "advance": each.advances,
            "recruit": each.recruits,
        }
        for name in each.recruits:
            given["recruit", name] = {"unit": who[RECRUIT], "action": (RECRUIT,), "to": castle, **NOT_ATTACKING}
    for unit in {unit.id: unit for each in every for unit in each.targets}.values():
        given["target", unit.label] = {
            "unit": tuple(each.unit.label for each in every if unit in each.targets),
            "action": (MOVE, ATTACK),
            "to": match.world.board.graph.adjacency[unit.at],
            "recruit": (),
        }
    return given
