"""The private workbook of somebody who has joined a running match. It is made before the next read."""

from __future__ import annotations

from sheets_gm.gm.between.talk import Talk
from sheets_gm.gm.match_record.repairs import Repairs
from sheets_gm.gm.match_record.seats.players_then import PlayersThen
from sheets_gm.gm.ports.sheets import SheetsRefused
from sheets_gm.gm.workbooks.build import built_tabs, template_digest
from sheets_gm.gm.workbooks.layout import layouts_of
from sheets_gm.gm.workbooks.live.making import make_workbook
from sheets_gm.gm.workbooks.live.workbooks import Workbooks

TRIED_AGAIN = 3600.0
"""Seconds until the next try to make a workbook that could not be made."""


def add_new_workbooks(books: Workbooks) -> None:
    """Make the workbooks that the match lacks. If one is refused, the GM tab says so, and it is tried again."""
    session = books.session
    keys = {book.key for book in session.record.workbooks}
    if not PlayersThen.of(session.record).joined or session.position.broken:
        return
    for layout in layouts_of(session.game, session.record):
        now = session.ports.clock()
        refused = books.refused.get(layout.key)
        if layout.key in keys or (refused is not None and now < refused + TRIED_AGAIN):
            continue
        title, record = f"{session.record.title}: {layout.title}", session.record
        try:
            workbook = make_workbook(books.sheets, books.snapshot({}), layout, title, None)
        except SheetsRefused as error:
            books.refused[layout.key] = now
            repairs = Repairs.of(record)
            line = f"The spreadsheet “{title}” could not be made: {error}"
            session.save_part(repairs.but(mended=(*repairs.mended, line)))
            continue
        laid = {**record.laid, template_digest(session.template, layout): built_tabs(session.template, layout)}
        others = tuple(each.but(torn=True) for each in record.workbooks)  # they link to it
        talk = Talk.of(record)
        session.save_part(talk.but(heard={**talk.heard, workbook.key: ""}), workbooks=(*others, workbook), laid=laid)
