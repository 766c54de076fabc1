"""What the workbooks of a match are known to look like, so that only what differs is written.

A process that has drawn a workbook knows its look. One that has not, because it has just begun, takes it from the
marker: a workbook that shows the newest entry looks as this entry draws it, and any other is unknown. After a write
whose answer was lost, only the tabs that this write did not touch are known.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.sheet.grid import Grid

Look = dict[str, Grid]
"""The tabs of one workbook as they were drawn, by key."""


@dataclass(slots=True)
class Looks:
    """The looks of workbooks by key: *shown* are those that this process has drawn."""

    shown: dict[str, Look] = field(default_factory=dict)
    _left: dict[str, Look] = field(default_factory=dict)
    _unmarked: set[str] = field(default_factory=set)
    _presumed: dict[str, Snapshot] = field(default_factory=dict)
    _disturbed: set[tuple[str, str]] = field(default_factory=set)

    def clear(self) -> None:
        """Forget all looks."""
        self.shown.clear()
        self._left.clear()
        self._presumed.clear()

    def doubt(self) -> None:
        """Take no workbook as drawn any more, but remember its tabs that are certainly as they were."""
        self._left.update(self.shown)
        self.shown.clear()
        self._presumed.clear()

    def presume(self, key: str, snapshot: Snapshot) -> None:
        """A workbook that this process has not drawn shows the newest entry: it looks as *snapshot* draws it."""
        if key not in self._unmarked:
            self._presumed[key] = snapshot

    def disturb(self, key: str, tab: str) -> None:
        """Somebody has moved things on a tab, or it was built again: nothing is known of it until it is drawn."""
        self._disturbed.add((key, tab))

    def is_presumed(self, key: str) -> bool:
        """Whether a workbook showed the newest entry before this process drew it."""
        return key in self._presumed

    def of(self, layout: WorkbookLayout) -> Look:
        """The tabs of a workbook whose look is known."""
        look = self.shown.get(layout.key)
        if look is None and layout.key in self._presumed:
            look = draw(self._presumed[layout.key], layout)
        if look is None:
            look = self._left.get(layout.key, {})
        return {tab: grid for tab, grid in look.items() if (layout.key, tab) not in self._disturbed}

    def begin(self, key: str, before: Look, wanted: Look, *, marks: bool) -> None:
        """A workbook is about to be written: until that is done, only tabs that stay as they are are known.

        *marks*: the marker changes, so it shows whether the write succeeded.
        """
        self.shown.pop(key, None)
        self._presumed.pop(key, None)
        self._left[key] = {tab: grid for tab, grid in before.items() if grid == wanted.get(tab)}
        if not marks:
            self._unmarked.add(key)

    def done(self, key: str, wanted: Look) -> None:
        """A workbook looks as *wanted* now."""
        self.shown[key] = wanted
        self._presumed.pop(key, None)
        self._left.pop(key, None)
        self._unmarked.discard(key)
        self._disturbed -= {(key, tab) for tab in wanted}
