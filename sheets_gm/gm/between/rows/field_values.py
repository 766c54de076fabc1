"""Reads the fields of a Desk row: durations, people, entries, dice, values. All functions raise BadAction."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from pydantic import JsonValue, ValidationError

from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.match_record.clock_times import DAY, MOST_YEARS, BadTime, instant_of
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
from sheets_gm.gm.match_record.durations import LONGEST, seconds_of
from sheets_gm.gm.match_record.step_time import StepTime
from sheets_gm.gm.match_record.timeline import rewound_to
from sheets_gm.kernel.actions import BadAction, Die
from sheets_gm.kernel.addresses import name_and_address
from sheets_gm.kernel.english import listed, with_names
from sheets_gm.kernel.folding import fold, plain, whole_number
from sheets_gm.kernel.match.journal import Entry

MOST_NAMES = 3
"""The most names of turns in a message."""

_TO = re.compile(r"\s+(?:to|until|-+)\s+|\.{2,3}|-(?=\s*(?:[0-9]{4}-|[^\W\d_]{2}))", re.IGNORECASE)
"""The words and signs between two times. A hyphen counts only before a year or a word: “7-9” is no absence."""


def parse_reason(text: str) -> str:
    """Return a reason, which must not be empty."""
    if not text.strip():
        raise BadAction("Write a reason: everybody reads it in the log.", "why")
    return text.strip()


def parse_number(text: str, what: str) -> int:
    """Return a number from text, "12" or "#12". *what* is what it counts, "a claim" or "an entry"."""
    number = whole_number(text.strip().removeprefix("#").removesuffix(".0"))
    if number is None:
        raise BadAction(f"Write the number of {what}{f', not “{text}”' if text.strip() else ''}.", "on")
    return number


UNTIL = "7d, Sun 17:00 or 2027-01-02. A date is a whole day."
"""What people may write as the time of an absence; the column Until says the same before they type."""


def parse_duration(text: str) -> float:
    """Return the seconds of a duration: "24h", "1d12h", "1 day 2 hours", "-2h". Without a unit it is in hours."""
    signed = fold(text).strip()
    seconds = seconds_of(signed.lstrip("-"), "h")
    if seconds is None:
        raise BadAction(f"“{text}” is not a duration. Write it like 24h, 90m or 1 day 2 hours.")
    return -seconds if signed.startswith("-") else seconds


def parse_extension(context: MatchContext, text: str) -> float:
    """Return the seconds by which a deadline moves: a duration, or the time until a new deadline in the match's zone.

    "-2h" makes it earlier, but never earlier than now. "Sun 17:00" and "2026-11-24 20:00" are the new deadline itself.
    """
    record, now = context.record, context.now
    if ":" not in fold(text):
        moved, due = parse_duration(text), max(record.due or now, now + (StepTime.of(record).left or 0.0))
        if due + moved - now > LONGEST:
            raise BadAction(f"The deadline would be more than {MOST_YEARS} years away. Write a shorter time.")
        return moved if record.due is None else max(moved, now - due)
    instant = parse_instant(context, text)
    if record.due is None:
        raise BadAction("No deadline runs now, so a time cannot replace it. Write a duration, like 24h.")
    return instant - max(record.due, now)


def parse_instant(context: MatchContext, text: str) -> float:
    """Return a later time in the match's zone: "Sun 17:00", "2026-11-24 20:00", or a duration from now: "48h"."""
    zone, now = context.record.policy.zone, context.now
    is_clock = ":" in fold(text)
    try:
        instant = instant_of(text, zone, now) if is_clock else now + parse_duration(text)
    except BadTime as error:
        raise BadAction(str(error)) from error
    if instant <= now:
        # an answer that followed the clock would be written with every poll
        said = clock_face_in_zone(instant, zone) if is_clock else f"“{text}”"
        raise BadAction(f"{said} is over. Write a later time.")
    return instant


def parse_absence(context: MatchContext, text: str) -> tuple[float, float]:
    """Return the start and end of an absence: "7d", "Sun 17:00", "2026-12-24 to 2027-01-02". Dates are whole days."""
    parts = [part.strip() for part in _TO.split(fold(text)) if part.strip()]
    if not parts or len(parts) > 2:
        raise BadAction("Write until when, or from when to when: 7d, Sun 17:00, or 2026-12-24 to 2027-01-02.")
    return parse_times(context, parts[0] if len(parts) == 2 else "", parts[-1])


def parse_times(context: MatchContext, since: str, until: str) -> tuple[float, float]:
    """Return the start and end of an absence, which starts now at the earliest, or if *since* is empty.

    *until* is a time, a whole day, or a duration: "Sun 17:00", "2026-12-24", "7d".
    """
    start = max(_instant(context, since.strip(), 0) if since.strip() else context.now, context.now)
    seconds = seconds_of(until.strip(), "h")
    return start, _instant(context, until.strip(), DAY) if seconds is None else start + seconds


