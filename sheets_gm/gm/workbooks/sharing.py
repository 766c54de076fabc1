"""Sharing: whom each workbook of a match is shared with, and what to do about people who cannot be invited.

The people of a seat may edit the workbook that they play in. A public workbook in which nobody plays is shared for
reading and commenting. If the service refuses somebody, all others can still play, and the game master reads what to
do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sheets_gm.gm.intake.desk.free_seats import all_takers
from sheets_gm.gm.match_record.deadlines import time_of_day
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.hand_over import FREE, Openings, deputies
from sheets_gm.gm.match_record.told_names import names_by_account
from sheets_gm.gm.match_record.upkeep import Upkeep
from sheets_gm.gm.match_record.workbook import LATER, NO_ACCOUNT, UNINVITED, UNSEEN, Guest, Workbook
from sheets_gm.gm.ports.sheets import Sharing
from sheets_gm.gm.workbooks.layout import DESK_BOOK, WorkbookLayout
from sheets_gm.kernel.english import capitalized, counted, listed
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat

LINK, HAND = "link", "hand"
"""The ways of sharing in which the program does not invite people: a link for anyone, or the GM."""

DAILY_SHARES = 50
"""About how often Google lets an account share in a day. Google states no number."""

RETRIES: Mapping[str, float] = {LATER: 3600.0, UNINVITED: 600.0, UNSEEN: 3600.0}
"""Seconds until the next try for people without access, by the reason."""

RETRY = 86400.0
"""The same for any other reason: the person may have an account by then."""


def sharing_of(record: Record, layout: WorkbookLayout) -> Sharing:
    """Return whom a workbook of a match must be shared with."""
    invites = UNINVITED if record.policy.sharing == HAND else "mail" if record.policy.mail else "now"
    policy = record.policy
    guests = tuple(_with_newcomers(record, layout, _guests(policy, record.people, layout)))
    return Sharing(guests, invites, is_private(policy, layout), policy.allow_others, policy.gm)


def is_private(policy: Policy, layout: WorkbookLayout) -> bool:
    """Return whether only the guests of a workbook may see it."""
    return not is_public(layout) and not (is_common(layout) and policy.layout == "shared")


def guests_of(policy: Policy, seats: Sequence[Seat], layout: WorkbookLayout) -> tuple[str, ...]:
    """Return the accounts that a workbook is shared with; "" is anyone with the link."""
    return tuple(guest.account for guest in _guests(policy, seats, layout))


def shares_of(policy: Policy, seats: Sequence[Seat], layouts: Sequence[WorkbookLayout], owner: str) -> int:
    """Return how many invitations a match needs. *owner*, who owns the new documents, needs none."""
    if policy.sharing == HAND:
        return 0
    guests = (guest for layout in layouts for guest in _guests(policy, seats, layout))
    return sum(guest.account.casefold() != owner.casefold() for guest in guests if guest.account)


def _guests(policy: Policy, seats: Sequence[Seat], layout: WorkbookLayout) -> Iterator[Guest]:
    role = "commenter" if is_public(layout) else "writer"
    for account in sorted(set(policy.gm)):
        yield Guest(account=account, role=role)
    if layout.eyes == (GM,) and not layout.teams:
        return
    if policy.sharing == LINK:
        yield Guest(account="", role=role)
    elif policy.group and is_common(layout):
        yield Guest(account=policy.group, role=role, is_group=True)
    else:
        accounts = {seat.account for seat in layout.readers(seats) if seat.account}
        for account in sorted(accounts - set(policy.gm)):
            yield Guest(account=account, role=role)


def _with_newcomers(record: Record, layout: WorkbookLayout, guests: Iterable[Guest]) -> Iterator[Guest]:
    """Yield *guests*, the deputies of those who play in a workbook, and people who may take a seat there.

    Somebody who has left can still read what every player may open.
    """
    guests_by_account = {guest.account: guest for guest in guests}
    if record.policy.sharing != LINK and not (layout.eyes == (GM,) and not layout.teams):
        playing = {seat.id for seat in layout.readers(record.people)} if not is_public(layout) else set()
        new = {each.account for each in deputies(record) if each.account and each.seat in playing}
        if FREE in layout.tabs:
            new.update(account for taker in all_takers(record) for account in taker.accounts or ())
        for account in sorted(new):
            guests_by_account[account] = Guest(account=account, role="writer")
    if record.policy.sharing != LINK and is_common(layout):
        for account in sorted(each.account for each in Openings.of(record).people if each.account):
            guests_by_account.setdefault(account, Guest(account=account, role="reader"))
    yield from guests_by_account.values()


def is_public(layout: WorkbookLayout) -> bool:
    """Return whether a workbook is public: everybody sees it, and nobody plays in it."""
    return not layout.eyes and not layout.teams


def is_common(layout: WorkbookLayout) -> bool:
    """Return whether every player may open a workbook."""
    return is_public(layout) or (GM in layout.eyes and len(layout.eyes) > 1)


def is_named(policy: Policy, layout: WorkbookLayout) -> bool:
    """Return whether each player has a separate access to a workbook, so that cells can be reserved for them."""
    return policy.sharing != LINK and not (policy.group and is_common(layout))


def is_shared(workbook: Workbook, wanted: Sharing) -> bool:
    """Return whether a workbook is shared as *wanted*, ignoring guests who are refused."""
    return [(each.account, each.role) for each in workbook.guests] == [
        (each.account, each.role) for each in wanted.guests
    ]


def next_try(workbooks: Sequence[Workbook], now: float) -> float | None:
    """Return when people without access are tried again; None if everybody has access."""
    waits = [RETRIES.get(guest.refused, RETRY) for book in workbooks for guest in book.guests if guest.refused]
    return now + min(waits) if waits else None


def uninvited_lines(record: Record, *, to_all: bool = False) -> tuple[str, ...]:
    """Return a line on each account not invited, with what to do. With *to_all* it shows no accounts."""
    books_by_guest: dict[tuple[str, str], list[str]] = {}
    for book in record.workbooks:
        for guest in book.guests:
            if guest.refused and guest.refused != UNSEEN:
                books_by_guest.setdefault((guest.account, guest.refused), []).append(book.key)
    names = names_by_account(record)
    lines = []
    later: dict[tuple[str, ...], list[str]] = {}
    for (account, why), keys in books_by_guest.items():
        name = capitalized(names.get(account.casefold(), ""))
        who = (name if to_all and name else f"{name} ({account})" if name else account) or "Anyone with the link"
        if why in (LATER, UNINVITED):
            later.setdefault((why, *keys), []).append(who)
        else:
            lines.append(f"{who} is not invited to {_books(record, keys)}: {_advice(record, why)}")
    for (why, *keys), people in later.items():
        who = f"{listed(people)} {'is' if len(people) == 1 else 'are'}"
        lines.append(f"{who} not invited yet to {_books(record, keys)}: {_advice(record, why)}")
    return tuple(lines)


def stranger_lines(record: Record) -> tuple[str, ...]:
    """Return a line for each person who can open a private spreadsheet and is no guest, with what to do."""
    return tuple(f"{book.key}: {line}" for book in record.workbooks for line in book.strangers)


def _books(record: Record, keys: Sequence[str]) -> str:
    """Return the words for these spreadsheets. Players of a shared match know only one, besides the GM's."""
    players = [book for book in record.workbooks if book.key != DESK_BOOK]
    return "the spreadsheet" if len(players) <= 1 and DESK_BOOK not in keys else listed(list(keys))


