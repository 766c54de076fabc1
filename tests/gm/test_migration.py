"""What earlier versions stored of a match is brought up to date when it is read."""

from __future__ import annotations

import json
from typing import Any

from sheets_gm.adapters.stores.record_parts import joined, split
from sheets_gm.gm.between.exchanges import Exchanges, ExchangeWish
from sheets_gm.gm.between.heirs import Heirs
from sheets_gm.gm.between.talk import Talk
from sheets_gm.gm.between.votes import Ballot, Votes
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


def test_what_features_stored_in_the_record_stands_in_their_parts() -> None:
    record = Evening().record
    asked = {
        "ballots": [{"seat": "red1", "on": "pause", "whom": ""}],
        "nudged": {"red1": 5.0},
        "inherits": 7.0,
        "exchanges": [{"seat": "red1", "other": "red2", "entry": 3}],
        "said": ["red1"],
    }
    head = {name: value for name, value in split(record, most=0).head.items() if name != "parts"}
    read = joined({**head, **asked}, {})
    assert Votes.of(read) == Votes(ballots=(Ballot(seat="red1", on="pause"),), nudged={"red1": 5.0})
    assert Heirs.of(read) == Heirs(due=7.0)
    assert Exchanges.of(read) == Exchanges(wishes=(ExchangeWish(seat="red1", other="red2", entry=3),))
    assert Talk.of(read) == Talk(said=("red1",))
    assert joined(split(read, most=0).head, {}) == read
