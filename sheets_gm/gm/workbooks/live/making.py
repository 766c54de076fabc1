"""The making of a workbook, for a new match or for somebody who joins one."""

from __future__ import annotations

from dataclasses import replace

from sheets_gm.gm.match_record.workbook import LATER, Workbook
from sheets_gm.gm.ports.sheets import Sheets, WorkbookPlan
from sheets_gm.gm.workbooks.build import tab_plans, template_digest
from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.gm.workbooks.growing_tabs import head_of
from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.protection import protection_digest, protections_of
from sheets_gm.gm.workbooks.sharing import sharing_of
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.planning import plan


def make_workbook(
    sheets: Sheets, snapshot: Snapshot, layout: WorkbookLayout, title: str, document: str | None
) -> Workbook:
    """Build one workbook with its content, shared and protected. Raises `SheetsRefused` or `SheetsDown`."""
    grids = draw(snapshot, layout)
    tabs = tab_plans(snapshot, layout, grids)
    heads = {key: head for key in grids if (head := head_of(snapshot, layout, key)) is not None}
    drawn = [*heads.items(), *grids.items()]
    writes = [write for key, grid in drawn for write in plan(key, Grid(), [], grid)]
    protections, sharing = protections_of(snapshot, layout), sharing_of(snapshot.record, layout)
    if any(guest.refused == LATER for book in snapshot.record.workbooks for guest in book.guests):
        sharing = replace(sharing, invites=LATER)
    content = WorkbookPlan(tabs, snapshot.template.styles, writes, protections)
    built = sheets.make(layout.key, title, content, document, sharing=sharing)
    return built.but(
        guarded=protection_digest(protections),
        watched=snapshot.record.created,
        template=template_digest(snapshot.template, layout),
    )
