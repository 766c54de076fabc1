"""Merging cells: only the changes, with areas of equal width below one another in one request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sheets_gm.adapters.google.calls.api import Body
from sheets_gm.adapters.google.calls.cell_requests import grid_range
from sheets_gm.sheet.grid import Area


def merging(sheet: int, areas: Sequence[Area], before: Sequence[Area] | None) -> Iterator[Body]:
    """Yield the requests that merge exactly *areas* of a tab. *before* are the merged areas now (None: unknown)."""
    if before is None:
        yield {"unmergeCells": {"range": {"sheetId": sheet}}}
    kept = set(before or ())
    wanted = set(areas)
    for each in _stacked(area for area in before or () if area not in wanted):
        yield {"unmergeCells": {"range": grid_range(sheet, each)}}
    new = [area for area in areas if area not in kept]
    for each in _stacked(area for area in new if _is_row(area)):
        kind = "MERGE_ALL" if _is_row(each) else "MERGE_ROWS"
        yield {"mergeCells": {"range": grid_range(sheet, each), "mergeType": kind}}
    for each in new:
        if not _is_row(each):
            yield {"mergeCells": {"range": grid_range(sheet, each), "mergeType": "MERGE_ALL"}}


def _is_row(area: Area) -> bool:
    return area.bottom - area.top == 1


def _stacked(areas: Iterable[Area]) -> Iterator[Area]:
    """Yield *areas*; those of equal width directly below one another are combined."""
    growing: Area | None = None
    for each in sorted(areas, key=lambda area: (area.left, area.right, area.top)):
        if growing is not None and growing[1::2] == each[1::2] and growing.bottom == each.top:
            growing = growing._replace(bottom=each.bottom)
            continue
        if growing is not None:
            yield growing
        growing = each
    if growing is not None:
        yield growing
