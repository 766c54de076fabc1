"""The deadlines of an account as an iCalendar feed (RFC 5545), from the turns that its spreadsheets note."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256

from sheets_gm.localsheets.api.open_turns import Json, open_turns
from sheets_gm.localsheets.spreadsheet.model.document import Document

OCTETS = 75
"""The most octets of a line: a longer one goes on in the next, which begins with a space (3.1)."""

REFRESH = "PT15M"
"""How often a calendar should ask again (RFC 7986)."""

LAST = datetime(9999, 1, 1, tzinfo=UTC).timestamp()
"""An instant after which no deadline is: whoever may edit a spreadsheet may note anything in it."""

FIRST_REVISION = int(datetime(2020, 1, 1, tzinfo=UTC).timestamp())
"""Revisions are counted in seconds from here: an event that moves has a higher one, and nothing is kept for that."""


def feed(documents: Iterable[Document], account: str, base: str, now: float) -> bytes:
    """The calendar of *account* at the instant *now*: an event at the deadline of each turn that is open.

    *base* is the address of the server, for links to the spreadsheets.
    """
    turns = [turn for turn in open_turns(documents, account) if 0 <= (turn["due"] or -1) < LAST]
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//sheets_gm//turns//EN",
        "X-WR-CALNAME:Turns",
        f"REFRESH-INTERVAL;VALUE=DURATION:{REFRESH}",
        f"X-PUBLISHED-TTL:{REFRESH}",
        *(line for turn in turns for line in _event(turn, base, now)),
        "END:VCALENDAR",
    ]
    return "".join(_folded(line) for line in lines).encode(errors="replace")


def _event(turn: Json, base: str, now: float) -> Iterator[str]:
    key = sha256(f"{turn['document']} {turn['step']}".encode()).hexdigest()[:32]
    link = f"{base.rstrip('/')}/d/{turn['document']}"
    left = [tab for tab, done in turn["duties"] if not done]
    waits = f"To do: {', '.join(left)}" if left else "You are ready"
    at = _instant(turn["due"])
    yield "BEGIN:VEVENT"
    yield f"UID:{key}@sheets-gm"
    yield f"SEQUENCE:{max(0, int(now) - FIRST_REVISION)}"
    yield f"DTSTAMP:{_instant(now)}"
    yield f"DTSTART:{at}"
    yield f"DTEND:{at}"
    yield f"SUMMARY:{_text(': '.join(part for part in (turn['name'], turn['step']) if part))}"
    yield f"DESCRIPTION:{_text(f'{waits}. {link}')}"
    yield f"URL:{link}"
    yield "TRANSP:TRANSPARENT"
    if left:
        yield from (
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            f"DESCRIPTION:{_text(turn['name'])}",
            "TRIGGER:-PT2H",
            "END:VALARM",
        )
    yield "END:VEVENT"


def _instant(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(value: str) -> str:
    """*value* as a TEXT (3.3.11), without control characters, which it may not have."""
    value = value.replace("\r\n", "\n").replace("\r", "\n")
    value = "".join(letter for letter in value if letter == "\n" or letter.isprintable())
    for sign in ("\\", ";", ","):
        value = value.replace(sign, f"\\{sign}")
    return value.replace("\n", "\\n")


def _folded(line: str) -> str:
    """*line* with its end, in pieces of at most so many octets: no character is cut in two."""
    pieces, piece = [], ""
    for letter in line:
        if len((piece + letter).encode(errors="replace")) > OCTETS:
            pieces.append(piece)
            piece = " "
        piece += letter
    return "\r\n".join((*pieces, piece)) + "\r\n"
