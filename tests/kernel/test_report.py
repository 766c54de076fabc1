"""Reports: events joined in paragraphs."""

from __future__ import annotations

from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.report import Paragraph, Weight, line_by_line, runs, summed

KINDS = ("Drake", "Mage", "Drake")


def event(kind: str) -> Event:
    return Event(kind=kind, clause="TOY-1")


def test_neighbouring_events_of_one_group_are_joined_and_others_stand_alone() -> None:
    events = [event(kind) for kind in ("moved", "flew", "fought", "fought", "moved")]
    found = [(group, [each.kind for each in run]) for group, run in runs(events, {"moved": "way", "flew": "way"})]
    assert found == [("way", ["moved", "flew"]), ("", ["fought"]), ("", ["fought"]), ("way", ["moved"])]


def test_neighbouring_events_of_two_groups_are_not_joined() -> None:
    found = [group for group, _ in runs([event("moved"), event("rested")], {"moved": "moves", "rested": "rests"})]
    assert found == ["moves", "rests"]


def test_a_report_line_by_line_has_a_paragraph_for_each_event_with_its_weight() -> None:
    report = line_by_line(lambda each, _: each.kind.upper(), headlines=("fell",), details=("rolled",))
    assert report([event("moved"), event("rolled"), event("fell")], {}) == (
        Paragraph("MOVED", Weight.LINE),
        Paragraph("ROLLED", Weight.DETAIL),
        Paragraph("FELL", Weight.HEADLINE),
    )


def test_lines_that_differ_in_what_they_count_are_summed_up_where_the_first_stood() -> None:
    recruits = [Paragraph(f"Ana recruits r{at} {kind}", sums=("Ana recruits", kind)) for at, kind in enumerate(KINDS)]
    other = Paragraph("Ben recruits b1 Mage at B1", sums=("Ben recruits", "Mage"))
    told = [each.text for each in summed([recruits[0], other, *recruits[1:], Paragraph("Dawn"), Paragraph("Dawn")])]
    assert told == ["Ana recruits 2 Drakes and Mage", "Ben recruits b1 Mage at B1", "Dawn", "Dawn"]
