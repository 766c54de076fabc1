"""What earlier versions stored of a match is brought up to date when it is read."""

from __future__ import annotations

import json
from typing import Any

from sheets_gm.adapters.stores.record_parts import joined, split
from tests.gm.table import Evening

FORMER: dict[str, dict[str, Any]] = {
    "policy": {"replay": True, "own_zones": True, "patience": 3},
    "workbooks": {"viewed": "3f2a"},
}


def test_fields_that_say_nothing_any_more_are_left_out() -> None:
    record = Evening().record
    head = split(record, most=0).head
    for name, fields in FORMER.items():
        head[name] = (
            [{**each, **fields} for each in head[name]] if isinstance(head[name], list) else head[name] | fields
        )
    assert joined(head, {}) == record
    parts = {name: json.dumps(head[name]) for name in FORMER}
    assert joined({**head, **{name: {"part": name} for name in FORMER}}, parts) == record
