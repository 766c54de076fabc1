"""Cells that hold seats: the sheet shows their players, and reads a player's name as the seat."""

from __future__ import annotations

import pytest

from sheets_gm.kernel.forms import Field, FormRow, Typed, Who, form_of_rows
from sheets_gm.kernel.outcome import Order
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.people import names_of
from sheets_gm.sheet.reading import HEADING_ROW, RowRead, lines_of, read_tab
from sheets_gm.sheet.rendering import Standing
from sheets_gm.sheet.template import Column, TabTemplate
from tests.sheet.table import SEATS, draw_form, values_of


class Give(Order):
    to: str


GIFTS = TabTemplate(
    title="Gifts", columns=tuple(Column(field=name, heading=name.title()) for name in ("seat", "now", "to", "receipt"))
)
ROW = FormRow("apple", (Field("to", choices=("blue1", "blue2")),), {"now": "blue1"}, people=("to", "now"))
LINES = lines_of([form_of_rows("gifts", "blue", Give, (ROW,), who=Who(team=True, authors=("blue2",)))])


def typed(name: Typed, at: str = "blue apple (Ben)") -> RowRead:
    """The row after somebody typed *name* into it."""
    values = values_of(draw_form(GIFTS, "", LINES, SEATS, {}))
    values[HEADING_ROW + 1] = [at, "Ana", name]
    (row,) = read_tab(LINES, GIFTS, SEATS, values).rows.values()
    return row


def test_a_row_shows_the_players_of_seats_in_its_name_its_values_and_its_choices() -> None:
    (row,) = draw_form(GIFTS, "", LINES, SEATS, {}).rows[HEADING_ROW + 1 :]
    assert [cell.value for cell in row] == ["blue apple (Ben)", "Ana", None, ""]
    assert row[2].pick == ("Ana", "Ben")
    (row,) = draw_form(GIFTS, "", LINES, SEATS, {LINES.keys[0]: Standing({"to": "blue2"})}).rows[HEADING_ROW + 1 :]
    assert row[2].value == "Ben"


@pytest.mark.parametrize("name", ["Ben", "ben ", "blue2"])
def test_a_player_s_name_or_seat_is_read_as_the_seat(name: str) -> None:
    row = typed(name)
    assert (row.order, row.slips) == (Give(to="blue2"), ())
    assert row.typed["to"] == "blue2"


def test_a_name_that_nobody_has_is_answered_with_the_names_of_players() -> None:
    (slip,) = typed("Zoe").slips
    assert "Ana" in slip.text
    assert "blue" not in slip.text
    (slip,) = typed("Bem").slips
    assert slip.instead == "Ben"


def test_a_name_that_two_have_or_that_is_another_s_seat_comes_with_its_seat() -> None:
    people = {"a": "Ana", "b": "ana", "c": "a", "d": "Dov"}
    seats = {seat: Seat(id=seat, player=player, team="x") for seat, player in people.items()}
    assert names_of(seats) == {"a": "Ana (a)", "b": "ana (b)", "c": "a (c)", "d": "Dov"}
