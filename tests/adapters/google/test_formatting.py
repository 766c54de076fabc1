"""The requests that format a tab beyond its cells."""

from __future__ import annotations

from typing import Any

from sheets_gm.adapters.google.workbooks.tabs.formatting import set_new_sizes
from sheets_gm.sheet.template import TabTemplate


def sizes(tab_template: TabTemplate, before: tuple[int, int], after: tuple[int, int]) -> list[tuple[Any, ...]]:
    """Dimension, first line, the line behind the last, and size: of each request."""
    requests = [each["updateDimensionProperties"] for each in set_new_sizes(1, tab_template, before, after)]
    return [
        (*(each["range"][name] for name in ("dimension", "startIndex", "endIndex")), each["properties"]["pixelSize"])
        for each in requests
    ]


def test_neighbouring_lines_of_one_size_are_one_request() -> None:
    board = TabTemplate(title="Board", widths=(40, 40, 40, 9, 40), heights=(20, 50, 50))
    assert sizes(board, (0, 0), (9, 5)) == [
        ("COLUMNS", 0, 3, 40),
        ("COLUMNS", 3, 4, 9),
        ("COLUMNS", 4, 5, 40),
        ("ROWS", 0, 1, 20),
        ("ROWS", 1, 3, 50),
    ]
    assert sizes(board, (2, 1), (9, 4)) == [("COLUMNS", 1, 3, 40), ("COLUMNS", 3, 4, 9), ("ROWS", 2, 3, 50)]
