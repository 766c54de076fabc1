"""Building again what a template has changed or what is missing: a whole workbook, its tabs, its document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import SheetsRefused, TabPlan, WorkbookPlan
from sheets_gm.gm.workbooks import build
from sheets_gm.gm.workbooks.boards.board_charts import showing
from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.gm.workbooks.layout import WorkbookLayout, order_of_tabs
from sheets_gm.gm.workbooks.live.growing_tabs import whole_tab
from sheets_gm.gm.workbooks.live.late_writes import check_late, unless_late
from sheets_gm.gm.workbooks.live.workbooks import TabValues, Workbooks
from sheets_gm.gm.workbooks.marker import marker_last
from sheets_gm.gm.workbooks.protection import protection_digest, protections_of
from sheets_gm.gm.workbooks.sharing import sharing_of
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.planning import plan
from sheets_gm.sheet.reading import HEADING_ROW, Values
from sheets_gm.sheet.row_planning import NO_COLUMNS
from sheets_gm.sheet.writes import Bare, Grow, Write


def rebuild(
    books: Workbooks, snapshot: Snapshot, layout: WorkbookLayout, wanted: Mapping[str, Grid], values: TabValues
) -> int:
    """Build a workbook again from the current template, keeping what people typed. Return the number of writes."""
    workbook = books.workbook(layout)
    tabs = build.tab_plans(snapshot, layout, wanted, workbook)
    writes: list[Write] = []
    for tab in tabs:
        if wanted[tab.key].top:
            # the tab is built as tall as it must be, so it need not grow
            whole = whole_tab(books, snapshot, layout, tab.key, wanted[tab.key].marks)
            writes += (each for each in whole if not isinstance(each, Grow))
        else:
            shown = build.shifted(values.get(tab.key, ()), tab)
            renamed = _renamed_columns(books, workbook, tab, shown)
            planned = plan(tab.key, None, shown, wanted[tab.key], renamed)
            # a tab that is built again has no formats yet
            writes += (each for each in planned if not isinstance(each, Bare))
    protections = protections_of(snapshot, layout)
    gone = [key for key in workbook.tabs if key not in layout.tabs]
    first = values.get(layout.tabs[0], ())
    writes = marker_last(writes, layout.tabs[0])
    guard = unless_late(layout, first, snapshot.entry)
    content = WorkbookPlan(tabs, snapshot.template.styles, [*guard, *writes], protections)
    # of two processes that build it at the same time, the one that stores this last does
    books.save(workbook.but(torn=True))
    check = books.session.check_newest
    try:
        built = books.sheets.remake(workbook, content, gone=gone, check=check)
    except SheetsRefused:
        if not guard:
            raise
        check_late(books, layout, first)
        built = books.sheets.remake(workbook, replace(content, writes=writes), gone=gone, check=check)
    template = books.template_digests[layout.key]
    guarded, now = protection_digest(protections), books.session.ports.clock()
    built = built.but(guarded=guarded, watched=now, template=template, torn=False)
    books.save(built, {**books.session.record.laid, template: build.built_tabs(snapshot.template, layout)})
    return len(writes)


def _renamed_columns(books: Workbooks, workbook: Workbook, tab: TabPlan, values: Values) -> frozenset[int]:
    """Return the columns of a form's tab that are below another heading, because somebody has moved columns.

    If they move because the template changed, what people type in the meantime moves along.
    """
    built = build.template_as_built(books.session.record, workbook, tab.key, tab.tab_template)
    if "receipt" not in built.places or tab.former or len(values) <= HEADING_ROW:
        return NO_COLUMNS
    headings = enumerate(zip(built.texts_of_headings, values[HEADING_ROW], strict=False))
    return frozenset(at for at, (drawn, value) in headings if value not in (None, "", drawn))


def build_missing_tabs(books: Workbooks, workbook: Workbook, keys: Sequence[str]) -> Workbook:
    """Build the tabs *keys* again, growing tabs with all their rows. The next showing fills the others.

    A chart loses its cells with their tab, so the tabs with such charts are built again too.
    """
    layout = next(each for each in books.layouts if each.key == workbook.key)
    snapshot = books.snapshot({})
    keys = tuple(dict.fromkeys((*keys, *(other for key in keys for other, _ in showing(snapshot, layout, key)))))
    styles = snapshot.template.styles
    grids = {key: grid for key, grid in draw(snapshot, layout).items() if key in keys}
    for key in keys:
        # also where another process builds them at the same time, and the record is not this one's to save
        books.looks.forget_tab(workbook.key, key)
    built = books.sheets.remake(workbook, WorkbookPlan(build.tab_plans(snapshot, layout, grids), styles))
    books.save(built.but(guarded=""))
    whole = [write for key in grids for write in whole_tab(books, snapshot, layout, key, grids[key].marks)]
    if whole:
        books.sheets.write(built, whole, styles)
    return built


def add_new_tabs(books: Workbooks) -> None:
    """Build new tabs in workbooks that need no other building. The next showing fills them.

    A match that is over gets some, before all other tabs. Building the whole workbook would write every line of a long
    match.
    """
    for layout in books.layouts:
        workbook = books.workbook(layout)
        new = [key for key in layout.tabs if key not in workbook.tabs]
        before = replace(layout, tabs=tuple(key for key in layout.tabs if key in workbook.tabs))
        if not new or workbook.torn or workbook.template != build.template_digest(books.session.template, before):
            continue
        order = order_of_tabs(layout, books.session.journal.tabs)
        planned = workbook.but(tabs={key: workbook.tabs.get(key, 0) for key in order})
        built, template = build_missing_tabs(books, planned, new), books.template_digests[layout.key]
        laid = {**books.session.record.laid, template: build.built_tabs(books.session.template, layout)}
        books.save(built.but(guarded="", template=template), laid)


def lost_documents(books: Workbooks) -> tuple[str, ...]:
    """Return the keys of the workbooks whose documents no longer exist."""
    return tuple(book.key for book in books.session.record.workbooks if not books.sheets.exists(book))


def replace_document(books: Workbooks, key: str, document: str | None) -> None:
    """Continue in another *document*, or a new one, in place of a missing one. The next poll builds its tabs."""
    record = books.session.record
    layout = next(each for each in books.layouts if each.key == key)
    title = record.title
    title = f"{title}: {layout.title}" if layout.title else title
    workbook = books.sheets.make(key, title, WorkbookPlan(), document, sharing=sharing_of(record, layout))
    before = books.workbook(layout)
    books.save(workbook.but(tabs=before.tabs, template=before.template, guarded=""))
    books.looks.clear()
