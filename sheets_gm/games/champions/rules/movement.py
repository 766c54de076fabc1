"""Movement: each player moves one tile in any direction, or stays (CBR-7, CBR-8).

All players move at the same time, and any number of players can share a tile (R5).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sheets_gm.games.champions.position.events import Crowded, Moved, RoomOpened, Spawned
from sheets_gm.games.champions.position.orders import Move
from sheets_gm.games.champions.position.state import Match, Player
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event


def reach(match: Match, player: Player) -> tuple[str, ...]:
    """Return the tiles to which *player* may move, including its own."""
    return match.board.within(player.at, 1)


def move(match: Match, orders: Mapping[str, Move]) -> tuple[Match, tuple[Event, ...]]:
    """Move all players, and open the rooms of shared tiles."""
    events: list[Event] = []
    players = []
    for player in match.players:
        order = orders.get(player.seat)
        goal = order.move_to if order and player.living and order.move_to in reach(match, player) else None
        if goal and goal != player.at:
            events.append(
                Moved(
                    clause="CBR-7", audience=_audience(match, player.seat), seat=player.seat, start=player.at, end=goal
                )
            )
        players.append(player.but(at=goal or player.at))
    moved = match.but(players=tuple(players))
    return moved, (*events, *locations(moved))


def locations(match: Match) -> Iterable[Event]:
    """Return the rooms that open (CBR-16), and the number of players on each tile if names are not shown."""
    rooms = match.rooms()
    if not match.settings.show_names:
        yield Crowded(clause="CBR-9", counts={tile: len(here) for tile, here in rooms.items()})
    for tile, here in rooms.items():
        if len(here) > 1:
            seats = tuple(player.seat for player in here)
            yield RoomOpened(
                clause="CBR-16", audience=None if match.settings.show_names else seats, at=tile, seats=seats
            )


def _audience(match: Match, seat: str) -> tuple[str, ...] | None:
    return None if match.settings.show_names else (seat,)


def deal(match: Match, dice: Dice, why: str) -> tuple[Match, tuple[Event, ...]]:
    """Put each remaining player on a random tile. Players share one only if there are more players than tiles (CBR-4,
    R3).
    """
    alive = [player.seat for player in match.alive]
    places: list[str] = []
    while len(places) < len(alive):
        places += dice.shuffle(match.board.tiles, f"{why} {len(places)}", hidden=not match.settings.show_names)
    return put(match, dict(zip(alive, places, strict=False)))


def scale(match: Match, before: int) -> tuple[Match, tuple[Event, ...]]:
    """Put each player on the tile that corresponds to its tile on the map of size *before* (R3, `geometric`)."""
    old = match.but(size=before).board
    goals = {}
    for player in match.alive:
        column, row = old.place(player.at)
        goals[player.seat] = match.board.name(column * match.size // before, row * match.size // before) or player.at
    return put(match, goals)


def put(match: Match, goals: Mapping[str, str]) -> tuple[Match, tuple[Event, ...]]:
    """Put each player in *goals* on its tile."""
    players = tuple(player.but(at=goals.get(player.seat, player.at)) for player in match.players)
    events = tuple(
        Spawned(clause="CBR-4", audience=_audience(match, seat), seat=seat, at=tile) for seat, tile in goals.items()
    )
    return match.but(players=players), events
