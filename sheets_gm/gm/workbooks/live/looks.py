"""The known looks of a match's workbooks, so that only the difference is written.

A process knows the look of a workbook that it has drawn, unless the workbook now shows another entry: then another
process has drawn over it. A process that has just begun takes the look from the marker: a workbook that shows the
newest entry looks as this entry draws it, and the look of any other is unknown. No marker shows what people have typed,
so choices that depend on recent typing are unknown. After a write without an answer, only the tabs that it did not
touch are known.
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
"""Stands for unknown choices of a cell. No cell has these."""


@dataclass(slots=True)
class Looks:
    """The looks of workbooks by key. *shown* are those that this process has drawn."""

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
        """Keep only tabs whose look is certain, after which no workbook counts as drawn."""
        self._left.update(self.shown)
        self.shown.clear()
        self._assumed.clear()

    def assume_newest(self, key: str, snapshot: Snapshot, doubtful: Iterable[str]) -> None:
        """Assume that a workbook that this process has not drawn shows the newest entry, as *snapshot* draws it.

        The choices on the *doubtful* tabs stay unknown until these are drawn.
        """
        self._doubtful |= {(key, tab) for tab in doubtful}
        if key not in self._unmarked:
            self._assumed[key] = snapshot

    def forget(self, key: str) -> None:
        """Forget the look of a workbook in which another process has drawn an entry since."""
        self.shown.pop(key, None)

    def forget_tab(self, key: str, tab: str) -> None:
        """Forget the look of a tab until it is drawn, because things were moved there, or it was built again."""
        self._forgotten.add((key, tab))

    def forget_workbook(self, layout: WorkbookLayout) -> None:
        """Forget the look of all tabs of a workbook until they are drawn, whatever its marker says."""
        for tab in layout.tabs:
            self.forget_tab(layout.key, tab)

    def is_assumed(self, key: str) -> bool:
        """Return whether the look of a workbook is only assumed from its marker."""
        return key in self._assumed

    def of(self, layout: WorkbookLayout) -> Look:
        """Return the tabs of a workbook whose look is known."""
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
        """Note that a workbook is about to be written. Until that is done, only the tabs that do not change are known.

        *marks*: the marker changes, so it shows whether the write succeeded.
        """
        self.shown.pop(key, None)
        self._assumed.pop(key, None)
        self._left[key] = {tab: grid for tab, grid in before.items() if grid == wanted.get(tab)}
        if not marks:
            self._unmarked.add(key)

    def done(self, key: str, wanted: Look) -> None:
        """Note that a workbook now looks like *wanted*."""
        self.shown[key] = wanted
        self._assumed.pop(key, None)
        self._left.pop(key, None)
        self._unmarked.discard(key)
        drawn = {(key, tab) for tab in wanted}
        self._forgotten -= drawn
        self._doubtful -= drawn


def _without_choices(grid: Grid) -> Grid:
    """Return *grid* with unknown choices in its inputs."""
    rows = (
        tuple(cell._replace(pick=UNKNOWN_CHOICES) if cell.typed and not is_box(cell.pick) else cell for cell in row)
        for row in grid.rows
    )
    return grid._replace(rows=tuple(rows))
