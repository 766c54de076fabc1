"""Delivery of notices: at once, or at the times that their readers want."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.gm.calendars import calendar_of_seat
from sheets_gm.gm.match_record.notice_wishes import Held, held_with
from sheets_gm.gm.match_record.notices_part import Notices, muted_addresses
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.poll.notices import Notice, links_of
from sheets_gm.gm.side_jobs import Report, guarded
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.forms import Form


def sorted_by_time(record: Record, notices: Sequence[Notice], now: float) -> tuple[list[Notice], tuple[Held, ...]]:
    """Return the notices to send now, including those that have waited long enough, and those that wait from now on.

    A waiting notice has no picture, which would no longer show the current position.
    """
    notices_part = Notices.of(record)
    held = tuple(each for each in notices_part.held if each.at > now)
    sent = [
        _together(record, seat, [each for each in notices_part.held if each.seat == seat]) for seat in _due(record, now)
    ]
    for notice in notices:
        wish = notices_part.wishes.get(notice.seat) if notice.seat is not None else None
        if wish is None or notice.seat is None:
            sent.append(notice)
            continue
        at = wish.time_for(now, record.zone_of(notice.seat), asks=notice.asks)
        if not wish.none and at <= now:
            sent.append(notice)
        elif not wish.none:
            new = Held(seat=notice.seat, title=notice.title, body=notice.body, at=at, instants=notice.instants)
            held = held_with(held, new)
    return sent, held


def addressed(
    record: Record, notices: Sequence[Notice], forms: Sequence[Form], label: str, now: float, report: Report
) -> list[Notice]:
    """Return *notices* with addresses and calendars. *label* is the current step.

    A notice to a seat gets the deadlines of the seat at *now*, its e-mail address from the roster if its player wants
    mail, and its hook if there is one. If a calendar cannot be made, the error goes to *report*, and the notice is sent
    without it.
    """
    accounts = {seat.id: seat.account or "" for seat in record.people}
    stop, muted = next(iter(record.policy.gm), ""), muted_addresses(record)
    addressed_notices: list[Notice] = []
    wishes = Notices.of(record).wishes
    for each in notices:
        wish = wishes.get(each.seat or "")
        addresses = {"mail": accounts.get(each.seat or "", "") if wish.mail else "", "hook": wish.hook} if wish else {}
        silent = tuple(address.digest for address in muted if address.seat == each.seat)
        calendar = None
        with guarded("the calendar of a seat", report):
            calendar = calendar_of_seat(record, forms, label, now, each.seat)
        addressed_notices.append(each.but(calendar=calendar, stop=stop, muted=silent, **addresses))
    return addressed_notices


def are_wanted(record: Record) -> bool:
    """Return whether any player has said where to send notices."""
    return any(wish.hook or wish.mail for wish in Notices.of(record).wishes.values())


def is_due(record: Record, now: float) -> bool:
    """Return whether a notice has waited long enough."""
    return any(each.at <= now for each in Notices.of(record).held)


def _due(record: Record, now: float) -> list[str]:
    """Return the seats with notices that have waited long enough."""
    return list(dict.fromkeys(each.seat for each in Notices.of(record).held if each.at <= now))


def _together(record: Record, seat: str, held: Sequence[Held]) -> Notice:
    """Return all waiting notices of a seat as one notice."""
    if len(held) == 1:
        (one,) = held
        return Notice(seat=seat, title=one.title, body=one.body, instants=one.instants)
    link = links_of(record, seat)
    parts = [f"{each.title}\n{each.body.removesuffix(link)}" for each in held]
    instants = {text: instant for each in held for text, instant in each.instants.items()}
    title = f"{record.title}: {counted(len(held), 'notice')}"
    return Notice(seat=seat, title=title, body="\n\n".join(parts) + link, instants=instants)
