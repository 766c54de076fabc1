"""Square boards: names, wrap, distances, rings, and ways drawn evenly."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.kernel.dice import Dice, Keyed
from sheets_gm.kernel.geometry.naming import TileNaming
from sheets_gm.kernel.geometry.square import Squares, Step

boards = st.builds(
    Squares,
    st.integers(1, 6),
    st.integers(1, 6),
    st.sampled_from(TileNaming),
    st.booleans(),
    st.booleans(),
)
steps = st.sampled_from(Step)
MIRRODIN = Squares(18, 9, TileNaming.NUMBER_FIRST, wrap_columns=True, wrap_rows=True)
DOMINARIA = Squares(24, 9, TileNaming.NUMBER_FIRST)


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("naming", TileNaming)
def test_a_naming_is_called_by_the_second_column_of_the_third_row(naming: TileNaming) -> None:
    assert naming.tile(1, 2) == naming.value


@given(st.sampled_from(TileNaming), st.integers(0, 2000), st.integers(0, 2000))
def test_a_name_leads_back_to_its_place(naming: TileNaming, column: int, row: int) -> None:
    assert naming.place(naming.tile(column, row)) == (column, row)


@pytest.mark.parametrize("text", ["", "B", "3", "B0", "b3", "B 3", "B03", "BB", "3B4", "-1B", "Ä1"])
@pytest.mark.parametrize("naming", TileNaming)
def test_other_text_is_no_name(naming: TileNaming, text: str) -> None:
    assert naming.place(text) is None


def test_a_number_comes_first_only_where_it_should() -> None:
    assert TileNaming.COLUMN_LETTER.place("3B") is None
    assert TileNaming.NUMBER_FIRST.place("B3") is None


def test_tiles_stand_in_reading_order() -> None:
    assert Squares(2, 2, TileNaming.ROW_LETTER).tiles == ("A1", "A2", "B1", "B2")
    assert Squares(2, 2).tiles == ("A1", "B1", "A2", "B2")


def test_a_name_beyond_the_board_is_no_square() -> None:
    board = Squares(3, 3)
    assert "C3" in board
    assert "D3" not in board
    with pytest.raises(KeyError):
        board.place("D3")


# -- neighbours and distances ------------------------------------------------------------------------------------------


def test_a_king_has_eight_neighbours_and_a_corner_three() -> None:
    board = Squares(4, 4)
    assert board.neighbours("B2") == ("A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3")
    assert board.neighbours("A1") == ("B1", "A2", "B2")
    assert board.neighbours("A1", Step.ORTHOGONAL) == ("B1", "A2")


def test_a_board_that_wraps_has_no_corner() -> None:
    assert set(MIRRODIN.neighbours("1A")) == {"18I", "1I", "2I", "18A", "2A", "18B", "1B", "2B"}
    assert set(Squares(4, 4, wrap_columns=True).neighbours("A1", Step.ORTHOGONAL)) == {"D1", "B1", "A2"}


def test_no_square_is_its_own_neighbour_on_a_narrow_board() -> None:
    assert Squares(1, 2, wrap_columns=True, wrap_rows=True).neighbours("A1") == ("A2",)


def test_a_place_beyond_an_edge_is_found_only_where_the_edge_wraps() -> None:
    board = Squares(3, 3, wrap_columns=True)
    assert (board.name(-1, 0), board.name(3, 2), board.name(0, -1)) == ("C1", "A3", None)


def test_a_diagonal_step_costs_one() -> None:
    assert DOMINARIA.distance("3A", "2B") == 1
    assert DOMINARIA.distance("3A", "2C") == 2
    assert MIRRODIN.distance("1A", "18I") == 1
    assert MIRRODIN.distance("1A", "10E") == 9


@given(boards, steps, st.data())
def test_a_distance_is_a_walk_on_the_empty_board(board: Squares, step: Step, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(board.tiles))
    walked = board.graph(step).distances(start)
    assert {tile: board.distance(start, tile, step) for tile in board.tiles} == dict(walked)


@given(boards, steps, st.data())
def test_rings_are_the_board_cut_by_distance(board: Squares, step: Step, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(board.tiles))
    rings = [board.ring(start, far, step) for far in range(12)]
    assert rings[0] == (start,)
    assert Counter(tile for ring in rings for tile in ring) == Counter(board.tiles)
    assert set(board.within(start, 2, step)) == {tile for ring in rings[:3] for tile in ring}


# -- ways --------------------------------------------------------------------------------------------------------------


def test_shortest_ways_are_counted() -> None:
    board = Squares(5, 5)
    assert board.graph().count_shortest_paths("A1", "A1") == 1
    assert board.graph().count_shortest_paths("A1", "C3") == 1
    assert board.graph().count_shortest_paths("A3", "C3") == 3
    assert board.graph(Step.ORTHOGONAL).count_shortest_paths("A1", "C3") == 6
    assert board.graph(Step.ORTHOGONAL).count_shortest_paths("A1", "E5") == 70


def test_ways_round_a_wrapped_edge_count_from_both_sides() -> None:
    ring = Squares(4, 1, wrap_columns=True).graph()
    assert [ring.shortest_path("A1", "C1", index) for index in range(ring.count_shortest_paths("A1", "C1"))] == [
        ("A1", "B1", "C1"),
        ("A1", "D1", "C1"),
    ]


def test_a_way_is_drawn_evenly() -> None:
    graph = DOMINARIA.graph()
    dice = Dice(Keyed(b"k" * 32, b""))
    count = graph.count_shortest_paths("5C", "8D")
    drawn = Counter(graph.shortest_path("5C", "8D", dice.roll(count, f"route {n}") - 1) for n in range(3000))
    assert len(drawn) == count == 6
    expected = 3000 / count
    assert sum((each - expected) ** 2 / expected for each in drawn.values()) < 20.52  # 999 of 1,000, 5 degrees


def test_a_great_many_ways_are_counted_without_walking_them() -> None:
    graph = Squares(30, 30).graph(Step.ORTHOGONAL)
    count = graph.count_shortest_paths("A1", "AD30")
    assert count == 30067266499541040
    assert graph.shortest_path("A1", "AD30", 0)[1] == "B1"
    assert graph.shortest_path("A1", "AD30", count - 1)[1] == "A2"
