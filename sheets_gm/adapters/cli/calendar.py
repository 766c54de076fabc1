"""`sheets-gm calendar`: the deadlines of a match, for a calendar."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, home_option

if TYPE_CHECKING:
    from sheets_gm.gm.calendars import DeadlineCalendar
    from sheets_gm.gm.match_record.record import Record


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

    \b
    sheets-gm calendar friday -o friday.ics
    """
    from sheets_gm.adapters.files.replacing import replacing
    from sheets_gm.adapters.notices.calendar import icalendar_of
    from sheets_gm.gm.calendars import Standing

    name = installation.match(match)
    calendar = _calendar(installation, installation.store.record(name), name, who)
    certain, expected = calendar.count(Standing.OPEN), calendar.count(Standing.EXPECTED)
    if not certain + expected:
        click.echo(f"{name} has no deadline now.")
        return
    to = path or Path(f"{name}.ics")
    text = icalendar_of(calendar)
    with replacing(to) as half:
        half.write_bytes(text)
    click.echo(f"Wrote {to}: {certain} open and {expected} expected.")


def _calendar(installation: Installation, record: Record, name: str, who: str | None) -> DeadlineCalendar:
    """Return the deadlines of the match *name* that concern the player *who*, or everybody."""
    import time

    from sheets_gm.games.finding import game as find
    from sheets_gm.gm.calendars import calendar_for
    from sheets_gm.gm.intake.desk.roll_form import open_forms
    from sheets_gm.gm.story.audience import PUBLIC, audience_named
    from sheets_gm.kernel.english import with_names
    from sheets_gm.kernel.match.codec import Codec

    game, last = find(record.charter.game), installation.store.last(name)
    state = Codec(game, record.charter).state(last.state)
    step = with_names(game.label(state), {seat.id: seat for seat in record.people})
    forms = open_forms(record, record.forms_in_play(game.open(state)))
    return calendar_for(record, forms, step, time.time(), audience_named(record, who) if who else PUBLIC)
