"""Movement: each player goes one tile, in any direction, or stays (CBR-7, CBR-8).

Law: everybody moves at once, and nobody is in anybody's way (R5).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sheets_gm.games.champions.events import Crowded, Moved, RoomOpened, Spawned
from sheets_gm.games.champions.orders import Move
from sheets_gm.games.champions.state import Match, Player
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event


def reach(match: Match, player: Player) -> tuple[str, ...]:
    """The tiles on which *player* may end: those around it, and its own."""
    return match.board.within(player.at, 1)


def move(match: Match, orders: Mapping[str, Move]) -> tuple[Match, tuple[Event, ...]]:
    """Everybody on its new tile, and the rooms that open there."""
    events: list[Event] = []
    players = []
    for player in match.players:
        order = orders.get(player.seat)
        goal = order.move_to if order and player.living and order.move_to in reach(match, player) else None
        if goal and goal != player.at:
            events.append(
                Moved(
                    clause="CBR-7", audience=_may_know(match, player.seat), seat=player.seat, start=player.at, end=goal
                )
            )
        players.append(player.but(at=goal or player.at))
    moved = match.but(players=tuple(players))
    return moved, (*events, *whereabouts(moved))


def whereabouts(match: Match) -> Iterable[Event]:
    """Which rooms open (CBR-16); and how many are where, if names are not shown."""
    rooms = match.rooms()
    if not match.settings.show_names:
        yield Crowded(clause="CBR-9", counts={tile: len(here) for tile, here in rooms.items()})
    for tile, here in rooms.items():
        if len(here) > 1:
            seats = tuple(player.seat for player in here)
            yield RoomOpened(
                clause="CBR-16", audience=None if match.settings.show_names else seats, at=tile, seats=seats
            )


def _may_know(match: Match, seat: str) -> tuple[str, ...] | None:
    return None if match.settings.show_names else (seat,)


def deal(match: Match, dice: Dice, why: str) -> tuple[Match, tuple[Event, ...]]:
    """Every player that plays on a random tile of its own, as far as there are enough (CBR-4, R3)."""
    alive = [player.seat for player in match.alive]
    places: list[str] = []
    while len(places) < len(alive):
        places += dice.shuffle(match.board.tiles, f"{why} {len(places)}")
    return settle(match, dict(zip(alive, places, strict=False)))


def scale(match: Match, before: int) -> tuple[Match, tuple[Event, ...]]:
    """Every player where its tile comes to lie when the map of size *before* is drawn together (R3, `geometric`)."""
    old = match.but(size=before).board
    goals = {}
    for player in match.alive:
        column, row = old.place(player.at)
        goals[player.seat] = match.board.name(column * match.size // before, row * match.size // before) or player.at
    return settle(match, goals)


def settle(match: Match, goals: Mapping[str, str]) -> tuple[Match, tuple[Event, ...]]:
    """Every player of *goals* on its tile."""
    players = tuple(player.but(at=goals.get(player.seat, player.at)) for player in match.players)
    events = tuple(
        Spawned(clause="CBR-4", audience=_may_know(match, seat), seat=seat, at=tile) for seat, tile in goals.items()
    )
    return match.but(players=players), events
