"""The score of a match in the third row of its boards, below the title and the line about whose turn it is.

A game draws its boards without that row. The row is inserted, and everything below it moves down: cells, merged areas,
marks, and the template's heights, frozen rows and areas. If the game itself uses the second row, that line moves to the
third row.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from sheets_gm.games.contract import Game
from sheets_gm.gm.story.turning_points import leader, shares
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.seats import Seat, signs_of
from sheets_gm.kernel.story import Storyteller
from sheets_gm.sheet.conditional_formats import lowered
from sheets_gm.sheet.drawn import Same
from sheets_gm.sheet.grid import EMPTY, Area, Cell, Grid, Row, Run
from sheets_gm.sheet.marks import PLACES, Marks, joined, marked
from sheets_gm.sheet.tabs import Tab, ViewTab
from sheets_gm.sheet.template import TabTemplate

ROW = 2
"""The row of the score."""

HEIGHT = 22
"""The height of this row in pixels, on a board that sets the heights of its first rows."""

FIGURES = 2
"""The most key figures that the score has."""

MOST_SIDES = 4
"""The most sides whose figures fit in a row. If there are more, only the best are named."""

BEST = 3
"""The number of best sides that are then named."""

METER = 5
"""Blocks of a full meter: that of the best."""

NOBODY_AHEAD, NO_LEAD = "Nobody is clearly ahead", "No clear lead"
"""The texts if no side leads: alone, and before a figure with its best values, so that both have room in a line."""

STYLE, LEAD = "score", "score.lead"
"""The styles of the row, and in it of the side that leads."""

Figures: TypeAlias = Sequence[Sequence[Any]]
"""The name of each figure with the value of each side: [[name, [[side, value], ...]], ...]."""


def figures(snapshot: Snapshot) -> list[list[Any]]:
    """Return the public score: each figure with the value of each side; empty in a game without a `story`."""
    return snapshot.drawn.made("", "score", _figures, Same(snapshot.game), Same(snapshot.view(None)))


def _figures(game: Game[Any, Any], view: Any) -> list[list[Any]]:
    score_figures = game.showing.story.figures(view) if game.showing.story is not None else {}
    return [
        [name, [[side, value] for side, value in sides.items()]] for name, sides in [*score_figures.items()][:FIGURES]
    ]


def limits(snapshot: Snapshot) -> list[tuple[str, float]]:
    """Return the limit of each figure by the rules, the one that decides now first: [(name, most), ...]."""
    return snapshot.drawn.made("", "limits", _limits, Same(snapshot.game), Same(snapshot.view(None)))


def _limits(game: Game[Any, Any], view: Any) -> list[tuple[str, float]]:
    story = game.showing.story
    return [*story.limits(view).items()] if story is not None else []


def ahead(snapshot: Snapshot) -> str:
    """Return which side is clearly ahead in the public view and in what, or that none is; "" without a story."""
    if snapshot.result is not None:
        return ""
    made_of = (Same(snapshot.game.showing.story), Same(snapshot.view(None)), Same(snapshot.seats))
    return snapshot.drawn.made("", "ahead", _ahead, *made_of)


def _ahead(story: Storyteller | None, view: Any, seats: Mapping[str, Seat]) -> str:
    """Return “▲ Red is ahead in points, 71 to 22”, or “No clear lead in health: ● Ana 350, ▲ Ben 340”.

    With more than two sides, the best of the others is named.
    """
    if story is None:
        return ""
    lead = story.lead(view)
    side = leader(shares(lead)) if len(lead) > 1 else ""
    called = {team: f"{sign} {name}" for team, name, sign in sides_of(seats)}
    signs = signs_of(seats.values())
    for seat in seats.values():
        called.setdefault(seat.id, f"{signs.get(seat.team, '')} {seat.player}".lstrip())
    what = _in_what(story, view, side, called) if side else ""
    if side and (what or not any(map(_differs, _scores(story, view)))):
        return f"{called.get(side, side)} is ahead{what}"
    return _nobody_ahead(story, view, called)


def _scores(story: Storyteller, view: Any) -> Iterator[tuple[str, Mapping[str, float]]]:
    """Yield each figure that decides, or else of the score, with the value of each side, the first one first."""
    score_figures = story.figures(view)
    for name in dict.fromkeys(story.scores or [*story.limits(view), *[*score_figures][:FIGURES]]):
        if name not in story.spent and len(score_figures.get(name, {})) > 1:
            yield f"{name[0].lower()}{name[1:]}", score_figures[name]


def _in_what(story: Storyteller, view: Any, side: str, called: Mapping[str, str]) -> str:
    """Return the first figure of the score of which *side* has most: “ in victory points, 71 to 22”."""
    for name, values in _scores(story, view):
        others = {each: value for each, value in values.items() if each != side}
        most = max(others.values())
        if side in values and values[side] > most:
            whose = f" of {_few([called.get(each, each) for each in others if others[each] == most])}"
            return f" in {name}, {values[side]:g} to {most:g}{whose if len(others) > 1 else ''}"
    return ""


def _nobody_ahead(story: Storyteller, view: Any, called: Mapping[str, str]) -> str:
    """Return that nobody is clearly ahead in the first figure of the score that differs, with its best values.

    If each of two sides has most of one figure: “● Ana is ahead in health 15:10, ▲ Ben in units 9:4”.
    """
    differing = [*filter(_differs, _scores(story, view))]
    if not differing:
        return NOBODY_AHEAD
    name, values = differing[0]
    for other_name, other_values in differing[1:] if len(values) == 2 else ():
        if (other := _best(other_values)) != (side := _best(values)):
            first, second = called.get(side, side), called.get(other, other)
            return f"{first} is ahead in {_score(name, values)}, {second} in {_score(other_name, other_values)}"
    best = sorted({*values.values()}, reverse=True)
    having = {value: [called.get(side, side) for side in values if values[side] == value] for value in best}
    shown = best[:1] if len(having[best[0]]) > 1 else best[:2]
    return f"{NO_LEAD} in {name}: {', '.join(f'{_few(having[value])} {value:g}' for value in shown)}"


def _differs(score: tuple[str, Mapping[str, float]]) -> bool:
    return len({*score[1].values()}) > 1


def _best(values: Mapping[str, float]) -> str:
    return max(values, key=lambda side: values[side])


def _score(name: str, values: Mapping[str, float]) -> str:
    return f"{name} {max(values.values()):g}:{min(values.values()):g}"


def _few(names: Sequence[str]) -> str:
    return listed(names) if len(names) <= BEST else f"{len(names)} players"


def has_score_row(game: Game[Any, Any], tab: Tab | None) -> bool:
    """Return whether *tab* is a board that gets a row with the score."""
    return isinstance(tab, ViewTab) and tab.board and not tab.scored and game.showing.story is not None


def with_score_row(grid: Grid, score: Cell) -> Grid:
    """Return the board *grid* with a row for the *score*."""
    above: list[Row] = [*grid.rows[:ROW], *((),) * (ROW - len(grid.rows))]
    game_cell = above[1][0] if above[1] else EMPTY
    line = above[1]
    if game_cell.value and game_cell.style != "help":
        line, score = (EMPTY, *above[1][1:]), game_cell
    rows = (above[0], line, (score,), *grid.rows[ROW:])
    merges = tuple(area if area.bottom <= ROW else _moved(area) for area in grid.merges)
    return grid._replace(rows=rows, merges=merges, marks=_with_places_moved(grid.marks))


def _moved(area: Area) -> Area:
    return area._replace(top=area.top + (area.top >= ROW), bottom=area.bottom + 1)


def _with_places_moved(marks: Marks) -> Marks:
    """Return *marks* with the places of the board one row further down."""
    places = tuple(mark for mark in marks if mark[0].startswith(PLACES))
    return (*(mark for mark in marks if not mark[0].startswith(PLACES)), *_places_moved(places))


@lru_cache(maxsize=64)
def _places_moved(marks: Marks) -> Marks:
    text = joined(marks).get(PLACES)
    if text is None:
        return marks
    return marked(PLACES, {name: [row + (row >= ROW), column] for name, (row, column) in json.loads(text).items()})


def template_with_score_row(tab_template: TabTemplate) -> TabTemplate:
    """Return the template of a board with a row for the score."""
    heights = tab_template.heights
    return tab_template.but(
        frozen_rows=max(tab_template.frozen_rows, ROW) + 1,
        heights=(*heights[:ROW], HEIGHT, *heights[ROW:]) if len(heights) >= ROW else heights,
        rules=tuple(rule.but(area=lowered(rule.area, ROW)) for rule in tab_template.rules),
        bands=tuple(band.but(area=lowered(band.area, ROW)) for band in tab_template.bands),
    )


# -- the text ----------------------------------------------------------------------------------------------------------


def score_of(snapshot: Snapshot) -> Cell:
    """Return the cell with the score of the match."""
    called = snapshot.drawn.made("", "sides", _called, Same(snapshot.seats))
    return snapshot.drawn.made(
        "", "score cell", score_cell, Same(figures(snapshot)), Same(called), Same(limits(snapshot))
    )


def _called(seats: Mapping[str, Seat]) -> dict[str, str]:
    """Return the name of each side, with its sign."""
    return {side: f"{sign} {name}" for side, name, sign in sides_of(seats)}


def sides_of(seats: Mapping[str, Seat]) -> list[tuple[str, str, str]]:
    """Return the sides in order, each with its sign and its name, which is the player if it has only one."""
    players = [seat for seat in seats.values() if not seat.neutral]
    sizes = Counter(seat.team for seat in players)
    signs = signs_of(seats.values())
    names = {seat.team: seat.player if sizes[seat.team] == 1 else seat.team.capitalize() for seat in players}
    return [(team, name, signs[team]) for team, name in names.items()]


def score_cell(score_figures: Figures, called: Mapping[str, str], allowed: Sequence[tuple[str, float]] = ()) -> Cell:
    """Return the cell with the score: each figure, and for each side a meter with its value.

    *called* are the names of the sides. A meter is full at the limit in *allowed*, or else at the highest value of a
    side.
    """
    text, runs = "", list[Run]()
    by_rules = dict(allowed)
    for name, sides in score_figures[: 1 if score_figures and len(score_figures[0][1]) > MOST_SIDES else FIGURES]:
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
    """Return the sides to name. If there are too many, these are the best ones."""
    return sides if len(sides) <= MOST_SIDES else sorted(sides, key=lambda side: -side[1])[:BEST]


def _meter(value: float, most: float) -> str:
    if most <= 0 or value < 0:
        return ""
    full = round(METER * value / most)
    return f" {'▰' * full}{'▱' * (METER - full)}"
