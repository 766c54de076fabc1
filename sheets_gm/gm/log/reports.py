"""Reports of the newest steps: what the tab “What happened” and the boards show.

A reader of a private workbook also reads what only its seats may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, NamedTuple

from sheets_gm.games.contract import Game
from sheets_gm.gm.log.log_lines import describe_event
from sheets_gm.gm.record.record import Record
from sheets_gm.kernel.actions import ActionTaken
from sheets_gm.kernel.english import with_names
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.outcome import Event, Uneventful
from sheets_gm.kernel.report import Paragraph, Weight

MOST_NEWS = 4
"""Headlines that a board shows."""


class Happening(NamedTuple):
    """An entry of the journal with its events."""

    entry: Entry
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """What happened in one turn: its label and its paragraphs. Without *played*, there are only actions."""

    label: str
    paragraphs: tuple[Paragraph, ...]
    played: bool = True


def chapters(
    game: Game[Any, Any], record: Record, happenings: Iterable[Happening], eyes: Sequence[str]
) -> tuple[Chapter, ...]:
    """The newest turns first; neighbouring entries with the same label are one turn. *eyes* are seats and teams."""
    found: list[Chapter] = []
    for entry, events in happenings:
        paragraphs = tuple(_paragraphs(game, record, entry, [event for event in events if event.known_to(*eyes)]))
        if not paragraphs:
            continue
        label = with_names(entry.label, record.people_at(entry.number))
        played = any(not isinstance(event, ActionTaken) for event in events)
        if found and found[-1].label == label:
            before = found.pop()
            paragraphs, played = (*before.paragraphs, *paragraphs), before.played or played
        found.append(Chapter(label, paragraphs, played))
    return tuple(reversed(found))


def _paragraphs(game: Game[Any, Any], record: Record, entry: Entry, events: Sequence[Event]) -> Iterable[Paragraph]:
    own = [event for event in events if not isinstance(event, ActionTaken | Uneventful)]
    if own:
        yield from game.paragraphs(own, record.people_at(entry.number))
    for event in events:
        if isinstance(event, ActionTaken):
            yield Paragraph(describe_event(game, record, entry, event), Weight.HEADLINE)


def headlines(found: Sequence[Chapter]) -> tuple[str, ...]:
    """The most important lines of the newest turn that was played, and the newest action since then.

    Those of a turn are its last headlines, or where it has none its first lines without details.
    """
    since = list(takewhile(lambda chapter: not chapter.played, found))
    action = since[0].paragraphs[-1:] if since else ()
    most = MOST_NEWS - len(action)
    turn = found[len(since)].paragraphs if len(since) < len(found) else ()
    headlines = [each for each in turn if each.weight is Weight.HEADLINE][-most:]
    lines = headlines or [each for each in turn if each.weight is Weight.LINE][:most]
    return tuple(each.text for each in (*lines, *action))


def last_moves(
    game: Game[Any, Any], happenings: Sequence[Happening], eyes: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """The moves of the newest turn that had any, as far as *eyes* know of them: from where to where."""
    label = ""
    found: list[tuple[str, str]] = []
    for entry, events in reversed(happenings):
        if found and entry.label != label:
            break
        moves = game.moves([event for event in events if event.known_to(*eyes)])
        if moves:
            label, found = entry.label, [*moves, *found]
    return tuple(found)
