"""What a match costs in reads and writes of spreadsheets is what the document says, for every game and layout."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from sheets_gm.games.finding import game, games
from sheets_gm.games.play_out import player_counts
from sheets_gm.gm.match_record.policy import Policy
from tests.gm.table import Evening

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "running.md"
LAYOUTS = ("shared", "sealed")


@cache
def documented() -> Mapping[tuple[str, str], tuple[str, str]]:
    """The reads and the writes that the document names, by what is done and the layout."""
    _, section = DOCUMENT.read_text(encoding="utf-8").split("### What a match costs")
    rows = re.findall(r"(?m)^\| (a [^|]+) \| ([^|]+) \| ([^|]+) \|$", section.split("\n### ")[0])
    found = {}
    for what, *cells in rows:
        for layout, cell in zip(LAYOUTS, cells, strict=True):
            reads, writes = re.fullmatch(r"(.+) reads?, (.+) writes?", cell).groups()  # type: ignore[union-attr]
            found[what, layout] = (reads, writes)
    return found


def of_workbooks(count: str, workbooks: int) -> int:
    """A figure of the document for so many workbooks: "1", "N" or "N + 1"."""
    return sum(workbooks if part == "N" else int(part) for part in count.split(" + "))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", sorted(games()))
def test_a_match_costs_what_the_document_says(name: str, layout: str) -> None:
    rules = game(name)
    policy = Policy(layout=layout, open_hands=layout == "shared", gm=("gm@table",))
    evening = Evening(plays=name, players=min(player_counts(rules, rules.settings())), policy=policy, on="google")
    workbooks = len(evening.table.session.record.workbooks)
    assert (workbooks == 1) is (layout == "shared")
    costs = {"a new match": Counter(evening.sync.calls)}
    for what, resolve in (("a poll that finds nothing new", False), ("a step", True)):
        evening.tick()
        before = Counter(evening.sync.calls)
        evening.tick(resolve=resolve)
        costs[what] = Counter(evening.sync.calls) - before
    assert costs.keys() == {what for what, _ in documented()}
    for what, calls in costs.items():
        reads, writes = (of_workbooks(count, workbooks) for count in documented()[what, layout])
        if what == "a step":  # a tab that grows, and protection that changes, take a read each
            assert reads <= calls["read"] <= 3 * reads
            assert 1 <= calls["write"] <= writes
        else:
            assert (calls["read"], calls["write"]) == (reads, writes), what


def test_a_step_in_which_no_tab_grows_and_nobody_else_may_type_reads_each_workbook_once() -> None:
    evening = Evening(plays="gvg", policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    before = Counter(evening.sync.calls)
    assert evening.tick(resolve=True).steps
    calls = Counter(evening.sync.calls) - before
    workbooks = len(evening.table.session.record.workbooks)
    assert calls["read"] == of_workbooks(documented()["a step", "sealed"][0], workbooks)
