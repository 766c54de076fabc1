"""The top of the page *How to play*, the same in every game: its title, and a picture made of signs."""

from __future__ import annotations

from sheets_gm.sheet.grid import Cell, Row
from sheets_gm.sheet.template import TabTemplate

PICTURE = "picture"
"""The template's word that holds the picture: a row of signs in each line, and what they mean in the last."""


def page_top(tab_template: TabTemplate) -> tuple[Row, ...]:
    """Return the title of the page, and the picture below it. Older templates have no picture."""
    lines = tab_template.words.get(PICTURE, "").split("\n")
    return ((Cell(tab_template.title, "title"),), *((Cell(line),) for line in lines if line))
