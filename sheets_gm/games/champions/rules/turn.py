"""The sequence of play: a round is Movement, Looting, Equipment, Battle, in that order (CBR-6).

Each phase is a step with its own forms. A phase without a choice is skipped: movement on the last tile, looting if
everybody knows that the last tile is empty, equipment if nobody can own an item, battles if nobody shares a tile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from sheets_gm.games.champions.data.numbers import CAPACITY, TYPES
from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.position.orders import Act, Equip, Loot, Move
from sheets_gm.games.champions.position.state import Champion, Match, Player
from sheets_gm.games.champions.rules import ending
from sheets_gm.games.champions.rules.combat import battle
from sheets_gm.games.champions.rules.combat.pairing import pair
from sheets_gm.games.champions.rules.equipment import equip
from sheets_gm.games.champions.rules.looting import action_count, fill, known_empty, loot
from sheets_gm.games.champions.rules.movement import deal, locations, move
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event, Order, Orders, Outcome, Result
from sheets_gm.kernel.seats import Seat

O = TypeVar("O", bound=Order)  # noqa: E741


def grid_for(settings: Settings, players: int) -> int:
    """Return the size of the first map (R1)."""
    if settings.start_grid != "auto":
        return settings.start_grid
    return 2 if players <= 4 else 3 if players <= 9 else 4


def start(settings: Settings, seats: Sequence[Seat], dice: Dice) -> Outcome[Match]:
    """Return the first position: each player on a different tile (CBR-4) with four Champions (CBR-18), and all pools
    filled.
    """
    players = tuple(
        Player(
            seat=seat.id,
            name=seat.player,
            at="A1",
            champions=tuple(Champion(type=name, health=settings.health[name]) for name in TYPES),
        )
        for seat in seats
        if not seat.neutral
    )
    size = grid_for(settings, len(players))
    match = Match(
        settings=settings, round=1, phase="movement", size=size, players=players, pools={}, began=len(players)
    )
    match, events = deal(fill(match, dice, "start:"), dice, "start: places")
    return Outcome(match, events)


def resolve(match: Match, orders: Orders, dice: Dice) -> Outcome[Match]:
    """Play the open phase, and the phases after it that need no orders."""
    if match.phase == "over":
        return Outcome(match)
    return Outcome(*STEPS[match.phase](match, orders, dice))


Played = tuple[Match, tuple[Event, ...]]


def _movement(match: Match, orders: Orders, dice: Dice) -> Played:
    moved, events = move(match, {seat: given[0] for seat, given in _of(orders, Move).items()})
    return _with_earlier(events, _open_looting(moved, dice))


def _open_looting(match: Match, dice: Dice) -> Played:
    if any(action_count(match, player) for player in match.alive) and not known_empty(match):
        return match.but(phase="looting"), ()
    return _open_equipment(match, dice)


def _looting(match: Match, orders: Orders, dice: Dice) -> Played:
    looted, events = loot(match, {seat: given[0] for seat, given in _of(orders, Loot).items()}, dice)
    return _with_earlier(events, _open_equipment(looted, dice))


def _open_equipment(match: Match, dice: Dice) -> Played:
    if match.settings.loot_actions or any(player.owned for player in match.alive):
        return match.but(phase="equipment"), ()  # open to all: who is asked must not tell who owns something
    return _open_battle(match, dice)


def _equipment(match: Match, orders: Orders, dice: Dice) -> Played:
    worn, events = equip(match, _of(orders, Equip))
    return _with_earlier(events, _open_battle(worn, dice))


def _open_battle(match: Match, dice: Dice) -> Played:
    paired, events = pair(match, dice)
    if paired.fights:
        return paired.but(phase="battle"), events
    return _with_earlier(events, _battle(paired, {}, dice))


def _battle(match: Match, orders: Orders, dice: Dice) -> Played:
    after, events = ending.end_round(battle.fight_out(match, _of(orders, Act), dice))
    if after.result is not None:
        return after, events
    return _with_earlier(events, _next_round(after, dice))


def _next_round(match: Match, dice: Dice) -> Played:
    opened = match.but(round=match.round + 1, phase="movement")
    if opened.size > 1:
        return opened, ()
    return _with_earlier(tuple(locations(opened)), _open_looting(opened, dice))


STEPS = {"movement": _movement, "looting": _looting, "equipment": _equipment, "battle": _battle}
"""A round, in rulebook order (CBR-6)."""


def _with_earlier(earlier: tuple[Event, ...], rest: Played) -> Played:
    return rest[0], (*earlier, *rest[1])


def _of(orders: Orders, kind: type[O]) -> Mapping[str, tuple[O, ...]]:
    """Return the orders of one *kind*, by seat."""
    given_by_seat = {seat: tuple(order for order in given if isinstance(order, kind)) for seat, given in orders.items()}
    return {seat: given for seat, given in given_by_seat.items() if given}


def result(match: Match) -> Result | None:
    """Return how the match ended, None if it goes on."""
    return match.result


def room_for(settings: Settings) -> int:
    """Return the number of tiles on the first map, which is the largest number of players."""
    return 16 if settings.start_grid == "auto" else CAPACITY[settings.start_grid]
