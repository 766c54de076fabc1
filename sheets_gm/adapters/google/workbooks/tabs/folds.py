"""Columns that are seldom needed, folded into groups: a sign above the sheet opens them.

A tab that is formatted again first loses its groups, whoever made them, because its columns may move. Folding a group
hides its columns and opening it shows them, so people's choices last until then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from sheets_gm.adapters.google.calls.api import Body
from sheets_gm.sheet.template import TabTemplate


def fold(sheet: int, tab_template: TabTemplate) -> Iterator[Body]:
    """Yield the requests that fold neighbouring rare columns of a tab."""
    at = 0
    for rare, run in groupby(tab_template.columns, key=lambda column: column.rare):
        start, at = at, at + len(list(run))
        if rare:
            where = {"sheetId": sheet, "dimension": "COLUMNS", "startIndex": start, "endIndex": at}
            yield {"addDimensionGroup": {"range": where}}
            folded = {"range": where, "depth": 1, "collapsed": True}
            yield {"updateDimensionGroup": {"dimensionGroup": folded, "fields": "collapsed"}}


def unfold(sheet: int, groups: Sequence[Body]) -> Iterator[Body]:
    """Yield the requests that remove the *groups* of columns of a tab, given by their ranges, and show the columns."""
    for where in groups:
        columns = {**where, "sheetId": sheet}
        yield {"deleteDimensionGroup": {"range": columns}}
        shown = {"range": columns, "properties": {"hiddenByUser": False}, "fields": "hiddenByUser"}
        yield {"updateDimensionProperties": shown}
