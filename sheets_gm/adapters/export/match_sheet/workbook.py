"""The whole workbook, tab by tab in the order in which people read it."""

from __future__ import annotations

from pathlib import Path

from sheets_gm.adapters.export.match_sheet.cover import write_cover
from sheets_gm.adapters.export.match_sheet.dice import write_dice
from sheets_gm.adapters.export.match_sheet.lists import Looks
from sheets_gm.adapters.export.match_sheet.record_tab import write_record_tab
from sheets_gm.adapters.export.match_sheet.statistics import write_statistics
from sheets_gm.adapters.export.match_sheet.turns import write_acts, write_fights, write_orders, write_turns
from sheets_gm.adapters.export.origin import origin_of
from sheets_gm.adapters.export.proof import Proof
from sheets_gm.adapters.pictures.fonts import installed_fonts
from sheets_gm.gm.story.audience import Audience
from sheets_gm.gm.story.boards import boards_after
from sheets_gm.gm.story.building import build_story
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.rows import fight_rows, order_rows
from sheets_gm.gm.story.turns import last_turn
from sheets_gm.sheet.picture.svg import draw_picture


def write_match_sheet(path: Path, past: Past, audience: Audience, proof: Proof) -> None:
    """Write the match sheet of *past*, as *audience* may know it, with *proof*. Typed text is never a formula."""
    import xlsxwriter

    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    story = build_story(past, audience)
    boards = boards_after(past, audience, last_turn(past, audience))
    with xlsxwriter.Workbook(str(path), options) as book:
        book.set_properties(
            {
                "title": story.title,
                "subject": story.game,
                "author": "The sheets_gm developers",
                "comments": story.result,
            }
        )
        looks = Looks(book)
        write_cover(book, looks, story, draw_picture(boards, emoji=installed_fonts().emoji))
        charted = write_turns(book, looks, story)
        write_orders(book, looks, order_rows(past, audience, short=True))
        write_fights(book, looks, fight_rows(past, audience))
        write_statistics(book, looks, story, charted)
        write_acts(book, looks, story)
        write_dice(book, looks, proof.shown())
        write_record_tab(book, origin_of(past, audience), proof.text())
