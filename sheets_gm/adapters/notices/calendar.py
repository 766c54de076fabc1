"""Deadlines as an iCalendar file, which every calendar reads (RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sheets_gm.adapters.installation.optional_dependencies import MissingExtra, how_to_get

PRODUCT = "-//sheets_gm//deadlines//EN"
ALARM = timedelta(hours=-2)
"""When the calendar reminds of a deadline that is certain."""


class Deadline(NamedTuple):
    """A deadline at the instant *at*. *key* is the same whenever the same deadline is written again.

    *expected*: it comes only if the steps before it are played at their deadlines.
    """

    key: str
    at: float
    title: str
    text: str = ""
    link: str = ""
    expected: bool = False


def calendar_of(name: str, deadlines: Iterable[Deadline], now: float) -> bytes:
    """An iCalendar file called *name* with an event at each of *deadlines*, as it is *now*. `MissingExtra`."""
    try:
        from icalendar import Alarm, Calendar, Event
    except ImportError as error:
        raise MissingExtra(f"A calendar needs icalendar: {how_to_get('notify')}") from error
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    for each in deadlines:
        event, at = Event(), datetime.fromtimestamp(each.at, UTC)
        event.add("uid", f"{each.key}@sheets-gm")
        event.add("dtstamp", datetime.fromtimestamp(now, UTC))
        event.add("dtstart", at)
        event.add("dtend", at)
        event.add("summary", each.title)
        event.add("status", "TENTATIVE" if each.expected else "CONFIRMED")
        event.add("transp", "TRANSPARENT")
        if text := "\n".join(part for part in (each.text, each.link) if part):
            event.add("description", text)
        if each.link:
            event.add("url", each.link)
        if not each.expected:
            alarm = Alarm()
            alarm.add("action", "DISPLAY")
            alarm.add("description", each.title)
            alarm.add("trigger", ALARM)
            event.add_component(alarm)
        calendar.add_component(event)
    return bytes(calendar.to_ical())
