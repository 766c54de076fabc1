"""Reading: rows are found by their seat and columns by their heading, and every slip costs its own cell only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import field_validator

from sheets_gm.kernel.forms import Close, Field, Form, FormRow, Kind, Naming, OneRow, Typed, form_of_rows
from sheets_gm.kernel.outcome import Order
from sheets_gm.sheet.grid import a1
from sheets_gm.sheet.reading import HEADING_ROW, SEARCHED, RowRead, blank_row, lines_of, read_row, read_tab, row_name
from tests.sheet.table import (
    ANYTHING,
    FIELDS,
    FORMS,
    LINES,
    NAMES,
    ORDERS_TAB,
    PLAYERS,
    SEATS,
    Go,
    draw_form,
    drawn,
    read,
    row,
    tab,
    tiles,
    values_of,
)

ROWS = [row("blue1", "A1"), row("blue2", "B2"), row("red1", "C3")]
MEANT = {"blue1": "A1", "blue2": "B2", "red1": "C3"}


def one(cells: Mapping[str, Typed], form: Form = FORMS[0]) -> RowRead:
    """The row of blue1 that holds *cells*, each in a column of its own."""
    return read_row(("go", "blue1", 0), form, cells, {name: f"{name}!" for name in NAMES})


@pytest.mark.parametrize("close", Close)
@pytest.mark.parametrize("since", [None, 4])
@pytest.mark.parametrize("default", [None, "A1", False])
def test_a_row_that_nobody_filled_in_is_read_like_any_other(close: Close, since: int | None, default: Typed) -> None:
    field = replace(FORMS[0].fields[0], default=default)
    form = replace(FORMS[0], fields=(field, *FORMS[0].fields[1:]), close=close, since=since, rows=2)
    for key in (("go", "blue1", 0), ("go", "blue1", 1)):
        assert blank_row(key, form) == read_row(key, form, form.drawn, {})


# -- where rows stand --------------------------------------------------------------------------------------------------


def test_a_tab_that_nobody_touched_is_as_it_was_drawn() -> None:
    found = read(drawn())
    assert list(found.rows) == list(LINES.keys)
    assert not found.disturbed
    assert not any(each.touched or each.ready or each.order or each.slips for each in found.rows.values())


def test_what_is_typed_is_read_for_its_seat() -> None:
    found = read(tab(*ROWS))
    assert tiles(found) == MEANT
    assert not found.disturbed
    assert [each.order for each in found.rows.values()] == [Go(tile=tile) for tile in MEANT.values()]


@pytest.mark.parametrize("order", list(permutations(range(3)))[1:])
def test_rows_that_were_sorted_are_read_for_their_seats(order: tuple[int, ...]) -> None:
    found = read(tab(*(ROWS[at] for at in order)))
    assert tiles(found) == MEANT
    assert found.disturbed


@given(st.permutations(range(len(NAMES))), st.permutations(range(3)), st.integers(0, SEARCHED - HEADING_ROW - 1))
def test_columns_and_rows_may_be_moved_all_at_once(columns: list[int], order: list[int], inserted: int) -> None:
    table: list[list[Typed]] = [[name.title() for name in NAMES], *(ROWS[at] + [""] * (len(NAMES) - 3) for at in order)]
    moved = [[line[at] for at in columns] for line in table]
    above: list[list[Typed]] = [[] for _ in range(HEADING_ROW + inserted)]
    found = read([*above, *moved])
    assert tiles(found) == MEANT
    same = columns == sorted(columns) and order == sorted(order) and not inserted
    assert found.disturbed == (not same)


def test_headings_are_looked_for_among_the_first_rows_only() -> None:
    def slid(rows: int) -> list[list[Typed]]:
        """The columns of tile and steps changed places, and the headings stand so many rows below the top."""
        swapped = [[*line[:2], "", *line[2:]] for line in ROWS]
        headings: list[Typed] = [*("Seat", "Player", "Steps", "Tile"), *(name.title() for name in NAMES[4:])]
        above: list[list[Typed]] = [[] for _ in range(rows)]
        return [*above, headings, *swapped]

    assert tiles(read(slid(SEARCHED - 1))) == MEANT
    assert set(tiles(read(slid(SEARCHED))).values()) == {""}
    assert read(slid(SEARCHED)).disturbed


def test_a_row_inserted_above_the_headings_moves_all_of_them_down() -> None:
    values: list[list[Typed]] = [["what somebody wrote"], *tab(*ROWS)]
    assert tiles(read(values)) == MEANT
    assert read(values).disturbed


def test_a_row_removed_above_the_headings_moves_all_of_them_up() -> None:
    assert tiles(read(tab(*ROWS)[1:])) == MEANT
    assert tiles(read(tab(*ROWS)[2:])) == MEANT


def test_an_empty_row_among_the_others_is_none() -> None:
    found = read(tab(ROWS[0], [], ROWS[1], ["", "nobody"], ROWS[2]))
    assert tiles(found) == MEANT
    assert found.disturbed


def test_a_row_that_was_deleted_is_missed() -> None:
    found = read(tab(ROWS[0], ROWS[2]))
    assert tiles(found) == {"blue1": "A1", "red1": "C3"}
    assert found.disturbed
    assert read(tab(*ROWS[:2])).disturbed


def test_a_row_of_nobody_is_not_read_and_disturbs_the_tab() -> None:
    found = read(tab(*ROWS, ["green1", "Ana", "A1"]))
    assert tiles(found) == MEANT
    assert found.disturbed


@pytest.mark.parametrize("seat", ["BLUE1", " blue1 ", "ｂlue1", "blue1\u200b"])
def test_a_seat_is_found_in_every_spelling(seat: str) -> None:
    found = read(tab([seat, "Ana", "A1"], *ROWS[1:]))
    assert tiles(found) == MEANT
    assert not found.disturbed


def test_a_row_that_was_copied_is_read_where_it_was_drawn() -> None:
    found = read(tab(*ROWS, row("blue1", "C3")))
    assert tiles(found) == MEANT
    assert found.disturbed
    found = read(tab(row("blue2", "A1"), *ROWS[1:]))
    assert tiles(found) == {"blue2": "B2", "red1": "C3"}
    assert found.disturbed


def test_of_two_rows_of_a_seat_that_both_moved_the_upper_is_read() -> None:
    found = read(tab(ROWS[1], row("blue1", "A1"), ROWS[2], row("blue1", "C3")))
    assert tiles(found) == MEANT


def test_a_copied_row_is_read_at_home_also_below_inserted_rows() -> None:
    values: list[list[Typed]] = [[], [], *tab(row("red1", "A1"), *ROWS[1:])]
    assert tiles(read(values)) == {"blue2": "B2", "red1": "C3"}


@pytest.mark.parametrize("player", ["Annie", "ana", " Ana"])
def test_a_row_whose_player_was_typed_over_is_read_and_put_back(player: str) -> None:
    found = read(tab(["blue1", player, "A1"], *ROWS[1:]))
    assert tiles(found) == MEANT
    assert found.disturbed


@pytest.mark.parametrize("player", ["Ben", "Finn", "", None])
def test_a_row_that_was_moved_in_part_is_not_read(player: str | None) -> None:
    found = read(tab(["blue1", player, "A1"], *ROWS[1:]))
    assert tiles(found) == {"blue2": "B2", "red1": "C3"}
    assert found.disturbed


def test_seats_sorted_without_the_players_beside_them_are_not_read() -> None:
    found = read(tab(["blue2", "Ana", "A1"], ["blue1", "Ben", "B2"], ROWS[2]))
    assert tiles(found) == {"red1": "C3"}
    assert found.disturbed


def test_a_form_of_the_game_master_has_no_player_to_contradict_it() -> None:
    form = Form("go", "gm", Go, FIELDS)
    found = read_tab(lines_of([form]), ORDERS_TAB, SEATS, tab(["gm", "Game master", "A1"]))
    assert [each.order for each in found.rows.values()] == [Go(tile="A1")]
    assert not found.disturbed


def test_a_tab_without_a_column_of_players_is_read_by_its_seats() -> None:
    tab_template = ORDERS_TAB.but(columns=tuple(column for column in ORDERS_TAB.columns if column.field != "player"))
    found = read(
        [[], [], [column.heading for column in tab_template.columns], ["blue2", "B2"], ["blue1", "A1"]], tab_template
    )
    assert tiles(found) == {"blue1": "A1", "blue2": "B2"}


def test_a_tab_on_which_nobody_has_a_row_is_disturbed_only_when_its_headings_moved() -> None:
    found = read_tab(lines_of([]), ORDERS_TAB, SEATS, tab(["Nothing is due."]))
    assert found.rows == {}
    assert not found.disturbed
    assert read_tab(lines_of([]), ORDERS_TAB, SEATS, [[], *tab(["Nothing is due."])]).disturbed


@pytest.mark.parametrize("values", [[], [[]], [["Orders"]], [[], [], [], ["blue1"]]])
def test_a_tab_that_was_emptied_is_disturbed(values: list[list[Typed]]) -> None:
    found = read(values)
    assert found.rows == {}
    assert found.disturbed


@given(st.lists(st.lists(ANYTHING | st.sampled_from([*PLAYERS, *PLAYERS.values(), *NAMES]), max_size=9), max_size=9))
def test_whatever_stands_on_a_tab_is_read_without_failing_and_for_no_seat_twice(values: list[list[Typed]]) -> None:
    for found in (read(values), read(tab(*values))):
        assert set(found.rows) <= set(LINES.keys)
        assert found.disturbed or list(found.rows) == list(LINES.keys)


# -- headings ----------------------------------------------------------------------------------------------------------


def test_a_heading_that_was_typed_over_stands_where_it_was_drawn() -> None:
    values = tab(*ROWS)
    values[HEADING_ROW][2] = "Where to?"
    found = read(values)
    assert tiles(found) == MEANT
    assert found.disturbed


def test_a_heading_that_was_typed_over_claims_no_column_that_another_has() -> None:
    values = tab(row("blue1", "", 3), *ROWS[1:])
    values[HEADING_ROW][2], values[HEADING_ROW][3] = "Steps", "what?"
    found = read(values)
    assert tiles(found)["blue1"] is None
    assert found.rows["go", "blue1", 0].typed["steps"] == ""


def test_of_two_columns_with_one_heading_the_first_is_read() -> None:
    values = tab(*(each + [""] * 5 + ["D4"] for each in ROWS))
    values[HEADING_ROW].append("Tile")
    assert tiles(read(values)) == MEANT


def test_headings_are_found_in_every_spelling() -> None:
    values = tab(*ROWS)
    values[HEADING_ROW] = [f" {str(name).upper()}\u200b" for name in values[HEADING_ROW]]
    assert not read(values).disturbed


def test_a_row_with_few_headings_is_none_of_headings() -> None:
    """Half of them are too few: then all columns stand where they were drawn."""
    values = tab(*ROWS)
    for column in (1, 2, 3, 4):
        values[HEADING_ROW][column] = "?"
    values[HEADING_ROW][0], values[HEADING_ROW][7] = "Receipt", "Seat"
    assert tiles(read(values)) == MEANT
    values[HEADING_ROW][1] = "Player"
    assert tiles(read(values)) == {}


def test_headings_without_the_seats_are_none() -> None:
    values = tab(*ROWS)
    values[HEADING_ROW] = ["", *reversed(values[HEADING_ROW][1:])]
    found = read(values)
    assert tiles(found) == MEANT
    assert found.disturbed


def test_headings_where_they_were_drawn_go_before_all_others() -> None:
    values = tab(*ROWS)
    values[0] = list(reversed(values[HEADING_ROW]))
    assert tiles(read(values)) == MEANT
    assert not read(values).disturbed


# -- names of rows -----------------------------------------------------------------------------------------------------


def test_rows_of_one_seat_are_numbered_or_called_by_their_names() -> None:
    three = Form("go", "blue1", Go, FIELDS, rows=3)
    named = form_of_rows("go", "red1", Go, (FormRow("b7", FIELDS), FormRow("c1", FIELDS[1:])))
    lines = lines_of([three, FORMS[1], named])
    assert [row_name(key, form) for _, key, form in lines] == [
        "blue1 #1",
        "blue1 #2",
        "blue1 #3",
        "blue2",
        "red1 b7",
        "red1 c1",
    ]
    assert [at for at, _, _ in lines] == [3, 4, 5, 6, 7, 8]
    assert [form.fields for form in lines.forms[-2:]] == [FIELDS, FIELDS[1:]]


def test_rows_whose_names_nobody_else_has_are_named_without_their_owner() -> None:
    form = form_of_rows("go", "blue1", Go, (FormRow("b7", FIELDS), FormRow("c1", FIELDS)))
    lines = lines_of([replace(form, naming=Naming(distinct=True))])
    assert [row_name(key, each) for _, key, each in lines] == ["b7", "c1"]
    found = read_tab(lines, ORDERS_TAB, SEATS, tab(["b7", "Ana", "A1"], ["c1", "Ana", "B2"]))
    assert {key[2]: each.typed["tile"] for key, each in found.rows.items()} == {0: "A1", 1: "B2"}
    assert not found.disturbed


def test_rows_of_one_seat_that_were_sorted_keep_their_numbers() -> None:
    lines = lines_of([Form("go", "blue1", Go, FIELDS, rows=2)])
    found = read_tab(lines, ORDERS_TAB, SEATS, tab(["blue1 #2", "Ana", "B2"], ["blue1 #1", "Ana", "A1"]))
    assert {key[2]: each.typed["tile"] for key, each in found.rows.items()} == {0: "A1", 1: "B2"}


# -- what a row means --------------------------------------------------------------------------------------------------


def test_every_cell_is_named_with_its_address_wherever_it_stands_now() -> None:
    values: list[list[Typed]] = [[], *tab(ROWS[1], row("blue1", "A1", "many"), ROWS[2])]
    found = read(values).rows["go", "blue1", 0]
    assert found.cells == {name: a1(5, column) for column, name in enumerate(NAMES)}
    assert [(slip.cell, slip.field, slip.typed) for slip in found.slips] == [("D6", "steps", "many")]


def test_a_slip_names_its_seat_form_row_and_what_may_be_typed_instead() -> None:
    (slip,) = read_row(("go", "blue1", 4), FORMS[0], {"tile": "A2"}, {"tile": "C9"}).slips
    assert (slip.seat, slip.form, slip.row, slip.field, slip.cell) == ("blue1", "go", 4, "tile", "C9")
    assert (slip.typed, slip.text, slip.instead) == ("A2", "There is no “A2” here", "A1")


WRONG: dict[str, Typed] = {"tile": "Z9", "steps": 99, "words": "w" * 21, "run": "perhaps", "ready": "soon"}
RIGHT: dict[str, Typed] = {"tile": "A1", "steps": 2, "words": "hold", "run": True, "ready": True}


@given(st.sets(st.sampled_from(sorted(WRONG))))
def test_each_cell_that_means_nothing_has_one_slip_and_costs_nothing_else(wrong: set[str]) -> None:
    cells = {**RIGHT, **{name: WRONG[name] for name in wrong}}
    found = one(cells)
    assert {slip.cell for slip in found.slips} == {f"{name}!" for name in wrong}
    assert len(found.slips) == len(wrong)
    assert found.typed == cells
    assert found.ready == ("ready" not in wrong)
    assert found.order == (None if wrong - {"ready"} else Go(tile="A1", steps=2, words="hold", run=True))


@given(st.sets(st.sampled_from(sorted(WRONG)), min_size=1))
def test_a_wrong_optional_cell_counts_as_it_was_drawn_and_the_rest_of_its_row_stands(wrong: set[str]) -> None:
    drawn_with = {"tile": "C3", "steps": None, "words": "go", "run": False}
    fields = tuple(replace(field, optional=True, default=drawn_with[field.name]) for field in FIELDS)
    found = one({**RIGHT, **{name: WRONG[name] for name in wrong}}, Form("go", "blue1", Go, fields))
    counts = {name: (drawn_with if name in wrong else RIGHT)[name] for name in drawn_with}
    assert found.order == Go.model_validate({name: value for name, value in counts.items() if value is not None})
    assert {slip.field for slip in found.slips} == wrong
    assert found.touched


@given(st.fixed_dictionaries({}, optional=dict.fromkeys([*RIGHT, "keep", "receipt"], ANYTHING)))
def test_whatever_a_row_holds_is_an_order_or_slips_or_nothing(cells: dict[str, Typed]) -> None:
    found = one(cells)
    assert found.order is None or {slip.field for slip in found.slips} <= {"ready"}
    assert all(slip.cell == f"{slip.field}!" for slip in found.slips)
    assert len({slip.field for slip in found.slips}) == len(found.slips)


def test_a_field_that_is_needed_is_missed_at_its_own_cell() -> None:
    found = one({"steps": 2, "ready": True})
    assert [(slip.cell, slip.text) for slip in found.slips] == [("tile!", "This is required")]
    assert found.order is None


def test_a_row_that_nobody_has_ticked_waits_for_what_is_needed() -> None:
    found = one({"steps": 2})
    assert found.missing == ("tile",)
    assert found.slips == ()
    assert found.order is None


def test_what_cannot_be_read_is_reported_before_what_is_needed() -> None:
    assert [slip.field for slip in one({"steps": "x"}).slips] == ["steps"]


def test_an_empty_row_asks_for_nothing() -> None:
    for cells in ({}, {"tile": "", "steps": " ", "run": ""}, {"run": False}, {"ready": True}):
        assert one(cells).order is None
        assert one(cells).slips == ()


def test_a_row_says_its_own_part_of_the_order_whatever_is_typed() -> None:
    form = Form("go", "blue1", Go, FIELDS[1:3], row=OneRow(says={"tile": "B2"}))
    assert one({}, form).order == Go(tile="B2")
    assert one({"steps": 2, "tile": "A1"}, form).order == Go(tile="B2", steps=2)
    assert one({"tile": "A1"}, Form("go", "blue1", Go, FIELDS, row=OneRow(says={"tile": "B2"}))).order == Go(tile="B2")


class Guard(Order):
    """An order without a default for the cell that a player fills in."""

    gate: str
    count: int


def test_a_row_with_a_part_of_its_own_waits_for_what_its_order_must_have() -> None:
    """Nobody has typed in it, so there is nothing wrong with it; ticked, it says which cell is empty."""
    form = Form("guard", "blue1", Guard, (Field("count", Kind.WHOLE),), row=OneRow(says={"gate": "north"}))
    for cells in ({}, {"count": " "}):
        row = one(cells, form)
        assert (row.order, row.slips, row.missing, row.touched) == (None, (), ("count",), False)
    ticked = one({"ready": True}, form)
    assert [(slip.field, slip.text) for slip in ticked.slips] == [("count", "This is required")]
    assert one({"count": 2}, form).order == Guard(gate="north", count=2)


def test_what_the_order_itself_refuses_is_a_slip_at_the_cell_it_is_about() -> None:
    class Even(Go):
        @field_validator("steps")
        @classmethod
        def _even(cls, steps: int) -> int:
            if steps % 2:
                raise ValueError("go an even way")
            return steps

    found = one({"tile": "A1", "steps": 3}, Form("go", "blue1", Even, FIELDS))
    assert found.order is None
    assert [(slip.cell, slip.typed) for slip in found.slips] == [("steps!", "3")]
    assert "go an even way" in found.slips[0].text

    fields = tuple(replace(field, optional=field.name == "steps") for field in FIELDS)
    without = one({"tile": "A1", "steps": 3}, Form("go", "blue1", Even, fields))
    assert without.order == Even(tile="A1")
    assert without.slips == found.slips


@pytest.mark.parametrize(("ticked", "ready"), [(True, True), ("x", True), (False, False), ("", False), (None, False)])
def test_a_row_is_ready_when_it_is_ticked(ticked: Typed, ready: bool) -> None:
    found = one({"tile": "A1", "ready": ticked})
    assert found.ready is ready
    assert found.typed["ready"] == ticked


def test_the_tick_that_keeps_an_order_is_typed_only_where_the_tab_has_it() -> None:
    assert "keep" not in one({"tile": "A1"}).typed
    assert one({"tile": "A1", "keep": True}).typed["keep"] is True


@pytest.mark.parametrize(
    ("default", "held"),
    [
        (None, None),
        (None, False),
        (None, ""),
        (None, " "),
        (False, False),
        (False, None),
        (False, ""),
        (7, 7),
        (7, 7.0),
        ("A1", "A1"),
    ],
)
def test_a_row_that_holds_what_was_drawn_is_untouched(default: Typed, held: Typed) -> None:
    form = Form("go", "blue1", Go, (Field("tile", choices=("A1",), default=default),))
    assert not one({"tile": held}, form).touched


@pytest.mark.parametrize(
    ("default", "held"),
    [(None, "A1"), (None, 0), (None, True), (False, True), (False, "x"), (7, 8), (7, ""), (0, ""), (0, False),
     (1, True), ("A1", None), ("A1", ""), ("A1", "a1"), ("A1", False)],
)  # fmt: skip
def test_a_row_that_holds_something_else_was_touched(default: Typed, held: Typed) -> None:
    form = Form("go", "blue1", Go, (Field("tile", Kind.TEXT, default=default),))
    assert one({"tile": held}, form).touched


def test_a_tick_alone_touches_a_row() -> None:
    assert one({"ready": True}).touched
    assert not one({"ready": False}).touched


# -- what is drawn is read ---------------------------------------------------------------------------------------------

DEFAULTS: dict[str, st.SearchStrategy[Any]] = {
    "tile": st.none() | st.sampled_from(FIELDS[0].choices),
    "steps": st.none() | st.integers(0, 9),
    "words": st.none() | st.sampled_from(["hold", "=A1", "'x"]),
    "run": st.booleans(),
}


@given(st.lists(st.tuples(st.fixed_dictionaries(DEFAULTS), st.integers(1, 3)), min_size=1, max_size=3))
def test_what_is_drawn_is_read_back_untouched(asked: list[tuple[dict[str, Typed], int]]) -> None:
    forms = [
        Form("go", seat, Go, tuple(Field(f.name, f.kind, f.choices, default=defaults[f.name]) for f in FIELDS), rows)
        for seat, (defaults, rows) in zip(SEATS, asked, strict=False)
    ]
    lines = lines_of(forms)
    found = read_tab(lines, ORDERS_TAB, SEATS, values_of(draw_form(ORDERS_TAB, "Turn 1", lines, SEATS, {})))
    assert list(found.rows) == list(lines.keys)
    assert not found.disturbed
    assert not any(each.touched or each.ready for each in found.rows.values())
    for _, key, form in lines:
        assert [found.rows[key].typed[each.name] or None for each in form.fields] == [
            each.default or None for each in form.fields
        ]
