"""Whole matches of every game in each layout: every call of the sync is one that Google's discovery documents allow."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any
from urllib.parse import parse_qs

import pytest

from sheets_gm.games.finding import game, games
from sheets_gm.games.play_out import player_counts
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.call import Answer
from tests.gm.table import Evening
from tests.localsheets import google_schemas

HOUR = 3600.0
APIS = ("sheets.v4", "drive.v3")


def methods(resource: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Every method of a discovery document."""
    yield from resource.get("methods", {}).values()
    for each in resource.get("resources", {}).values():
        yield from methods(each)


@cache
def documented() -> tuple[tuple[str, str, str, Mapping[str, Any], frozenset[str]], ...]:
    """Of each method: its API, its HTTP method, a pattern of its path, itself, and the parameters it takes."""
    rows = []
    for api in APIS:
        document = google_schemas.discovery(api)
        for each in methods(document):
            pattern = re.sub(r"\\\{\\?\+?\w+\\\}", "[^/:]+", re.escape("/" + document["servicePath"] + each["path"]))
            taken = {name for name, held in each.get("parameters", {}).items() if held["location"] == "query"}
            rows.append((api, each["httpMethod"], pattern, each, frozenset(taken | document["parameters"].keys())))
    return tuple(rows)


def check(method: str, path: str, query: str, body: bytes) -> None:
    """AssertionError if a call is of no documented method, or has a parameter or a field that the method has not."""
    api, _, _, found, taken = next(row for row in documented() if row[1] == method and re.fullmatch(row[2], path))
    assert not parse_qs(query).keys() - taken, (found["id"], query)
    if body:
        name = found["request"]["$ref"]
        google_schemas.must_be(name, api, json.loads(body), found["id"])


@pytest.fixture
def captured(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The calls of the sync and of the players, counted: each is checked, and so is its answer."""
    counted: Counter[str] = Counter()
    handle = Service.handle

    def checked(
        self: Service, method: str, path: str, query: str, body: bytes, headers: Mapping[str, str]
    ) -> tuple[int, Answer]:
        status, answer = handle(self, method, path, query, body, headers)
        if path.startswith(("/v4/", "/drive/")):
            check(method.upper(), path, query, body)
            counted["drive" if path.startswith("/drive/") else f"sheets {method.upper()}"] += 1
            counted["refused"] += status >= 400
            if status < 400:
                google_schemas.check(method.upper(), path, answer)
        return status, answer

    monkeypatch.setattr(Service, "handle", checked)
    return counted


@pytest.mark.parametrize("layout", ["shared", "sealed"])
@pytest.mark.parametrize("name", sorted(games()))
def test_every_call_of_a_whole_match_is_one_that_google_documents(
    name: str, layout: str, captured: Counter[str]
) -> None:
    policy = Policy(layout=layout, open_hands=layout == "shared", gm=("gm@table",))
    rules = game(name)
    evening = Evening(plays=name, players=min(player_counts(rules, rules.settings())), policy=policy, on="google")
    turns = 0
    while rules.result(evening.table.session.state) is None and turns < 400:
        evening.now += HOUR  # after which the sync looks at more than cells
        evening.play()
        turns += 1
    assert captured["refused"] == 0
    assert rules.result(evening.table.session.state) is not None
