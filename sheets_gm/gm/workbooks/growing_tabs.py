"""Tabs that grow with the match, the log and the history: only their newest rows are read and compared.

A line never changes its row, so a new turn writes only its own rows.
"""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.gm.workbooks.layout import LOG, WorkbookLayout
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.drawn import Same
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.history import draw_history_head, with_names
from sheets_gm.sheet.rendering import draw_log_head
from sheets_gm.sheet.tabs import Tally
from sheets_gm.sheet.template import TabTemplate


def head_of(snapshot: Snapshot, layout: WorkbookLayout, key: str) -> Grid | None:
    """Return the head of a growing tab, which is drawn once; None for any other tab."""
    template, make, name = snapshot.template, snapshot.drawn.made, f"{key} head"
    if key == LOG:
        return make(layout.key, name, draw_log_head, Same(template.tabs[LOG]), layout.title or template.title)
    tab = snapshot.history_tab
    if tab is not None and tab.key == key and snapshot.history:
        fields = tuple(snapshot.history[0].values)
        return make(layout.key, name, _draw_history_head, Same(template.tabs[key]), Same(snapshot.seats), fields)
    return None


def _draw_history_head(tab_template: TabTemplate, seats: Mapping[str, Seat], fields: tuple[str, ...]) -> Grid:
    names = {seat.id: seat.player for seat in seats.values()}
    return draw_history_head(with_names(tab_template, names), Tally(0, dict.fromkeys(fields, 0)))
