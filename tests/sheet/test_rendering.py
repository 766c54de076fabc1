"""Drawing: from values alone, so that the same match is always drawn as the same sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.kernel.forms import Counting, Field, Form, FormRow, Kind, Typed, Who, form_of_rows
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.grid import CHECKBOX, EMPTY, Cell, Grid, Row, same_value
from sheets_gm.sheet.planning import plan
from sheets_gm.sheet.reading import HEADING_ROW, Key, lines_of
from sheets_gm.sheet.rendering import (
    LOG_TOP,
    NOTHING_DUE,
    NOTHING_TO_DECIDE,
    DrawnRow,
    Line,
    Standing,
    draw_log,
    draw_log_head,
    draw_rules,
    form_rows,
    head,
)
from sheets_gm.sheet.template import Column, TabTemplate
from tests.sheet.table import ANYTHING, FIELDS, FORMS, LINES, NAMES, ORDERS_TAB, SEATS, Go, draw_form, values_of

KEY: Key = ("go", "blue1", 0)


def cells(
    form: Form = FORMS[0], stands: Standing | None = None, tab_template: TabTemplate = ORDERS_TAB
) -> dict[str, Cell]:
    """The first row of *form* as it is drawn, by column."""
    lines = lines_of([form])
    grid = draw_form(tab_template, "", lines, SEATS, {lines.keys[0]: stands} if stands else {})
    return dict(zip((column.field for column in tab_template.columns), grid.rows[HEADING_ROW + 1], strict=True))


# -- heads -------------------------------------------------------------------------------------------------------------


def test_above_a_list_stand_its_title_its_help_and_its_headings() -> None:
    title, helping, headings = head(ORDERS_TAB, "Turn 3")
    assert title == (Cell("Orders · Turn 3", "title"),)
    assert helping == (Cell("Type here.", "help"),)
    assert headings == tuple(Cell(name.title(), "heading", f"the {name}") for name in NAMES)


def test_what_the_template_does_not_say_is_left_empty() -> None:
    assert head(TabTemplate(title="Log")) == ((Cell("Log", "title"),), (EMPTY,), ())


def test_papers_that_differ_have_heads_that_differ() -> None:
    assert head(ORDERS_TAB.but(help="Or there."))[1] == (Cell("Or there.", "help"),)
    assert head(ORDERS_TAB.but(columns=ORDERS_TAB.columns[:1]))[2] == (Cell("Seat", "heading", "the seat"),)


# -- forms -------------------------------------------------------------------------------------------------------------


def test_a_form_has_a_row_for_each_of_its_lines_in_their_order() -> None:
    grid = draw_form(ORDERS_TAB, "Turn 1", LINES, SEATS, {})
    assert grid.rows[: HEADING_ROW + 1] == head(ORDERS_TAB, "Turn 1")
    assert [[cell.value for cell in row[:2]] for row in grid.rows[HEADING_ROW + 1 :]] == [
        ["blue1", "Ana"],
        ["blue2", "Ben"],
        ["red1", "Finn"],
    ]


def test_what_players_may_fill_in_is_marked_as_theirs_and_nothing_else() -> None:
    assert {name for name, cell in cells().items() if cell.typed} == {*(field.name for field in FIELDS), "ready"}


def test_a_choice_is_a_drop_down_and_a_tick_a_box() -> None:
    drawn = cells()
    assert drawn["tile"].pick == ("A1", "B2", "C3")
    assert {name for name, cell in drawn.items() if cell.pick == CHECKBOX} == {"run", "ready"}
    assert [drawn[name].pick for name in ("seat", "player", "steps", "words", "receipt")] == [None] * 5


def test_where_there_is_nothing_to_choose_there_is_no_drop_down() -> None:
    bare = Form("go", "blue1", Go, (Field("tile"), Field("words", Kind.TEXT, choices=("one", "two"))))
    assert cells(bare)["tile"] == Cell(None, "input", typed=True, text=True)
    assert cells(bare)["words"].pick is None
    open_list = Form(
        "go", "blue1", Go, (Field("tile"), Field("words", Kind.TEXT, choices=("one", "two"), suggests=True))
    )
    assert cells(open_list)["words"] == Cell(None, "input", pick=("one", "two"), typed=True, text=True)


def test_a_row_that_nobody_typed_in_shows_its_defaults() -> None:
    form = Form(
        "go", "blue1", Go, (Field("tile", choices=("A1",), default="A1"), Field("steps", Kind.WHOLE, default=0))
    )
    assert {name: cells(form)[name].value for name in ("tile", "steps", "ready")} == {
        "tile": "A1",
        "steps": 0,
        "ready": False,
    }


def test_a_row_that_somebody_typed_in_shows_what_was_typed() -> None:
    form = Form(
        "go", "blue1", Go, (Field("tile", choices=("A1",), default="A1"), Field("steps", Kind.WHOLE, default=2))
    )
    drawn = cells(form, Standing({"tile": "", "ready": True}, "✗ no"))
    assert [drawn[name].value for name in ("tile", "steps", "ready", "receipt")] == ["", 2, True, "✗ no"]


def test_what_stands_in_a_row_narrows_the_drop_downs_beside_it() -> None:
    form = Form("go", "blue1", Go, FIELDS, given={("run", True): {"tile": ("B2",)}})
    assert cells(form, Standing({"run": True}))["tile"].pick == ("B2",)
    assert cells(form, Standing({"run": False}))["tile"].pick == ("A1", "B2", "C3")


def test_a_form_shows_what_it_tells_beside_its_fields_and_leaves_the_rest_empty() -> None:
    columns = tuple(Column(field=name, heading=name) for name in ("seat", "at", "roll", "keep"))
    drawn = cells(
        Form("go", "blue1", Go, FIELDS, shown={"at": "A1"}), tab_template=TabTemplate(title="T", columns=columns)
    )
    assert drawn["at"] == Cell("A1", "shown")
    assert drawn["roll"] == Cell(None, "shown")
    assert drawn["keep"] == Cell(False, "ready", None, CHECKBOX, typed=True)


def test_seats_and_players_are_in_the_colours_of_their_team() -> None:
    drawn = cells()
    assert (drawn["seat"], drawn["player"]) == (Cell("blue1", "seat.blue"), Cell("Ana", "player.blue"))
    drawn = cells(Form("go", "gm", Go, FIELDS))
    assert (drawn["seat"], drawn["player"]) == (Cell("gm", "seat"), Cell("Game master", "player"))


def test_a_column_has_its_own_style_where_the_template_gives_one() -> None:
    columns = tuple(Column(field=name, heading=name, style="loud") for name in ("tile", "run", "at", "roll"))
    drawn = cells(
        Form("go", "blue1", Go, FIELDS, shown={"at": "A1"}), tab_template=TabTemplate(title="T", columns=columns)
    )
    assert {cell.style for cell in drawn.values()} == {"loud"}
    assert [cells()[name].style for name in ("tile", "run", "receipt")] == ["input", "input", "receipt"]


def test_a_row_with_one_legal_choice_says_so_until_there_is_an_answer() -> None:
    forced = Form("go", "blue1", Go, FIELDS, counted=Counting(forced=True))
    assert cells(forced)["receipt"].value == NOTHING_TO_DECIDE
    assert cells(forced, Standing({}))["receipt"].value == NOTHING_TO_DECIDE
    assert cells(forced, Standing({}, "✓ taken"))["receipt"].value == "✓ taken"
    assert cells()["receipt"].value == ""


def test_a_tab_without_rows_says_so_and_what_is_done_instead() -> None:
    def shown(tab_template: TabTemplate, instead: str = "") -> tuple[Cell, ...]:
        return draw_form(tab_template, "", lines_of([]), SEATS, {}, instead).rows[HEADING_ROW + 1]

    assert shown(ORDERS_TAB) == (Cell(NOTHING_DUE, "idle"),)
    assert shown(ORDERS_TAB, "Open now: Duel") == (Cell(f"{NOTHING_DUE} Open now: Duel", "idle"),)
    assert shown(ORDERS_TAB.but(words={"idle": "Rest."}), "Duel!") == (Cell("Rest. Duel!", "idle"),)
    assert len(draw_form(ORDERS_TAB, "", LINES, SEATS, {}, "Duel!").rows) == HEADING_ROW + 1 + len(SEATS)


def test_rows_that_are_not_alike_have_drop_downs_of_their_own() -> None:
    form = form_of_rows("go", "red1", Go, (FormRow("b7", FIELDS[:1]), FormRow("c1", (Field("tile", choices=("D4",)),))))
    grid = draw_form(ORDERS_TAB, "", lines_of([form]), SEATS, {})
    assert [(row[0].value, row[2].pick) for row in grid.rows[HEADING_ROW + 1 :]] == [
        ("red1 b7", ("A1", "B2", "C3")),
        ("red1 c1", ("D4",)),
    ]


@pytest.mark.parametrize("first", [True, 1, 1.0])
@pytest.mark.parametrize("then", [True, 1, 1.0])
def test_a_tick_is_never_drawn_as_the_number_that_python_takes_it_for(first: Typed, then: Typed) -> None:
    for value in (first, then):
        ticked = cells(stands=Standing({"ready": value}))["ready"].value
        shown = cells(Form("go", "blue1", Go, (), shown={"steps": value}))["steps"].value
        assert (ticked, type(ticked)) == (value, type(value))
        assert (shown, type(shown)) == (value, type(value))


@pytest.mark.parametrize(
    "content",
    [
        None,
        Standing({"steps": 1}),
        Standing({"steps": True}, "✓"),
        Standing({"steps": 1}, "✗"),
        Standing({"steps": 1}, "✓", {"steps": 1.0}),
    ],
)
def test_a_row_is_drawn_again_where_it_shows_anything_else(content: Standing | None) -> None:
    form, held = FORMS[0], Standing({"steps": 1}, "✓")
    (row,) = form_rows(ORDERS_TAB, lines_of([form]), SEATS, {KEY: held})
    drawn = {KEY: DrawnRow(form, held, row)}

    def again(form: Form, content: Standing | None) -> Row:
        (found,) = form_rows(ORDERS_TAB, lines_of([form]), SEATS, {KEY: content} if content else {}, drawn)
        return found

    assert again(form, Standing({"steps": 1}, "✓")) is row
    for other, holds in ((form, content), (replace(form), held)):
        (anew,) = form_rows(ORDERS_TAB, lines_of([other]), SEATS, {KEY: holds} if holds else {})
        assert again(other, holds) is not row
        assert repr(again(other, holds)) == repr(anew)


TYPED = st.fixed_dictionaries({}, optional=dict.fromkeys([*(field.name for field in FIELDS), "ready"], ANYTHING))


@given(st.dictionaries(st.sampled_from(LINES.keys), st.builds(Standing, TYPED, st.text())))
def test_the_same_rows_are_drawn_as_the_same_sheet_which_then_needs_no_write(standing: Mapping[Key, Standing]) -> None:
    grid = draw_form(ORDERS_TAB, "Turn 1", LINES, SEATS, standing)
    again = draw_form(ORDERS_TAB, "Turn 1", lines_of([*FORMS]), dict(SEATS), dict(standing))
    values = values_of(grid)
    if not any(value != value for row in values for value in row):  # nothing equals what is no number, not even itself
        assert grid == again
        assert plan("orders", grid, values, again) == []
    for row, key in enumerate(LINES.keys, start=HEADING_ROW + 1):
        for column, name in enumerate(NAMES):
            held = standing[key].typed.get(name) if key in standing else None
            if held is not None and held == held:
                assert same_value(grid.at(row, column).value, held)


# -- rules and logs ----------------------------------------------------------------------------------------------------


def test_rules_are_listed_in_the_order_of_their_names_and_those_that_end_in_nothing_are_headings() -> None:
    tab_template = TabTemplate(title="Rules", words={"b0": "Moving", "b1": "Go.", "a10": "Aim", "a2": "Win."})
    assert draw_rules(None, tab_template) == Grid(
        (
            (Cell("Rules", "title"),),
            (),
            (Cell("Aim", "rule.head"),),
            (Cell("Win.", "rule"),),
            (Cell("Moving", "rule.head"),),
            (Cell("Go.", "rule"),),
        )
    )


LOG = TabTemplate(
    title="Log", columns=tuple(Column(field=name, heading=name.title()) for name in ("turn", "what", "clause"))
)


def test_the_log_begins_below_its_head() -> None:
    drawn = draw_log_head(LOG, "Friday")
    assert drawn.rows == head(LOG, "Friday")
    assert drawn.bottom == LOG_TOP


@given(st.lists(st.builds(Line, st.text(), st.text(), st.text()), max_size=6), st.data())
def test_a_line_of_the_log_keeps_its_row_in_every_window(lines: list[Line], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(lines)))
    whole, window = draw_log(LOG, lines, 0), draw_log(LOG, lines[first:], first)
    assert window.top == LOG_TOP + first
    assert window.rows == whole.rows[first:]
    assert window.bottom == whole.bottom == LOG_TOP + len(lines)


def test_a_line_says_when_what_and_by_which_clause() -> None:
    row = (Cell("Turn 1", "log.turn"), Cell("Ana falls", "log.what"), Cell("GVG-7", "log.clause"))
    assert draw_log(LOG, [Line("Turn 1", "Ana falls", "GVG-7")], 0).rows == (row,)
    turned = LOG.but(columns=LOG.columns[::-1])
    assert draw_log(turned, [Line("Turn 1", "Ana falls", "GVG-7")], 0).rows == (row[::-1],)


def test_text_and_choices_stay_as_they_are_typed_and_numbers_are_read_as_the_sheet_reads_them() -> None:
    fields = tuple(Field(kind.name.lower(), kind, choices=("1-2",)) for kind in Kind)
    template = ORDERS_TAB.but(columns=tuple(Column(field=each.name, heading=each.name) for each in fields))
    row = draw_form(template, "", lines_of([Form("go", "blue1", Go, fields)]), SEATS, {}).rows[-1]
    assert {each.name: cell.text for each, cell in zip(fields, row, strict=True)} == {
        "choice": True,
        "text": True,
        "whole": False,
        "number": False,
        "flag": False,
    }


@pytest.mark.parametrize(("members", "shown"), [(2, "A and B"), (3, "A, B and C"), (4, "any of 4")])
def test_a_team_s_row_names_its_players_or_tells_their_number_where_they_are_many(members: int, shown: str) -> None:
    seats = {f"red{letter}": Seat(id=f"red{letter}", player=letter, team="red") for letter in "ABCD"[:members]}
    lines = lines_of([Form("go", "red", Go, FIELDS, who=Who(team=True))])
    row = draw_form(ORDERS_TAB, "", lines, seats, {}).rows[HEADING_ROW + 1]
    names = [column.field for column in ORDERS_TAB.columns]
    assert row[names.index("player")].value == shown


def test_a_cell_that_is_only_shown_never_looks_like_an_input() -> None:
    narrow = tuple(column.but(style="input.narrow") for column in ORDERS_TAB.columns)
    form = replace(FORMS[0], fields=())
    assert not any(
        cell.style.startswith("input") for cell in cells(form, None, ORDERS_TAB.but(columns=narrow)).values()
    )
