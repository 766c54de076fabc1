"""The tabs Turns, Orders, Combat log and GM: what happened, in rows."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any, NamedTuple

from sheets_gm.adapters.export.match_sheet.lists import Column, ListSheet, Looks
from sheets_gm.gm.match_record.deadlines import clock_face
from sheets_gm.gm.story.model import FightRow, OrderRow, Story, TurnRow

TURNS, ORDERS, FIGHTS, ACTS = "Turns", "Orders", "Combat log", "GM"

MOST_FIGURES = 16
"""The most columns of figures that fit on a page."""

MOST_SHARES = 6
"""The most sides whose shares have separate columns."""

TWO = 2
SHARE = "Lead"
"""The name of a side's share in percent."""


class Figure(NamedTuple):
    """A column with a figure: its name, the side, and the heading."""

    name: str
    side: str
    heading: str


class Charted(NamedTuple):
    """Where the tab Turns has the data of a chart: the rows, and the columns of the sides by name."""

    first: int
    last: int
    columns: tuple[tuple[str, int], ...]


def figure_columns(story: Story) -> tuple[Figure, ...]:
    """Return the figures that the tab shows: as many as there is room for, and always the first one."""
    columns = []
    if len(story.sides) <= MOST_SHARES:
        sides = list(story.sides.items())
        # where there are two, one has what the other has not
        columns += [
            Figure(SHARE, side, f"{SHARE} {name}") for side, name in (sides[:1] if len(sides) == TWO else sides)
        ]
    figures = {name: values for turn in reversed(story.turns) for name, values in turn.figures.items()}
    for at, (name, values) in enumerate(figures.items()):
        if at and len(columns) + len(values) > MOST_FIGURES:
            break
        columns += [Figure(name, side, f"{name} {story.sides[side]}") for side in values]
    return tuple(columns)


def figure_of(row: TurnRow, figure: Figure) -> float | None:
    """Return the value of *figure* after a turn; None if there is none."""
    if figure.name == SHARE:
        return round(100 * row.share[figure.side])
    return row.figures.get(figure.name, {}).get(figure.side)


def write_turns(book: Any, looks: Looks, story: Story) -> Charted:
    """Write a row for each turn with its figures, and everything that happened folded below it."""
    figures = figure_columns(story)
    narrow = 52 if len(figures) <= 8 else 46
    columns = [
        Column("Turn", 130),
        Column("What happened", 420),
        *(Column(each.heading, narrow, "0.#" if each.name != SHARE else "0") for each in figures),
        Column("When", 126),
        Column("Entry", 44),
    ]
    help_text = "One row a turn. Open a row at its left edge to read all of it."
    listed = ListSheet(book, looks, TURNS, help_text, columns, landscape=True)
    first = listed.first
    for row in story.turns:
        values = [figure_of(row, each) for each in figures]
        details = [each.text for each in row.paragraphs]
        if row.why:
            details.append(f"Played: {row.why}")
        if row.absent:
            details.append(f"Absent: {', '.join(row.absent)}")
        cells = [row.label, row.text or "–", *values, clock_face(row.when, story.zone), row.entry]
        listed.add(cells, details, column=1, look=_band(row.number))
    listed.close()
    charted = figures[0].name if figures else ""
    series = [(story.sides[each.side], 2 + at) for at, each in enumerate(figures) if each.name == charted]
    return Charted(first, listed.next_row - 1, tuple(series))


def write_orders(book: Any, looks: Looks, rows: Iterable[OrderRow]) -> None:
    """Write what people filled in, by turn and person."""
    columns = [
        Column("Turn", 120),
        Column("Who", 96),
        Column("Tab", 84),
        Column("As typed", 340, exact=True),
        Column("Read, too", 160),
        Column("Answer", 120),
        Column("Entry", 44),
    ]
    listed = ListSheet(
        book, looks, ORDERS, "What people typed without what is usual, what reading added, and the answer.", columns
    )
    for row in rows:
        listed.add([row.label, row.who, row.form, row.typed, read_as(row), row.answer, row.entry], look=_band(row.turn))
    listed.close()


def _band(turn: int) -> dict[str, str]:
    """Return the shading of a turn's rows. Every second turn is shaded."""
    return {"bg_color": "#f3f4f6"} if turn % 2 else {}


def read_as(row: OrderRow) -> str:
    """Return what reading added to a row, such as its army; if it differs from what was typed, all that was read."""
    typed, read = (text.split(" · ") if text else [] for text in (row.typed, row.read))
    if read and any(part not in read for part in typed):
        return row.read
    return " · ".join(part for part in read if part not in typed)


def write_fights(book: Any, looks: Looks, rows: Iterable[FightRow]) -> None:
    """Write a line for each fight, with its details and dice folded below it. Without fights there is no tab."""
    rows = iter(rows)
    first = next(rows, None)
    if first is None:
        return
    columns = [Column("Turn", 140), Column("What happened", 620), Column("Clause", 70), Column("Entry", 44)]
    help_text = "One row a fight. Open a row at its left edge to see its dice."
    listed = ListSheet(book, looks, FIGHTS, help_text, columns)
    for row in chain((first,), rows):
        listed.add([row.label, row.text, row.clause, row.entry], row.details, column=1, look=_band(row.turn))
    listed.close()


def write_acts(book: Any, looks: Looks, story: Story) -> None:
    """Write the actions from outside the rules. Without any there is no tab."""
    if not story.acts:
        return
    columns = [Column("Turn", 150), Column("Who", 100), Column("What", 426), Column("When", 126), Column("Entry", 44)]
    listed = ListSheet(book, looks, ACTS, "What was said, what the game master did, claims and rulings.", columns)
    for row, act in zip(story.acts_table, story.acts, strict=True):
        listed.add([*row, act.entry])
    listed.close()
