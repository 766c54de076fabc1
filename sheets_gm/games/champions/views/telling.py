"""The highlights of a round: who killed whose Champions, who is out and by whom, and when the map shrinks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheets_gm.games.champions.position import battle_events, events
from sheets_gm.games.champions.views.descriptions import describe, name_of
from sheets_gm.games.champions.views.visible import View
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.seats import Seat
from sheets_gm.kernel.story import Telling

Seats = Mapping[str, Seat]

HEALTH, FELLED, OUT, SHRUNK, REVIVED = 0.1, 3.0, 6.0, 4.0, 2.0
"""How far a point of health, a Champion that falls, the end of a player, a smaller map and a saved Champion move it."""


def tell(happened: Sequence[Event], before: View, after: View, seats: Seats) -> Iterator[Telling]:
    """Yield the highlights of a step: the losses of each side of a battle, and the players who are out."""
    battles = [event for event in happened if isinstance(event, battle_events.Fought)]
    health = {person.seat: dict(person.champions) for person in before.people}
    for battle in battles:
        yield from _battle(battle, health, seats)
    fought = {seat for battle in battles for seat in battle.seats}
    for event in happened:
        match event:
            case events.Eliminated() if event.seat not in fought:
                yield Telling(f"{name_of(event.seat, seats)} loses the last Champion and is out", OUT, decides=True)
            case events.GaveUp():
                yield Telling(f"{name_of(event.seat, seats)} leaves the match", OUT, decides=True)
            case events.Exhausted():
                text = f"exhaustion costs every Champion {event.health} health"
                yield Telling(text, HEALTH * event.health * len(after.people))
            case events.Shrunk():
                yield Telling(f"the map{describe(event, seats).partition(':')[0].removeprefix('The map')}", SHRUNK)
            case battle_events.Revived():
                who = f"{name_of(event.who.seat, seats)}'s {event.who.champion}"
                yield Telling(f"{event.item} saves {who}", REVIVED, (), (), event.who.seat)
            case events.Ended():
                won = next(iter(event.result.winners), "")
                yield Telling(describe(event, seats).removeprefix("🏆 "), 0, (), (), won, decides=True)


def _battle(battle: battle_events.Fought, health: dict[str, dict[str, int]], seats: Seats) -> Iterator[Telling]:
    """Yield the losses of each side of a battle, last who is out: “Edda fells Ana's Rogue: Ana 350 → 120 health”."""
    were = {seat: sum(health.get(seat, {}).values()) for seat in battle.seats}
    for fighter in (*battle.fighters, *battle.fallen):
        health.setdefault(fighter.seat, {})[fighter.champion] = fighter.health
    pairs = (battle.seats, battle.seats[::-1])
    for seat, enemy in sorted(pairs, key=lambda pair: not any(each > 0 for each in health[pair[0]].values())):
        who, whom = name_of(enemy, seats), name_of(seat, seats)
        lost = were[seat] - (left := sum(max(0, each) for each in health[seat].values()))
        felled = [fallen.champion for fallen in battle.fallen if fallen.seat == seat]
        does = f"fells {whom}'s {_champions(felled, last=not left)}" if felled else f"hurts {whom}"
        text = f"{who} {does}: {whom} {f'{were[seat]} → {left} health' if left else 'is out'}"
        size = HEALTH * lost + FELLED * len(felled) + OUT * (not left)
        if lost:
            yield Telling(text, size, (who,), (whom,), enemy, decides=not left, brief=f"{who} puts {whom} out")


def _champions(names: Sequence[str], *, last: bool) -> str:
    """Name the Champions that fell: “Rogue and Healer”, “3 Champions”, “last Champion, a Rogue”."""
    if len(names) >= 3:
        return f"{'last ' if last else ''}{counted(len(names), 'Champion')}"
    if not last:
        return listed(names)
    return f"last Champion, a {names[0]}" if len(names) == 1 else f"last Champions, {listed(names)}"
