"""Calendars as text (iCalendar, RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

OCTETS = 75
"""The most octets of a line: a longer one goes on in the next, which begins with a space (3.1)."""

FIRST_REVISION = int(datetime(2020, 1, 1, tzinfo=UTC).timestamp())
"""Revisions are counted in seconds from here: an event that moves has a higher one, and nothing is kept for that."""

ALARM = "-PT2H"
"""When a calendar reminds of an event."""


class CalendarEvent(NamedTuple):
    """An event at the instant *at*. *key* is the same whenever the same event is written again.

    *status* is "CONFIRMED", "TENTATIVE" or "CANCELLED", or "" for none. *alarm* is the text of a reminder; "" for none.
    """

    key: str
    at: float
    title: str
    text: str = ""
    link: str = ""
    status: str = ""
    alarm: str = ""


def icalendar(name: str, events: Iterable[CalendarEvent], now: float, refresh: str = "") -> bytes:
    """Return the calendar called *name* with *events*, as of the instant *now*.

    *refresh* is how often a program should request it again ("PT15M", RFC 7986); "" for a file.
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//sheets_gm//deadlines//EN",
        f"X-WR-CALNAME:{_text(name)}",
        *([f"REFRESH-INTERVAL;VALUE=DURATION:{refresh}", f"X-PUBLISHED-TTL:{refresh}"] if refresh else []),
        *(line for event in events for line in _event(event, now)),
        "END:VCALENDAR",
    ]
    return "".join(map(_folded, lines)).encode(errors="replace")


def _event(event: CalendarEvent, now: float) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{_text(event.key)}@sheets-gm"
    yield f"SEQUENCE:{max(0, int(now) - FIRST_REVISION)}"
    yield f"DTSTAMP:{_instant(now)}"
    yield f"DTSTART:{_instant(event.at)}"
    yield f"DTEND:{_instant(event.at)}"
    yield f"SUMMARY:{_text(event.title)}"
    yield from (f"{name}:{value}" for name, value in (("STATUS", event.status), ("URL", event.link)) if value)
    yield from ([f"DESCRIPTION:{_text(event.text)}"] if event.text else [])
    yield "TRANSP:TRANSPARENT"
    if event.alarm:
        yield from ("BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{_text(event.alarm)}")
        yield from (f"TRIGGER:{ALARM}", "END:VALARM")
    yield "END:VEVENT"


def _instant(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(value: str) -> str:
    """Return *value* as a TEXT (3.3.11), without control characters, which are not allowed in it."""
    value = value.replace("\r\n", "\n").replace("\r", "\n")
    value = "".join(letter for letter in value if letter == "\n" or letter.isprintable())
    for sign in ("\\", ";", ","):
        value = value.replace(sign, f"\\{sign}")
    return value.replace("\n", "\\n")


def _folded(line: str) -> str:
    """Return *line* with its end, in pieces of limited length. No character is split."""
    pieces, piece = [], ""
    for letter in line:
        if len((piece + letter).encode(errors="replace")) > OCTETS:
            pieces.append(piece)
            piece = " "
        piece += letter
    return "\r\n".join((*pieces, piece)) + "\r\n"
