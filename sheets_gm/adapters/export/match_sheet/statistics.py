"""The tab Statistics: a table of players, who was best at what, and charts of who was ahead."""

from __future__ import annotations

from typing import Any

from sheets_gm.adapters.export.match_sheet.lists import Column, ListSheet, Looks, room_for
from sheets_gm.adapters.export.match_sheet.turns import TURNS, Charted
from sheets_gm.gm.story.model import LUCK, Story

TITLE = "Statistics"
MOST_LABELS = 10
"""About how many turns the axis of a chart names."""

NAMED = {"blue": "#2563eb", "red": "#dc2626", "teal": "#0d9488", "orange": "#ea580c", "violet": "#7c3aed"}
"""The colours of sides whose names are colours."""

COLOURS = ("#2563eb", "#dc2626", "#0d9488", "#ea580c", "#7c3aed", "#ca8a04")
WIDE, HIGH = 760, 300
"""The size of a chart in pixels."""


COLUMNS = {"Player": (150, ""), "Team": (80, ""), "Rolls": (56, ""), LUCK: (60, "+0%;-0%;0%")}
"""The widths and formats of the columns that are no statistics."""


def write_statistics(book: Any, looks: Looks, story: Story, charted: Charted) -> None:
    """Write the tab. The program that opens it draws its charts."""
    headings, rows = story.players_table
    columns = [Column(name, *COLUMNS.get(name, (72, "0.#"))) for name in headings]
    help_text = "What counts for each player. Luck: by how much the rolls are above what is to be expected."
    listed = ListSheet(book, looks, TITLE, help_text, columns)
    for row in rows:
        listed.add(row)
    end = listed.next_row - 1
    listed.close()
    sheet, below = listed.sheet, end + 2
    if story.awards:
        sheet.write_string(below, 0, "Awards", looks.get(bold=True, font_size=12, text_wrap=False))
    for at, award in enumerate(story.awards, start=below + 1):
        sheet.write_string(at, 0, award.title, looks.get(bold=True, font_color="#4b5563"))
        sheet.write_string(at, 1, award.text, looks.get(text_wrap=False))
    below += len(story.awards) + 2
    below = _lead(book, sheet, story, charted, below)
    below = _best(book, sheet, story, (listed.first, end), 1 + ("Team" in headings), below)
    sheet.print_area(0, 0, below, max(len(columns) - 1, 8))


def _lead(book: Any, sheet: Any, story: Story, charted: Charted, row: int) -> int:
    """Draw the chart of who was ahead at *row*, and return the row below it."""
    if not charted.columns or len(story.turns) < 2:
        return row
    chart = book.add_chart({"type": "line"})
    columns = dict(charted.columns)
    shown = [side for side in story.charted_sides if story.sides[side] in columns]
    for side, colour in zip(shown, COLOURS, strict=False):
        name = story.sides[side]
        column = columns[name]
        chart.add_series(
            {
                "name": name,
                "categories": [TURNS, charted.first, 0, charted.last, 0],
                "values": [TURNS, charted.first, column, charted.last, column],
                "line": {"color": NAMED.get(side, colour), "width": 2},
            }
        )
    chart.show_blanks_as("span")
    chart.set_legend({"position": "bottom"})
    step = max(1, len(story.turns) // MOST_LABELS)
    return _place(sheet, chart, story.ahead, row, {"interval_unit": step})


def _best(book: Any, sheet: Any, story: Story, rows: tuple[int, int], left: int, row: int) -> int:
    """Draw a chart of the first statistic with an award at *row*, and return the row below it."""
    if not story.awards or not story.statistics:
        return row
    name = story.charted_statistic or story.statistics[0]
    at = story.statistics.index(name)
    chart = book.add_chart({"type": "column"})
    chart.add_series(
        {
            "name": name,
            "categories": [TITLE, rows[0], 0, rows[1], 0],
            "values": [TITLE, rows[0], left + at, rows[1], left + at],
            "fill": {"color": COLOURS[0]},
        }
    )
    chart.set_legend({"none": True})
    return _place(sheet, chart, f"{name} by player", row)


def _place(sheet: Any, chart: Any, title: str, row: int, axis: dict[str, Any] | None = None) -> int:
    chart.set_title({"name": title, "overlay": False, "name_font": {"size": 12}})
    chart.set_size({"width": WIDE, "height": HIGH})
    chart.set_y_axis({"min": 0, "major_gridlines": {"visible": True, "line": {"color": "#e5e7eb"}}})
    chart.set_x_axis({"num_font": {"size": 8}, **(axis or {})})
    sheet.insert_chart(row, 0, chart)
    return room_for(sheet, row, HIGH) + 2
