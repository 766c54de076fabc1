"""The report of a step: moves, finds and equipment in one line each, battles in bold with their dice below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from sheets_gm.games.champions.position import battle_events, events
from sheets_gm.games.champions.views.descriptions import describe, name_of, result_of
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.report import Paragraph, Weight, in_groups
from sheets_gm.kernel.seats import Seat

HEADLINES = frozenset(
    {
        "battle_began",
        "battle_ended",
        "fell",
        "revived",
        "eliminated",
        "gave_up",
        "shrunk",
        "exhausted",
        "ended",
    }
)
"""Kinds of events that are shown in bold; how a battle ended is, too."""

DETAILS = frozenset(
    {"supported", "evading", "missed", "rolled", "added", "struck", "healed", "turn_began", "room_opened", "paired"}
    | {"fought"}
)
"""Kinds of events that are the dice of a battle, or that the map lists anyway."""

NOBODY = frozenset({""})
"""Whom a paragraph is about that is no news of anybody's own."""

JOINED: Mapping[str, str] = {"spawned": "Starts", "moved": "Moves"}
"""Kinds of events that are joined in one line."""


def _paragraphs(group: str, run: Sequence[Event], seats: Mapping[str, Seat]) -> Iterator[Paragraph]:
    if group == "Starts":
        starts = (f"{name_of(each.seat, seats)} {each.at}" for each in cast("Sequence[events.Spawned]", run))
        yield Paragraph(f"Starts: {', '.join(starts)}")
    elif group == "Moves":
        moved = cast("Sequence[events.Moved]", run)
        yield Paragraph(
            "Moves: " + ", ".join(f"{name_of(each.seat, seats)} {each.start} → {each.end}" for each in moved)
        )
    else:
        for event in run:
            # how a battle ended is news for those who fought it, that it began is none
            about = NOBODY if isinstance(event, battle_events.BattleBegan) else frozenset[str]()
            if isinstance(event, battle_events.Fought):
                yield Paragraph(result_of(event, seats), Weight.HEADLINE)
            yield Paragraph(describe(event, seats), _weight(event), about)


def _weight(event: Event) -> Weight:
    if event.kind in DETAILS or (event.kind == "battle_ended" and event.audience is not None):
        return Weight.DETAIL  # the line that everybody reads follows
    return Weight.HEADLINE if event.kind in HEADLINES else Weight.LINE


def _losers(event: Event) -> tuple[str, ...]:
    """Return the seats that lose a Champion, or their last one, by *event*."""
    if isinstance(event, battle_events.Fell):
        return (event.who.seat,)
    if isinstance(event, battle_events.Fought):
        return tuple(each.seat for each in event.fallen)
    return (event.seat,) if isinstance(event, events.Eliminated) else ()


_in_groups = in_groups(JOINED, _paragraphs, _losers)


def report(happened: Sequence[Event], seats: Mapping[str, Seat]) -> Sequence[Paragraph]:
    """Return what happened in a step. Whoever reads the result of a battle reads in small print who fell when."""
    fallen = (each for event in happened if isinstance(event, battle_events.Fought) for each in event.fallen)
    told = {(each.seat, each.champion) for each in fallen}
    falls = {
        describe(each, seats)
        for each in happened
        if isinstance(each, battle_events.Fell) and (each.who.seat, each.who.champion) in told
    }
    paragraphs = _in_groups(happened, seats)
    return tuple(replace(each, weight=Weight.DETAIL) if each.text in falls else each for each in paragraphs)


def moves(happened: Sequence[Event]) -> tuple[tuple[str, str], ...]:
    """Return the moves among these events, each from one tile to another."""
    move_events = (each for each in happened if isinstance(each, events.Moved))
    return tuple((each.start, each.end) for each in move_events)
