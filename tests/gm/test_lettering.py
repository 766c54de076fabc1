"""On boards, names of places are small and grey, and pieces large and bold, by parts of the texts of cells."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sheets_gm.games.finding import games
from sheets_gm.gm.workbooks import build
from sheets_gm.gm.workbooks.boards.lettering import PIECE, PLACE_STYLES, with_lettering
from sheets_gm.sheet.drawn import Same
from sheets_gm.sheet.grid import Area, Cell, Grid, Run, grid
from sheets_gm.sheet.marks import PLACES, board_marks, joined
from sheets_gm.sheet.picture.looks import READABLE, contrast
from sheets_gm.sheet.template import Style, TabTemplate, style_at
from tests.gm.table import Evening
from tests.gm.test_heads_of_boards import boards_of, open_evening, row_data

STYLES = {
    "coordinate": Style(size=8, ink="#57606e"),
    "coordinate.dark": Style(size=8, ink="#374151"),
    "coordinate.light": Style(size=8, ink="#e5e7eb"),
    "piece": Style(size=11, bold=True),
    "pale": Style(fill="#fef3c7"),
    "green": Style(fill="#8fc48b", size=8),
    "night": Style(fill="#1f2937"),
    "tiny": Style(size=7),
}
TABLE = TabTemplate(title="Board", widths=(70, 70, 70, 70), height=44)


def lettered(*cells: Cell, pieces: dict[str, str] | None = None, shape: TabTemplate = TABLE) -> list[tuple[Run, ...]]:
    """The runs of *cells*, which are the places A1, B1, and so on."""
    places = {f"{letter}1": (0, at) for letter, at in zip("ABCD", range(len(cells)), strict=False)}
    made = grid([cells])._replace(marks=board_marks(places, pieces))
    return [cell.runs for cell in with_lettering(None, made, shape, STYLES).rows[0]]


def test_the_name_of_a_place_has_a_grey_that_can_be_read_on_its_fill() -> None:
    runs = lettered(Cell("A1", "pale"), Cell("B1", "green"), Cell("C1\n♣", "night"))
    assert runs == [(Run(0, "coordinate"),), (Run(0, "coordinate.dark"),), (Run(0, "coordinate.light"), Run(2))]


def test_what_stands_on_a_place_instead_of_its_name_is_a_piece() -> None:
    assert lettered(Cell("♞ Ana", "pale"), Cell("", "pale"), Cell(None), Cell("D1b", "pale")) == [
        (Run(0, PIECE),),
        (),
        (),
        (Run(0, PIECE),),
    ]


def test_a_piece_behind_the_name_of_its_place_is_one_where_a_mark_says_so() -> None:
    assert lettered(Cell("A1\n♞", "pale"), Cell("B1\n♣", "pale"), pieces={"Ana": "A1"}) == [
        (Run(0, "coordinate"), Run(2, PIECE)),
        (Run(0, "coordinate"), Run(2)),
    ]


def test_what_has_no_room_for_large_letters_keeps_the_look_of_its_cell() -> None:
    long = "♞ Ana ♞ Bea ♞ Cleo ♞ Dov"
    assert lettered(Cell(long, "pale"), Cell("⚜\nOrder of\nthe Lance", "green")) == [(), (Run(0, PIECE), Run(1))]
    roomy = TABLE.but(height=None)
    assert lettered(Cell(long, "pale"), shape=roomy) == [(Run(0, PIECE),)]


def test_where_letters_are_smaller_than_those_of_a_name_only_the_first_line_is_large() -> None:
    for style, runs in (("green", (Run(0, PIECE),)), ("tiny", (Run(0, PIECE), Run(1)))):
        assert lettered(Cell("⚜\nLance", style)) == [runs]


def test_a_cell_has_the_room_of_its_merged_area() -> None:
    made = grid([[Cell("♞ Ana ♞ Bea", "pale")], []], [Area(0, 0, 2, 1)])._replace(marks=board_marks({"A1": (0, 0)}))
    low = TABLE.but(height=21)
    assert with_lettering(None, made, low, STYLES).rows[0][0].runs == (Run(0, PIECE),)
    assert with_lettering(None, made._replace(merges=()), low, STYLES).rows[0][0].runs == ()


def test_the_name_of_a_place_may_stand_above_its_pieces() -> None:
    made = Grid(((Cell("A1  ☆ 2.0"), Cell("Round 2")), (Cell("Ana"), Cell(""))))
    made = made._replace(marks=board_marks({"A1": (1, 0), "B1": (1, 1)}))
    rows = with_lettering(None, made, TABLE, STYLES).rows
    assert [[cell.runs for cell in row] for row in rows] == [
        [(Run(0, "coordinate"), Run(2)), ()],
        [(Run(0, PIECE),), ()],
    ]


@pytest.mark.parametrize("cell", [Cell("A1", link="https://example.org"), Cell("A1", runs=(Run(1, "x"),)), Cell(4)])
def test_a_cell_with_a_link_with_runs_or_without_a_text_is_left_alone(cell: Cell) -> None:
    assert lettered(cell) == [cell.runs]


def test_a_tab_without_places_is_as_it_was() -> None:
    made = grid([[Cell("A1")]])
    assert with_lettering(None, made, TABLE, STYLES) is made


def test_a_row_that_is_the_same_is_not_lettered_again_unless_a_piece_came_or_left() -> None:
    def board(*cells: Cell, **pieces: str) -> Grid:
        return grid([cells])._replace(marks=board_marks({"A1": (0, 0), "B1": (0, 1)}, pieces))

    first = board(Cell("A1 ♞"), Cell("B1 ♣"), knight="A1")
    looks = (Same(TABLE), Same(STYLES))
    lettered = with_lettering(None, first, TABLE, STYLES)
    last = ((Same(first), *looks), lettered)
    assert with_lettering(last, board(*first.rows[0], bishop="A1"), TABLE, STYLES).rows[0] is lettered.rows[0]
    moved = with_lettering(last, board(*first.rows[0], knight="B1"), TABLE, STYLES).rows[0]
    assert [cell.runs[1:] for cell in moved] == [(Run(2),), (Run(2, PIECE),)]
    for other, styles in ((TABLE.but(height=10), STYLES), (TABLE, {**STYLES})):
        again = with_lettering(last, board(*first.rows[0], knight="A1"), other, styles)
        assert again == with_lettering(None, board(*first.rows[0], knight="A1"), other, styles)
    changed = with_lettering(last, board(Cell("A1 ♞"), Cell("♜"), knight="A1"), TABLE, STYLES).rows[0]
    assert [cell.runs for cell in changed] == [(Run(0, "coordinate"), Run(2, PIECE)), (Run(0, PIECE),)]


@pytest.mark.parametrize("name", sorted(games()))
def test_every_board_has_small_grey_names_of_places_and_large_bold_pieces(name: str) -> None:
    evening = open_evening(name)
    session, book = evening.table.session, evening.record.workbooks[0]
    styles, drawn = session.template.styles, evening.table.workbooks.looks.shown[book.key]
    used: set[str] = set()
    for tab in boards_of(evening, book):
        shown = drawn[tab.key]
        for place, (row, column) in json.loads(joined(shown.marks)[PLACES]).items():
            for cell in (shown.at(row, column), shown.at(row - 1, column)):
                kinds = {run.style for run in cell.runs if run.style}
                used |= kinds
                if str(cell.value).split("\n")[0].split(" ")[0] != place:
                    continue
                ink, fill = style_at(styles, cell.runs[0].style).ink, style_at(styles, cell.style).fill
                assert cell.runs[0].start == 0, cell
                assert cell.runs[0].style in PLACE_STYLES, cell
                assert contrast(ink or "", fill or "#ffffff") >= READABLE, cell
    assert used & {*PLACE_STYLES}
    assert PIECE in used or name == "win_or_die"  # its first turn puts nothing on the map


def board_cell(evening: Evening, text: str) -> Any:
    """The cell of the first column of a board that holds *text*, as the service has it."""
    rows = evening.values("board")
    at = next(at for at, row in enumerate(rows) if row and row[0] == text)
    return row_data(evening, "board", at)


def test_the_service_has_the_sizes_of_both() -> None:
    evening = open_evening("gvg")
    (run,) = board_cell(evening, "A12")["textFormatRuns"]
    assert run["format"]["fontSize"] == 8
    assert "bold" not in run["format"]
    (run,) = board_cell(evening, "▲♜♥♥♥")["textFormatRuns"]
    assert (run["format"]["fontSize"], run["format"]["bold"]) == (11, True)
    assert evening.tick().writes == 0


def test_the_board_of_a_match_of_an_earlier_version_is_lettered_by_the_next_poll(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = build.BUILT
    monkeypatch.setattr(build, "BUILT", "as of old")
    monkeypatch.setattr("sheets_gm.gm.workbooks.drawing.with_lettering", lambda _, grid, *__: grid)
    evening = Evening(on="google")
    evening.tick()
    assert "textFormatRuns" not in board_cell(evening, "A12")
    monkeypatch.undo()
    assert now == build.BUILT
    evening.table = evening.poller()
    evening.tick()
    assert board_cell(evening, "A12")["textFormatRuns"]
    assert evening.tick().writes == 0
