"""Deadlines as an iCalendar file, which every calendar program reads."""

from __future__ import annotations

from sheets_gm.gm.calendars import Deadline, DeadlineCalendar, Standing
from sheets_gm.localsheets import icalendar

STATUS = {Standing.OPEN: "CONFIRMED", Standing.EXPECTED: "TENTATIVE", Standing.GONE: "CANCELLED"}


def icalendar_of(shown: DeadlineCalendar) -> bytes:
    """Return an iCalendar file with an event at each deadline of *shown*, and a reminder at those that are certain."""
    return icalendar.icalendar(shown.name, map(_event, shown.deadlines), shown.now)


def _event(each: Deadline) -> icalendar.CalendarEvent:
    return icalendar.CalendarEvent(
        key=each.key,
        at=each.at,
        title=each.title,
        text="\n".join(part for part in (each.text, each.link) if part),
        link=each.link,
        status=STATUS[each.standing],
        alarm=each.title if each.standing is Standing.OPEN else "",
    )
