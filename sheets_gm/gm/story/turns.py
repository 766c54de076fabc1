"""The turns of a match as readers know them: consecutive entries of one step together, with their events."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from sheets_gm.gm.log.reports import Chapter, Happening, chapters, headlines
from sheets_gm.gm.match_record.timeline import rewound_to
from sheets_gm.gm.story.audience import Audience
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.telling import storyteller
from sheets_gm.kernel.actions import events_of_rules
from sheets_gm.kernel.english import listed, with_names
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.story import Storyteller


class NoSuchTurn(UserError, LookupError):
    """The match has no such turn. The message names its first and last turns."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn. *number* counts from 0 for the start. *entries* are its entries with the events that the audience may
    know.

    *label* is its name with the names of players. *chapter* is what happened, None if there is nothing that the
    audience may know. *stretch* is the round that it belongs to, in a story.
    """

    number: int
    label: str
    entries: tuple[Happening, ...]
    chapter: Chapter | None = None
    stretch: str = ""

    @property
    def last(self) -> Entry:
        """The last entry, which holds the position at the end of the turn."""
        return self.entries[-1].entry

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of all entries that the audience may know."""
        return tuple(event for happening in self.entries for event in happening.events)

    @property
    def news(self) -> tuple[str, ...]:
        """The most important lines of what happened."""
        return headlines([self.chapter]) if self.chapter else ()


def turns_of(past: Past, audience: Audience) -> Iterator[Turn]:
    """Yield the turns that led to the current position. A long match is never in memory as a whole."""
    for number, entries in enumerate(entries_of_turns(past.timeline())):
        yield turn_of(past, audience, number, entries)


def told_turns(past: Past, audience: Audience) -> Iterator[Turn]:
    """Yield the turns as a story tells them, with the names for readers.

    A step in which nothing happens is combined with the next one of its round.
    """
    teller = _teller(past)
    number, quiet = 0, list[Turn]()
    for turn in turns_of(past, audience):
        if quiet and teller.stretch(quiet[-1].label) != teller.stretch(turn.label):
            yield _as_one(quiet, number, teller)
            number, quiet = number + 1, []
        quiet.append(turn)
        if turn.number == 0 or not _is_passing(turn, teller):
            yield _as_one(quiet, number, teller)
            number, quiet = number + 1, []
    if quiet:
        yield _as_one(quiet, number, teller)


def _teller(past: Past) -> Storyteller:
    return storyteller(past.game, past.tabs, {seat.id: seat for seat in past.record.people})


def _is_passing(turn: Turn, teller: Storyteller) -> bool:
    """Return whether nothing happens in *turn* that deserves a separate turn."""
    return all(event.kind in teller.passing for event in events_of_rules(turn.events))


def _as_one(turns: Sequence[Turn], number: int, teller: Storyteller) -> Turn:
    """Return several steps as one turn, with the name of the last one."""
    label = teller.moment(turns[-1].label)
    entries = tuple(entry for turn in turns for entry in turn.entries)
    turn_chapters = tuple(
        turn.chapter for turn in turns if turn.chapter is not None and (len(turns) == 1 or turn.events)
    )
    return Turn(number, label, entries, _one_chapter(turn_chapters, label), teller.stretch(turns[-1].label))


def last_turn(past: Past, audience: Audience) -> Turn:
    """Return the last turn."""
    runs = enumerate(entries_of_turns(past.timeline()))
    number, entries = deque(runs, maxlen=1).pop()  # a match begins with an entry
    return turn_of(past, audience, number, entries)


def newest_turns(past: Past, audience: Audience, backwards: Iterable[Entry], count: int) -> tuple[Turn, ...]:
    """Return the *count* newest turns in which something was played, in order. Their *number* is always 0.

    *backwards* are the entries from the newest on. No more of them are read than needed.
    """
    newest_entries: list[Entry] = []
    labels: list[str] = []
    to: int | None = None
    for entry in backwards:
        if to is not None and entry.number > to:
            continue  # undone
        to = rewound_to(entry)
        if entry.act is None and entry.label not in labels[-1:]:
            if len(labels) == count:
                break
            labels.append(entry.label)
        newest_entries.append(entry)
    runs = [run for run in entries_of_turns(reversed(newest_entries)) if any(entry.act is None for entry in run)]
    return tuple(turn_of(past, audience, 0, run) for run in runs)


def entries_of_turns(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Yield *entries* in groups, one for each turn. Actions belong to the step that was played after them."""
    run: list[Entry] = []
    acts: list[Entry] = []
    for entry in entries:
        if entry.act is not None:
            acts.append(entry)
            continue
        if run and entry.label != run[-1].label:
            yield run
            run = []
        run += [*acts, entry]
        acts = []
    yield from (each for each in (run, acts) if each)


def turn_of(past: Past, audience: Audience, number: int, entries: Sequence[Entry]) -> Turn:
    """Return turn *number* with *entries*, which belong to one step."""
    happenings = tuple(
        Happening(entry, tuple(event for event in past.codec.events(entry.events) if audience.knows(event)))
        for entry in entries
    )
    # what the audience may know has been chosen above, so all of it is told
    open_ones = [Happening(each.entry, tuple(map(_as_public, each.events))) for each in happenings]
    step_chapters = reversed(chapters(past.game, past.record, open_ones, ()).chapters)
    last = entries[-1]
    step = last.label if last.act is None else past.game.label(past.codec.state(last.state))
    label = with_names(step, past.record.people_at(last.number))
    return Turn(number, label, happenings, _one_chapter(tuple(step_chapters), label))


def _one_chapter(step_chapters: tuple[Chapter, ...], label: str) -> Chapter | None:
    """Return the chapters of one step as one."""
    return replace(reduce(Chapter.followed_by, step_chapters), label=label) if step_chapters else None


def _as_public(event: Event) -> Event:
    return event if event.audience is None else event.but(audience=None)


def moves_of(past: Past, turn: Turn) -> tuple[tuple[str, str], ...]:
    """Return the moves of a turn that the audience may know, each with its start and its end."""
    return tuple(past.game.showing.moves([*map(_as_public, turn.events)]))


def turn_named(past: Past, audience: Audience, name: str) -> Turn:
    """Return the last turn whose label begins with the words of *name*, or the turn with entry "#12".

    The label may be that of the match or of its story. Raises `NoSuchTurn`.
    """
    teller, wanted = _teller(past), plain(name)
    named_turn: Turn | None = None
    labels: list[str] = []
    for turn in turns_of(past, audience):
        moment = teller.moment(turn.label)
        labels.append(moment)
        numbers = {f"#{happening.entry.number}" for happening in turn.entries}
        if wanted in numbers or any(_begins_with(plain(each), wanted) for each in (turn.label, moment)):
            named_turn = turn
    if named_turn is None:
        named = [f"“{label}”" for label in dict.fromkeys((*labels[:2], *labels[-1:]))]
        raise NoSuchTurn(f"There is no turn “{name}”. The turns are called {listed(named)}, or by an entry like #12.")
    return named_turn


def _begins_with(label: str, wanted: str) -> bool:
    rest = label.removeprefix(wanted)
    return bool(wanted) and rest != label and not rest[:1].isalnum()
