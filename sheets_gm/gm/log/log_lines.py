"""The lines of the Log tab, and every event as a sentence.

Every entry has at least one line: the kernel adds an `Uneventful` event where no event is public. The journal counts
that line, so the rows of all lines follow from the journal alone, for old matches too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sheets_gm.games.contract import Game
from sheets_gm.gm.log.action_sentences import describe_action
from sheets_gm.gm.match_record.deadlines import clock_face
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import ActionTaken, read_action
from sheets_gm.kernel.english import with_names
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.outcome import Event, Uneventful
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.rendering import Line

LOG_WINDOW = 60
"""Lines of the log that are compared with the sheet at each poll; a rebuild writes older ones again."""


def log_lines(game: Game[Any, Any], record: Record, entry: Entry, events: Sequence[Event]) -> tuple[Line, ...]:
    """The lines of the log that the public *events* of an entry make."""
    public = (event for event in events if event.audience is None)
    seats = record.people_at(entry.number)
    label = with_names(entry.label, seats)
    date = clock_face(entry.when, record.policy.zone)
    return tuple(
        Line(label, _sentence(game, record, entry, event, seats), event.clause, entry.number, date) for event in public
    )


def describe_event(game: Game[Any, Any], record: Record, entry: Entry, event: Event) -> str:
    """An event of *entry* as a sentence, with the names of the people who played then."""
    return _sentence(game, record, entry, event, record.people_at(entry.number))


def _sentence(game: Game[Any, Any], record: Record, entry: Entry, event: Event, seats: Mapping[str, Seat]) -> str:
    if isinstance(event, ActionTaken) and entry.act is not None:
        return describe_action(
            read_action(entry.act), seats, entry.rolls, record.conceded_at(entry.number), record.policy.zone
        )
    if isinstance(event, Uneventful):
        return "No events." if game.secrecy is Secrecy.OPEN else "No public events."
    return game.describe(event, seats)
