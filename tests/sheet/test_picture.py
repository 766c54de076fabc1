"""Pictures of tabs: one rectangle a cell, nothing but text in them, and text where a sheet would put it."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.grid import CHECKBOX, EMPTY, Area, Cell, Grid, Row, grid
from sheets_gm.sheet.picture import FONT, HEIGHT, WIDTH, draw_picture
from sheets_gm.sheet.template import Column, Style, TabTemplate

TAGS = {"svg", "title", "path", "g", "rect", "text", "tspan"}
SVG = "{http://www.w3.org/2000/svg}"
STYLES = {
    "loud": Style(fill="#ff0000", ink="#00ff00", border="#0000ff", bold=True, italic=True, strike=True, size=20),
    "wrap": Style(wrap=True),
    "middle": Style(align="center", valign="middle"),
    "right": Style(align="right", valign="top"),
}
BOARD_TAB = TabTemplate(title="Board", gridlines=False)


def drawn(
    rows: list[list[Cell]], tab_template: TabTemplate = BOARD_TAB, merges: tuple[Area, ...] = ()
) -> ElementTree.Element:
    return ElementTree.fromstring(draw_picture(grid(rows, merges), tab_template, STYLES))


def rects(picture: ElementTree.Element) -> list[ElementTree.Element]:
    return picture.findall(f".//{SVG}rect")


def texts(picture: ElementTree.Element) -> list[str]:
    return ["".join(line.itertext()) for text in picture.iter(f"{SVG}text") for line in text]


def box(element: ElementTree.Element) -> tuple[float, ...]:
    return tuple(float(element.get(name, "nan")) for name in ("x", "y", "width", "height"))


def room(picture: ElementTree.Element) -> tuple[float, ...]:
    return box(next(element for element in picture.iter(f"{SVG}svg") if element is not picture))


cells = st.builds(
    Cell,
    st.none() | st.text() | st.integers() | st.booleans() | st.floats(allow_nan=False),
    st.sampled_from(["", *STYLES, "nowhere"]),
    st.none() | st.text(min_size=1),
    st.sampled_from([None, CHECKBOX, ("a", "b")]),
)


@given(st.lists(st.lists(cells, max_size=4), max_size=4), st.booleans(), st.none() | st.text(min_size=1))
def test_whatever_a_sheet_holds_its_picture_is_valid(rows: list[list[Cell]], lines: bool, heading: str | None) -> None:
    tab_template = TabTemplate(title="<&>\"'", gridlines=lines)
    shown = draw_picture(grid(rows), tab_template, STYLES, heading)
    picture = ElementTree.fromstring(shown)
    assert len(rects(picture)) == max(len(rows), 1) * max([1, *map(len, rows)])
    assert {element.tag.removeprefix(SVG) for element in picture.iter()} <= TAGS
    assert shown == draw_picture(grid(rows), tab_template, STYLES, heading)


def test_every_cell_is_one_rectangle_and_a_merged_area_one_together() -> None:
    rows = [[EMPTY] * 3, [EMPTY], [EMPTY] * 3]
    assert len(rects(drawn(rows))) == 9
    merged = rects(drawn(rows, merges=(Area(0, 0, 2, 2),)))
    assert len(merged) == 6
    assert (0, 0, 2 * WIDTH, 2 * HEIGHT) in [box(each) for each in merged]


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "a & b", "]]>", "&lt;", 'x" onload="y', "<!-- -->"])
def test_text_is_never_markup(text: str) -> None:
    picture = drawn([[Cell(text, note=text)]])
    assert texts(picture) == [text]
    assert rects(picture)[0].findtext(f"{SVG}title") == text


def test_signs_that_no_document_may_hold_are_replaced() -> None:
    assert texts(drawn([[Cell("a\x00b\x1bc\ud800d")]])) == ["a�b�c�d"]


def test_widths_and_heights_are_the_papers() -> None:
    tab_template = BOARD_TAB.but(widths=(30, 50), heights=(40,), height=25)
    assert [box(each) for each in rects(drawn([[EMPTY, EMPTY, EMPTY], [EMPTY]], tab_template))] == [
        (0, 0, 30, 40),
        (30, 0, 50, 40),
        (80, 0, WIDTH, 40),
        (0, 40, 30, 25),
        (30, 40, 50, 25),
        (80, 40, WIDTH, 25),
    ]


def test_a_list_takes_the_widths_of_its_columns() -> None:
    tab_template = BOARD_TAB.but(
        columns=(Column(field="a", heading="A", width=70), Column(field="b", heading="B", width=80))
    )
    assert [box(each)[2] for each in rects(drawn([[EMPTY]], tab_template))] == [70, 80]


def test_a_style_is_drawn() -> None:
    picture = drawn([[Cell("hi", "loud")]])
    (cell,) = rects(picture)
    assert (cell.get("fill"), cell.get("stroke")) == ("#ff0000", "#0000ff")
    (text,) = picture.iter(f"{SVG}text")
    assert (text.get("fill"), text.get("font-weight"), text.get("font-style")) == ("#00ff00", "bold", "italic")
    assert (text.get("text-decoration"), text.get("font-size")) == ("line-through", "26.67")


def test_borders_are_drawn_over_neighbours_without_one() -> None:
    strokes = [
        each.get("stroke") for each in rects(drawn([[Cell("a", "loud"), Cell("b"), Cell("c", "loud"), Cell("d")]]))
    ]
    assert strokes == [None, None, "#0000ff", "#0000ff"]


def test_gridlines_are_drawn_where_the_paper_has_them() -> None:
    rows = [[EMPTY, Cell("a", "loud")]]
    assert rects(drawn(rows))[0].get("stroke") is None
    assert rects(drawn(rows, BOARD_TAB.but(gridlines=True)))[0].get("stroke") is not None


@pytest.mark.parametrize(
    ("value", "style", "anchor", "x"),
    [
        ("text", "", "start", 3),
        (7, "", "end", 97),
        (True, "", "middle", 50),
        ("text", "middle", "middle", 50),
        ("text", "right", "end", 97),
    ],
)
def test_a_value_stands_where_a_sheet_puts_it(value: Typed, style: str, anchor: str, x: float) -> None:
    picture = drawn([[Cell("beside"), Cell(value, style), Cell("beside")]])
    text = list(picture.iter(f"{SVG}text"))[1]
    assert text.get("text-anchor") == anchor
    assert float(text[0].get("x", "")) == x


def test_numbers_are_told_as_people_write_them() -> None:
    assert texts(drawn([[Cell(7.0), Cell(2.5), Cell(False)]])) == ["7", "2.5", "FALSE"]


def test_text_runs_over_empty_neighbours_and_stops_at_the_next_that_holds_something() -> None:
    far = "a long sentence that needs more than one cell"
    assert room(drawn([[Cell(far), EMPTY, EMPTY]]))[2] == 3 * WIDTH
    assert room(drawn([[Cell(far), EMPTY, Cell("x")]]))[2] == 2 * WIDTH
    assert room(drawn([[EMPTY, Cell(far, "right"), Cell("x")]]))[:3] == (0, 0, 2 * WIDTH)
    assert room(drawn([[EMPTY, Cell(far, "middle"), EMPTY]]))[2] == 3 * WIDTH
    assert room(drawn([[Cell(far, "wrap"), EMPTY]]))[2] == WIDTH


def test_wrapped_text_makes_its_row_higher_unless_the_paper_says_how_high() -> None:
    rows = [[Cell("four words and four more words", "wrap")]]
    lines = texts(drawn(rows))
    assert " ".join(lines) == "four words and four more words"
    assert len(lines) > 1
    assert box(rects(drawn(rows))[0])[3] > HEIGHT
    assert box(rects(drawn(rows, BOARD_TAB.but(height=30)))[0])[3] == 30


def test_a_word_that_is_too_long_is_broken() -> None:
    lines = texts(drawn([[Cell("x" * 60, "wrap")]]))
    assert len(lines) > 2
    assert "".join(lines) == "x" * 60


def test_lines_are_kept_as_they_were_written() -> None:
    assert texts(drawn([[Cell("one\ntwo")]])) == ["one", "two"]


def test_emoji_have_a_font_of_their_own() -> None:
    picture = drawn([[Cell("a 🐠🍁 1 ♥")]])
    assert [span.text for span in picture.iter(f"{SVG}tspan") if span.get("font-family")] == ["🐠🍁"]
    assert picture.get("font-family") == FONT
    assert texts(picture) == ["a 🐠🍁 1 ♥"]


def marks(row: Row) -> int:
    """Paths in the drawing beside the white page."""
    return len(list(ElementTree.fromstring(draw_picture(Grid((row,)), BOARD_TAB, STYLES)).iter(f"{SVG}path"))) - 1


def test_a_checkbox_is_a_box_with_or_without_a_tick() -> None:
    assert marks((Cell(False, pick=CHECKBOX),)) == 1
    assert marks((Cell(True, pick=CHECKBOX),)) == 2
    assert texts(drawn([[Cell(True, pick=CHECKBOX)]])) == []


def test_a_drop_down_has_an_arrow_beside_its_value() -> None:
    assert marks((Cell("A1", pick=("A1", "A2")),)) == 1
    picture = drawn([[Cell("A1", pick=("A1", "A2"))]])
    assert texts(picture) == ["A1"]
    assert room(picture)[2] < WIDTH


def test_a_heading_stands_above_and_names_the_picture() -> None:
    plain = drawn([[Cell("x")]])
    headed = ElementTree.fromstring(draw_picture(grid([[Cell("x")]]), BOARD_TAB, STYLES, "Turn 3 & 4"))
    assert plain.findtext(f"{SVG}title") == "Board"
    assert headed.findtext(f"{SVG}title") == "Turn 3 & 4"
    assert texts(headed)[0] == "Turn 3 & 4"
    assert float(headed.get("height", "")) > float(plain.get("height", ""))


def test_an_empty_tab_is_an_empty_page() -> None:
    assert texts(drawn([])) == []
