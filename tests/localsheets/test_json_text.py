"""JSON as it is stored and answered."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sheets_gm.localsheets.protocol.json_text import bytes_of, text_of


@pytest.mark.parametrize("value", [{"a": [1, 2.5, None, True, "é\u2028\x1f"]}, {"a": 2**70}, (), 1e16, -0.0])
def test_what_is_written_is_read_back(value: Any) -> None:
    assert json.loads(text_of(value)) == json.loads(json.dumps(value))
    assert bytes_of(value) == text_of(value).encode()


def test_it_has_no_spaces_and_is_not_escaped() -> None:
    assert text_of({"é": [1, {"b": 2}]}) == '{"é":[1,{"b":2}]}'
    assert text_of({"é": [2**70, {"b": 2}]}) == f'{{"é":[{2**70},{{"b":2}}]}}'