def _instant(context: MatchContext, text: str, whole: float) -> float:
    """Return a time. For a date without a time it is the start of the day, plus *whole* seconds."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", fold(text)):
        if ":" not in fold(text) and seconds_of(fold(text).strip().lstrip("-"), "h") is None:
            raise BadAction(f"“{text}” is not a time. Write {UNTIL}")
        return parse_instant(context, text)
    try:
        return instant_of(text, context.record.policy.zone, context.now) + whole
    except BadTime as error:
        raise BadAction(str(error)) from error


def parse_person(text: str) -> tuple[str, str | None]:
    """Return a player's name and account: "Ana <ana@example.org>", or only a name."""
    name, account = name_and_address(text)
    if name and account:
        return name, account
    match = re.fullmatch(r"\s*([^<>]+?)\s*(?:<\s*([^<>\s]+@[^<>\s]+)\s*>)?\s*", text)
    if not match:
        raise BadAction(f"“{text}” is not a name. Write it like Ana <ana@example.org>, or just Ana.")
    return match[1], match[2]


def parse_die(text: str) -> Die | None:
    """Return the die in *text*, "d20 for the ambush"; None if it names none."""
    match = re.fullmatch(r"(?:roll\s+)?d([0-9]+)\s+(?:for\s+)?(.+)", fold(text).strip(), re.IGNORECASE)
    if not match:
        return None
    try:
        return Die(why=match[2], sides=whole_number(match[1]) or 0)
    except ValidationError as error:
        raise BadAction(f"“{text}” cannot be rolled: a die has 2 to 1000 sides.") from error


def parse_value(text: str, old: JsonValue) -> JsonValue:
    """Return *text* as a value of the same type as *old*. Anything except text is read as JSON."""
    if isinstance(old, str) and text.strip().lower() not in ("null", "none"):
        return text
    typed, word = fold(text).strip(), plain(text)
    if isinstance(old, bool) and word in ("yes", "true", "no", "false"):
        return word in ("yes", "true")
    if word in ("", "null", "none"):
        return None
    try:
        value: JsonValue = json.loads(typed)
    except json.JSONDecodeError:
        return text.strip()
    if isinstance(old, int) and isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def find_entry(context: MatchContext, number: int, field: str = "on") -> int:
    """Return *number*, which was typed into *field*, if the journal has an entry with that number."""
    if not 0 <= number <= context.last:
        raise BadAction(f"There is no entry {number}. The newest is entry {context.last}.", field)
    return number


def find_position(context: MatchContext, text: str, field: str = "on") -> tuple[int, str]:
    """Return the entry after which the match is to continue, and the label of the turn that begins there ("" for none).

    "Turn 5" or "5" opens turn 5 again from its beginning; "#12" is the position after entry 12.
    """
    wanted = plain(text).removesuffix(".0")
    if wanted.startswith("#"):
        return find_entry(context, parse_number(text, "an entry"), field), ""
    names: dict[str, None] = {}
    entries = iter(context.entries())
    for entry in entries:
        if entry.kind != "turn":
            continue
        name = with_names(entry.label, context.record.people_at(entry.number))
        if wanted and _is_called(entry, name, wanted):
            return _beginning(entry, entries), entry.label
        names[name] = None
    how = f"Write it like {listed(list(names)[:MOST_NAMES], 'or')}" if names else "No step was played yet"
    how += f", or #{context.last} for the position after entry {context.last}."
    raise BadAction(f"There is no step called {text}. {how}" if text else f"The step is empty. {how}", field)


def _is_called(entry: Entry, name: str, wanted: str) -> bool:
    """Return whether *wanted* names a turn: its whole label, its beginning up to a space, or its first number."""
    label = plain(entry.label)
    numbers = re.findall(r"\d+", label)
    return wanted in (label, plain(name)) or label.startswith(f"{wanted} ") or numbers[:1] == [wanted]


def _beginning(entry: Entry, earlier: Iterator[Entry]) -> int:
    """Return the entry before the turn of *entry*. *earlier* are the entries before it, the newest first.

    If each row is played at once, a turn is many entries with the same label.
    """
    label, first, skipped = entry.label, entry.number, None
    for each in earlier:
        if skipped is not None and each.number > skipped:
            continue  # it was undone
        if each.kind == "turn" and each.label != label:
            break
        if each.kind == "turn":
            first = each.number
        elif (back := rewound_to(each)) is not None:
            skipped = back
    return first - 1
