"""The sort keys of SORT and SORTN: columns of the rows themselves, or of other ranges."""

from __future__ import annotations

from typing import Any

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Row, many
from sheets_gm.localsheets.spreadsheet.calculation.coercion import as_boolean, as_whole, formula_error, order


def keys_of(rows: list[Row], width: int, by: tuple[Any, ...], function: str) -> list[tuple[Row, bool]]:
    """Return the sort keys, most important first: values by row, and whether they ascend. Raises `FormulaError`."""
    if not by:
        return [([row[0] for row in rows], True)]
    keys: list[tuple[Row, bool]] = []
    for at in range(0, len(by), 2):
        column, rising = many(by[at]), by[at + 1] if at + 1 < len(by) else True
        up = as_boolean(many(rising).at(0, 0), function, 3)
        if column.height > 1:
            keys.append(([line[0] for line in column.rows()], up))
            continue
        number = as_whole(column.at(0, 0), function, 2)
        if not 1 <= number <= width:
            raise formula_error(
                "VALUE", f"Function {function} parameter 2 value is {number}. It should be between 1 and {width}."
            )
        keys.append(([row[number - 1] for row in rows], up))
    return keys


def sorted_places(count: int, keys: list[tuple[Row, bool]]) -> list[int]:
    """Return the indexes of the rows in sorted order; blanks come last."""
    places = list(range(count))
    for values, up in reversed(keys):
        full = [at for at in places if at < len(values) and values[at] is not None]
        rest = [at for at in places if not (at < len(values) and values[at] is not None)]
        full.sort(key=lambda at: order(values[at]), reverse=not up)
        places = full + rest
    return places
