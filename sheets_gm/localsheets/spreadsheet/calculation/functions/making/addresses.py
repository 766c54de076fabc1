"""INDIRECT and OFFSET: areas whose addresses a formula computes."""

from __future__ import annotations

import re
from typing import Any

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Area
from sheets_gm.localsheets.spreadsheet.calculation.coercion import as_boolean, as_text, as_whole, formula_error
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Context
from sheets_gm.localsheets.spreadsheet.calculation.functions.arguments import with_ranges
from sheets_gm.localsheets.spreadsheet.formulas.nodes import Reference
from sheets_gm.localsheets.spreadsheet.model.a1 import BadRange, Box, parse_box, split_title

_CORNER = re.compile(r"R(?:(\d{1,8})|\[(-?\d{1,8})\])?C(?:(\d{1,8})|\[(-?\d{1,8})\])?", re.IGNORECASE)


def _indirect(context: Context, text: Any, a1: Any = True) -> Area:
    """Return the cells at a written address, or of a named range."""
    written = as_text(context.scalar(text)).strip()
    if as_boolean(context.scalar(a1), "INDIRECT", 2):
        return context.computed_area(_written(context, written))
    title, rest = split_title(written)
    return context.computed_area(context.area(Reference(title, _by_numbers(context, rest, written))))


def _written(context: Context, written: str) -> Area:
    named = context.names.named(written)
    if named is not None:
        return Area(*named, context.cache, context.budget)
    try:
        title, rest = split_title(written.replace("$", ""))
        return context.area(Reference(title, parse_box(rest)))
    except BadRange as error:
        raise _unreadable(written) from error


def _by_numbers(context: Context, text: str, written: str) -> Box:
    """Return the area of an R1C1 address, where R[-1]C counts from the formula."""
    corners = [_CORNER.fullmatch(part) for part in text.split(":")]
    if not 1 <= len(corners) <= 2 or None in corners:
        raise _unreadable(written)
    places = []
    for corner in corners:
        assert corner is not None
        row = int(corner[1]) - 1 if corner[1] else context.row + int(corner[2] or 0)
        column = int(corner[3]) - 1 if corner[3] else context.column + int(corner[4] or 0)
        places.append((row, column))
    rows, columns = zip(*places, strict=True)
    if min(rows) < 0 or min(columns) < 0:
        raise _unreadable(written)
    return Box(min(rows), min(columns), max(rows) + 1, max(columns) + 1)


def _unreadable(written: str) -> Exception:
    return formula_error(
        "REF", f"Function INDIRECT parameter 1 value is '{written}'. It is not a valid cell/range reference."
    )


def _offset(context: Context, held: Any, rows: Any, columns: Any, height: Any = None, width: Any = None) -> Area:
    """Return an area moved by *rows* and *columns*, with its own size unless another is given."""
    if not isinstance(held, Area):
        raise formula_error("N_A", "Argument to OFFSET must be a range.")
    down, across = as_whole(context.scalar(rows), "OFFSET", 2), as_whole(context.scalar(columns), "OFFSET", 3)
    tall = held.height if height is None else as_whole(context.scalar(height), "OFFSET", 4)
    wide = held.width if width is None else as_whole(context.scalar(width), "OFFSET", 5)
    if tall < 1 or wide < 1:
        raise formula_error("REF", "Function OFFSET makes a range of at least 1 row and 1 column.")
    top, left = held.box.top + down, held.box.left + across
    most = held.sheet.size
    if top < 0 or left < 0 or top + tall > most[0] or left + wide > most[1]:
        raise formula_error("REF", "Function OFFSET evaluates to an out of bounds range.")
    return context.computed_area(
        Area(held.sheet, Box(top, left, top + tall, left + wide), context.cache, context.budget)
    )


FUNCTIONS = (
    with_ranges("INDIRECT", _indirect, 1, 2),
    with_ranges("OFFSET", _offset, 3, 5),
)