def _advice(record: Record, why: str) -> str:
    """Return what to do about the reason *why* somebody is not invited."""
    match = record.charter.match
    if why == LATER:
        due = Upkeep.of(record).sharing_due
        at = f", next at {time_of_day(due, record.policy.zone)}" if due else ""
        return (
            f"Google allows about {DAILY_SHARES} invitations a day. The sync continues on its own{at}. Faster: invite "
            "them yourself (Share)."
        )
    if why == UNINVITED:
        return (
            "invite them yourself: Share, as Editor (as Commenter where nobody types). The sync then gives them their "
            "cells."
        )
    if why == NO_ACCOUNT:
        return (
            "there is no Google account with that address. Let Google write to it, sheets-gm invite "
            f"{match} --mail; or name another address: sheets-gm substitute."
        )
    return why


def invitations(count: int, books: int) -> str:
    """Return the notice before people are invited; "" if none is needed."""
    if not count:
        return ""
    many = (
        f" Google allows about {DAILY_SHARES} a day, and the sync sends the rest later. To need fewer: --set "
        "group=ADDRESS for a Google Group, --set share=link, or --set share=hand."
        if count > DAILY_SHARES // 2
        else ""
    )
    return f"Inviting: {counted(count, 'invitation')} to {counted(books, 'spreadsheet')}.{many}"
