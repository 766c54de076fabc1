"""The tab Match: who won and how, who played, when it turned, and the last board as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from sheets_gm.adapters.export.match_sheet.lists import AROUND, LINE, PADDING, PIXELS, Looks, room_for, set_up_page
from sheets_gm.adapters.pictures.png import png_of
from sheets_gm.gm.story.facts import facts, parts
from sheets_gm.gm.story.model import Story
from sheets_gm.sheet.picture.signs import in_plain_signs
from sheets_gm.sheet.picture.svg import Picture
from sheets_gm.sheet.picture.text import lines

TITLE = "Match"
NAME, TEXT = 190, 620
"""The widths of the two columns in pixels."""

TALLEST = 620
"""The greatest height in pixels of the picture of the last board, so that it fits on one page."""

SHARP = 1.6
"""Pixels of the picture for each pixel of its size on the sheet."""


def write_cover(book: Any, looks: Looks, story: Story, board: Picture) -> None:
    """Write the tab."""
    sheet = book.add_worksheet(TITLE)
    sheet.set_column_pixels(0, 0, NAME)
    sheet.set_column_pixels(1, 1, TEXT)
    sheet.hide_gridlines(2)
    set_up_page(sheet)
    sheet.set_row_pixels(0, 34)
    sheet.write_string(0, 0, story.title, looks.get(bold=True, font_size=19, text_wrap=False, valign="vcenter"))
    result, *others = facts(story)
    row = _pairs(sheet, looks, 1, [result], bold=True, font_size=12)
    row = _pairs(sheet, looks, row, others)
    for title, pairs in parts(story):
        row = _pairs(sheet, looks, _part(sheet, looks, row, title), pairs)
    row = _part(sheet, looks, row, "The last board")
    last = _picture(sheet, row, board)
    sheet.print_area(0, 0, last, 1)


def _part(sheet: Any, looks: Looks, row: int, title: str) -> int:
    sheet.set_row_pixels(row, 30)
    sheet.write_string(row, 0, title, looks.get(bold=True, font_size=12, valign="bottom", text_wrap=False))
    return row + 1


def _pairs(sheet: Any, looks: Looks, row: int, pairs: Sequence[tuple[str, str]], **look: Any) -> int:
    """Write *pairs* of a name and a text from *row* on, and return the row below them."""
    size = PIXELS * look.get("font_size", 9.5) / 9.5
    for name, value in pairs:
        text = in_plain_signs(value)
        count = max(
            len(lines(name, NAME - PADDING, PIXELS, bold=True)),
            len(lines(text, TEXT - PADDING, size, bold="bold" in look)),
        )
        sheet.set_row_pixels(row, round(count * LINE * size / PIXELS) + AROUND)
        sheet.write_string(row, 0, name, looks.get(bold=True, font_color="#4b5563"))
        sheet.write_string(row, 1, text, looks.get(**look))
        row += 1
    return row


def _picture(sheet: Any, row: int, board: Picture) -> int:
    """Put the picture at *row*, and return the last row that it covers."""
    scale = min((NAME + TEXT) / board.width, TALLEST / board.height, 1.0)
    data = BytesIO(png_of(board.svg, scale * SHARP))
    # 96 pixels are an inch here, and the file says nothing else
    fit = {"image_data": data, "x_scale": 1 / SHARP, "y_scale": 1 / SHARP, "description": "The last board"}
    sheet.insert_image(row, 0, "board.png", fit)
    return room_for(sheet, row, board.height * scale)
