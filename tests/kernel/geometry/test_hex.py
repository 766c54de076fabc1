"""Hex boards: coordinates, distances, and the line of sight of Win or Die (R2), case by case and against sampling."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.kernel.geometry.hex import Hex, Hexes, Shift, sight
from sheets_gm.kernel.geometry.naming import TileNaming

BASIC = (
    "PPPPPPPPP",
    "PPPPPPPP",
    "PFPPTPFPP",
    "PMPHFPFP",
    "TPFHHHFPT",
    "PFPFHPMP",
    "PPFPTPPFP",
    "PPPPPPPP",
    "PPPPPPPPP",
)
MIST = ("PPPPPPPPP", "PPFPPPPP", "PFFPTPFPP", "FPMFPHFP", "TFPFHFPFT", "PFHPFMPF", "PPFPTPFFP", "PPPPPFPP", "PPPPPPPPP")
BOARD = Hexes(tuple(map(len, BASIC)))
hexes = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))


def blindage(rows: tuple[str, ...]) -> frozenset[str]:
    return frozenset(
        TileNaming.ROW_LETTER.tile(column, row)
        for row, line in enumerate(rows)
        for column, terrain in enumerate(line)
        if terrain in "MF"
    )


# -- coordinates -------------------------------------------------------------------------------------------------------


@given(st.sampled_from(Shift), st.integers(-20, 20), st.integers(-20, 20))
def test_a_place_leads_to_its_hex_and_back(shift: Shift, column: int, row: int) -> None:
    assert shift.place(shift.hex(column, row)) == (column, row)


def test_the_axial_q_of_a_pointed_board_follows_its_formula() -> None:
    assert all(
        Shift.ODD_R.hex(column, row) == (column - (row - (row & 1)) / 2, row) for column in range(9) for row in range(9)
    )


@pytest.mark.parametrize(
    ("shift", "around"),
    [
        (Shift.ODD_R, "B1 B2 C1 C3 D1 D2"),  # rows are counted from 0: B and D are shifted, C is not
        (Shift.ODD_Q, "B2 C1 C3 D1 D2 D3"),
    ],
)
def test_the_hexes_round_c2(shift: Shift, around: str) -> None:
    assert " ".join(sorted(Hexes((5,) * 5, shift).neighbours("C2"))) == around


def test_the_shorter_rows_of_a_board_are_its_own() -> None:
    assert ("A9" in BOARD, "B8" in BOARD, "B9" in BOARD, "J1" in BOARD) == (True, True, False, False)
    assert BOARD.neighbours("A1") == ("A2", "B1")
    assert BOARD.neighbours("B8") == ("A8", "A9", "B7", "C8", "C9")


@given(st.sampled_from(Shift), st.lists(st.integers(1, 6), min_size=1, max_size=5), st.sampled_from(TileNaming))
def test_hexes_that_touch_are_one_step_apart(shift: Shift, widths: list[int], naming: TileNaming) -> None:
    board = Hexes(tuple(widths), shift, naming)
    for tile in board.tiles:
        assert board.neighbours(tile) == board.ring(tile, 1)
        assert all(tile in board.neighbours(other) for other in board.neighbours(tile))


@given(st.sampled_from(Shift), st.data())
def test_a_distance_is_a_walk(shift: Shift, data: st.DataObject) -> None:
    # on a board this wide no shortest walk between tiles near its middle has to leave it
    board = Hexes((11,) * 11, shift)
    middle = board.within("F6", 2)
    start, end = data.draw(st.sampled_from(middle)), data.draw(st.sampled_from(middle))
    assert board.distance(start, end) == board.graph().distance(start, end)


def test_a_ring_has_six_hexes_for_each_step() -> None:
    board = Hexes((11,) * 11)
    assert [len(board.ring("F6", far)) for far in range(5)] == [1, 6, 12, 18, 24]
    assert len(board.within("F6", 4)) == 61


@given(hexes, hexes)
def test_ways_add_up(one: Hex, other: Hex) -> None:
    assert one.plus(other.minus(one)) == other
    assert abs(other.minus(one)) == abs(one.minus(other))


# -- line of sight -----------------------------------------------------------------------------------------------------

VECTORS = [
    (MIST, "C4", "E4", False),  # along the side of D3 and D4, both blindage
    (MIST, "C5", "E5", True),  # along the side of D4 and D5, of which one is plain
    (MIST, "D1", "D5", False),
    (MIST, "A5", "E5", True),
    (MIST, "E1", "E9", False),
    (BASIC, "C1", "C5", False),
    (BASIC, "A3", "E3", True),  # E3 is a forest, but an end of the line
    (BASIC, "B1", "D2", False),
]


@pytest.mark.parametrize(("rows", "one", "other", "clear"), VECTORS)
def test_line_of_sight_case_by_case(rows: tuple[str, ...], one: str, other: str, clear: bool) -> None:
    blocks = blindage(rows).__contains__
    assert BOARD.sees(one, other, blocks) is clear
    assert BOARD.sees(other, one, blocks) is clear


@pytest.mark.parametrize(
    ("rows", "one", "other", "blockers"),
    [
        (MIST, "D1", "D5", "D3 D4"),
        (MIST, "E1", "E9", "E2 E4 E6 E8"),
        (BASIC, "C1", "C5", "C2"),
        (BASIC, "B1", "D2", "C2"),
    ],
)
def test_who_stands_in_the_line(rows: tuple[str, ...], one: str, other: str, blockers: str) -> None:
    start = BOARD.hex(one)
    crossed = {BOARD.name(start.plus(way)) for way in sight(BOARD.hex(other).minus(start)).crossed}
    assert crossed & blindage(rows) == set(blockers.split())


def test_a_line_along_a_side_is_clear_where_the_rule_says_so() -> None:
    assert BOARD.sees("C4", "E4", blindage(MIST).__contains__, edges=False)


def test_the_edge_of_the_board_blocks_nothing() -> None:
    line = Hexes((3, 2, 3))
    assert line.sees("A1", "C1", lambda _: True)


def test_neighbours_always_see_each_other() -> None:
    assert all(BOARD.sees(tile, other, lambda _: True) for tile in BOARD.tiles for other in BOARD.neighbours(tile))


def test_a_hex_sees_itself() -> None:
    assert BOARD.sees("E5", "E5", lambda _: True)


def test_sight_goes_both_ways_on_every_line_of_both_maps() -> None:
    for rows in (BASIC, MIST):
        blocks = blindage(rows).__contains__
        for one in BOARD.tiles:
            for other in BOARD.tiles:
                assert BOARD.sees(one, other, blocks) is BOARD.sees(other, one, blocks)


PARTS = 194


def holders(way: Hex, part: int) -> list[Hex]:
    """Who holds a point that lies *part* `PARTS`-ths along *way*: one hex, two on a side, three in a corner."""
    x, y = part * (2 * way.q + way.r), part * 3 * way.r
    across, down = range(min(way.q, 0) - 1, max(way.q, 0) + 2), range(min(way.r, 0) - 1, max(way.r, 0) + 2)
    near = (Hex(q, r) for q in across for r in down)
    far = {at: 3 * (x - PARTS * (2 * at.q + at.r)) ** 2 + (y - PARTS * 3 * at.r) ** 2 for at in near}
    least = min(far.values())
    return sorted(at for at, distance in far.items() if distance == least)


@pytest.mark.parametrize("way", [Hex(q, r) for q in range(-4, 5) for r in range(5)], ids=str)
def test_a_line_crosses_what_points_on_it_lie_in(way: Hex) -> None:
    held = [tuple(holders(way, part)) for part in range(1, PARTS)]
    inside = {hexes[0] for hexes in held if len(hexes) == 1}
    line = sight(way)
    assert set(line.crossed) == inside - {Hex(0, 0), way}
    assert set(line.edges) == {hexes for hexes in held if len(hexes) == 2 and not set(hexes) & inside}


def test_what_a_line_crosses_is_listed_from_its_start_on() -> None:
    assert sight(Hex(4, 0)).crossed == (Hex(1, 0), Hex(2, 0), Hex(3, 0))
    assert sight(Hex(2, 2)).edges == ((Hex(0, 1), Hex(1, 0)), (Hex(1, 2), Hex(2, 1)))
