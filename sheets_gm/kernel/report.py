"""Reports: what happened in a step, as a few paragraphs that read like a story.

The log has a line for each event, for people who want to check a rule. A report combines related events, such as all
moves of a team, in one line. It puts the important events above the dice that decided them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from sheets_gm.kernel.defaults import no_values
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.seats import Seat


class Weight(StrEnum):
    """How important a paragraph is: a headline is bold and also on the board; a detail is small print."""

    HEADLINE = "headline"
    LINE = "line"
    DETAIL = "detail"


class Answer(StrEnum):
    """Whose answer to a step a paragraph is about, and whether there was one. Only the game master sets it."""

    MISSED = "missed"
    """The only reader did not answer in time."""
    OWN = "own"
    """Something in the answer of the only reader did not count."""
    OTHER = "other"
    """Something in the answer of one of several readers did not count."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One row of a report. *about* are the seats and teams that it is about, *losers* those that lose something.

    *answer* is set if it tells what became of an answer, which is nothing that happened in the game. Paragraphs that
    differ only in what they count are combined. *sums* has both parts: ("Ana recruits", "Drake Clasher").
    """

    text: str
    weight: Weight = Weight.LINE
    about: frozenset[str] = field(default=frozenset(), compare=False)
    losers: frozenset[str] = field(default=frozenset(), compare=False)
    sums: tuple[str, str] = field(default=("", ""), compare=False)
    answer: Answer | None = field(default=None, compare=False)


def summed(paragraphs: Iterable[Paragraph]) -> Iterator[Paragraph]:
    """Yield *paragraphs*, and combine those that differ only in what they count: “Ana recruits 4 Drake Clashers”."""
    alike: dict[str, list[Paragraph]] = {}
    for at, each in enumerate(paragraphs):
        alike.setdefault(each.sums[0] or f"{at}", []).append(each)
    for lead, group in alike.items():
        if len(group) == 1:
            yield group[0]
            continue
        kinds = Counter(each.sums[1] for each in group)
        text = f"{lead} {listed([counted(number, kind) if number > 1 else kind for kind, number in kinds.items()])}"
        yield replace(group[0], text=text)


Report: TypeAlias = Callable[[Sequence[Event], Mapping[str, Seat]], Sequence[Paragraph]]
"""Returns the report of a step from the events that its reader may know, and the seats by id."""

Describe: TypeAlias = Callable[[Event, Mapping[str, Seat]], str]
"""Returns an event as a sentence."""


Losers: TypeAlias = Callable[[Event], Collection[str]]
"""Returns the seats and teams that lose something by an event."""

OfGroup: TypeAlias = Callable[[str, Sequence[Event], Mapping[str, Seat]], Iterable[Paragraph]]
"""Returns the paragraphs for consecutive events of the group with this name. Group "" is always a single event."""


def line_by_line(describe: Describe, headlines: Iterable[str] = (), details: Iterable[str] = ()) -> Report:
    """Return a report with a paragraph for each event; *headlines* and *details* are kinds of events."""
    weights = dict.fromkeys(headlines, Weight.HEADLINE) | dict.fromkeys(details, Weight.DETAIL)

    def report(events: Sequence[Event], seats: Mapping[str, Seat]) -> Sequence[Paragraph]:
        lines = ((event, Paragraph(describe(event, seats), weights.get(event.kind, Weight.LINE))) for event in events)
        return tuple(line for event, each in lines for line in told_of((event,), (each,), seats))

    return report


def told_of(
    events: Sequence[Event], paragraphs: Iterable[Paragraph], seats: Mapping[str, Seat], losers: Losers = no_values
) -> Iterator[Paragraph]:
    """Yield *paragraphs* about *events*, with the seats and teams in these, and those that lose something."""
    about = frozenset(_texts_in(events) & (seats.keys() | {seat.team for seat in seats.values()}))
    lost = frozenset(name for event in events for name in losers(event))
    return (replace(each, about=(each.about or about) | lost, losers=each.losers or lost) for each in paragraphs)


NO_TEXTS = frozenset((int, bool, float, type(None)))
"""The types of most values in events without texts."""


def _texts_in(events: Sequence[Event]) -> set[str]:
    """Return all texts in the fields of *events*, except those in their audiences."""
    texts: set[str] = set()
    left: list[object] = [*events]
    for value in left:
        if value.__class__ in NO_TEXTS:
            continue
        if isinstance(value, str):
            texts.add(value)
        elif isinstance(value, Model):
            left += [each for name, each in value.__dict__.items() if name != "audience"]
        elif isinstance(value, tuple | list):
            left += value
        elif isinstance(value, dict):
            left += (*value, *value.values())
    return texts


def in_groups(kinds: Mapping[str, str], paragraphs: OfGroup, losers: Losers = no_values) -> Report:
    """Return a report that combines consecutive events of one group. *kinds* maps the kind of an event to its group."""

    def report(events: Sequence[Event], seats: Mapping[str, Seat]) -> Sequence[Paragraph]:
        return tuple(
            each
            for group, run in runs(events, kinds)
            for each in told_of(run, paragraphs(group, run, seats), seats, losers)
        )

    return report


def runs(events: Sequence[Event], kinds: Mapping[str, str]) -> Iterable[tuple[str, Sequence[Event]]]:
    """Yield *events* in groups, each with the name of the group. Consecutive events of the same group are joined.

    *kinds* maps the kind of an event to its group. An event whose kind is not listed is yielded alone, with "" as its
    group.
    """
    run: list[Event] = []
    for event in events:
        group = kinds.get(event.kind, "")
        if run and (not group or group != kinds.get(run[0].kind, "")):
            yield kinds[run[0].kind], tuple(run)
            run = []
        if group:
            run.append(event)
        else:
            yield "", (event,)
    if run:
        yield kinds[run[0].kind], tuple(run)
