"""The history on its tab: a turn keeps its row, and charts stand above the rows."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.sheet.charts import Chart, Series
from sheets_gm.sheet.grid import EMPTY, Cell
from sheets_gm.sheet.history import (
    charts_of,
    draw_history,
    draw_history_head,
    history_rows,
    template_for,
    with_names,
)
from sheets_gm.sheet.reading import HEADING_ROW
from sheets_gm.sheet.rendering import LOG_TOP
from sheets_gm.sheet.tabs import Tally
from sheets_gm.sheet.template import HELP_LINE, HELP_SPACE, Column, Graph, Style, TabTemplate

HISTORY_TAB = TabTemplate(
    title="History",
    columns=(
        Column(field="turn", heading="Turn"),
        Column(field="blue", heading="Blue", style="blue"),
        Column(field="red", heading="Red"),
        Column(field="green", heading="Green"),
    ),
    graphs=(
        Graph(title="Coins", lines=("blue", "red")),
        Graph(title="None", lines=("green",)),
        Graph(title="Red", lines=("green", "red")),
    ),
)


def tally(turn: int, blue: int = 1, red: int = 2) -> Tally:
    return Tally(turn, {"blue": blue, "red": red})


@given(st.lists(st.integers(0, 9)))
def test_of_each_turn_the_first_row_is_kept_and_nothing_that_the_match_went_back_behind(turns: list[int]) -> None:
    rows = history_rows(tally(turn, blue=at) for at, turn in enumerate(turns))
    assert all(here.turn < after.turn for here, after in pairwise(rows))
    changes = [at for at, turn in enumerate(turns) if at == 0 or turns[at - 1] != turn]
    kept = [at for at in changes if all(turns[later] > turns[at] for later in changes if later > at)]
    assert [row.values["blue"] for row in rows] == kept


def test_who_does_not_play_has_no_column() -> None:
    assert [column.field for column in template_for(HISTORY_TAB, tally(1)).columns] == ["turn", "blue", "red"]
    assert [cell.value for cell in draw_history_head(HISTORY_TAB, tally(1)).rows[HEADING_ROW]] == [
        "Turn",
        "Blue",
        "Red",
    ]


def test_a_turn_keeps_its_row_and_turns_that_have_no_row_leave_theirs_empty() -> None:
    grid = draw_history(HISTORY_TAB, [tally(4, 5, 6), tally(7, 8, 9)])
    assert grid.top == LOG_TOP + 4
    assert grid.rows == (
        (Cell(4, "shown"), Cell(5, "blue"), Cell(6, "shown")),
        (EMPTY,),
        (EMPTY,),
        (Cell(7, "shown"), Cell(8, "blue"), Cell(9, "shown")),
    )
    assert draw_history(HISTORY_TAB, [tally(7, 8, 9)]).rows == grid.rows[3:]


def test_charts_stand_below_the_help_side_by_side_and_leave_out_who_does_not_play() -> None:
    helped = HISTORY_TAB.but(help="The score.")
    first, second = charts_of(helped, {"blue": Style(ink="#0000ff")}, tally(1))
    top = HELP_LINE + HELP_SPACE
    assert first == Chart("Coins", HEADING_ROW, 0, (Series(1, "#0000ff"), Series(2)), 1, 0, top=top)
    assert second == Chart("Red", HEADING_ROW, 0, (Series(2),), 1, 4, left=90, top=top)
    assert helped.row_heights[1] >= top + first.height
    assert draw_history_head(helped, tally(1)).rows[1][0].style == "help.top"


def test_headings_have_the_players_where_they_name_seats() -> None:
    columns = (Column(field="blue", heading="{blue}'s gold"), Column(field="p3", heading="{p3}"))
    named = with_names(HISTORY_TAB.but(columns=columns), {"blue": "Ana"})
    assert [column.heading for column in named.columns] == ["Ana's gold", "p3"]
