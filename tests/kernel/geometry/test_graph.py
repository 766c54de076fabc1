"""Boards that are graphs, held against a brute-force search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.kernel.geometry.graph import Graph

TILES = "abcdef"


@st.composite
def boards(draw: st.DrawFn) -> Graph:
    pairs = draw(st.sets(st.tuples(st.sampled_from(TILES), st.sampled_from(TILES)), max_size=20))
    near: dict[str, set[str]] = {tile: set() for tile in TILES}
    for one, other in pairs:
        if one != other:
            near[one].add(other)
            near[other].add(one)
    return Graph({tile: near[tile] for tile in draw(st.permutations(TILES))})


tiles = st.sampled_from(TILES)
shuts = st.frozensets(tiles, max_size=4)


def ways(graph: Graph, start: str, end: str, shut: frozenset[str], far: int) -> Iterator[tuple[str, ...]]:
    """Every way of *far* steps, by trying them all."""
    if far == 0:
        if start == end:
            yield (start,)
        return
    for tile in graph.neighbours(start):
        if tile not in shut:
            for rest in ways(graph, tile, end, shut, far - 1):
                yield (start, *rest)


def shortest(graph: Graph, start: str, end: str, shut: frozenset[str]) -> list[tuple[str, ...]]:
    for far in range(len(TILES)):
        if found := list(ways(graph, start, end, shut, far)):
            return found
    return []


def test_a_board_holds_its_tiles_and_no_other() -> None:
    board = Graph({"a": {"b"}, "b": {"a"}})
    assert "a" in board
    assert "c" not in board


@given(boards(), tiles, tiles, shuts)
def test_a_distance_is_the_length_of_a_shortest_way(graph: Graph, start: str, end: str, shut: frozenset[str]) -> None:
    brute = shortest(graph, start, end, shut)
    assert graph.distance(start, end, shut) == (len(brute[0]) - 1 if brute else None)


@given(boards(), tiles, tiles, shuts)
def test_every_shortest_way_is_counted_and_drawn_once(graph: Graph, start: str, end: str, shut: frozenset[str]) -> None:
    brute = shortest(graph, start, end, shut)
    assert graph.count_shortest_paths(start, end, shut) == len(brute)
    assert [graph.shortest_path(start, end, index, shut) for index in range(len(brute))] == sorted(brute)


@given(boards(), tiles, st.integers(0, 4), shuts)
def test_the_reach_is_every_tile_that_is_near_enough(graph: Graph, start: str, far: int, shut: frozenset[str]) -> None:
    reached = graph.reach(start, far, shut)
    near = {end for end in TILES if any(list(ways(graph, start, end, shut, steps)) for steps in range(far + 1))}
    assert reached[0] == start
    assert Counter(reached) == Counter(near)
    assert [graph.distance(start, tile, shut) for tile in reached] == sorted(
        graph.distance(start, tile, shut) or 0 for tile in reached
    )


@given(boards(), tiles, tiles, st.integers(0, 8), shuts)
def test_toward_goes_along_the_first_shortest_way(
    graph: Graph, start: str, end: str, steps: int, shut: frozenset[str]
) -> None:
    brute = sorted(shortest(graph, start, end, shut))
    expected = brute[0][min(steps, len(brute[0]) - 1)] if brute else start
    assert graph.toward(start, end, steps, shut) == expected


def test_a_piece_may_leave_a_tile_that_nobody_may_enter() -> None:
    line = Graph({"a": "b", "b": "ac", "c": "b"})
    assert line.toward("a", "c", 1, frozenset("a")) == "b"
    assert line.count_shortest_paths("a", "c", frozenset("a")) == 1


def test_no_way_leads_into_a_shut_tile() -> None:
    line = Graph({"a": "b", "b": "a"})
    assert line.count_shortest_paths("a", "b", frozenset("b")) == 0
    assert line.toward("a", "b", 5, frozenset("b")) == "a"
    with pytest.raises(IndexError, match="no path number 0"):
        line.shortest_path("a", "b", 0, frozenset("b"))


def test_the_order_of_writing_a_board_down_changes_nothing() -> None:
    one = Graph({"a": "cb", "b": "ad", "c": "ad", "d": "bc"})
    other = Graph({"d": "cb", "c": "da", "b": "da", "a": "bc"})
    assert one.adjacency == other.adjacency
    assert [one.toward("a", "d", 1), other.toward("a", "d", 1)] == ["b", "b"]


def test_a_rank_orders_tiles_as_people_count_them() -> None:
    near = {"A1": ["A2", "A10"], "A2": ["A1"], "A10": ["A1"]}
    assert Graph(near, lambda tile: int(tile[1:])).neighbours("A1") == ("A2", "A10")


def test_a_border_must_be_given_from_both_sides() -> None:
    with pytest.raises(ValueError, match="b does not border on a"):
        Graph({"a": "b", "b": ""})
    with pytest.raises(ValueError, match="is not a tile"):
        Graph({"a": "b"})
