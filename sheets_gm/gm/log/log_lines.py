"""The lines of the Log tab, and every event as a sentence.

Every entry has at least one line: the kernel adds an `Uneventful` event if no event is public. The journal counts that
line, so the rows of all lines follow from the journal alone, even for old matches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from sheets_gm.games.contract import Game
from sheets_gm.gm.between.feature import Names
from sheets_gm.gm.between.finding import owners, read_action
from sheets_gm.gm.match_record.deadlines import clock_face
from sheets_gm.gm.match_record.pending_lock import ASKED_FOR
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import Action, ActionTaken, Concede
from sheets_gm.kernel.english import describe_winners, listed, owner_name, sides_left, with_names, with_people
from sheets_gm.kernel.match.journal import Attendance, Entry
from sheets_gm.kernel.outcome import GM, Event, Uneventful
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.rendering import Line

WHY = MappingProxyType(
    {"nobody was waited for": "all ready", "the deadline passed": "the deadline", ASKED_FOR: "the game master"}
)
"""Short forms of the reasons why a turn was played."""

MOST_ROLLS = 20_000
"""The most characters of the note with the rolls of an entry."""

MOST_SHOWN = 40
"""The most rolls of the last turn in the mark of a board."""

PLAYERS = "Players"
"""The label of what players did between the turns."""

LOG_WINDOW = 60
"""Lines of the log that are compared with the sheet at each poll; a rebuild writes older ones again."""


def log_lines(game: Game[Any, Any], record: Record, entry: Entry, events: Sequence[Event]) -> tuple[Line, ...]:
    """Return the lines of the log for the public *events* of an entry. The first line also has its circumstances."""
    public = (event for event in events if event.audience is None)
    seats = record.people_at(entry.number)
    label = label_of(entry, seats)
    date = clock_face(entry.when, record.policy.zone)
    lines = tuple(
        Line(label, _sentence(game, record, entry, event, seats), event.clause, entry.number, date) for event in public
    )
    if not lines:
        return ()
    first = lines[0]._replace(circumstances=circumstances(entry, seats), rolls=rolls_of(entry, seats))
    return (first, *lines[1:])


def label_of(entry: Entry, seats: Mapping[str, Seat]) -> str:
    """Return the label of *entry* for people: what a player did has that of the players, not of the game master."""
    if entry.act is not None and entry.label == Action.TITLE and read_action(entry.act).by != GM:
        return PLAYERS
    return with_names(entry.label, seats)


def circumstances(entry: Entry, seats: Mapping[str, Seat]) -> str:
    """Describe why the step of *entry* was played early, and who missed it: “the deadline · absent: Ana”."""
    absent = absent_from(entry, seats)
    why = "" if entry.why == "nobody was waited for" else WHY.get(entry.why, entry.why)
    return " · ".join(each for each in (why, f"absent: {listed(absent)}" if absent else "") if each)


def absent_from(entry: Entry, seats: Mapping[str, Seat]) -> tuple[str, ...]:
    """Return the names of the players who missed the step of *entry*."""
    return tuple(owner_name(who, seats) for who, state in entry.attendance.items() if state is Attendance.NO_SHOW)


def rolls_of(entry: Entry, seats: Mapping[str, Seat]) -> str:
    """Return the public rolls of *entry*, a line for each: “movement of Ana: 4 of 6”."""
    text = ""
    rolls = [roll for roll in entry.rolls if not roll.hidden]
    for at, roll in enumerate(rolls):
        line = f"{with_people(roll.why, seats)}: {roll.value} of {roll.sides}"
        if len(text) + len(line) > MOST_ROLLS:
            return f"{text}\n… and {len(rolls) - at} more, in the export"
        text = f"{text}\n{line}" if text else line
    return text


def last_rolls(entries: Sequence[Entry], record: Record) -> tuple[str, ...]:
    """Return the public rolls of the newest turn in *entries*, a line for each, in order, but only the last few."""
    turns = [entry for entry in entries if entry.kind == "turn"]
    newest = [entry for entry in turns if entry.label == turns[-1].label]
    lines = [line for entry in newest for line in rolls_of(entry, record.people_at(entry.number)).splitlines()]
    return tuple(lines[-MOST_SHOWN:])


def describe_event(game: Game[Any, Any], record: Record, entry: Entry, event: Event) -> str:
    """Return an event of *entry* as a sentence, with the names of the people who played at that time."""
    return _sentence(game, record, entry, event, record.people_at(entry.number))


def _sentence(game: Game[Any, Any], record: Record, entry: Entry, event: Event, seats: Mapping[str, Seat]) -> str:
    if isinstance(event, ActionTaken) and entry.act is not None:
        names = Names(seats, record.policy.zone, entry.rolls)
        return describe_action(read_action(entry.act), names, record.conceded_at(entry.number))
    if isinstance(event, Uneventful):
        return "No events." if game.secrecy is Secrecy.OPEN else "No public events."
    return game.describe(event, seats)


def describe_action(action: Action, names: Names, conceded: Sequence[str] = ()) -> str:
    """Return *action* as a sentence, with its reason. *conceded* are the teams that have conceded by then."""
    text = owners()[type(action)].sentence(action, names)
    left = sides_left(names.seats.values(), conceded)
    if isinstance(action, Concede) and len(left) == 1:
        return f"{text}{f' ({action.why})' if action.why else ''}: {describe_winners(left, names.seats)}."
    if action.why:
        return f"{text.removesuffix('.')}: {action.why}"
    return text if text.removesuffix("”").endswith((".", "!", "?", "…")) else f"{text}."
