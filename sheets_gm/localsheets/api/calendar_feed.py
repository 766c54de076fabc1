"""The deadlines of an account as an iCalendar feed, from the turns that its spreadsheets note."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256

from sheets_gm.localsheets.api.open_turns import Json, open_turns
from sheets_gm.localsheets.protocol.icalendar import CalendarEvent, icalendar
from sheets_gm.localsheets.spreadsheet.model.document import Document

REFRESH = "PT15M"
"""How often a calendar should ask again."""

LAST = datetime(9999, 1, 1, tzinfo=UTC).timestamp()
"""An instant after which no deadline is: whoever may edit a spreadsheet may note anything in it."""


def feed(documents: Iterable[Document], account: str, base: str, now: float) -> bytes:
    """Return the calendar of *account* at the instant *now*: an event at the deadline of each open turn.

    *base* is the address of the server, for links to the spreadsheets.
    """
    turns = [turn for turn in open_turns(documents, account) if 0 <= (turn["due"] or -1) < LAST]
    return icalendar("Turns", [_event(turn, base) for turn in turns], now, REFRESH)


def _event(turn: Json, base: str) -> CalendarEvent:
    link = f"{base.rstrip('/')}/d/{turn['document']}"
    left = [tab for tab, done in turn["duties"] if not done]
    waits = f"To do: {', '.join(left)}" if left else "You are ready"
    return CalendarEvent(
        key=sha256(f"{turn['document']} {turn['step']}".encode()).hexdigest()[:32],
        at=turn["due"],
        title=": ".join(part for part in (turn["name"], turn["step"]) if part),
        text=f"{waits}. {link}",
        link=link,
        alarm=turn["name"] if left else "",
    )
