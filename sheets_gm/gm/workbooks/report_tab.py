"""The tab “What happened”, newest turn first, and the line on each board about whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sheets_gm.gm.log.reports import Chapter
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
from sheets_gm.gm.match_record.table_talk import TeamMessage
from sheets_gm.sheet.grid import Cell, Grid, Row
from sheets_gm.sheet.rendering import head
from sheets_gm.sheet.template import TabTemplate

UNDONE = "report.undone"
"""The style of what a rewind has taken back."""


def draw_report(
    tab_template: TabTemplate,
    heading: str,
    chapters: Sequence[Chapter],
    zone: str,
    public: str = "",
    told: Sequence[TeamMessage] = (),
) -> Grid:
    """Return the chapters, each below the heading of its turn, with dates in *zone*. Undone ones are struck through.

    Above them are a link to the *public* workbook, and what was *told* within the team of this workbook, newest first.
    """
    rows: list[Row] = list(head(tab_template, heading)[:2])  # one column needs no heading
    if public:
        rows.append((Cell(tab_template.word("public"), "help", link=public),))
    if told:
        rows.append((Cell(tab_template.word("team"), "report.turn"),))
        for each in reversed(told):
            rows.append((Cell(f"{each.sentence} ({clock_face_in_zone(each.at, zone)})", "report"),))
    for chapter in chapters:
        rows += _chapter_rows(chapter, zone)
    if not chapters:
        rows.append((Cell(tab_template.word("nothing"), "idle"),))
    return Grid(tuple(rows))


@lru_cache(maxsize=1024)
def _chapter_rows(chapter: Chapter, zone: str) -> tuple[Row, ...]:
    """Return the rows of a chapter, which are the same in every turn, only further down."""
    heading = (Cell(chapter.heading(zone), UNDONE if chapter.undone else "report.turn"),)
    below = ((Cell(each.text, UNDONE if chapter.undone else f"report.{each.weight}"),) for each in chapter.paragraphs)
    return (heading, *below)
