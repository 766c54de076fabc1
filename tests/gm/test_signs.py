"""The first sign of an answer stands beside the seat, where a phone shows it, and goes with the answer."""

from __future__ import annotations

import pytest

from sheets_gm.games.finding import games
from sheets_gm.kernel.forms import Close
from sheets_gm.sheet.grid import from_a1
from sheets_gm.sheet.rendering import SIGN, SIGNS
from tests.gm.any_game import match_of, places, shown, type_in
from tests.gm.table import Evening


@pytest.mark.parametrize("name", sorted(games()))
def test_every_answer_of_a_form_has_its_sign(name: str) -> None:
    evening = match_of(name)
    evening.play(1)
    (place, *_) = (each for each in places(evening, Close.TOGETHER, Close.AT_ONCE) if each.form.fields)
    type_in(evening, place, {place.form.fields[0].name: "no such thing"})
    evening.tick()
    answers = [(shown(evening, each, SIGN), shown(evening, each, "receipt")) for each in places(evening)]
    assert shown(evening, place, "receipt")
    for sign, receipt in answers:
        assert sign == (receipt[:1] if receipt[:1] in SIGNS else "")


def test_the_sign_changes_with_the_answer() -> None:
    evening = Evening(players=4)
    evening.order("blue1", move_to="nowhere at all")
    evening.tick()
    assert evening.row("orders", "blue1")[SIGN] == "✗"
    assert note(evening) == evening.receipt("blue1"), "a phone shows the note where the answer is out of sight"
    evening.order("blue1", move_to=None, action="HOLD")
    evening.tick()
    assert evening.row("orders", "blue1")[SIGN] == "✓"
    assert note(evening) is None
    evening.type("orders", {evening.cell("orders", "blue1", SIGN): "me"})
    assert evening.tick().writes
    assert evening.row("orders", "blue1")[SIGN] == "✓"


def note(evening: Evening) -> object:
    """The note of the sign of blue1."""
    book = evening.book("orders")
    return evening.sync.notes(book, "orders").get(from_a1(evening.cell("orders", "blue1", SIGN)))
