"""The sequence of play: a round is Movement, Looting, Equipment, Battle, in that order (CBR-6).

Each phase is a step of its own, with its own forms. One in which there is nothing to choose (movement on the one
tile, equipment while nobody has anything to wear, battles where nobody meets) is passed within the step before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from sheets_gm.games.champions import battle, ending
from sheets_gm.games.champions.data import CAPACITY, HEALTH, TYPES, Settings
from sheets_gm.games.champions.equipment import may_dress, wear
from sheets_gm.games.champions.looting import actions, fill, loot
from sheets_gm.games.champions.movement import deal, move, whereabouts
from sheets_gm.games.champions.orders import Act, Equip, Loot, Move
from sheets_gm.games.champions.pairing import pair
from sheets_gm.games.champions.state import Champion, Match, Player
from sheets_gm.kernel.dice import MOST_SIDES, Dice
from sheets_gm.kernel.outcome import Event, Order, Orders, Outcome, Result
from sheets_gm.kernel.seats import Seat

O = TypeVar("O", bound=Order)  # noqa: E741


def grid_for(settings: Settings, players: int) -> int:
    """The size of the first map (R1)."""
    if settings.start_grid != "auto":
        return settings.start_grid
    return 2 if players <= 4 else 3 if players <= 9 else 4


def start(settings: Settings, seats: Sequence[Seat], dice: Dice) -> Outcome[Match]:
    """Everybody on a tile of its own (CBR-4) with four Champions (CBR-18), every pool filled, round 1 open."""
    players = tuple(
        Player(
            seat=seat.id,
            name=seat.player,
            at="A1",
            champions=tuple(Champion(type=name, health=HEALTH[name]) for name in TYPES),
        )
        for seat in seats
    )
    size = grid_for(settings, len(seats))
    match = Match(settings=settings, round=1, phase="movement", size=size, players=players, pools={})
    match, told = deal(fill(match, dice, "start:"), dice, "start: places")
    return Outcome(_blinded(match, dice), told)


def resolve(match: Match, orders: Orders, dice: Dice) -> Outcome[Match]:
    """The next position: the open phase is played, and whatever needs nobody after it."""
    if match.phase == "over":
        return Outcome(match)
    after, told = STEPS[match.phase](match, orders, dice)
    return Outcome(_blinded(after, dice), told)


def _blinded(match: Match, dice: Dice) -> Match:
    """*match* with a new number that nobody can guess, of 128 bits."""
    words = dice.rolls_of(4, MOST_SIDES, "blind", hidden=True)
    return match.but(blind="".join(f"{word - 1:08x}" for word in words))


Told = tuple[Match, tuple[Event, ...]]


def _movement(match: Match, orders: Orders, dice: Dice) -> Told:
    moved, told = move(match, {seat: given[0] for seat, given in _of(orders, Move).items()})
    return _then(told, _open_looting(moved, dice))


def _open_looting(match: Match, dice: Dice) -> Told:
    if any(actions(match, player) for player in match.alive):
        return match.but(phase="looting"), ()
    return _open_equipment(match, dice)


def _looting(match: Match, orders: Orders, dice: Dice) -> Told:
    looted, told = loot(match, {seat: given[0] for seat, given in _of(orders, Loot).items()}, dice)
    return _then(told, _open_equipment(looted, dice))


def _open_equipment(match: Match, dice: Dice) -> Told:
    if any(may_dress(match, player) for player in match.alive):
        return match.but(phase="equipment"), ()
    return _open_battle(match, dice)


def _equipment(match: Match, orders: Orders, dice: Dice) -> Told:
    worn, told = wear(match, _of(orders, Equip))
    return _then(told, _open_battle(worn, dice))


def _open_battle(match: Match, dice: Dice) -> Told:
    paired, told = pair(match, dice)
    if paired.fights:
        return paired.but(phase="battle"), told
    return _then(told, _battle(paired, {}, dice))


def _battle(match: Match, orders: Orders, dice: Dice) -> Told:
    after, told = ending.end_round(battle.fight_out(match, _of(orders, Act), dice))
    if after.result is not None:
        return after, told
    return _then(told, _next_round(after, dice))


def _next_round(match: Match, dice: Dice) -> Told:
    opened = match.but(round=match.round + 1, phase="movement")
    if opened.size > 1:
        return opened, ()
    return _then(tuple(whereabouts(opened)), _open_looting(opened, dice))


STEPS = {"movement": _movement, "looting": _looting, "equipment": _equipment, "battle": _battle}
"""A round, in rulebook order (CBR-6)."""


def _then(told: tuple[Event, ...], rest: Told) -> Told:
    return rest[0], (*told, *rest[1])


def _of(orders: Orders, kind: type[O]) -> Mapping[str, tuple[O, ...]]:
    """The orders of one *kind*, by seat."""
    found = {seat: tuple(order for order in given if isinstance(order, kind)) for seat, given in orders.items()}
    return {seat: given for seat, given in found.items() if given}


def result(match: Match) -> Result | None:
    """How the match ended."""
    return match.result


def room_for(settings: Settings) -> int:
    """How many players the first map has tiles for."""
    return 16 if settings.start_grid == "auto" else CAPACITY[settings.start_grid]
