"""Deadlines as an iCalendar file, which every calendar reads (RFC 5545)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sheets_gm.adapters.installation.optional_dependencies import MissingExtra, how_to_get
from sheets_gm.gm.calendars import DeadlineCalendar, Standing
from sheets_gm.gm.match_record.clock_times import local_time

PRODUCT = "-//sheets_gm//deadlines//EN"
ALARM = timedelta(hours=-2)
"""When the calendar reminds of a deadline that is certain."""

FIRST_REVISION = int(datetime(2020, 1, 1, tzinfo=UTC).timestamp())
"""Revisions are counted in seconds from here, so that they rise without anything being kept, and tell only the time."""

STATUS = {Standing.OPEN: "CONFIRMED", Standing.EXPECTED: "TENTATIVE", Standing.GONE: "CANCELLED"}


def icalendar_of(shown: DeadlineCalendar) -> bytes:
    """An iCalendar file with an event at each deadline of *shown*. `MissingExtra`."""
    try:
        from icalendar import Alarm, Calendar, Event
    except ImportError as error:
        raise MissingExtra(f"A calendar needs icalendar: {how_to_get('notify')}") from error
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", shown.name)
    for each in shown.deadlines:
        event, at = Event(), local_time(each.at, "UTC")
        event.add("uid", f"{each.key}@sheets-gm")
        event.add("sequence", max(0, int(shown.now) - FIRST_REVISION))
        event.add("dtstamp", local_time(shown.now, "UTC"))
        event.add("dtstart", at)
        event.add("dtend", at)
        event.add("summary", each.title)
        event.add("status", STATUS[each.standing])
        event.add("transp", "TRANSPARENT")
        if text := "\n".join(part for part in (each.text, each.link) if part):
            event.add("description", text)
        if each.link:
            event.add("url", each.link)
        if each.standing is Standing.OPEN:
            alarm = Alarm()
            alarm.add("action", "DISPLAY")
            alarm.add("description", each.title)
            alarm.add("trigger", ALARM)
            event.add_component(alarm)
        calendar.add_component(event)
    return bytes(calendar.to_ical())
