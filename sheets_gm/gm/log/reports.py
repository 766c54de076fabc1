"""Reports of the newest steps, for the tab “What happened” and the boards.

A reader of a private workbook also reads what only its seats may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile, takewhile
from types import MappingProxyType
from typing import Any, NamedTuple

from sheets_gm.games.contract import Game
from sheets_gm.gm.between.finding import talk_titles
from sheets_gm.gm.log.log_lines import WHY, absent_from, describe_event, label_of
from sheets_gm.gm.match_record.deadlines import clock_face
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.players_then import PlayersThen
from sheets_gm.gm.match_record.timeline import taken_back, undone
from sheets_gm.kernel.actions import ActionTaken, events_of_rules
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.match.codec import Codec
from sheets_gm.kernel.match.journal import Attendance, Entry
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.report import Answer, Paragraph, Weight, summed
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat

MOST_NEWS = 4
"""Headlines that a board shows."""

NOTHING_HAPPENED, NOTHING_SEEN = (Paragraph(f"Nothing {how}.") for how in ("happened", "was seen to happen"))
"""The reports of a turn in which nothing happened, or nothing that the reader may know."""

MOST_OWN = 6
"""The most headlines about its readers that a board shows besides their losses."""


class Happening(NamedTuple):
    """An entry of the journal with its events."""

    entry: Entry
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """What happened in one turn: its label and its paragraphs. *played* is False if there are only actions.

    *entry* is the number of its last entry, *when* the time of that. *why* says what ended the turn, *absent* names the
    players who missed it. *undone*: a rewind has undone it.
    """

    label: str
    paragraphs: tuple[Paragraph, ...]
    played: bool = True
    entry: int = 0
    when: float = 0.0
    why: str = ""
    absent: tuple[str, ...] = ()
    undone: bool = False

    @property
    def tells(self) -> bool:
        """Whether it has more to tell than details."""
        told = {each for each in self.paragraphs if each.weight is not Weight.DETAIL}
        return self.played and bool(told - {NOTHING_HAPPENED, NOTHING_SEEN})

    def heading(self, zone: str) -> str:
        """Return the label with the entry, the date in *zone*, why the turn was played, and who was absent."""
        absent = f"absent: {listed(self.absent)}" if self.absent else ""
        parts = (self.label, f"#{self.entry}", clock_face(self.when, zone), self.why, absent)
        return " · ".join(part for part in (*parts, "taken back" if self.undone else "") if part)

    def followed_by(self, later: Chapter) -> Chapter:
        """Return this chapter combined with a *later* one of the same turn."""
        absent = tuple(dict.fromkeys((*self.absent, *later.absent)))
        paragraphs, played = (*self.paragraphs, *later.paragraphs), self.played or later.played
        return replace(later, paragraphs=paragraphs, played=played, why=later.why or self.why, absent=absent)


class Readers(NamedTuple):
    """The readers of an entry: their *eyes* (seats and teams), the players then, and teams that had conceded.

    *has_before*: the entry before it is known, too, or nothing needs it.
    """

    eyes: tuple[str, ...]
    seats: Mapping[str, Seat]
    conceded: tuple[str, ...]
    has_before: bool


@dataclass(frozen=True, slots=True)
class Chapters:
    """All chapters for the readers of a workbook, up to the entry with this *seal*, the newest first.

    *entries* are the chapters of single entries, by seal, and the readers for whom they were made.
    """

    seal: str
    chapters: tuple[Chapter, ...]
    entries: Mapping[str, tuple[Readers, Chapter]]


def chapters(
    game: Game[Any, Any],
    record: Record,
    happenings: Iterable[Happening],
    eyes: tuple[str, ...],
    before: Mapping[str, tuple[Readers, Chapter]] = MappingProxyType({}),
) -> Chapters:
    """Return the chapters of *happenings*. Consecutive entries with the same label are one turn.

    *before* are the chapters of the last call. They are used again for the same readers, because an entry never
    changes.
    """
    happenings = tuple(happenings)
    gone = taken_back(each.entry for each in happenings)
    entries: dict[str, tuple[Readers, Chapter]] = {}
    merged: list[Chapter] = []
    seal, earlier = "", None
    former = PlayersThen.of(record).former
    changed = max((each.until for each in former), default=-1)  # since then, the same people play
    people = record.people_at(changed + 1)
    for entry, events in happenings:
        seal = entry.seal
        then = people if entry.number > changed else record.people_at(entry.number)
        has_before = earlier is not None or not _missed(entry, eyes, then)
        readers = Readers(eyes, then, record.conceded_at(entry.number), has_before)
        held = before.get(seal)
        if held is None or held[0] != readers:
            visible = [event for event in events if event.known_to(*eyes)]
            paragraphs = (
                *_unanswered(game, record, entry, earlier, readers),
                *_left_out(entry, readers),
                *_paragraphs(game, record, entry, visible, readers.seats),
            )
            played = any(not isinstance(event, ActionTaken) for event in events)
            held = readers, _chapter(entry, paragraphs, readers.seats, played=played)
        entries[seal], earlier = held, entry
        chapter = replace(held[1], undone=True) if entry.number in gone else held[1]
        if not chapter.paragraphs and entry.kind != "turn":
            continue
        if merged and (merged[-1].label, merged[-1].undone) == (chapter.label, chapter.undone):
            chapter = merged.pop().followed_by(chapter)
        merged.append(chapter)
    quiet = NOTHING_HAPPENED if game.secrecy is Secrecy.OPEN else NOTHING_SEEN
    named = (chapter if chapter.paragraphs else replace(chapter, paragraphs=(quiet,)) for chapter in reversed(merged))
    return Chapters(seal, tuple(named), entries)


def _chapter(entry: Entry, paragraphs: tuple[Paragraph, ...], seats: Mapping[str, Seat], *, played: bool) -> Chapter:
    absent = absent_from(entry, seats)
    label, why = label_of(entry, seats), WHY.get(entry.why, entry.why)
    return Chapter(label, paragraphs, played, entry.number, entry.when, why, absent)


def _missed(entry: Entry, eyes: tuple[str, ...], seats: Mapping[str, Seat]) -> str:
    """Return the only seat among *eyes* if it did not answer in time; "" otherwise."""
    own_seats = [eye for eye in eyes if eye in seats]
    return own_seats[0] if [entry.attendance.get(seat) for seat in own_seats] == [Attendance.NO_SHOW] else ""


def _unanswered(
    game: Game[Any, Any], record: Record, entry: Entry, earlier: Entry | None, readers: Readers
) -> Iterator[Paragraph]:
    """Tell the only reader of a workbook that a step was played without their answer, and what counted instead.

    *earlier* is the entry before it, if that is known.
    """
    seat = _missed(entry, readers.eyes, readers.seats)
    if not seat:
        return
    by = next((row.by for row in entry.typed if row.seat == seat and row.by), "")
    idle = _idle(game, record, earlier, seat) if earlier is not None and not by else ""
    what = {"": idle or "no order of yours counted", "standing order": "your standing order counted"}.get(
        by, f"the {by} played for you"
    )
    own = frozenset({seat})
    yield Paragraph(f"You did not answer in time: {what}.", Weight.HEADLINE, own, own, answer=Answer.MISSED)


def _left_out(entry: Entry, readers: Readers) -> Iterator[Paragraph]:
    """Tell the readers of a workbook what of theirs did not count: all of it before they were ready, or else a part."""
    own_seats = [eye for eye in readers.eyes if eye in readers.seats]
    is_alone = len(own_seats) == 1
    slips = [(slip.seat, f"“{slip.typed}” did not count") for slip in entry.slips]
    ready = {seat for seat, state in entry.attendance.items() if state is Attendance.READY}
    refused = (
        (each.seat, f"order did not count{' in full' if each.seat in ready else ''}: {each.text}")
        for each in entry.refused
    )
    for seat, what in (*slips, *refused):
        if seat in own_seats and entry.attendance.get(seat) in (Attendance.DRAFT, Attendance.NO_SHOW, Attendance.READY):
            whose, own = "Your" if is_alone else f"{readers.seats[seat].player}'s", frozenset({seat})
            answer = Answer.OWN if is_alone else Answer.OTHER
            yield Paragraph(f"{whose} {what}.", Weight.HEADLINE, own, own, answer=answer)


def _idle(game: Game[Any, Any], record: Record, entry: Entry, seat: str) -> str:
    """Return what the empty form of *seat* meant that was open after *entry*; "" if the game does not say."""
    forms = game.open(Codec(game, record.charter).state(entry.state))
    parts = (part for form in forms if form.due for part in form.parts())
    return next((part.counted.idle.late for part in parts if part.counted.idle and part.awaited == seat), "")


def _paragraphs(
    game: Game[Any, Any], record: Record, entry: Entry, events: Sequence[Event], seats: Mapping[str, Seat]
) -> Iterable[Paragraph]:
    game_events = events_of_rules(events)
    if game_events:
        yield from game.paragraphs(game_events, seats)
    for event in events:
        if isinstance(event, ActionTaken):
            # what people say is no headline of a turn
            weight = Weight.LINE if entry.label in talk_titles() else Weight.HEADLINE
            yield Paragraph(describe_event(game, record, entry, event), weight)


def headlines(chapters: Sequence[Chapter], eyes: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the most important lines of the newest turn that was played, and the newest action since then.

    Losses come first, then headlines about the seats and teams in *eyes*; what is theirs comes before that of others,
    and the newest before older ones, so that the first line about a piece says how it stands now. If a turn has no
    headlines, its lines count as headlines, or else its first details. Who did not answer in time and what did not
    count come after the headlines, but first for the only reader.
    """
    chapters, eyes = [chapter for chapter in chapters if not chapter.undone], frozenset(eyes)
    since = list(takewhile(lambda chapter: not chapter.played, chapters))
    action = since[0].paragraphs[-1:] if since else ()
    turn = (*summed(chapters[len(since)].paragraphs),) if len(since) < len(chapters) else ()
    answers = [each for each in turn if each.answer is not None]
    turn = tuple(each for each in turn if each.answer is None)  # or answers would stand in place of its lines
    most = MOST_NEWS - len(action)
    others = sorted(
        (each for each in reversed(turn) if each.weight is Weight.LINE),
        key=lambda each: (not each.about & eyes, not each.about),  # what people say is about nobody
    )
    ranked = _ranked(turn, eyes, most)
    lines = [] if ranked else others[:most] or turn[:most]
    is_reader = any(each.answer is Answer.MISSED for each in answers)
    absent = chapters[len(since)].absent if len(since) < len(chapters) and not is_reader else ()
    missed = (f"{listed(absent)} did not answer in time.",) if absent else ()
    own = (each.text for each in answers if each.answer is not Answer.OTHER)
    missed = (*(each.text for each in answers if each.answer is Answer.OTHER), *missed)
    return (*own, *(each.text for each in ranked), *missed, *(each.text for each in (*lines, *action)))


