"""What the workbooks of a match are known to look like, so that only what differs is written.

A process that has drawn a workbook knows its look, unless the workbook shows another entry now: then another process
has drawn over it. One that has not drawn it, because it has just begun, takes its look from the marker: a workbook that
shows the newest entry looks as this entry draws it, and any other is unknown. What people have typed is drawn too, but
no marker shows it: the choices that follow from what was typed lately are unknown. After a write whose answer was lost,
only the tabs that this write did not touch are known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.sheet.grid import Grid, is_box

Look = dict[str, Grid]
"""The tabs of one workbook as they were drawn, by key."""

UNKNOWN_CHOICES = ("",)
"""Stands for the choices of a cell that nobody knows: no cell has these."""


@dataclass(slots=True)
class Looks:
    """The looks of workbooks by key: *shown* are those that this process has drawn."""

    shown: dict[str, Look] = field(default_factory=dict)
    _left: dict[str, Look] = field(default_factory=dict)
    _unmarked: set[str] = field(default_factory=set)
    _assumed: dict[str, Snapshot] = field(default_factory=dict)
    _forgotten: set[tuple[str, str]] = field(default_factory=set)
    _doubtful: set[tuple[str, str]] = field(default_factory=set)
    """The tabs whose choices are unknown."""

    def clear(self) -> None:
        """Forget all looks."""
        self.shown.clear()
        self._left.clear()
        self._assumed.clear()

    def keep_certain(self) -> None:
        """Take no workbook as drawn any more, but remember its tabs that are certainly as they were."""
        self._left.update(self.shown)
        self.shown.clear()
        self._assumed.clear()

    def assume_newest(self, key: str, snapshot: Snapshot, doubtful: Iterable[str]) -> None:
        """Assume that a workbook that this process has not drawn shows the newest entry, as *snapshot* draws it.

        What choices the *doubtful* tabs offer stays unknown until they are drawn.
        """
        self._doubtful |= {(key, tab) for tab in doubtful}
        if key not in self._unmarked:
            self._assumed[key] = snapshot

    def forget(self, key: str) -> None:
        """Forget the look of a workbook in which another process has drawn an entry since."""
        self.shown.pop(key, None)

    def forget_tab(self, key: str, tab: str) -> None:
        """Forget the look of a tab on which things were moved, or that was built again, until it is drawn."""
        self._forgotten.add((key, tab))

    def forget_workbook(self, layout: WorkbookLayout) -> None:
        """Forget the look of all tabs of a workbook until they are drawn, whatever its marker says."""
        for tab in layout.tabs:
            self.forget_tab(layout.key, tab)

    def is_assumed(self, key: str) -> bool:
        """Whether a workbook is assumed to show the newest entry, because this process has not drawn it."""
        return key in self._assumed

    def of(self, layout: WorkbookLayout) -> Look:
        """The tabs of a workbook whose look is known."""
        look = self.shown.get(layout.key)
        if look is None and layout.key in self._assumed:
            look = draw(self._assumed[layout.key], layout)
        if look is None:
            look = self._left.get(layout.key, {})
        return {
            tab: _without_choices(grid) if (layout.key, tab) in self._doubtful else grid
            for tab, grid in look.items()
            if (layout.key, tab) not in self._forgotten
        }

    def begin(self, key: str, before: Look, wanted: Look, *, marks: bool) -> None:
        """Note that a workbook is about to be written: until that is done, only tabs that stay as they are are known.

        *marks*: the marker changes, so it shows whether the write succeeded.
        """
        self.shown.pop(key, None)
        self._assumed.pop(key, None)
        self._left[key] = {tab: grid for tab, grid in before.items() if grid == wanted.get(tab)}
        if not marks:
            self._unmarked.add(key)

    def done(self, key: str, wanted: Look) -> None:
        """Note that a workbook looks as *wanted* now."""
        self.shown[key] = wanted
        self._assumed.pop(key, None)
        self._left.pop(key, None)
        self._unmarked.discard(key)
        drawn = {(key, tab) for tab in wanted}
        self._forgotten -= drawn
        self._doubtful -= drawn


def _without_choices(grid: Grid) -> Grid:
    """*grid*, of whose inputs nobody knows the choices."""
    rows = (
        tuple(cell._replace(pick=UNKNOWN_CHOICES) if cell.typed and not is_box(cell.pick) else cell for cell in row)
        for row in grid.rows
    )
    return grid._replace(rows=tuple(rows))
