"""The tab Replay: the boards of the last turns, the newest first.

Each turn has its place of the same height, so a new turn changes the cells that have moved and no others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sheets_gm.gm.story.audience import PUBLIC
from sheets_gm.gm.story.boards import boards_after
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.turns import Turn, newest_turns
from sheets_gm.gm.workbooks.looking_back.board_cells import below, stacked
from sheets_gm.gm.workbooks.snapshot import Replayed
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.sheet.grid import EMPTY, Cell, Grid, Row
from sheets_gm.sheet.rendering import fixed
from sheets_gm.sheet.template import TabTemplate

MOST = 5
"""The turns that the tab shows."""


def last_turns(past: Past, backwards: Iterable[Entry]) -> tuple[Turn, ...]:
    """The turns that the tab shows, the oldest first, of a match whose entries are read *backwards*."""
    return newest_turns(past, PUBLIC, backwards, MOST)


def replayed(past: Past, turn: Turn) -> Replayed:
    """What everybody may see of *turn*."""
    return Replayed(turn.label, boards_after(past, PUBLIC, turn))


def draw_replay(tab_template: TabTemplate, replay: Sequence[Replayed]) -> Grid:
    """The tab. It has the rows of all its turns from the beginning, so it need not grow."""
    title = Cell(tab_template.title, "title")
    helping = tab_template.help_text
    found = Grid(((title,), (fixed(helping, "help") if helping else EMPTY,)))
    drawn = [_place(each) for each in replay]
    height = max((len(each.rows) for each in drawn), default=0)
    for at in range(MOST):
        place = drawn[at] if at < len(drawn) else Grid()
        found = below(found, place._replace(rows=(*place.rows, *_nothing(height - len(place.rows)))))
    return found


def _place(replayed: Replayed) -> Grid:
    return stacked([(Cell(replayed.label, "report.turn"),)], replayed.boards)


def _nothing(count: int) -> tuple[Row, ...]:
    return ((),) * count
