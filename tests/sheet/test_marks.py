"""Marks: long ones are split, and none is left out in silence."""

from __future__ import annotations

import json

from sheets_gm.sheet.marks import MOST_LETTERS, ROOM, joined, marked


def test_a_mark_is_one_text() -> None:
    assert marked("page.news", ["Ana moves."]) == (("page.news", '["Ana moves."]'),)


def test_a_long_mark_goes_on_in_further_ones_and_reads_as_before() -> None:
    value = {"names": ["x" * 99] * 230}
    marks = marked("page.places", value)
    assert [key for key, _ in marks] == ["page.places", "page.places.2"]
    assert max(len(text) for _, text in marks) == MOST_LETTERS
    assert json.loads(joined((*marks, ("page.version", "Turn 1")))["page.places"]) == value


def test_a_mark_for_which_a_tab_has_no_room_says_that_it_is_missing() -> None:
    assert marked("page.reach", "x" * ROOM) == (("page.reach.long", str(ROOM + 2)),)
