"""The highlights of a turn: knock-downs, damage to structures, and who carries a Tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheets_gm.games.gvg.data.board import tile_name
from sheets_gm.games.gvg.data.words import TEAMS, other
from sheets_gm.games.gvg.position import events
from sheets_gm.games.gvg.views.report import PLACES
from sheets_gm.games.gvg.views.visible import View, describe, names_of
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.seats import Seat
from sheets_gm.kernel.story import Telling

Seats = Mapping[str, Seat]

DOWN, HP, COIN = 1.0, 3.0, 0.2
"""How far a player who is knocked down, 1 HP of a structure and a coin move a match."""

DESTROYED, PICKED, CARRIED, DROPPED, HOME = 15.0, 12.0, 6.0, 10.0, 20.0
"""How far the last HP of a structure moves it, and a Tree that is picked up, carried, dropped, carried home."""


def tell(happened: Sequence[Event], before: View, after: View, seats: Seats) -> Iterator[Telling]:  # noqa: ARG001
    """Yield the highlights of a turn, each battle once with its result."""
    battles = _battles(happened)
    home = {event.seat for event in happened if isinstance(event, events.Captured)}
    for at, event in enumerate(happened):
        if isinstance(event, events.Fought):
            yield from _battle(event, battles[at], seats)
        elif isinstance(event, events.BossHit) and event.left:
            teams = listed([team.capitalize() for team in event.teams])
            does = f"hit{'s' * (len(event.teams) == 1)} the Boss, which has {event.left} HP left"
            yield Telling(f"{teams} {does}", COIN, (), (), event.teams[0] if len(event.teams) == 1 else "")
        elif isinstance(event, events.BossSlain):
            yield _boss(event)
        elif isinstance(event, events.Captured):
            yield Telling(describe(event, seats), HOME, _names(seats, (event.seat,)), (), event.team, decides=True)
        elif isinstance(event, events.Moved) and (team := _tree_of(event, before)) and event.seat not in home:
            text = f"{names_of(seats, (event.seat,))} carries {team.capitalize()}'s Tree to {tile_name(event.end)}"
            yield Telling(text, CARRIED, _names(seats, (event.seat,)), (), other(team))
        elif isinstance(event, events.TreePicked):
            yield Telling(describe(event, seats), PICKED, _names(seats, (event.seat,)), (), other(event.owner))
        elif isinstance(event, events.DuelWon):
            yield Telling(describe(event, seats), COIN * event.coins, (), (), event.team)
        elif isinstance(event, events.Revived):
            yield Telling(describe(event, seats), DOWN, _names(seats, (event.by,)), (), seats[event.by].team)
        elif isinstance(event, events.Ended):
            won = next(iter(event.result.winners), "")
            yield Telling(describe(event, seats), 0, (), (), won, decides=True)
    yield from _coins(happened)


def _tree_of(event: events.Moved, before: View) -> str:
    """Return the owner of the Tree that the moving player carries, "" if there is none."""
    if event.start == event.end:
        return ""
    return next((team for team, tree in before.match.trees.items() if tree.carrier == event.seat), "")


def _battles(happened: Sequence[Event]) -> Mapping[int, list[Event]]:
    """Return the results of each battle, by its place among the events."""
    results: dict[int, list[Event]] = {}
    last = -1
    for at, event in enumerate(happened):
        if isinstance(event, events.Fought):
            last, results[at] = at, []
        elif last >= 0 and isinstance(event, events.KnockedDown | events.HPLost | events.TreeDropped):
            results[last].append(event)
    return results


def _battle(fought: events.Fought, results: Sequence[Event], seats: Seats) -> Iterator[Telling]:
    """Yield the result of a battle in a sentence: “Finn and Gus destroy Blue's Bulwark A5 and knock down Ana”."""
    if fought.outcome == "stalemate" or not results:
        return
    winner = fought.attack if fought.outcome == "attack" else fought.defence
    who = _victors(fought, winner, seats)
    ending = "s" if len(winner.seats) < 2 else ""
    deeds: list[str] = []
    size, whom = 0.0, []
    for event in results:
        match event:
            case events.HPLost():
                structure = f"{event.team.capitalize()}'s {event.structure} {event.at}"
                does = f"hit{ending} {structure}, which has {event.left} HP left"
                tree = " (the Tree is free)" if event.structure == "Fish" else ""
                deeds.append(does if event.left else f"destroy{ending} {structure}{tree}")
                size += HP if event.left else DESTROYED
                whom.append(structure)
            case events.KnockedDown():
                at = "" if any(isinstance(each, events.HPLost) for each in results) else f" at {tile_name(event.at)}"
                deeds.append(f"knock{ending} down {names_of(seats, event.seats)}{at}")
                size += DOWN * len(event.seats)
                whom += _names(seats, event.seats)
            case events.TreeDropped():
                deeds.append(f"make{ending} {names_of(seats, (event.seat,))} drop {event.owner.capitalize()}'s Tree")
                size += DROPPED
    side = winner.team if winner.team in TEAMS else ""
    yield Telling(f"{who} {listed(deeds)}", size, _names(seats, winner.seats), tuple(whom), side)


def _victors(fought: events.Fought, winner: events.Side, seats: Seats) -> str:
    """Name the winners of a battle: the players, or the structure or the Boss if nobody defended with it."""
    if winner.seats:
        return names_of(seats, winner.seats)
    if winner.team not in TEAMS:
        return "The Boss"
    return f"{winner.team.capitalize()}'s {PLACES[fought.place]}{tile_name(fought.at)}"


def _boss(event: events.BossSlain) -> Telling:
    gains = [f"{team.capitalize()} kills the Boss and gains {counted(n, 'coin')}" for team, n in event.coins.items()]
    side = next(iter(event.coins)) if len(event.coins) == 1 else ""
    return Telling(listed(gains), 1 + COIN * sum(event.coins.values()), (), (), side)


def _coins(happened: Sequence[Event]) -> Iterator[Telling]:
    """Yield the coins that both teams took in the jungle, in one line."""
    taken = {team: sum(isinstance(e, events.CoinGained) and e.team == team for e in happened) for team in TEAMS}
    gains = [f"{team.capitalize()} takes {counted(count, 'coin')}" for team, count in taken.items() if count]
    if gains:
        yield Telling(listed(gains), COIN * max(taken.values()))


def _names(seats: Seats, ids: Sequence[str]) -> tuple[str, ...]:
    return tuple(names_of(seats, (each,)) for each in ids)
