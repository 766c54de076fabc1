"""Boards as cells below other cells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sheets_gm.gm.story.audience import PUBLIC
from sheets_gm.gm.story.boards import board_tabs
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.sheet.grid import Area, Grid, Row
from sheets_gm.sheet.picture.svg import Shown
from sheets_gm.sheet.template import TabTemplate


def stacked(above: Iterable[Row], boards: Iterable[Shown]) -> Grid:
    """Return the rows *above*, and *boards* below each other without marks, each followed by an empty row."""
    rows, merges = list(above), list[Area]()
    for board in boards:
        top = len(rows)
        merges += [area._replace(top=area.top + top, bottom=area.bottom + top) for area in board.grid.merges]
        rows += [*board.grid.rows, ()]
    return Grid(tuple(rows), tuple(merges))


def like_boards(tab_template: TabTemplate, snapshot: Snapshot) -> TabTemplate:
    """Return *tab_template* with the columns, the rows and the conditional formats of the public boards."""
    boards = [snapshot.template.tabs[tab.key] for tab in board_tabs(snapshot.tabs, PUBLIC)]
    if not boards:
        return tab_template
    taken: dict[str, Any] = {
        "widths": max((widths_of(board) for board in boards), key=len),
        "height": boards[0].height,
        "gridlines": boards[0].gridlines,
        "rules": tuple(rule for rule in boards[0].rules if rule.area is not None),
    }
    return tab_template.but(**taken)


def widths_of(tab_template: TabTemplate) -> tuple[int, ...]:
    """Return the widths of the columns of a tab in pixels; 0 for the default width."""
    return tab_template.widths or tuple(column.width or 0 for column in tab_template.columns)
