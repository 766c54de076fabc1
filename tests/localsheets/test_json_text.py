"""JSON as it is stored and answered."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sheets_gm.localsheets.protocol.json_text import bytes_of, copy_of, text_of, values_of


@pytest.mark.parametrize("value", [{"a": [1, 2.5, None, True, "é\u2028\x1f"]}, {"a": 2**70}, (), 1e16, -0.0])
def test_what_is_written_is_read_back(value: Any) -> None:
    assert json.loads(text_of(value)) == json.loads(json.dumps(value))
    assert bytes_of(value) == text_of(value).encode()


def test_it_has_no_spaces_and_is_not_escaped() -> None:
    assert text_of({"é": [1, {"b": 2}]}) == '{"é":[1,{"b":2}]}'
    assert text_of({"é": [2**70, {"b": 2}]}) == f'{{"é":[{2**70},{{"b":2}}]}}'


def test_values_that_were_stored_are_read_as_they_were() -> None:
    held = [{"a": 2**70}, {"b": [1.5, "1234567890123456789"]}, {}]
    read = values_of(map(text_of, held))
    assert read == held
    assert isinstance(read[0]["a"], int)
    assert values_of([]) == []


def test_a_copy_shares_nothing_that_can_be_changed() -> None:
    held: dict[str, Any] = {"a": [{"b": 1}], "c": {}}
    made = copy_of(held)
    made["a"][0]["b"], made["c"]["d"] = 2, 3
    assert held == {"a": [{"b": 1}], "c": {}}
