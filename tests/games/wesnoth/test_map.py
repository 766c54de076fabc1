"""The map: fair for every player, and exact where units can go."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping

import pytest

from sheets_gm.adapters.people.roster import made_up
from sheets_gm.games.play_out import play_out
from sheets_gm.games.wesnoth.data.board import Board
from sheets_gm.games.wesnoth.data.settings import Settings, maps
from sheets_gm.games.wesnoth.position.state import Match, Unit
from sheets_gm.games.wesnoth.rules.movement import check_route, ends, reach
from sheets_gm.kernel.geometry.hex import Hex
from tests.games.wesnoth.table import WES, position


def turned(way: Hex, times: int, mirrored: bool) -> Hex:
    """*way* turned by *times* 60 degrees, after it was mirrored or not."""
    q, r = (way.r, way.q) if mirrored else (way.q, way.r)
    for _ in range(times):
        q, r = -r, q + r
    return Hex(q, r)


def symmetries(board: Board) -> list[Callable[[str], str]]:
    """Every way to turn or mirror the map onto itself: terrain onto terrain, villages and castles onto their like."""
    at = {tile: board.hexes.hex(tile) for tile in board.tiles}
    tiles = {place: tile for tile, place in at.items()}
    kinds = {tile: sign[0] if sign[0] in "CK" and len(sign) == 2 else sign for tile, sign in board.signs.items()}
    first = board.tiles[0]
    found = []
    for mirrored in (False, True):
        for times in range(6):
            corner = turned(at[first], times, mirrored)
            for goal in board.tiles:
                shift = at[goal].minus(corner)
                moved = {tile: tiles.get(turned(place, times, mirrored).plus(shift), "") for tile, place in at.items()}
                if all(other and kinds[other] == kinds[tile] for tile, other in moved.items()):
                    found.append(moved.__getitem__)
    return found


@pytest.mark.parametrize("name", maps())
def test_every_castle_of_a_map_can_be_turned_onto_every_other(name: str) -> None:
    board = Settings(map=name).world.board
    onto = {move(board.mains[0]) for move in symmetries(board)}
    assert onto == set(board.mains)


@pytest.mark.parametrize("name", maps())
def test_a_map_has_room_for_five_recruits_and_villages_for_everybody(name: str) -> None:
    board = Settings(map=name).world.board
    assert {len(castle) for castle in board.castles} <= {5, 6}
    assert len(board.villages) >= 3 * board.players


def test_there_are_maps_for_two_three_and_four_players_in_teams() -> None:
    players = {Settings(map=name).world.board.players for name in maps()}
    assert players >= {2, 3, 4}
    assert len(set(Settings(map="four_gates").team_of.values())) == 2


def dijkstra(match: Match, unit: Unit) -> Mapping[str, int]:
    """Where *unit* may end and for what, worked out in the plainest way from the rulebook's own words."""
    index = match.index
    board, team = match.world.board, index.team[unit.seat]
    pawn = index.pawn(unit)

    def must_stop(tile: str) -> bool:
        if tile in board.villages and index.team.get(match.villages.get(tile, "")) != team:
            return True
        beside = [index.at[each] for each in board.graph.adjacency[tile] if each in index.at]
        return any(index.team[each.seat] != team and index.pawn(each).level >= 1 for each in beside)

    best = {unit.at: 0}
    queue = [(0, unit.at)]
    while queue:
        spent, tile = heapq.heappop(queue)
        if spent > best[tile] or (tile != unit.at and must_stop(tile)):
            continue
        for other in board.graph.adjacency[tile]:
            there = index.at.get(other)
            if there is not None and index.team[there.seat] != team:
                continue
            if there is not None and there.id != unit.id and must_stop(other):
                continue
            cost = spent + pawn.costs[match.world.terrain[other]]
            if cost <= pawn.moves and cost < best.get(other, 99):
                best[other] = cost
                heapq.heappush(queue, (cost, other))
    return {tile: cost for tile, cost in best.items() if tile == unit.at or tile not in index.at}


@pytest.mark.clause("WES-20", "WES-21", "WES-22", "WES-25")
@pytest.mark.parametrize("name", maps())
def test_the_reach_of_every_unit_is_that_of_a_plain_dijkstra(name: str) -> None:
    made = Settings(map=name)
    seats = made_up(WES.places(made))
    bots = {seat.id: WES.people.bots["keen"] for seat in seats}
    compared = 0
    for step in list(play_out(WES, made, seats, bots, bytes(32), turns=160))[5::9]:
        for unit in step.state.units:
            assert dict(ends(step.state, unit)) == dijkstra(step.state, unit)
            compared += 1
    assert compared > 50


@pytest.mark.clause("WES-20", "WES-24")
def test_the_way_to_every_tile_in_reach_is_a_legal_route() -> None:
    match = position(
        {"b2": "Spearman D5", "b3": "Horseman E7", "r2": "Orcish Grunt E3", "r3": "Goblin Spearman C4"},
        villages={"F6": "blue"},
    )
    for unit in match.index.units_of("blue"):
        known = reach(match, unit)
        for tile in known.ends:
            assert check_route(match, unit, known.path(tile)[1:]) is None
