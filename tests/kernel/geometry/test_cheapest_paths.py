"""Travel by cost, held against Bellman and Ford's method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.kernel.geometry.cheapest_paths import cheapest_paths
from sheets_gm.kernel.geometry.hex import Hexes, Shift
from sheets_gm.kernel.geometry.naming import TileNaming
from tests.calls import calls

BOARD = Hexes((5,) * 5, Shift.ODD_Q, TileNaming.COLUMN_LETTER)
NEAR = BOARD.graph().adjacency
START = "C3"
costs = st.dictionaries(st.sampled_from(BOARD.tiles), st.integers(0, 4))
some = st.frozensets(st.sampled_from(BOARD.tiles), max_size=8)


def bellman_ford(
    start: str,
    points: int,
    near: Mapping[str, Sequence[str]],
    costs: Mapping[str, int],
    stops: frozenset[str],
    passed: frozenset[str],
) -> dict[str, int]:
    """The least cost of every tile that may be an end."""
    far = {start: 0}
    for _ in near:
        for tile in list(far):
            if tile in stops and tile != start:
                continue
            for other in near[tile]:
                total = far[tile] + costs.get(other, points + 1)
                shut = other in stops and other in passed
                if total <= points and not shut and total < far.get(other, points + 1):
                    far[other] = total
    return {tile: cost for tile, cost in far.items() if tile not in passed or tile == start}


@given(costs, st.integers(0, 9), some, some)
def test_every_end_is_reached_for_the_least_cost(
    costs: dict[str, int], points: int, stops: frozenset[str], passed: frozenset[str]
) -> None:
    reach = cheapest_paths(START, points, NEAR, costs, stops=stops, passed=passed)
    assert {tile: cost for tile, (cost, _) in reach.ends.items()} == bellman_ford(
        START, points, NEAR, costs, stops, passed
    )
    assert [cost for cost, _ in reach.ends.values()] == sorted(cost for cost, _ in reach.ends.values())


@given(costs, st.integers(0, 9), some, some)
def test_every_way_can_be_walked_as_it_is_given(
    costs: dict[str, int], points: int, stops: frozenset[str], passed: frozenset[str]
) -> None:
    reach = cheapest_paths(START, points, NEAR, costs, stops=stops, passed=passed)
    for end, (cost, before) in reach.ends.items():
        way = reach.path(end)
        assert (way[0], way[-1]) == (START, end)
        assert before == (way[-2] if len(way) > 1 else None)
        assert all(other in NEAR[tile] for tile, other in pairwise(way))
        assert sum(costs[tile] for tile in way[1:]) == cost <= points
        assert not stops & set(way[1:-1])
        assert end == START or end not in passed


LINE = {"a": ("b",), "b": ("a", "c"), "c": ("b", "d"), "d": ("c",)}
ONE = dict.fromkeys(LINE, 1)


def test_a_tile_is_entered_only_if_all_of_its_cost_is_left() -> None:
    assert set(cheapest_paths("a", 3, LINE, {"b": 1, "c": 3, "d": 1}).ends) == {"a", "b"}


def test_a_tile_without_a_cost_is_shut() -> None:
    assert set(cheapest_paths("a", 9, LINE, {"b": 1, "d": 1}).ends) == {"a", "b"}


def test_a_stop_ends_the_way_but_not_for_one_who_starts_there() -> None:
    assert set(cheapest_paths("a", 9, LINE, ONE, stops={"b"}).ends) == {"a", "b"}
    assert set(cheapest_paths("b", 9, LINE, ONE, stops={"b"}).ends) == {"b", "a", "c", "d"}


def test_a_friend_is_passed_and_not_joined() -> None:
    reach = cheapest_paths("a", 9, LINE, ONE, passed={"b"})
    assert set(reach.ends) == {"a", "c", "d"}
    assert reach.path("d") == ("a", "b", "c", "d")


def test_nobody_may_be_forced_to_stop_on_a_friend() -> None:
    assert set(cheapest_paths("a", 9, LINE, ONE, stops={"b"}, passed={"b"}).ends) == {"a"}


def test_who_has_no_points_stays() -> None:
    assert dict(cheapest_paths("a", 0, LINE, ONE).ends) == {"a": (0, None)}
    assert dict(cheapest_paths("a", -1, LINE, ONE).ends) == {"a": (0, None)}


def test_an_end_out_of_reach_has_no_way() -> None:
    with pytest.raises(KeyError):
        cheapest_paths("a", 1, LINE, ONE).path("d")


def test_the_ways_of_a_unit_look_at_no_tile_out_of_its_reach() -> None:
    far = Hexes((60,) * 60, Shift.ODD_Q, TileNaming.COLUMN_LETTER)
    near = Hexes((24,) * 24, Shift.ODD_Q, TileNaming.COLUMN_LETTER)

    def cost(board: Hexes) -> int:
        around, entry = board.graph().adjacency, dict.fromkeys(board.tiles, 2)
        return calls(lambda: cheapest_paths("L12", 9, around, entry))

    assert cost(far) == cost(near)
