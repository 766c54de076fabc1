"""Values are frozen and closed; equal values have equal digests."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from sheets_gm.kernel.model import Kinded, Model, Shared, canonical, digest, holding


class Point(Model):
    x: int
    names: dict[str, int] = {}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def turned(value: Any) -> Any:
    """*value* with every mapping built in the other order."""
    if isinstance(value, dict):
        return {key: turned(value[key]) for key in reversed(value)}
    return [turned(item) for item in value] if isinstance(value, list) else value


def test_a_value_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        Point(x=1).x = 2  # type: ignore[misc]


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(ValidationError):
        Point.model_validate({"x": 1, "z": 2})


def test_an_error_does_not_show_what_was_put_in() -> None:
    with pytest.raises(ValidationError) as refused:
        Point.model_validate({"x": "https://hooks.example/secret"})
    assert "secret" not in str(refused.value)


def test_but_answers_a_new_value() -> None:
    point = Point(x=1)
    assert (point.but(x=2), point) == (Point(x=2), Point(x=1))
    assert point.but() == point
    assert point.but(x=2, names={"a": 1}) == Point(x=2, names={"a": 1})


class Line(Model):
    ends: tuple[int, int]

    @cached_property
    def length(self) -> int:
        return self.ends[1] - self.ends[0]


def test_but_leaves_behind_what_a_value_has_worked_out() -> None:
    line = Line(ends=(1, 4))
    assert (line.length, line.but(ends=(1, 9)).length, line.length) == (3, 8, 3)
    assert line.but() == Line(ends=(1, 4))
    assert line.model_dump() == {"ends": (1, 4)}
    with pytest.raises(TypeError, match="Line has no field length"):
        line.but(length=5)


@given(JSON)
def test_the_order_of_a_mapping_changes_no_digest(value: Any) -> None:
    assert digest(value) == digest(turned(value))


@given(JSON)
def test_a_digest_survives_storing(value: Any) -> None:
    assert digest(json.loads(canonical(value))) == digest(value)


@given(JSON, JSON)
def test_different_values_have_different_canonical_forms(one: Any, other: Any) -> None:
    if canonical(one) == canonical(other):
        assert one == other


def test_the_canonical_form_is_plain_json_in_utf8() -> None:
    assert canonical(Point(x=1, names={"ü": 2, "a": 1})) == '{"names":{"a":1,"ü":2},"x":1}'.encode()


def test_a_model_and_its_json_have_one_digest() -> None:
    point = Point(x=3, names={"b": 1})
    assert digest(point) == digest(point.model_dump(mode="json"))


def test_a_change_to_a_field_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(TypeError, match="Point has no field y"):
        Point(x=1).but(y=2)


def test_a_value_made_unchecked_is_the_same_in_every_respect() -> None:
    checked, unchecked = Point(x=1), Point.unchecked(x=1)
    assert unchecked == checked
    assert unchecked.model_dump_json() == checked.model_dump_json()
    assert unchecked.model_fields_set == checked.model_fields_set
    assert Point.unchecked(names={"a": 1}, x=2).model_dump_json() == Point(x=2, names={"a": 1}).model_dump_json()
    with pytest.raises(ValidationError):
        unchecked.x = 2  # type: ignore[misc]


@pytest.mark.parametrize("fields", [{}, {"x": 1, "y": 2}, {"names": {}}])
def test_a_value_made_unchecked_has_all_its_fields_and_no_other(fields: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="Point"):
        Point.unchecked(**fields)


class Terms(Shared):
    goal: int


class Position(Model):
    terms: Terms


def test_a_value_that_is_held_stands_in_the_place_of_null_and_nowhere_else() -> None:
    held = Terms(goal=1)
    assert Position.model_validate({"terms": None}, context=holding(held)).terms is held
    assert Position.model_validate({"terms": {"goal": 2}}, context=holding(held)).terms == Terms(goal=2)
    for context in (None, {}, holding(Shared())):
        with pytest.raises(ValidationError):
            Position.model_validate({"terms": None}, context=context)


class Happened(Kinded):
    where: str


class FellDown(Happened):
    how: str


class Fell(Happened):
    kind: Literal["fell_down_once"] = "fell_down_once"


class FellDeep(FellDown):
    depth: int


def test_the_kind_is_the_name_of_the_class_unless_it_has_one_or_is_derived_from_a_class_with_one() -> None:
    assert FellDown(where="C5", how="slowly").model_dump() == {"kind": "fell_down", "where": "C5", "how": "slowly"}
    assert Fell(where="C5").kind == "fell_down_once"
    assert FellDeep(where="C5", how="slowly", depth=3).kind == "fell_down"
    with pytest.raises(ValidationError):
        FellDown.model_validate({"kind": "fell", "where": "C5", "how": "slowly"})