class News(NamedTuple):
    """The headlines of the turn that goes on (*now*), and of the turns *before* it. *is_played*: these hold a turn.

    *earlier* are those of the newest turn that was not quiet, if the last one was. *latest* are those of the turns
    before for a line that may show only its beginning: the newest action comes first.
    """

    now: tuple[str, ...]
    before: tuple[str, ...]
    earlier: tuple[str, ...]
    is_played: bool
    latest: tuple[str, ...]


def news_of(report: Sequence[Chapter], heading: str, eyes: Sequence[str] = ()) -> News:
    """Return the headlines for the readers *eyes* in the step *heading*, whose turn may be in the *report* already."""
    chapters = [chapter for chapter in report if not chapter.undone]
    now = [*takewhile(lambda chapter: chapter.label == heading, chapters)]
    split = len(now) if any(chapter.tells for chapter in now) else 0
    before = chapters[split:]
    lines = headlines(before, eyes)
    latest = (*lines[-1:], *lines[:-1]) if before and not before[0].played else lines
    played = [chapter for chapter in before if chapter.played]
    is_quiet = played and not split and not played[0].tells
    earlier = headlines([*dropwhile(lambda chapter: not chapter.tells, played)], eyes) if is_quiet else ()
    is_played = any(chapter.entry for chapter in played)  # the start is no turn
    return News(headlines(chapters[:split], eyes), lines, earlier, is_played, latest)


