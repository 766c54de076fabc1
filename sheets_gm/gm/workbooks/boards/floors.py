"""The ground below the pieces of a board: a game names its style, but a page needs its colour."""

from __future__ import annotations

import json
from collections.abc import Mapping

from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.marks import FLOORS, joined, marked
from sheets_gm.sheet.template import Style, style_at

WHITE = "#ffffff"


def with_floor_colours(grid: Grid, styles: Mapping[str, Style]) -> Grid:
    """Return the board *grid* with the colours of the grounds in its mark, instead of their styles."""
    mark_text = joined(tuple(mark for mark in grid.marks if mark[0].startswith(FLOORS))).get(FLOORS)
    if mark_text is None:
        return grid
    colours = {
        place: [text, style_at(styles, style).fill or WHITE] for place, (text, style) in json.loads(mark_text).items()
    }
    others = tuple(mark for mark in grid.marks if not mark[0].startswith(FLOORS))
    return grid._replace(marks=(*others, *marked(FLOORS, colours)))
