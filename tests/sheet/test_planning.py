"""Planning: the fewest writes, and none over what somebody may be typing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.grid import CHECKBOX, EMPTY, Area, Cell, Grid, grid, is_box, same_value, tick_text
from sheets_gm.sheet.planning import foreign_edits, plan
from sheets_gm.sheet.row_planning import BRIDGE
from sheets_gm.sheet.writes import NOTE, PICK, STYLE, VALUE, Bare, ClearIf, Mark, Merge, Put, Write
from tests.sheet.table import Desk

ALL = VALUE | STYLE | NOTE | PICK

HELD: tuple[Typed, ...] = (None, "", "a", "b", 0, 1, 2.5, True, False)
LOOKS: tuple[tuple[str, str | None, tuple[str, ...] | None], ...] = (
    ("", None, None),
    ("loud", None, None),
    ("", "note", CHECKBOX),
    ("loud", None, ("a", "b")),
)
VALUES = st.sampled_from(HELD)
CELLS = st.sampled_from(
    [Cell(value, style, note, pick, each) for value in HELD for style, note, pick in LOOKS for each in (False, True)]
)
ROWS = st.lists(st.lists(CELLS, max_size=6).map(tuple), max_size=4).map(tuple)
MERGES = st.sampled_from([(), (Area(0, 0, 1, 2),), (Area(0, 0, 1, 2), Area(2, 1, 4, 2))])
GRIDS = st.tuples(ROWS, MERGES).map(lambda made: Grid(*made))
PLACES = st.sampled_from([(row, column) for row in range(6) for column in range(8)])
EDITS = st.dictionaries(PLACES, VALUES, max_size=5)


def right(desk: Desk, wanted: Grid) -> Iterator[tuple[tuple[int, int], Cell, Cell]]:
    """Every cell from the first row of *wanted* on, as it is and as it shall be."""
    places = {place for place in desk.cells if place[0] >= wanted.top}
    places |= {(wanted.top + row, column) for row, line in enumerate(wanted.rows) for column in range(len(line))}
    for place in sorted(places):
        yield place, desk.at(place), wanted.at(place[0] - wanted.top, place[1])


def as_it_shall(desk: Desk, wanted: Grid) -> bool:
    return desk.merges == wanted.merges and all(
        same_value(cell.value, will.value) and cell[1:4] == will[1:4] for _, cell, will in right(desk, wanted)
    )


def over(shown: Grid, edits: dict[tuple[int, int], Typed]) -> Desk:
    """A tab that was drawn as *shown*, and what people typed since."""
    desk = Desk(shown)
    for place, value in edits.items():
        desk.type_in(place, value)
    return desk


def foreign_rows(shown: Grid, desk: Desk) -> set[int]:
    """The rows in which cells that are no inputs have other values than were drawn."""
    return {row for (row, column), cell in desk.cells.items() if not (was := shown_at(shown, row, column)).typed
            and not same_value(cell.value, was.value)}  # fmt: skip


def is_empty(tab: Grid, row: int) -> bool:
    """Whether a row of *tab* shows nothing."""
    return row - tab.top >= len(tab.rows) or all(cell == EMPTY for cell in tab.rows[row - tab.top])


def is_renamed(shown: Grid, desk: Desk, wanted: Grid, row: int) -> bool:
    """Whether *row*, whose name is its first cell, gets another one, and had inputs or is not as it was drawn."""
    name = wanted.at(row - wanted.top, 0)
    had = row in foreign_rows(shown, desk) or any(shown_at(shown, row, column).typed for column in range(8))
    return had and not (name.typed or same_value(desk.at((row, 0)).value, name.value))


def shown_at(shown: Grid, row: int, column: int) -> Cell:
    """The cell as it was drawn."""
    return shown.at(row - shown.top, column) if row >= shown.top else EMPTY


def puts(writes: list[Write]) -> list[tuple[int, int, int, int]]:
    """Row, first column, how many cells, aspects: of every `Put` there is."""
    return [(each.row, each.column, len(each.cells), each.aspects) for each in writes if isinstance(each, Put)]


def line(*cells: Cell | Typed) -> Grid:
    """A tab of one row."""
    return grid([[cell if isinstance(cell, Cell) else Cell(cell) for cell in cells]])


def typed(value: Typed = None, **looks: Any) -> Cell:
    return Cell(value, typed=True, **looks)


# -- a tab is made right -----------------------------------------------------------------------------------------------


@given(GRIDS, EDITS, GRIDS)
def test_the_writes_make_any_tab_as_it_shall_be(shown: Grid, edits: dict[tuple[int, int], Typed], wanted: Grid) -> None:
    desk = over(shown, edits)
    desk.write(plan("tab", shown, desk.values(), wanted))
    assert as_it_shall(desk, wanted)


@given(GRIDS, GRIDS)
def test_a_tab_that_was_not_read_is_taken_for_what_was_drawn(shown: Grid, wanted: Grid) -> None:
    writes = plan("tab", shown, None, wanted)
    assert writes == plan("tab", shown, Desk(shown).values(), wanted)


@given(GRIDS, EDITS, GRIDS)
def test_of_a_tab_that_nobody_remembers_every_aspect_is_written(
    there: Grid, edits: dict[tuple[int, int], Typed], wanted: Grid
) -> None:
    desk = over(there, edits)
    desk.write(plan("tab", None, desk.values(), wanted))
    assert as_it_shall(desk, wanted)


@given(GRIDS, EDITS, GRIDS)
def test_a_row_in_which_somebody_typed_over_cells_is_drawn_whole_whatever_else_they_did_to_it(
    shown: Grid, edits: dict[tuple[int, int], Typed], wanted: Grid
) -> None:
    desk = over(shown, edits)
    for row in foreign_rows(shown, desk):
        width = len(shown.rows[row - shown.top]) if 0 <= row - shown.top < len(shown.rows) else 0
        for place, cell in list(desk.cells.items()):
            if place[0] == row and (place[1] < width or not same_value(cell.value, None)):
                desk.cells[place] = cell._replace(style="theirs", note="theirs")
    desk.write(plan("tab", shown, desk.values(), wanted))
    assert as_it_shall(desk, wanted)


@given(ROWS, st.integers(0, 4), ROWS, st.integers(0, 4), EDITS)
def test_a_window_is_made_right_from_its_first_row_on_and_nothing_above_it_is_touched(
    rows: tuple[Any, ...], top: int, more: tuple[Any, ...], further: int, edits: dict[tuple[int, int], Typed]
) -> None:
    shown, wanted = Grid(rows, top=top), Grid(more, top=top + further)
    desk = over(shown, edits)
    before = dict(desk.cells)
    desk.write(plan("tab", shown, desk.values(wanted.top), wanted))
    assert {place: cell for place, cell in desk.cells.items() if place[0] < wanted.top} == {
        place: cell for place, cell in before.items() if place[0] < wanted.top
    }
    for _, cell, will in right(desk, wanted):
        assert same_value(cell.value, will.value)
        assert cell[1:4] == will[1:4]


@given(ROWS, ROWS, st.integers(0, 4))
def test_a_window_that_slides_on_writes_only_what_is_new(
    first: tuple[Any, ...], more: tuple[Any, ...], slid: int
) -> None:
    found = (*first, *more)
    slid = min(slid, len(first))
    writes = plan("tab", Grid(first, top=3), None, Grid(found[slid:], top=3 + slid))
    assert all(each.row >= 3 + len(first) for each in writes if isinstance(each, Put | ClearIf))


@given(ROWS, st.integers(1, 3))
def test_of_what_lies_above_the_window_that_was_drawn_nothing_is_known(rows: tuple[Any, ...], higher: int) -> None:
    wanted = Grid(rows, top=5 - higher)
    known = [
        put[0] for put in puts(plan("tab", Grid(rows, top=5), None, wanted)) if put[3] & ALL & ~VALUE == ALL & ~VALUE
    ]
    assert set(range(wanted.top, min(5, wanted.bottom))) - set(known) <= {
        wanted.top + at for at, row in enumerate(rows) if not row
    }


# -- a right tab needs no write ----------------------------------------------------------------------------------------


@given(GRIDS)
def test_a_tab_that_is_right_needs_no_write(shown: Grid) -> None:
    again = Grid(tuple(tuple(Cell(*cell) for cell in row) for row in shown.rows), shown.merges)
    assert plan("tab", shown, Desk(shown).values(), again) == []
    assert plan("tab", shown, None, again) == []


@given(GRIDS, EDITS, GRIDS)
def test_once_written_there_is_nothing_more_to_write(
    shown: Grid, edits: dict[tuple[int, int], Typed], wanted: Grid
) -> None:
    desk = over(shown, edits)
    desk.write(plan("tab", shown, desk.values(), wanted))
    assert plan("tab", wanted, desk.values(), wanted) == []


def holds_inputs(desk: Desk, wanted: Grid, row: int) -> bool:
    """Whether an input of a row holds something that goes: all inputs of the row are drawn anew then."""
    cells = wanted.rows[row - wanted.top] if wanted.top <= row < wanted.bottom else ()
    held = [(cell, desk.at((row, column)).value) for column, cell in enumerate(cells) if cell.typed]
    return any(value not in (None, "") and not same_value(value, cell.value) for cell, value in held)


def are_for_another_step(shown: Grid, wanted: Grid, row: int) -> bool:
    """Whether the inputs of a row are, going by the nearest box above it: then they are drawn anew."""
    for at in range(row, -1, -1):
        rows = [grid.rows[at] if at < len(grid.rows) else () for grid in (shown, wanted)]
        old, new = ([tick_text(cell.pick) for cell in cells if cell.typed and is_box(cell.pick)] for cells in rows)
        if old or new or not any(cell.typed for cell in rows[1]):
            return old != new
    return False


@given(GRIDS, EDITS, GRIDS)
def test_no_cell_is_written_twice_and_no_run_begins_or_ends_with_one_that_is_right(
    shown: Grid, edits: dict[tuple[int, int], Typed], wanted: Grid
) -> None:
    desk = over(shown, edits)
    held: list[tuple[int, int]] = []
    cleared: list[tuple[int, int]] = []
    foreign = foreign_rows(shown, desk)
    # empty rows between two of them may have moved
    foreign |= {row for row in range(min(foreign, default=0), max(foreign, default=0)) if is_empty(wanted, row)}
    for each in plan("tab", shown, desk.values(), wanted):
        if isinstance(each, Put):
            held += [(each.row, column) for column in range(each.column, each.column + len(each.cells))]
            for column, cell in ((each.column, each.cells[0]), (each.column + len(each.cells) - 1, each.cells[-1])):
                was = desk.at((each.row, column))
                if cell.typed and (is_renamed(shown, desk, wanted, each.row) or holds_inputs(desk, wanted, each.row)):
                    continue
                if shown.at(each.row, column).typed and are_for_another_step(shown, wanted, each.row):
                    continue
                assert each.row in foreign or not same_value(was.value, cell.value) or was[1:4] != cell[1:4]
        elif isinstance(each, ClearIf):
            cleared.append((each.row, each.column))
    assert len(held) == len(set(held))
    assert len(cleared) == len(set(cleared))


@pytest.mark.parametrize(
    ("actual", "wanted", "equal"),
    [
        (None, "", True),
        ("", None, True),
        (None, None, True),
        (7, 7.0, True),
        (True, True, True),
        (True, 1, False),
        (1, True, False),
        (False, 0, False),
        (0, False, False),
        (False, None, False),
        (None, False, False),
        ("", 0, False),
        (0, None, False),
        ("7", 7, False),
        ("a", "A", False),
        ("a", "", False),
        ("", "a", False),
        (None, "a", False),
    ],
)
def test_nothing_and_an_empty_text_are_one_and_a_tick_is_no_number(actual: Typed, wanted: Typed, equal: bool) -> None:
    assert same_value(actual, wanted) is equal


# -- the fewest writes -------------------------------------------------------------------------------------------------


def test_a_run_goes_on_over_a_few_cells_that_are_right() -> None:
    assert BRIDGE == 2
    near, far = line("a", 1, 2, "b"), line("a", 1, 2, 3, "b")
    assert puts(plan("tab", near, None, line("x", 1, 2, "y"))) == [(0, 0, 4, VALUE)]
    assert puts(plan("tab", far, None, line("x", 1, 2, 3, "y"))) == [(0, 0, 1, VALUE), (0, 4, 1, VALUE)]
    assert puts(plan("tab", near, None, line("x", 1, 2, "b"))) == [(0, 0, 1, VALUE)]
    assert puts(plan("tab", near, None, line("a", 1, 2, "y"))) == [(0, 3, 1, VALUE)]


def test_only_what_differs_of_a_cell_is_written() -> None:
    was = line(Cell("a", "s", "n", ("p",)))
    for cell, aspects in (
        (Cell("b", "s", "n", ("p",)), VALUE),
        (Cell("a", "t", "n", ("p",)), STYLE),
        (Cell("a", "s", "m", ("p",)), NOTE),
        (Cell("a", "s", "n", ("q",)), PICK),
        (Cell("b", "t", "m", None), ALL),
    ):
        assert plan("tab", was, None, line(cell)) == [Put("tab", 0, 0, (cell,), aspects)]
    assert plan("tab", was, None, line(typed("a", style="s", note="n", pick=("p",)))) == []


def test_cells_that_differ_in_other_ways_are_written_in_one_run_only_where_values_go_along() -> None:
    was = line("a", "b")
    assert puts(plan("tab", was, None, line("x", Cell("y", "s")))) == [(0, 0, 2, VALUE | STYLE)]
    assert puts(plan("tab", was, None, line(Cell("a", "s"), Cell("b", "s")))) == [(0, 0, 2, STYLE)]
    assert puts(plan("tab", was, None, line(Cell("a", "s"), Cell("b", "", "n")))) == [(0, 0, 1, STYLE), (0, 1, 1, NOTE)]
    assert puts(plan("tab", was, None, line("x", Cell("b", "s")))) == [(0, 0, 1, VALUE), (0, 1, 1, STYLE)]


def test_looks_that_differ_in_part_are_written_apart() -> None:
    writes = plan("tab", line("a", "b"), None, line(Cell("a", "s", "n"), Cell("b", "s")))
    assert puts(writes) == [(0, 0, 1, STYLE | NOTE), (0, 1, 1, STYLE)]


def test_a_window_that_goes_back_empties_what_it_leaves_behind() -> None:
    shown, wanted = Grid(((Cell("b"),), (Cell("c"),)), top=5), Grid(((Cell("a"),), (Cell("b"),)), top=4)
    assert (6, 0, 1, VALUE) in puts(plan("tab", shown, None, wanted))
    assert puts(plan("tab", shown, None, Grid((), top=9))) == []


def test_merged_areas_are_written_when_they_change() -> None:
    plain, merged = grid([[Cell("a")]]), grid([[Cell("a")]], [Area(0, 0, 1, 2)])
    assert plan("tab", plain, None, merged) == [Merge("tab", (Area(0, 0, 1, 2),), ())]
    assert plan("tab", merged, None, plain) == [Merge("tab", (), (Area(0, 0, 1, 2),))]
    assert plan("tab", None, [["a"]], merged)[1] == Merge("tab", (Area(0, 0, 1, 2),), None)
    assert plan("tab", merged, None, merged) == []


def test_what_was_drawn_below_and_beside_is_emptied() -> None:
    was = grid([[Cell("a"), Cell("b", "s")], [Cell("c")]])
    assert plan("tab", was, None, line("a")) == [
        Put("tab", 0, 1, (EMPTY,), VALUE | STYLE),
        Put("tab", 1, 0, (EMPTY,), VALUE),
    ]


def test_what_was_typed_beyond_the_edge_is_emptied() -> None:
    was = line("a")
    assert plan("tab", was, [["a", "", "x"], ["y"]], was) == [
        Bare("tab", 1, 0),
        Put("tab", 0, 0, (Cell("a"), EMPTY), STYLE | NOTE | PICK),
        Put("tab", 0, 2, (EMPTY,), VALUE | STYLE | NOTE | PICK),
        Put("tab", 1, 0, (EMPTY,), VALUE | STYLE | NOTE | PICK),
    ]


def test_rows_above_what_was_drawn_and_read_are_written_with_their_values_the_empty_ones_too() -> None:
    was = grid([[Cell("turn 30")]])._replace(top=5)
    now = grid([[Cell("turn 1")]])._replace(top=2)  # as after a rewind
    assert puts(plan("tab", was, None, now)) == [(2, 0, 1, ALL), (3, 0, 1, ALL), (4, 0, 1, ALL), (5, 0, 1, VALUE)]


def test_an_empty_row_between_two_that_are_not_as_drawn_is_emptied_of_its_looks_for_it_may_have_moved() -> None:
    was = grid([[Cell("head")], [Cell("idle", "s")]])
    moved = [["head"], [], [], ["idle"]]  # somebody has inserted two rows above the last one
    assert plan("tab", was, moved, was) == [
        Bare("tab", 2, 0),
        Put("tab", 1, 0, (Cell("idle", "s"),), ALL),
        Put("tab", 3, 0, (EMPTY,), ALL),
        Put("tab", 2, 0, (EMPTY,), STYLE | NOTE | PICK),
    ]
    assert puts(plan("tab", was, [["head"], ["idle"], [], ["mine"]], was)) == [(3, 0, 1, ALL)]


def test_where_a_row_is_not_as_drawn_all_areas_are_merged_anew_and_below_it_is_bare_for_rows_may_have_moved() -> None:
    area = Area(1, 0, 2, 2)
    was = grid([[Cell("head")], [Cell("wide", "s"), EMPTY]])._replace(merges=(area,))
    moved = plan("tab", was, [["head"], [], ["wide"]], was)  # somebody has inserted a row above the last one
    assert moved[:2] == [Bare("tab", 2, 0), Merge("tab", (area,))]
    assert plan("tab", was, [["head"], ["wide"]], was) == []


# -- what belongs to the players ---------------------------------------------------------------------------------------


@given(GRIDS, EDITS, GRIDS, EDITS)
def test_a_cell_of_the_players_is_overwritten_only_where_another_value_is_drawn_there_or_the_row_is_renamed(
    shown: Grid, edits: dict[tuple[int, int], Typed], wanted: Grid, late: dict[tuple[int, int], Typed]
) -> None:
    """*late* is typed between the reading and the writing."""
    desk = over(shown, edits)
    actual = dict(desk.cells)
    renamed = {row for row in range(10) if is_renamed(shown, desk, wanted, row)}
    writes = plan("tab", shown, desk.values(), wanted)
    for place, value in late.items():
        desk.type_in(place, value)
    desk.write(writes)
    for place, value in late.items():
        will = wanted.at(*place)
        was = actual.get(place, EMPTY).value
        if will.typed and place[0] in renamed:
            assert same_value(desk.at(place).value, will.value)
        elif will.typed and same_value(was, will.value):
            assert desk.at(place).value == value
        elif will.typed and will.value in (None, "") and not isinstance(was, bool):
            assert same_value(desk.at(place).value, None if same_value(value, was) else value)
        elif will.typed and will.text and all(isinstance(each, str) and each for each in (was, will.value)):
            assert same_value(desk.at(place).value, will.value if same_value(value, was) else value)


def test_a_cell_that_was_typed_in_is_emptied_only_while_it_still_holds_that() -> None:
    was = line("seat", typed())
    looks = Put("tab", 0, 1, (typed(),), STYLE | NOTE | PICK)
    assert plan("tab", was, [["seat", "A1"]], was) == [ClearIf("tab", 0, 1, "A1"), looks]
    assert plan("tab", was, [["seat", 0]], was) == [ClearIf("tab", 0, 1, 0), looks]


def test_a_default_is_written_over_what_was_typed_only_while_the_cell_still_holds_that() -> None:
    was = line("seat", typed("AUTO", text=True))
    looks = Put("tab", 0, 1, (typed("AUTO", text=True),), STYLE | NOTE | PICK)
    clear = ClearIf("tab", 0, 1, "FIGHT", text=True, instead="AUTO")
    assert plan("tab", was, [["seat", "FIGHT"]], was) == [clear, looks]
    assert plan("tab", was, [["seat", ""]], was) == [Put("tab", 0, 1, was.rows[0][1:], VALUE)]


def test_of_a_row_that_gets_another_name_every_input_is_written_whatever_it_holds() -> None:
    was = line("Elves", typed(), typed("B2"), typed(False, pick=CHECKBOX), "ok")
    now = line("Goblins", typed(), typed("B2"), typed(False, pick=CHECKBOX), "ok")
    held: list[list[Typed]] = [["Elves", "A1", "B2", True, "ok"]]
    for read in (None, held):
        assert plan("tab", was, read, now) == [Put("tab", 0, 0, now.rows[0][:4], VALUE | STYLE)]


def test_of_a_column_that_gets_another_heading_every_input_is_written_whatever_it_holds() -> None:
    tab = grid([[Cell("Army"), Cell("To"), Cell("With")], [Cell("Elves"), typed(), typed()]])
    moved: list[list[Typed]] = [["Army", "", "To"], ["Elves", "", ""]]
    assert [each for each in puts(plan("tab", None, moved, tab, frozenset({2}))) if each[0] == 1] == [
        (1, 0, 1, STYLE | NOTE | PICK),
        (1, 1, 1, STYLE | NOTE | PICK),
        (1, 2, 1, ALL),
    ]


def test_a_row_that_had_no_inputs_was_nobodys() -> None:
    was, now = line("Nothing to do"), line("Elves", typed(pick=("A1",)))
    assert plan("tab", was, None, now) == [
        Put("tab", 0, 0, (now.rows[0][0],), VALUE),
        Put("tab", 0, 1, (now.rows[0][1],), PICK),
    ]


def test_the_name_of_a_row_is_that_of_its_seat_in_whatever_column() -> None:
    was = line("Ana", Cell("Elves", "seat.blue"), typed())
    other, same = line("Ana", Cell("Goblins", "seat.blue"), typed()), line("Ben", Cell("Elves", "seat.blue"), typed())
    assert puts(plan("tab", was, None, other)) == [(0, 1, 2, VALUE | STYLE)]
    assert puts(plan("tab", was, None, same)) == [(0, 0, 1, VALUE)]


def test_a_row_that_somebody_moved_is_named_by_what_was_read_there() -> None:
    was = grid([[Cell("Elves"), typed()], [Cell("Goblins"), typed()]])
    writes = plan("tab", was, [["Goblins", ""], ["Elves", ""]], was)
    assert puts(writes) == [(0, 0, 2, ALL), (1, 0, 2, ALL)]


def test_a_box_is_unticked_at_once() -> None:
    for empty in (False, None):
        was = line("seat", typed(empty, pick=CHECKBOX))
        assert plan("tab", was, [["seat", True]], was) == [Put("tab", 0, 1, (typed(empty, pick=CHECKBOX),), VALUE)]


def test_a_box_that_stays_ticked_for_another_step_is_ticked_anew_since_its_tick_names_the_step() -> None:
    was, now = (line("seat", typed(True, pick=(*CHECKBOX, f"✓ #{step}"))) for step in (1, 2))
    held: list[list[Typed]] = [["seat", "✓ #1"]]
    for read in (None, held):
        (written,) = plan("tab", was, read, now)
        assert isinstance(written, Put)
        assert (written.column, bool(written.aspects & VALUE)) == (1, True)


def test_a_cell_of_the_players_whose_default_changed_is_drawn_anew() -> None:
    writes = plan("tab", line(typed("A1")), None, line(typed("B2")))
    assert writes == [Put("tab", 0, 0, (typed("B2"),), VALUE | STYLE | NOTE | PICK)]


def test_a_cell_that_is_cleared_is_dressed_apart() -> None:
    was, now = line("seat", "x", typed(), "y"), line("seat", "a", typed(style="s"), "b")
    writes = plan("tab", was, [["seat", "x", "A1", "y"]], now)
    assert writes == [
        ClearIf("tab", 0, 2, "A1"),
        Put("tab", 0, 1, (Cell("a"),), VALUE),
        Put("tab", 0, 2, (typed(style="s"),), STYLE | NOTE | PICK),
        Put("tab", 0, 3, (Cell("b"),), VALUE),
    ]


@pytest.mark.parametrize("held", ["", "A1"])
def test_a_run_of_values_stops_before_a_cell_of_the_players_and_begins_anew_behind_it(held: str) -> None:
    was = line("seat", "a", typed(held), "b")
    now = line("seat", "x", typed(held), "y")
    assert puts(plan("tab", was, None, now)) == [(0, 1, 1, VALUE), (0, 3, 1, VALUE)]


def test_a_cell_of_the_players_that_needs_its_value_goes_along() -> None:
    was = line("seat", "a", typed("A1"), "b")
    assert puts(plan("tab", was, None, line("seat", "x", typed("B2"), "y"))) == [(0, 1, 3, VALUE | STYLE | NOTE | PICK)]


# -- foreign edits ---------------------------------------------------------------------------------------------


@given(ROWS, st.integers(0, 3), ROWS, st.integers(0, 3), EDITS)
def test_strays_are_the_cells_that_nobody_may_type_in_and_that_hold_neither_what_was_drawn_nor_what_shall_be(
    rows: tuple[Any, ...], top: int, more: tuple[Any, ...], further: int, edits: dict[tuple[int, int], Typed]
) -> None:
    shown, wanted = Grid(rows, top=top), Grid(more, top=top + further)
    desk = over(shown, edits)
    expected = []
    for row in range(wanted.top, 12):
        for column in range(10):
            value = desk.at((row, column)).value
            cells = (shown.at(row - top, column), wanted.at(row - wanted.top, column))
            if not any(cell.typed or same_value(value, cell.value) for cell in cells):
                expected.append((row, column, value))
    found = list(foreign_edits(shown, desk.values(wanted.top), wanted))
    assert [(row, column, value or None) for row, column, value in found] == [
        (row, column, value or None) for row, column, value in expected
    ]
    assert all(here < after for here, after in pairwise((row, column) for row, column, _ in found))


def test_what_stands_in_a_cell_that_was_or_becomes_the_players_is_no_stray() -> None:
    for before, after in ((typed(), Cell("b")), (Cell("a"), typed()), (typed(), typed())):
        assert list(foreign_edits(line(before), [["x"]], line(after))) == []
    assert list(foreign_edits(line("a"), [["x"]], line("b"))) == [(0, 0, "x")]


def test_a_cell_that_already_is_as_it_shall_be_is_no_stray_and_one_that_was_emptied_is() -> None:
    assert list(foreign_edits(line("a"), [["b"]], line("b"))) == []
    assert list(foreign_edits(line("a"), [], line("a"))) == [(0, 0, None)]
    assert list(foreign_edits(line("a"), [["a", "x"]], line("a"))) == [(0, 1, "x")]


def test_of_rows_above_what_was_drawn_nothing_is_stray() -> None:
    shown, wanted = Grid(((Cell("a"),),), top=4), Grid(((Cell("x"),), (Cell("b"),)), top=3)
    assert list(foreign_edits(shown, [["who knows"], ["what?"]], wanted)) == [(4, 0, "what?")]


def test_a_mark_is_written_when_it_changes_and_removed_when_it_is_gone() -> None:
    one = Grid(((Cell("a"),),), marks=(("turns", "x"), ("places", "y")))
    two = one._replace(marks=(("turns", "z"),))
    assert plan("tab", one, None, one) == []
    assert plan("tab", one, None, two) == [Mark("tab", "turns", "z"), Mark("tab", "places", "")]
    assert plan("tab", None, [["a"]], two)[2] == Mark("tab", "turns", "z")
