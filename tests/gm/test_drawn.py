"""A tab is drawn again only when what it shows has changed, and looks as if it were drawn each time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.sheet.drawn import Drawn, Same
from sheets_gm.sheet.grid import Cell, Grid
from tests.gm.table import Evening


@pytest.fixture(scope="module")
def evening() -> Evening:
    return Evening(settings={"max_turns": 9})


STEPS: tuple[Callable[[Evening], Any], ...] = (
    lambda evening: evening.tick(),
    lambda evening: evening.order("blue1", as_account="ana@table", move_to="A1", ready=True),
    lambda evening: evening.order("blue1", as_account="ana@table", ready=1),
    lambda evening: evening.order("blue1", as_account="ana@table", ready=1.0, mode="nonsense"),
    lambda evening: evening.do("substitute", "blue2", "Zoe <zoe@table>"),
    lambda evening: evening.tick(resolve=True),
    lambda evening: evening.do("pause"),
    lambda evening: evening.play(1, but=["blue2"]),
    lambda evening: evening.tick(rebuild=True),
)


@pytest.mark.parametrize("number", range(len(STEPS)))
def test_tabs_look_as_if_they_were_drawn_each_time(evening: Evening, number: int) -> None:
    STEPS[number](evening)
    evening.tick()
    snapshot = evening.table.workbooks.snapshot({})
    for layout in evening.table.workbooks.layouts:
        known, anew = draw(snapshot, layout), draw(replace(snapshot, drawn=Drawn()), layout)
        assert {key: repr(grid) for key, grid in known.items()} == {key: repr(grid) for key, grid in anew.items()}


def test_where_nothing_has_changed_no_tab_is_drawn(evening: Evening) -> None:
    snapshot = evening.table.workbooks.snapshot({})
    (layout,) = evening.table.workbooks.layouts
    first, again = draw(snapshot, layout), draw(snapshot, layout)
    drawn = {key for key, grid in first.items() if grid is not again[key]}
    # the first tab has the marker of the newest entry, and the two others show what their names say at an instant
    assert drawn <= {layout.tabs[0], "dice", "gm"}
    before = first["rules"]
    evening.tick(resolve=True)
    assert draw(evening.table.workbooks.snapshot({}), layout)["rules"] is before


def test_a_value_that_is_only_equal_is_another_one_where_identity_counts() -> None:
    def draw_one(value: Any) -> Grid:
        return Grid(((Cell(value),),))

    drawn = Drawn()
    one = drawn.grid("book", "tab", draw_one, Same({"ready": 1}))
    assert drawn.grid("book", "tab", draw_one, Same({"ready": True})) is not one
    held = {"ready": True}
    assert drawn.grid("book", "tab", draw_one, Same(held)) is drawn.grid("book", "tab", draw_one, Same(held))
    assert drawn.grid("other", "tab", draw_one, Same(held)) == Grid(((Cell(held),),))  # type: ignore[arg-type]


def test_the_last_two_drawings_of_a_tab_are_kept() -> None:
    made: list[str] = []

    def draw_one(value: str) -> Grid:
        made.append(value)
        return Grid(((Cell(value),),))

    drawn = Drawn()
    grids = {value: drawn.grid("book", "tab", draw_one, value) for value in ("as shown", "as it should be")}
    for _ in range(2):
        assert all(drawn.grid("book", "tab", draw_one, value) is grid for value, grid in grids.items())
    assert made == ["as shown", "as it should be"]
    drawn.grid("book", "tab", draw_one, "later")
    assert drawn.grid("book", "tab", draw_one, "as shown") == grids["as shown"]
    assert made == ["as shown", "as it should be", "later", "as shown"]
