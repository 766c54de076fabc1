"""Tables for people who do their own statistics: turns, orders, fights and players, each as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from sheets_gm.gm.story.audience import Audience
from sheets_gm.gm.story.building import build_story
from sheets_gm.gm.story.model import FightRow, OrderRow, Story
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.rows import fight_rows, order_rows

NAMES = ("turns", "orders", "fights", "players")

Value = str | int | float | None

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""The first characters of texts that a spreadsheet program may read as a formula."""


class Table(NamedTuple):
    """A table: its *columns* and its *rows*."""

    columns: Sequence[str]
    rows: Iterable[Sequence[Value]]


def tables(past: Past, audience: Audience) -> Iterator[Table]:
    """Yield the tables of *past* in the order of `NAMES`, as *audience* may know them."""
    story = build_story(past, audience)
    yield _turns(story)
    yield Table(OrderRow._fields, order_rows(past, audience))
    fights = (_fight(row) for row in fight_rows(past, audience))
    yield Table(("turn", "label", "entry", "text", "clause", "details"), fights)
    yield _players(story)


def write_table(path: Path, table: Table) -> None:
    """Write *table* as CSV in UTF-8. A text that looks like a formula gets an apostrophe before it."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(map(_plain, table.columns))
        writer.writerows(map(_plain, row) for row in table.rows)


def _plain(value: Value) -> Value:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULAS) else value


def _turns(story: Story) -> Table:
    figures = dict.fromkeys(
        (name, side) for turn in story.turns for name in turn.figures for side in turn.figures[name]
    )
    shares = [f"Lead {name}" for name in story.sides.values()]
    columns = ["turn", "label", "entry", "when", "why", "absent", "text", *shares]
    rows = (
        [
            turn.number,
            turn.label,
            turn.entry,
            datetime.fromtimestamp(turn.when, UTC).isoformat(timespec="seconds"),
            turn.why,
            ", ".join(turn.absent),
            turn.text,
            *(turn.share.get(side) for side in story.sides),
            *(turn.figures.get(name, {}).get(side) for name, side in figures),
        ]
        for turn in story.turns
    )
    return Table([*columns, *(f"{name} {story.sides.get(side, side)}" for name, side in figures)], rows)


def _fight(row: FightRow) -> Sequence[Value]:
    return row.turn, row.label, row.entry, row.text, row.clause, " | ".join(row.details)


def _players(story: Story) -> Table:
    columns = ("player", "team", *story.statistics, "rolls", "luck")
    rows = (
        (row.who, row.team, *(row.values.get(name, 0) for name in story.statistics), row.rolls, row.luck)
        for row in story.players
    )
    return Table(columns, rows)
