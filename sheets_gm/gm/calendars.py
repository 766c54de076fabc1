"""The deadlines of a seat, or of everybody, as events for a calendar.

An event always has the same key, so a calendar moves its event instead of adding another one. The calendar reveals only
what the reader's own rows and the public clock show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import islice

from sheets_gm.gm.clocks import deadlines
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.workbook import PUBLIC_WORKBOOKS
from sheets_gm.gm.story.audience import PUBLIC, Audience
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.model import Model

EXPECTED = 10
"""How many deadlines are listed after the open one, if the match has a rhythm."""


class Standing(StrEnum):
    """How certain a deadline is."""

    OPEN = "open"
    EXPECTED = "expected"
    GONE = "gone"


class Deadline(Model):
    """A deadline at the time *at*. *key* is the same whenever the same deadline is written again.

    It is open, or *expected* if the earlier steps are played at their deadlines, or *gone*: a calendar then removes it.
    """

    key: str
    at: float
    title: str
    text: str = ""
    link: str = ""
    standing: Standing = Standing.OPEN


class DeadlineCalendar(Model):
    """The content of a calendar called *name* at the time *now*."""

    name: str
    now: float
    deadlines: tuple[Deadline, ...]

    def count(self, standing: Standing) -> int:
        """Return the number of deadlines with this *standing*."""
        return sum(each.standing is standing for each in self.deadlines)


def calendar_for(
    record: Record, forms: Iterable[Form], label: str, now: float, reader: Audience = PUBLIC
) -> DeadlineCalendar:
    """Return the deadlines for *reader*, or for everybody, while *forms* are open in the step called *label*."""
    eyes, title, who = reader.eyes, record.title, reader.seat or "table"
    books = {book.key: book.link for book in record.workbooks if book.link}
    keys = (*(f"seat.{each}" for each in eyes), *(f"team.{each}" for each in eyes), *PUBLIC_WORKBOOKS)
    link = next((books[key] for key in keys if key in books), "")
    charter = record.charter

    def key(number: int) -> str:
        # matches of other installations may have the same name, and the same calendar
        return f"{charter.match}-{who}-{number}-{charter.top[:12]}"

    def events() -> Iterator[Deadline]:
        live = record.status is Status.LIVE
        ends = deadlines(record, forms).items() if live else ()
        own_ends = [end for owner, end in ends if end is not None and (not eyes or owner in eyes)]
        if own_ends:
            text = "Until then your orders can be changed."
            yield Deadline(key=key(0), at=max(own_ends), title=f"{title}: {label}", text=text, link=link)
        elif _has_deadlines(record, now):
            yield Deadline(key=key(0), at=now, title=f"{title}: no deadline", standing=Standing.GONE)
        later = tuple(islice(_expected(record), EXPECTED)) if live else ()
        for number, at in enumerate(later, start=1):
            text = "Expected, if each turn is played at its deadline."
            one = Deadline(key=key(number), at=at, title=f"{title}: a later turn", text=text, link=link)
            yield one.but(standing=Standing.EXPECTED)
        if not later and record.policy.pace.next_due(now) is not None:
            for number in range(1, EXPECTED + 1):
                yield Deadline(key=key(number), at=now, title=f"{title}: no deadline", standing=Standing.GONE)

    return DeadlineCalendar(name=title, now=now, deadlines=tuple(events()))


def calendar_of_seat(
    record: Record, forms: Sequence[Form], label: str, now: float, seat: str | None
) -> DeadlineCalendar | None:
    """Return the calendar for a notice to *seat*; None if the seat has no player, or nothing is ever due."""
    person = next((each for each in record.people if each.id == seat), None)
    if person is None:
        return None
    calendar = calendar_for(record, forms, label, now, Audience(person.id, person.team))
    return calendar if calendar.deadlines else None


def _has_deadlines(record: Record, now: float) -> bool:
    """Return whether steps of this match are ever due, so that a calendar may hold deadlines."""
    return bool(record.due or record.policy.clocks) or record.policy.pace.next_due(now) is not None


def _expected(record: Record) -> Iterator[float]:
    """Yield the deadlines after the open one, by the rhythm of the match."""
    at = record.due
    while at is not None:
        at = record.policy.pace.next_due(at, at)
        if at is not None:
            yield at
