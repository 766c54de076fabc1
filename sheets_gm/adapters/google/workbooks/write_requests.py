"""The requests for the planned writes of a workbook.

Areas are merged first, because merging removes the values of all cells except one; cells are written after that. A
write below the last row first makes the tab longer, so the sizes of tabs are remembered here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from sheets_gm.adapters.google.calls.api import SHEETS, Api, Body
from sheets_gm.adapters.google.calls.cell_requests import Formats, bare, clear_if, mark, once, unless
from sheets_gm.adapters.google.workbooks.tabs import formatting, overlays
from sheets_gm.adapters.google.workbooks.tabs.blocks import block_requests
from sheets_gm.adapters.google.workbooks.tabs.formatting import ExistingTab
from sheets_gm.adapters.google.workbooks.tabs.merged_areas import merging
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import TabPlan
from sheets_gm.sheet.template import Style
from sheets_gm.sheet.writes import Bare, ClearIf, Freeze, Grow, Mark, Merge, Once, Put, RowHeights, Unless, Write

MOST_TEMPLATES = 64
"""The most templates of which formats are kept."""


class WriteRequests:
    """Turns writes into requests. It asks *api* for the sizes of tabs when it needs them."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._sizes: dict[tuple[str, str], tuple[int, int]] = {}
        self._formats: dict[int, Formats] = {}

    def set_sizes(self, document: str, sizes: Mapping[str, tuple[int, int]]) -> None:
        """Remember how many rows and columns tabs have, by key."""
        self._sizes |= {(document, key): size for key, size in sizes.items()}

    def forget_sizes(self, document: str) -> None:
        """Forget the sizes of a document's tabs, so that they are read when they are needed."""
        self._sizes = {key: size for key, size in self._sizes.items() if key[0] != document}

    def requests(self, workbook: Workbook, writes: Iterable[Write], styles: Mapping[str, Style]) -> Iterator[Body]:
        """Yield the requests that apply *writes*; closing ones come last."""
        formats = self._formats_of(styles)
        puts: dict[tuple[bool, str], list[Put]] = {}

        @cache
        def existing() -> dict[int, ExistingTab]:
            """Return the tabs as they are before these writes, read once for all that grow."""
            return formatting.existing_tabs(
                self._api.call("get", f"{SHEETS}/{workbook.document}", params={"fields": formatting.MASK})
            )

        for write in writes:
            sheet = workbook.tabs[write.tab]
            if isinstance(write, Put):
                puts.setdefault((write.closing, write.tab), []).append(write)
            elif isinstance(write, ClearIf):
                yield from clear_if(sheet, write)
            elif isinstance(write, Grow):
                yield from self._grow(workbook, write, existing)
            elif isinstance(write, RowHeights):
                yield from formatting.set_new_sizes(sheet, write.tab_template, (write.top, 0), (write.bottom, 0))
            elif isinstance(write, Freeze):
                yield from formatting.freeze(sheet, write.tab_template)
            elif isinstance(write, Merge):
                yield from merging(sheet, write.areas, write.before)
            elif isinstance(write, Bare):
                yield from bare(sheet, write, self._size(workbook, write.tab))
            elif isinstance(write, Once):
                yield from once(write)
            elif isinstance(write, Unless):
                yield from unless(write)
            elif isinstance(write, Mark):
                yield from mark(sheet, write)
        for closing in (False, True):
            for (is_closing, tab), together in puts.items():
                if is_closing is closing:
                    yield from block_requests(workbook.tabs[tab], together, formats)

    def _formats_of(self, styles: Mapping[str, Style]) -> Formats:
        """Return the formats of *styles*, cached for each template."""
        formats = self._formats.get(id(styles))  # it keeps its styles, so no others can get their id
        if formats is None:
            if len(self._formats) >= MOST_TEMPLATES:
                self._formats.clear()
            formats = self._formats[id(styles)] = Formats(styles)
        return formats

    def _size(self, workbook: Workbook, tab: str) -> tuple[int, int]:
        """Return the rows and columns of a tab; (0, 0) if it does not exist."""
        key = (workbook.document, tab)
        if key not in self._sizes:
            self._read_sizes(workbook)
        return self._sizes.get(key, (0, 0))

    def _grow(self, workbook: Workbook, grow: Grow, existing: Callable[[], dict[int, ExistingTab]]) -> Iterator[Body]:
        rows, columns = self._size(workbook, grow.tab)
        size = (max(rows, grow.rows), max(columns, grow.columns))
        if size == (rows, columns):
            return
        self._sizes[workbook.document, grow.tab] = size
        sheet, template = workbook.tabs[grow.tab], grow.tab_template
        yield formatting.resize(sheet, *size)
        if rows and template is not None:
            yield from formatting.set_new_sizes(sheet, template, (rows, columns), size)
        is_longer = rows and size[0] > rows
        if is_longer and template is not None and (template.rules or template.bands or grow.charts):
            tab, tabs = TabPlan(grow.tab, template, *size, grow.charts), existing()
            yield from overlays.extend(tab, tabs[sheet].overlays)
            for key, charts in grow.elsewhere:
                if (other := tabs.get(workbook.tabs.get(key, -1))) is not None:
                    yield from overlays.show_again(TabPlan(key, template, 0, 0, charts), other.overlays)

    def _read_sizes(self, workbook: Workbook) -> None:
        mask = "sheets.properties(sheetId,gridProperties(rowCount,columnCount))"
        answer = self._api.call("get", f"{SHEETS}/{workbook.document}", params={"fields": mask})
        keys = {sheet: key for key, sheet in workbook.tabs.items()}
        for sheet in answer["sheets"]:
            key = keys.get(sheet["properties"].get("sheetId", 0))
            grid = sheet["properties"]["gridProperties"]
            if key is not None:
                self._sizes[workbook.document, key] = (grid["rowCount"], grid["columnCount"])
