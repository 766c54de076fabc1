"""`sheets-gm calendar`: the deadlines of a match, for a calendar."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, home_option

if TYPE_CHECKING:
    from sheets_gm.adapters.notices.calendar import Deadline
    from sheets_gm.gm.match_record.record import Record

EXPECTED = 10
"""How many deadlines after the open one are written, where the rhythm of the match says when they come."""


@click.command("calendar")
@click.argument("match", required=False)
@click.option("--as", "who", metavar="WHO", help="The deadlines of this player alone, by their own clocks.")
@click.option(
    "-o",
    "--output",
    "path",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The file, such as friday.ics; MATCH.ics by default.",
)
@home_option
def command(match: str | None, who: str | None, path: Path | None, installation: Installation) -> None:
    """Write the deadlines of MATCH as an iCalendar file (.ics), which calendars and mail programs open.

    The open deadline is certain, unless everybody is ready before. Where the match has a rhythm, the next ten are
    written too, as tentative: they come if each turn is played at its deadline. Opened again, a file replaces what an
    earlier one wrote.
    """
    import time

    from sheets_gm.adapters.files.replacing import replacing
    from sheets_gm.adapters.notices.calendar import calendar_of

    name = installation.match(match)
    record = installation.store.record(name)
    found = tuple(_deadlines(installation, record, name, who))
    if not found:
        click.echo(f"{name} has no deadline now.")
        return
    to = path or Path(f"{name}.ics")
    text = calendar_of(record.title, found, time.time())
    with replacing(to) as half:
        half.write_bytes(text)
    certain = sum(not each.expected for each in found)
    click.echo(f"Wrote {to}: {certain} open and {len(found) - certain} expected.")


def _deadlines(installation: Installation, record: Record, name: str, who: str | None) -> Iterator[Deadline]:
    """The deadlines of the match *name* that concern *who*, a player, or anybody."""
    from sheets_gm.adapters.notices.calendar import Deadline
    from sheets_gm.games.finding import game as find
    from sheets_gm.gm.clocks import deadlines
    from sheets_gm.gm.desk.roll_form import open_forms
    from sheets_gm.gm.match_record.policy import Status
    from sheets_gm.gm.match_record.workbook import PUBLIC_WORKBOOKS
    from sheets_gm.gm.story.audience import audience_named
    from sheets_gm.kernel.english import with_names
    from sheets_gm.kernel.match.codec import Codec

    if record.status is not Status.LIVE:
        return
    eyes = audience_named(record, who).eyes if who else ()
    game, last = find(record.charter.game), installation.store.last(name)
    state = Codec(game, record.charter).state(last.state)
    step = with_names(game.label(state), {seat.id: seat for seat in record.people})
    ends = deadlines(record, open_forms(record, record.forms_in_play(game.open(state))))
    mine = [end for owner, end in ends.items() if end is not None and (not who or owner in eyes)]
    books = {book.key: book.link for book in record.workbooks if book.link}
    keys = (*(f"seat.{each}" for each in eyes), *(f"team.{each}" for each in eyes), *PUBLIC_WORKBOOKS)
    link = next((books[key] for key in keys if key in books), "")
    key, title = f"{name}-{'-'.join(eyes) or 'table'}", record.title
    if mine:
        yield Deadline(f"{key}-0", max(mine), f"{title}: {step}", "Until then your orders can be changed.", link)
    for number, at in enumerate(islice(_expected(record), EXPECTED), start=1):
        text = "Expected, if each turn is played at its deadline."
        yield Deadline(f"{key}-{number}", at, f"{title}: a later turn", text, link, expected=True)


def _expected(record: Record) -> Iterator[float]:
    """The deadlines after the open one, by the rhythm of the match."""
    at = record.due
    while at is not None:
        at = record.policy.pace.next_due(at, at)
        if at is not None:
            yield at
