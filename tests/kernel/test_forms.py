"""Forms: what a seat may fill in now."""

from __future__ import annotations

import dataclasses

import pytest

from sheets_gm.kernel.forms import Close, Field, Form, FormRow, Kind, Who, form_of_rows
from tests.kernel.toy import Add


def test_a_form_is_due_and_taken_together_unless_it_says_otherwise() -> None:
    form = Form("add", "ana", Add, (Field("number", Kind.WHOLE),))
    assert (form.due, form.counted.forced, form.close, form.rows) == (True, False, Close.TOGETHER, 1)


def test_equal_forms_are_equal_so_a_sheet_is_drawn_anew_only_when_they_change() -> None:
    one = Form("add", "ana", Add, (Field("tile", choices=("A1", "A2")),), shown={"at": "A1"})
    other = Form("add", "ana", Add, (Field("tile", choices=("A1", "A2")),), shown={"at": "A1"})
    assert one == other
    assert one != dataclasses.replace(other, shown={"at": "A2"})


def test_a_form_cannot_be_changed() -> None:
    form = Form("add", "ana", Add, ())
    with pytest.raises(dataclasses.FrozenInstanceError):
        form.rows = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        form.shown["at"] = "A1"  # type: ignore[index]


def test_a_field_can_be_used_as_a_key() -> None:
    assert len({Field("a"), Field("a"), Field("b")}) == 2


def test_a_form_that_opened_later_is_the_same_form_and_nothing_is_known_of_it_yet() -> None:
    form = Form(
        "add", "ana", Add, (Field("tile", choices=("A1", "A2")),), shown={"at": "A1"}, who=Who(helpers=("ben",))
    )
    form.once(len_of_its_name)
    for entry in (4, None):
        assert form.opened(entry) == dataclasses.replace(form, since=entry)
    assert form.opened(4).once(lambda each: each.since) == 4
    assert UNITS.opened(7).at(1) == dataclasses.replace(UNITS, since=7).at(1)


def len_of_its_name(form: Form) -> int:
    """What may be found of a form."""
    return len(form.row.name)


def test_what_is_found_of_a_form_is_found_once() -> None:
    asked: list[Form] = []
    form = Form("add", "ana", Add, ())
    assert [form.once(asked.append) for _ in range(3)] == [None] * 3
    assert asked == [form]


UNITS = Form(
    "act",
    "ana",
    Add,
    (Field("unit", choices=("b1", "b2")), Field("to", choices=("A1", "A2", "A3")), Field("how", choices=("run",))),
    given={("unit", "b1"): {"to": ("A2", "A3"), "how": ()}, ("how", "run"): {"to": ("A3", "A1")}},
)


def choices_beside(**cells: str) -> dict[str, tuple[str, ...]]:
    return {field.name: field.choices for field in UNITS.offered(cells)}


def test_what_stands_in_a_row_narrows_what_is_left_beside_it() -> None:
    assert choices_beside()["to"] == ("A1", "A2", "A3")
    assert choices_beside(unit="b1")["to"] == ("A2", "A3")
    assert choices_beside(unit="b1")["how"] == ()
    assert choices_beside(unit="b2") == choices_beside()


def test_two_cells_leave_what_both_of_them_leave() -> None:
    assert choices_beside(unit="b1", how="run")["to"] == ("A3",)


def test_a_row_that_nothing_narrows_offers_its_fields_as_they_are() -> None:
    form = dataclasses.replace(UNITS, given={})
    assert form.offered({"unit": "b1"}) is form.fields


def test_rows_that_are_not_alike_have_fields_and_a_name_of_their_own() -> None:
    rows = tuple(FormRow(name, (Field("number", choices=(name,)),), {"at": name}, {"unit": name}) for name in "AB")
    form = form_of_rows("add", "ana", Add, rows)
    assert form.rows == 2
    second = form.at(1)
    assert (second.row.name, second.fields[0].choices, second.shown, second.row.says) == (
        "B", ("B",), {"at": "B"}, {"unit": "B"},
    )  # fmt: skip
    assert (second.key, second.seat, second.due) == ("add", "ana", True)


def test_the_form_for_a_row_is_the_same_each_time() -> None:
    form = form_of_rows("act", "ana", Add, (FormRow("b1", ()), FormRow("b2", ())))
    assert form.at(1) is form.at(1)
    assert [form.at(row).row.name for row in (0, 1)] == ["b1", "b2"]
    other = dataclasses.replace(form, each=form.each[::-1])
    assert [other.at(row).row.name for row in (0, 1)] == ["b2", "b1"]
    assert form == form_of_rows("act", "ana", Add, form.each)


def test_every_row_of_a_form_whose_rows_are_alike_is_the_form() -> None:
    form = Form("add", "ana", Add, (Field("number", Kind.WHOLE),), rows=3)
    assert form.at(2) is form


@pytest.mark.parametrize(
    ("rows", "close", "together"),
    [(3, Close.TOGETHER, True), (1, Close.TOGETHER, False), (3, Close.AT_ONCE, False), (3, Close.ASK, False)],
)
def test_only_several_rows_that_close_together_share_a_ready_box(rows: int, close: Close, together: bool) -> None:
    assert Form("add", "ana", Add, (), rows=rows, close=close).is_together is together
