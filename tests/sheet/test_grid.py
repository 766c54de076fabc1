"""Grids: counted from 0 inside, named A1 outside, and values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.sheet.grid import EMPTY, Area, Cell, Grid, a1, from_a1, grid

CELLS = st.lists(st.lists(st.integers(1, 9).map(Cell), max_size=3), max_size=3)


@pytest.mark.parametrize(
    ("place", "address"), [((0, 0), "A1"), ((6, 1), "B7"), ((0, 25), "Z1"), ((9, 26), "AA10"), ((0, 702), "AAA1")]
)
def test_inside_it_is_counted_from_nothing_and_outside_named_as_a_sheet_does(
    place: tuple[int, int], address: str
) -> None:
    assert a1(*place) == address
    assert from_a1(address) == place


@given(st.integers(0, 10**6), st.integers(0, 18277))
def test_an_address_names_one_cell(row: int, column: int) -> None:
    assert from_a1(a1(row, column)) == (row, column)


@pytest.mark.parametrize("address", ["b7", "$B$7", "$b7", " B7 "])
def test_an_address_is_read_however_a_person_writes_it(address: str) -> None:
    assert from_a1(address) == (6, 1)


@pytest.mark.parametrize(
    "address", ["", "B", "7", "7B", "B0", "B-1", "B07", "AAAA1", "A12345678", "A1:B2", "Ä1", "A1.5"]
)
def test_what_names_no_cell_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="is not a cell address"):
        from_a1(address)


@given(CELLS)
def test_grids_that_look_the_same_are_equal(rows: list[list[Cell]]) -> None:
    merges = [Area(0, 0, 1, 2)]
    again = [[Cell(*cell) for cell in row] for row in rows]
    assert grid(rows, merges) == grid(again, merges)
    assert hash(grid(rows, merges)) == hash(grid(again, merges))
    assert grid(rows) != grid([*rows, [Cell("more")]])
    assert grid(rows) != grid(rows, merges)


@given(CELLS)
def test_beyond_its_edge_a_grid_is_empty(rows: list[list[Cell]]) -> None:
    made = grid(rows)
    assert made.width == max(map(len, rows), default=0)
    for row in range(5):
        for column in range(5):
            inside = row < len(rows) and column < len(rows[row])
            assert made.at(row, column) == (rows[row][column] if inside else EMPTY)


def test_a_window_ends_so_many_rows_below_its_first() -> None:
    assert Grid(((), ()), top=7).bottom == 9
    assert Grid().bottom == 0
