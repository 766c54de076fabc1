"""The score of a match in the third row of its boards, below the title and the line about whose turn it is.

A game draws its boards without that row, so a row is put in, and everything below it moves down: cells, merged areas,
marks, and in the template heights, frozen rows and areas. A line that the game itself has in the second row is in the
third instead.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from sheets_gm.games.contract import Game
from sheets_gm.gm.story.turning_points import leader, shares
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.kernel.seats import Seat, signs_of
from sheets_gm.kernel.story import AHEAD
from sheets_gm.sheet.conditional_formats import lowered
from sheets_gm.sheet.drawn import Same
from sheets_gm.sheet.grid import EMPTY, Area, Cell, Grid, Row, Run
from sheets_gm.sheet.marks import PLACES, Marks, joined, marked
from sheets_gm.sheet.tabs import Tab, ViewTab
from sheets_gm.sheet.template import TabTemplate

ROW = 2
"""The row of the score."""

HEIGHT = 22
"""Its height in pixels, on a board whose first rows have heights of their own."""

FIGURES = 2
"""The most key figures that the score has."""

MOST_SIDES = 4
"""The most sides whose figures have room in a row; of more, only the best are named."""

BEST = 3
"""How many that are."""

METER = 5
"""Blocks of a full meter: that of the best."""

STYLE, LEAD = "score", "score.lead"
"""The styles of the row, and in it of the side that leads."""

Figures: TypeAlias = Sequence[Sequence[Any]]
"""The name of each figure with the value of each side: [[name, [[side, value], ...]], ...]."""


def figures(snapshot: Snapshot) -> list[list[Any]]:
    """The public score: the name of each figure and the value of each side; none in a game without a `story`."""
    return snapshot.drawn.made("", "score", _figures, Same(snapshot.game), Same(snapshot.state))


def _figures(game: Game[Any, Any], state: Any) -> list[list[Any]]:
    found = game.showing.story.figures(game.view(state, None)) if game.showing.story is not None else {}
    return [[name, [[side, value] for side, value in sides.items()]] for name, sides in [*found.items()][:FIGURES]]


def limits(snapshot: Snapshot) -> list[tuple[str, float]]:
    """The most that the rules allow of each figure, the one that decides now first: [(name, most), ...]."""
    return snapshot.drawn.made("", "limits", _limits, Same(snapshot.game), Same(snapshot.state))


def _limits(game: Game[Any, Any], state: Any) -> list[tuple[str, float]]:
    story = game.showing.story
    return [*story.limits(game.view(state, None)).items()] if story is not None else []


def ahead(snapshot: Snapshot) -> str:
    """Which side is clearly ahead, as everybody may know: “▲ Red is ahead”; "" where none is, or once it is over."""
    made = snapshot.drawn.made("", "ahead", _ahead, Same(snapshot.game), Same(snapshot.state), Same(snapshot.seats))
    return "" if snapshot.result is not None else made


def _ahead(game: Game[Any, Any], state: Any, seats: Mapping[str, Seat]) -> str:
    story = game.showing.story
    lead = story.lead(game.view(state, None)) if story is not None else {}
    side = leader(shares(lead)) if len(lead) > 1 else ""
    if story is None or not side:
        return ""
    called = {team: f"{sign} {name}" for team, name, sign in sides_of(seats)}
    seat = seats.get(side)
    if seat is not None:
        called.setdefault(side, f"{signs_of(seats.values()).get(seat.team, '')} {seat.player}".lstrip())
    return f"{called.get(side, side)} {'is ahead' if story.ahead == AHEAD else 'is strongest'}"


def has_score_row(game: Game[Any, Any], tab: Tab | None) -> bool:
    """Whether *tab* is a board that gets a row with the score."""
    return isinstance(tab, ViewTab) and tab.board and not tab.scored and game.showing.story is not None


def with_score_row(grid: Grid, score: Cell) -> Grid:
    """The board *grid* with a row for the *score*."""
    above: list[Row] = [*grid.rows[:ROW], *((),) * (ROW - len(grid.rows))]
    own = above[1][0] if above[1] else EMPTY
    line = above[1]
    if own.value and own.style != "help":
        line, score = (EMPTY, *above[1][1:]), own
    rows = (above[0], line, (score,), *grid.rows[ROW:])
    merges = tuple(area if area.bottom <= ROW else _moved(area) for area in grid.merges)
    return grid._replace(rows=rows, merges=merges, marks=_with_places_moved(grid.marks))


def _moved(area: Area) -> Area:
    return area._replace(top=area.top + (area.top >= ROW), bottom=area.bottom + 1)


def _with_places_moved(marks: Marks) -> Marks:
    """*marks* with the places of the board a row further down."""
    places = tuple(mark for mark in marks if mark[0].startswith(PLACES))
    return (*(mark for mark in marks if not mark[0].startswith(PLACES)), *_places_moved(places))


@lru_cache(maxsize=64)
def _places_moved(marks: Marks) -> Marks:
    text = joined(marks).get(PLACES)
    if text is None:
        return marks
    return marked(PLACES, {name: [row + (row >= ROW), column] for name, (row, column) in json.loads(text).items()})


def template_with_score_row(tab_template: TabTemplate) -> TabTemplate:
    """The template of a board that has a row with the score."""
    heights = tab_template.heights
    return tab_template.but(
        frozen_rows=max(tab_template.frozen_rows, ROW) + 1,
        heights=(*heights[:ROW], HEIGHT, *heights[ROW:]) if len(heights) >= ROW else heights,
        rules=tuple(rule.but(area=lowered(rule.area, ROW)) for rule in tab_template.rules),
        bands=tuple(band.but(area=lowered(band.area, ROW)) for band in tab_template.bands),
    )


# -- the text ----------------------------------------------------------------------------------------------------------


def score_of(snapshot: Snapshot) -> Cell:
    """The cell with the score of the match."""
    called = snapshot.drawn.made("", "sides", _called, Same(snapshot.seats))
    return snapshot.drawn.made(
        "", "score cell", score_cell, Same(figures(snapshot)), Same(called), Same(limits(snapshot))
    )


def _called(seats: Mapping[str, Seat]) -> dict[str, str]:
    """What each side is called, with its sign."""
    return {side: f"{sign} {name}" for side, name, sign in sides_of(seats)}


def sides_of(seats: Mapping[str, Seat]) -> list[tuple[str, str, str]]:
    """The sides in order, each with its name, that of its player where it has only one, and its sign."""
    players = [seat for seat in seats.values() if not seat.neutral]
    sizes = Counter(seat.team for seat in players)
    signs = signs_of(seats.values())
    names = {seat.team: seat.player if sizes[seat.team] == 1 else seat.team.capitalize() for seat in players}
    return [(team, name, signs[team]) for team, name in names.items()]


def score_cell(found: Figures, called: Mapping[str, str], allowed: Sequence[tuple[str, float]] = ()) -> Cell:
    """The cell with the score: each figure, and below a meter the value of each side, which is *called* so.

    A meter is full with the most that the rules have *allowed*, or else that a side has.
    """
    text, runs = "", list[Run]()
    by_rules = dict(allowed)
    for name, sides in found[: 1 if found and len(found[0][1]) > MOST_SIDES else FIGURES]:
        text += f"{'  ·  ' if text else ''}{name}: "
        most = max((value for _, value in sides), default=0)
        for at, (side, value) in enumerate(_shown(sides)):
            text += "  " if at else ""
            start = len(text)
            text += f"{called.get(side, side)} {value:g}{_meter(value, max(most, by_rules.get(name, 0)))}"
            if value == most and any(other != most for _, other in sides):
                runs += [Run(start, LEAD), Run(len(text))]
        if len(sides) > MOST_SIDES:
            text += f"  and {len(sides) - BEST} more"
    return Cell(text, STYLE, runs=tuple(runs)) if text else EMPTY


def _shown(sides: Sequence[Sequence[Any]]) -> Sequence[Sequence[Any]]:
    """The sides that are named: the best first where there are too many for all of them."""
    return sides if len(sides) <= MOST_SIDES else sorted(sides, key=lambda side: -side[1])[:BEST]


def _meter(value: float, most: float) -> str:
    """A meter, full with *most*."""
    if most <= 0 or value < 0:
        return ""
    full = round(METER * value / most)
    return f" {'▰' * full}{'▱' * (METER - full)}"
