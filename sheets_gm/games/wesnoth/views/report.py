"""The report of a turn: each attack in bold with its dice below, and all rests of a turn in one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from sheets_gm.games.wesnoth.position import events
from sheets_gm.games.wesnoth.views.descriptions import describe
from sheets_gm.kernel.blows import Blow, describe_blows
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.report import Paragraph, Weight, in_groups
from sheets_gm.kernel.seats import Seat

HEADLINES = frozenset({"fell", "advanced", "conquered", "went_out", "gave_up", "ended"})
"""Kinds of events that are shown in bold; an attack is, too."""

DETAILS = frozenset({"turn_began", "turn_ended", "round_began"})
"""Kinds of events that are small print: the label of the next turn says as much."""

JOINED: Mapping[str, str] = {"moved": "moves", "rested": "rests", "struck": "attack", "fell": "attack"}
"""Kinds of events that are joined in one line."""


def _paragraphs(group: str, run: Sequence[Event], seats: Mapping[str, Seat]) -> Iterator[Paragraph]:
    event = run[0]
    if group == "moves":
        yield Paragraph(", ".join(_move(each) for each in cast("Sequence[events.Moved]", run)))
    elif group == "rests" and len(run) > 1:
        yield Paragraph("Rests: " + ", ".join(_rest(each) for each in cast("Sequence[events.Rested]", run)))
    elif group == "attack" and isinstance(event, events.Struck):
        yield _attack(run, seats)
        yield from (Paragraph(describe(each, seats), Weight.DETAIL) for each in run)
    else:
        yield from (Paragraph(describe(each, seats), _weight(each), sums=_sums(each, seats)) for each in run)


def _sums(event: Event, seats: Mapping[str, Seat]) -> tuple[str, str]:
    """Return what several recruits have in common, said once: their owner and their kind."""
    if not isinstance(event, events.Recruited):
        return "", ""
    seat = seats.get(event.seat)
    return f"{seat.player if seat else event.seat.capitalize()} recruits", event.unit.partition(" ")[2]


def _weight(event: Event) -> Weight:
    if event.kind in DETAILS:
        return Weight.DETAIL
    return Weight.HEADLINE if event.kind in HEADLINES else Weight.LINE


def _move(event: events.Moved) -> str:
    if len(event.way) == 1:
        return f"{event.unit} stays at {event.way[0]}"
    return f"{event.unit} moves {event.way[0]} → {event.way[-1]}"


def _owners(seats: Mapping[str, Seat], *units: str) -> frozenset[str]:
    """Return the first letters of the seats, with which the numbers of units begin."""
    return frozenset(seat for seat in seats for unit in units if unit.startswith(seat[0]))


def _rest(event: events.Rested) -> str:
    return f"{event.unit} heals {event.healed} ({counted(event.wounds, 'wound')} left)"


def _attack(run: Sequence[Event], seats: Mapping[str, Seat]) -> Paragraph:
    """Return the headline of an attack, with the counterattack and who died."""
    died = {each.unit: each.at for each in run if isinstance(each, events.Fell)}
    strikes = [each for each in run if isinstance(each, events.Struck)]
    hit, *back = (Blow(each.wounds, each.left, died.get(each.target, "")) for each in strikes)
    first = strikes[0]
    text = describe_blows(first.unit, first.target, hit, *back[:1], counter=first.counter)
    return Paragraph(text, Weight.HEADLINE, _owners(seats, first.unit, first.target))


def report(happened: Sequence[Event], seats: Mapping[str, Seat]) -> Sequence[Paragraph]:
    """Return the report of a step."""

    def losers(event: Event) -> tuple[str, ...]:
        if isinstance(event, events.WentOut):
            return event.seats
        return tuple(_owners(seats, event.unit)) if isinstance(event, events.Fell) else ()

    return in_groups(JOINED, _paragraphs, losers)(happened, seats)


def moves(happened: Sequence[Event]) -> tuple[tuple[str, str], ...]:
    """Return the moves among these events, each from one tile to another."""
    move_events = (each for each in happened if isinstance(each, events.Moved) and len(each.way) > 1)
    return tuple((each.way[0], each.way[-1]) for each in move_events)
