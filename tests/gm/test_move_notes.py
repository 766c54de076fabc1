"""The moves of the last turn are notes on boards too, where no arrows are drawn."""

from __future__ import annotations

import json

from sheets_gm.gm.workbooks.boards.move_notes import with_move_notes
from sheets_gm.sheet.grid import Cell, Grid, grid
from sheets_gm.sheet.marks import MOVES, PLACES, board_marks
from tests.gm.table import Evening

PLACES_AT = {"A1": (0, 0), "B1": (0, 1), "C1": (0, 2)}


def board(*moves: tuple[str, str], note: str | None = None) -> Grid:
    made = grid([[Cell("A1"), Cell("B1", note=note), Cell("C1")]])
    return made._replace(marks=board_marks(PLACES_AT, arrows=moves))


def notes(shown: Grid) -> list[str | None]:
    return [cell.note for cell in shown.rows[0]]


def test_each_place_to_which_something_moved_tells_from_where() -> None:
    shown = with_move_notes(board(("A1", "B1"), ("C1", "B1"), ("C1", "B1"), ("A1", "A1")))
    assert notes(shown) == [None, "Last turn: moved here from A1 and C1.", None]


def test_a_note_of_the_game_stays_above_it() -> None:
    assert notes(with_move_notes(board(("A1", "B1"), note="A hill")))[1] == "A hill\nLast turn: moved here from A1."


def test_a_board_without_moves_is_as_it_was() -> None:
    for still in (board(), board(("A1", "A1")), grid([[Cell("A1")]])):
        assert with_move_notes(still) == still


def test_notes_are_those_of_the_last_turn_alone() -> None:
    evening = Evening()
    before: set[tuple[int, int]] = set()
    for _ in range(2):
        evening.play(1)
        book = evening.record.workbooks[0]
        marks = {key: json.loads(evening.sync.marks(book, "board")[key]) for key in (MOVES, PLACES)}
        wanted = {tuple(marks[PLACES][end]) for start, end in marks[MOVES] if start != end}
        noted = {at for at, note in evening.sync.notes(book, "board").items() if "moved here from" in note}
        assert noted == wanted
        assert noted
        assert noted != before
        before = noted
