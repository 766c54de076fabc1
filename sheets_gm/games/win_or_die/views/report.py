"""The report of a step: the result of each attack in bold, with its dice below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheets_gm.games.win_or_die.position import battle_events
from sheets_gm.games.win_or_die.views.descriptions import describe
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.report import Paragraph, Weight, told_of
from sheets_gm.kernel.seats import Seat

HEADLINES = frozenset({"game_ended", "match_ended", "killed", "convened", "surrendered"})
"""Kinds of events that are shown in bold; an attack is, too."""

DETAILS = frozenset({"revealed", "turn_began", "mined", "affected"})
"""Kinds of events that are small print."""


def report(happened: Sequence[Event], seats: Mapping[str, Seat]) -> Sequence[Paragraph]:
    """Return the report of a step."""
    return tuple(
        paragraph for event in happened for paragraph in told_of((event,), _paragraphs(event, seats), seats, _losers)
    )


def _losers(event: Event) -> tuple[str, ...]:
    """Return the seats whose unit *event* kills."""
    return (event.seat,) if isinstance(event, battle_events.Killed) else ()


def _paragraphs(event: Event, seats: Mapping[str, Seat]) -> Iterator[Paragraph]:
    said = describe(event, seats)
    if isinstance(event, battle_events.Attacked):
        yield Paragraph(_attack(event), Weight.HEADLINE)
        yield Paragraph(said, Weight.DETAIL)
    elif event.kind in DETAILS:
        yield Paragraph(said, Weight.DETAIL)
    else:
        yield Paragraph(said, Weight.HEADLINE if event.kind in HEADLINES else Weight.LINE)


def _attack(event: battle_events.Attacked) -> str:
    """Describe an attack in one line: “⚔ R4 Lancer hits T1 Berserker: 2 damage, 1 health left”."""
    if not event.damage:
        return f"⚔ {event.unit} {'counterattacks' if event.counter else 'attacks'} {event.target}: no damage"
    verb = "hits back at" if event.counter else "hits"
    left = f"{event.left} health left" if event.left else "no health left"
    return f"⚔ {event.unit} {verb} {event.target}: {event.damage} damage, {left}"
