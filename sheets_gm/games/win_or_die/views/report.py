"""The report of a step: the result of each attack in bold, with its dice below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from sheets_gm.games.win_or_die.position.battle_events import Attacked, Damaged, Healed, Killed
from sheets_gm.games.win_or_die.views.descriptions import describe
from sheets_gm.games.win_or_die.views.telling import owner_of
from sheets_gm.kernel.blows import Blow, describe_blows
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.report import Paragraph, Weight, told_of
from sheets_gm.kernel.seats import Seat

HEADLINES = frozenset({"game_ended", "match_ended", "killed", "damaged", "convened", "surrendered"})
"""Kinds of events that are shown in bold; an attack is, too."""

DETAILS = frozenset({"revealed", "turn_began", "mined", "affected"})
"""Kinds of events that are small print."""


def report(happened: Sequence[Event], seats: Mapping[str, Seat]) -> Sequence[Paragraph]:
    """Return the report of a step."""
    paragraphs: list[Paragraph] = []
    fight: Sequence[Event] = ()
    for at, event in enumerate(happened):
        if isinstance(event, Attacked) and not event.counter:
            fight = [event, *takewhile(lambda each: not isinstance(each, Attacked) or each.counter, happened[at + 1 :])]
            paragraphs.append(_attack(fight, event))
        paragraphs += told_of((event,), _paragraphs(event, fight, seats), seats, _losers)
    return tuple(paragraphs)


def _losers(event: Event) -> tuple[str, ...]:
    """Return the seats whose unit *event* kills."""
    return (event.seat,) if isinstance(event, Killed) else ()


def _paragraphs(event: Event, fight: Sequence[Event], seats: Mapping[str, Seat]) -> Iterator[Paragraph]:
    """Yield the paragraphs of one event. The headline of the *fight* says already what its two units did."""
    said = describe(event, seats)
    if isinstance(event, Attacked):
        if event.counter and not _is_told(fight, event.unit, event.target):
            yield _attack((event, *(each for each in fight if isinstance(each, Killed))), event)
        yield Paragraph(said, Weight.DETAIL)
    elif event.kind in DETAILS or (isinstance(event, Killed | Damaged) and _is_told(fight, event.unit)):
        yield Paragraph(said, Weight.DETAIL)
    else:
        yield Paragraph(said, Weight.HEADLINE if event.kind in HEADLINES else Weight.LINE)


def _is_told(fight: Sequence[Event], *units: str) -> bool:
    """Whether *units* are those of the first attack of *fight*."""
    first = fight[0] if fight else None
    return isinstance(first, Attacked) and {_id(first.unit), _id(first.target)} >= {*map(_id, units)}


def _id(unit: str) -> str:
    return unit.split(maxsplit=1)[0]


def _attack(fight: Sequence[Event], first: Attacked) -> Paragraph:
    """Return the headline of an attack, with the counterattack and what else befell the two units in the *fight*."""
    units = {_id(unit): unit for unit in (first.target, first.unit)}
    hit, back = (_blow(fight, id) for id in units)
    text = describe_blows(first.unit, first.target, hit, back, counter=first.counter)
    owners = {id: owner_of(unit) for id, unit in units.items()}
    lost = frozenset(owners[_id(each.unit)] for each in fight if isinstance(each, Killed) and _id(each.unit) in owners)
    return Paragraph(text, Weight.HEADLINE, frozenset(owners.values()), lost)


def _blow(fight: Sequence[Event], id: str) -> Blow:
    """Return what a *fight* did to the unit with this *id*."""
    hits = [
        each
        for each in fight
        if (isinstance(each, Attacked) and _id(each.target) == id)
        or (isinstance(each, Damaged | Healed) and _id(each.unit) == id)
    ]
    died = next((each.at for each in fight if isinstance(each, Killed) and _id(each.unit) == id), "")
    return Blow(
        sum(0 if isinstance(each, Healed) else each.damage for each in hits), hits[-1].left if hits else 0, died
    )
