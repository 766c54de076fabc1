"""The lines that `sheets-gm new` prints apart from links: deadlines, costs of a step, missing access or protection."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from sheets_gm.adapters.cli.context import Installation, missing_accounts
from sheets_gm.adapters.cli.new_match.free_seats import free_seats_line
from sheets_gm.gm.match_record.seats.hand_over import openings
from sheets_gm.kernel.english import listed

if TYPE_CHECKING:
    from sheets_gm.adapters.cli.new_match.options import NewOptions
    from sheets_gm.adapters.google.google_sheets import GoogleSheets
    from sheets_gm.gm.creation import NewMatch
    from sheets_gm.gm.match_record.policy import Policy
    from sheets_gm.gm.match_record.record import Record
    from sheets_gm.gm.workbooks.layout import WorkbookLayout
    from sheets_gm.kernel.seats import Seat


CARD = (
    "Several Google accounts in one browser: open the link in the one that was invited, or in a private window.",
    "An account of a school or an employer may not open spreadsheets of others: give the game master a private one.",
    "Google sends no mail about the invitation: the link is all that you need. Keep it.",
    "Advanced Protection is no hindrance: a player needs no app and grants no permission. Decline what asks for one.",
)
"""What players of a match on Google should know; sheets-gm help google has the same."""


def lines_about(record: Record, installation: Installation, *, is_local: bool) -> Iterator[str]:
    """Yield the lines about a new match: its links, its deadlines, its dice."""
    from sheets_gm.kernel.match.signed import fingerprint

    charter, books = record.charter, record.workbooks
    yield f"Created {charter.title}."
    if record.policy.layout == "shared":
        yield "  everybody sees everybody's orders until they are locked: use new --sealed for a contest"
        if not is_local:
            yield (
                "  for people who trust each other: a script that one of them attaches to the spreadsheet runs as "
                "whoever opens it (sheets-gm help security)"
            )
    if charter.sandbox:
        yield f"  a sandbox of {charter.sandbox.match}: {charter.sandbox.label} is played first, with other dice"
    yield from workbook_lines(record)
    if openings(record):
        yield f"  {free_seats_line(record)}"
    if record.due is not None:
        yield f"  {deadlines_line(record.policy, record.due)}"
    yield f"  dice chain {charter.top[:16]}… (also on the Dice tab)"
    yield f"  record signed by {fingerprint(charter.key)}… (also on the Dice tab)"
    if len(books) > 1 and not is_local:
        yield f"  {cost_of_a_step(len(books), installation)}"
    if record.policy.sharing != "invite":
        yield "Send your players the link." if len(books) == 1 else "Send each player the links."
    if not is_local:
        yield "For your players:"
        yield from (f"  - {line}" for line in CARD)


def workbook_lines(record: Record) -> Iterator[str]:
    """Yield a line for each workbook of a match: whose it is, by the names of people, and its link."""
    players = {seat.id: seat.player for seat in record.people}
    return link_lines({book.key: book.link for book in record.workbooks}, players)


def link_lines(links: Mapping[str, str], players: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each of the *links* of workbooks by key, with the names of the *players* by seat."""
    names = [whose(key, players) for key in links]
    for name, link in zip(names, links.values(), strict=True):
        yield f"  {name:<{max(map(len, names))}}  {link}"


def whose(key: str, players: Mapping[str, str]) -> str:
    """Return whose the workbook *key* is: the player or team that it belongs to."""
    kind, _, owner = key.partition(".")
    if kind == "seat":
        return players.get(owner, owner)
    return {"team": f"team {owner.capitalize()}", "gm": "game master", "public": "everybody", "table": "everybody"}.get(
        kind, key
    )


