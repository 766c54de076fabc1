"""Forms: what a seat may fill in now."""

from __future__ import annotations

import dataclasses

import pytest

from sheets_gm.kernel.forms import Close, Field, Form, Kind
from tests.kernel.toy import Add


def test_a_form_is_due_and_taken_together_unless_it_says_otherwise() -> None:
    form = Form("add", "ana", Add, (Field("number", Kind.WHOLE),))
    assert (form.due, form.forced, form.close, form.rows) == (True, False, Close.TOGETHER, 1)


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
