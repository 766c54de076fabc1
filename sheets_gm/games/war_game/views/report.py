"""The report of a turn: who beats whom in bold, below it the dice and the losses."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from sheets_gm.games.war_game.data.words import SIDES, who_meets_whom
from sheets_gm.games.war_game.position import events
from sheets_gm.games.war_game.views.descriptions import describe
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.report import Paragraph, Weight, told_of
from sheets_gm.kernel.seats import Seat

HEADLINES = frozenset({"met", "amended", "besieged", "killed", "razed", "ended"})
"""Kinds of events that are shown in bold; a battle that is announced or decided is, too."""

DETAILS = frozenset({"rolled", "lost", "escaped", "held", "sent"})
"""Kinds of events that are small print."""


def report(happened: Sequence[Event], seats: Mapping[str, Seat]) -> Sequence[Paragraph]:
    """Return the report of a step. If orders were only sent, small print says what the match waits for."""
    with_judge = Paragraph("The orders are with the judge, who decides the battles next", Weight.DETAIL)
    waited_for = () if _played(happened) else (with_judge,)
    announced = {event.place for event in happened if isinstance(event, events.Announced)}
    lines = [(event, each) for event in _results_first(happened) for each in _paragraphs(event, announced, seats)]
    sides = _sides(happened)

    def losers(event: Event) -> tuple[str, ...]:
        if isinstance(event, events.Won):
            return tuple(side for side in SIDES if side != event.side)
        return (sides[event.army],) if isinstance(event, events.Killed) and event.army in sides else ()

    return waited_for + tuple(line for event, each in lines for line in told_of((event,), (each,), seats, losers))


def _paragraphs(event: Event, announced: Collection[str], seats: Mapping[str, Seat]) -> Iterator[Paragraph]:
    """Yield the paragraphs of one event: of a battle who beats or attacks whom, then its sentence in the log."""
    said = describe(event, seats)
    if isinstance(event, events.Won):
        verb = "beats" if len(event.winners) == 1 else "beat"
        result = f"⚔ {listed(event.winners)} ({event.side.capitalize()}) {verb} {listed(event.losers)}"
        points = f", +{counted(event.points, 'point')}" if event.points else ""
        yield Paragraph(f"{result}{points}", Weight.HEADLINE)
        yield Paragraph(said, Weight.DETAIL)
    elif isinstance(event, events.Announced):
        who = who_meets_whom(event.first, event.type, event.second)
        yield Paragraph(f"⚔ {who} in {event.place}", Weight.HEADLINE)
        yield Paragraph(said, Weight.DETAIL)
    elif not isinstance(event, events.Met) or event.place not in announced:  # else its announcement says as much
        yield Paragraph(said, _weight(event))


def _sides(happened: Sequence[Event]) -> Mapping[str, str]:
    """Return the side of each army in a decided battle."""
    sides: dict[str, str] = {}
    for event in happened:
        if isinstance(event, events.Won):
            beaten = next(side for side in SIDES if side != event.side)
            sides |= dict.fromkeys(event.winners, event.side) | dict.fromkeys(event.losers, beaten)
    return sides


def _played(happened: Sequence[Event]) -> bool:
    """Whether more happened than sending orders (CPW-27)."""
    return not happened or any(not isinstance(event, events.Sent) for event in happened)


def _results_first(happened: Sequence[Event]) -> Iterator[Event]:
    """Yield *happened* with each battle's rolls after its result. Other rolls, such as those of kills, keep their
    place.
    """
    decided = {event.battle for event in happened if isinstance(event, events.Won)}
    later = [
        event
        for event in happened
        if isinstance(event, events.Rolled) and event.what == "battle" and event.battle in decided
    ]
    for event in happened:
        if event in later:
            continue
        yield event
        if isinstance(event, events.Won):
            yield from (roll for roll in later if roll.battle == event.battle)


def _weight(event: Event) -> Weight:
    if event.kind in DETAILS:
        return Weight.DETAIL
    return Weight.HEADLINE if event.kind in HEADLINES else Weight.LINE
