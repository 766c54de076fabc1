"""The story of a match: figures (Champions and their health), battles, and the achievements of each player."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sheets_gm.games.champions.position import battle_events, events
from sheets_gm.games.champions.views.telling import tell
from sheets_gm.games.champions.views.visible import View
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.story import HAS, Deed, Fight, Figures, Statistic, Storyteller, before_the_colon

STATISTICS = (
    Statistic("Rounds", largest=True),
    Statistic("Battles"),
    Statistic("Felled", "Most dangerous", "Champions felled", "Champion felled"),
    Statistic("Champions lost", "Hardest life", "Champions lost", "Champion lost"),
    Statistic("Damage", "Hardest hitter", "damage dealt"),
    Statistic("Healed", "Best healer", "health restored"),
    Statistic("Items found", "Best looter", "items found", "item found"),
    Statistic("Moves", "Most travelled", "moves", "move"),
)

DETAILS = (
    battle_events.Supported,
    battle_events.Missed,
    battle_events.Struck,
    battle_events.Healed,
    battle_events.Fell,
    battle_events.Revived,
)
"""The part of a battle's details that its reader may know."""


def figures(view: View) -> Figures:
    """Return the total health of each player's Champions, and how many are alive."""
    return {
        "Health": {person.seat: _health(person.champions) for person in view.people},
        "Champions": {person.seat: sum(health > 0 for health in person.champions.values()) for person in view.people},
    }


def _health(champions: Mapping[str, int]) -> int:
    return sum(max(0, health) for health in champions.values())


def limits(view: View) -> Mapping[str, float]:
    """Return the total health of a player's unhurt Champions, and their number."""
    health = view.settings.health
    return {"Health": sum(health.values()), "Champions": len(health)}


def lead(view: View) -> Mapping[str, float]:
    """Return how well each player stands: the health of its Champions; 0 once it has lost."""
    won = view.result.winners if view.result is not None and view.result.winners else None
    return {
        person.seat: float(_health(person.champions)) if won is None or person.seat in won else 0.0
        for person in view.people
    }


def deeds(happened: Sequence[Event], before: View, after: View) -> Iterator[Deed]:  # noqa: ARG001
    """Yield the achievements of each player. Damage, healing and loot appear only for those who may know of them."""
    yield from (Deed(person.seat, "Rounds", after.round) for person in after.people if _health(person.champions))
    for event in happened:
        match event:
            case battle_events.Fought():
                yield from (Deed(seat, "Battles") for seat in event.seats)
                for fallen in event.fallen:
                    yield Deed(fallen.seat, "Champions lost")
                    yield from (Deed(seat, "Felled") for seat in event.seats if seat != fallen.seat)
            case battle_events.Struck():
                yield Deed(event.by.seat, "Damage", event.damage)
            case battle_events.Healed():
                yield Deed(event.by.seat, "Healed", event.amount)
            case events.Looted():
                yield Deed(event.seat, "Items found", sum(map(bool, event.items)))
            case events.Moved():
                yield Deed(event.seat, "Moves")


def fights(happened: Sequence[Event]) -> Iterator[Fight]:
    """Yield the battles in one line each, with as many details as the reader may know."""
    by_seats: dict[tuple[str, ...], list[Event]] = {}
    now: list[Event] = []
    for event in happened:
        if isinstance(event, battle_events.BattleBegan):
            now = by_seats.setdefault(tuple(sorted(event.seats)), [])
        elif isinstance(event, DETAILS):
            now.append(event)
    for event in happened:
        if isinstance(event, battle_events.Fought):
            one, two = event.seats
            details = tuple(by_seats.get(tuple(sorted(event.seats)), ()))
            yield Fight(event, details, (f" {one} v {two},",))


def goal(view: View) -> str:
    """Say how a match is won (CBR-R29)."""
    return f"Each player has {len(view.settings.health)} Champions; the last player with a living one wins."


PASSING = frozenset({"looted", "equipped", "room_opened", "paired", "moved", "crowded", "spawned", "rested"})
"""Kinds of events that lead to the highlights of a round."""


def roller(why: str) -> str:
    """Return the seat in “round 1, p15 v p3, turn 1: attack of p15 Rogue #1”."""
    match = re.search(r" of (p\d+)\b", why)
    return match[1] if match else ""


STORY = Storyteller(
    figures=figures,
    lead=lead,
    limits=limits,
    deeds=deeds,
    statistics=STATISTICS,
    tell=tell,
    fights=fights,
    roller=roller,
    moment=before_the_colon,
    goal=goal,
    ahead=HAS,
    measure="health",
    passing=PASSING,
    clearing=frozenset({"fought"}),
)