def _ranked(turn: Sequence[Paragraph], eyes: frozenset[str], most: int) -> list[Paragraph]:
    """Return the headlines of a turn, the most important first: *most* of them, or all losses of *eyes* and more."""

    def rank(each: Paragraph) -> tuple[bool, bool, bool]:
        return not each.losers & eyes, not each.losers, not each.about & eyes

    def is_told(each: Paragraph) -> bool:
        return each.weight is Weight.HEADLINE or (each.weight is Weight.LINE and bool(each.losers & eyes))

    ranked = sorted(filter(is_told, reversed(turn)), key=rank)
    own_paragraphs = [each for each in ranked if each.about & eyes]
    lost = sum(bool(each.losers & eyes) for each in own_paragraphs)
    kept = own_paragraphs[: lost + MOST_OWN]
    others = [each for each in ranked if each not in own_paragraphs][: max(0, most - len(kept))]
    return sorted([*kept, *others], key=rank)


def last_moves(
    game: Game[Any, Any], happenings: Sequence[Happening], eyes: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """Return the moves of the newest turn that *eyes* may know, each with its start and its end."""
    gone = undone(entry for entry, _ in happenings)
    turns = [each for each in reversed(happenings) if each.entry.kind == "turn" and each.entry.number not in gone]
    newest = takewhile(lambda each: each.entry.label == turns[0].entry.label, turns)
    events = (event for each in reversed([*newest]) for event in each.events if event.known_to(*eyes))
    return tuple(game.showing.moves([*events]))