def warnings_about(
    asked: NewOptions, new: NewMatch, record: Record, books: Sequence[WorkbookLayout], sheets: GoogleSheets
) -> Iterator[str]:
    """Yield warnings about a new match for its game master: who has no access, and what is not protected."""
    from sheets_gm.adapters.people import roster as rosters
    from sheets_gm.gm.workbooks.sharing import is_named, is_public, stranger_lines, uninvited_lines

    yield from (f"{each.text}." for each in new.game.why_not(new.settings, new.seats) if not each.refuses)
    policy, seats = new.policy, [seat for seat in new.seats if seat.id not in new.open_seats]
    ignored = rosters.ignored(asked.roster, new.game, new.settings) if asked.roster else ""
    if ignored:
        yield ignored
    all_named = all(is_named(policy, book) for book in books if not is_public(book))
    if policy.sharing == "link":
        yield (
            "Whoever has a link may type for every player whose rows are there, speak in their name and give up for "
            "their side. Votes, a deputy, notices by mail, an exchange or an end of a seat are not on the tab “Your "
            "seat”: the game master sees to them. For more, share by share=invite."
        )
    elif not all_named:
        yield "Whoever may edit a spreadsheet can edit the cells of all of its players."
    if policy.layout == "sealed":
        yield from uninvited(new.match, () if policy.sharing == "link" else seats, books, policy.gm)
    else:
        yield from unprotected(seats if all_named else (), policy.gm)
    yield from (*stranger_lines(record), *uninvited_lines(record), *missing_accounts(sheets, record))


def cost_of_a_step(workbooks: int, installation: Installation) -> str:
    """Return how many calls a step of a match with several workbooks needs, and how long it takes to show it."""
    from sheets_gm.adapters.cli.durations import format_duration
    from sheets_gm.adapters.google.capacity import step_of
    from sheets_gm.adapters.installation.settings import Quota

    quota = installation.settings.google.quota or Quota()
    step = step_of(workbooks, quota)
    return (
        f"A step takes {step.calls} reads, as a rule, and up to {step.calls} writes, of the {quota.account_reads} and "
        f"{quota.account_writes} that its account may make a minute. All see it about {format_duration(step.shown)} "
        f"after its lock, and the next one can follow {format_duration(step.between)} after it. While people type, the "
        f"match is polled every {format_duration(step.pause)}."
    )


def deadlines_line(policy: Policy, first: float) -> str:
    """Return when the turns of a match are due. *first* is the first deadline."""
    from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
    from sheets_gm.gm.match_record.durations import format_duration

    every = f"every {format_duration(policy.every)}" if policy.every is not None else ""
    if policy.at:
        times = " ".join(part for part in (every, f"at {listed([str(time) for time in policy.at])}") if part)
        every = f"{times}, at least {format_duration(policy.pace.shortest)} for a turn"
    if policy.hours is not None:
        every = f"{every}, played {policy.hours}".removeprefix(", ")
    return f"turns are due {every}: the first on {clock_face_in_zone(first, policy.zone)}"


def unprotected(seats: Sequence[Seat], gms: Sequence[str]) -> Iterator[str]:
    """Yield warnings about cells that everybody can edit, because an account is not known."""
    unknown = [seat.player for seat in seats if not seat.account]
    if unknown:
        who = "all players" if len(unknown) == len(seats) else ", ".join(unknown)
        yield f"Everyone at the table can edit the cells of {who}: the roster names no account for them."
    if not gms:
        yield "Nobody can type on the GM and Desk tabs: name the game master's account with sheets-gm change --add-gm."


def uninvited(match: str, seats: Sequence[Seat], books: Sequence[WorkbookLayout], gms: Sequence[str]) -> Iterator[str]:
    """Yield warnings about people who cannot open a workbook of a sealed match, because an account is not known."""

    def command_for(seat: Seat) -> str:
        return shlex.join(["sheets-gm", "substitute", match, seat.id, f"{seat.player} <ADDRESS>"])

    locked_out, partly, closed_books = [], [], 0
    for book in books:
        people = book.readers(seats) if book.eyes or book.teams else ()
        unknown = [seat for seat in people if not seat.account]
        if people and len(unknown) == len(people):
            locked_out += unknown
            closed_books += 1
        else:
            partly += unknown
    # a player may have a workbook of their own and one with their team
    locked_out = list({seat.id: seat for seat in locked_out}.values())
    partly = [seat for seat in {seat.id: seat for seat in partly}.values() if seat not in locked_out]
    if locked_out:
        who = "all players" if len(locked_out) == len(seats) else listed([seat.player for seat in locked_out])
        nobody, books_of = "Only the GM" if gms else "Nobody", "workbook of" if closed_books == 1 else "workbooks of"
        yield f"{nobody} is invited to the {books_of} {who} until an account is named: {command_for(locked_out[0])}"
    if partly:
        yield (
            f"{listed([seat.player for seat in partly])} cannot open the workbook of the team, and the rest of the "
            f"team can type in those cells, until an account is named: {command_for(partly[0])}"
        )
    if not gms:
        yield "Nobody is invited to the GM's workbook: name the GM's account with --gm."
