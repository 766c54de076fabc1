"""The highlights of a turn: which army beat, killed or destroyed what, and the points that a side gained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheets_gm.games.war_game.data.words import SIDE_NAMES, SIDES
from sheets_gm.games.war_game.position import events
from sheets_gm.games.war_game.rules.ending import POINTS
from sheets_gm.games.war_game.views.descriptions import describe
from sheets_gm.games.war_game.views.visible import View
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.seats import Seat
from sheets_gm.kernel.story import Telling

ON_THE_ROLL = " by {} on the roll"
MARGIN = {"judge": " by {}, as the judge decided", "siege": ""}
"""By how much a battle is won, if it is not by the roll."""

UNITS, ARMY = 40.0, 3.0
"""How far all the units of a side, and the end of an army, move a match; a victory point does by its part of those
that win."""


def tell(happened: Sequence[Event], before: View, after: View, seats: Mapping[str, Seat]) -> Iterator[Telling]:
    """Yield the highlights of a turn: each battle with its losses, armies killed, structures destroyed,
    points gained.
    """
    target = before.settings.vp_target
    places = {battle.number: battle.place for battle in before.battles}
    kinds = {each.name: each.kind for each in before.world.structures.values()}
    sides = {army.name: army.side for view in (after, before) for army in view.armies}
    force = {side: sum(army.size for army in before.armies if army.side == side) or 1 for side in SIDES}
    owners = {army: seats[seat].player for army, seat in before.assigned.items() if seat in seats}
    earned = {side: after.points.get(side, 0) - before.points.get(side, 0) for side in SIDES}
    for won, results in _battles(happened):
        yield _battle(won, results, places.get(won.battle, ""), force, target, earned, owners)
    for event in happened:
        match event:
            case events.Killed() if event.how != "killed":
                yield Telling(
                    describe(event, seats).removeprefix("☠ "),
                    ARMY if event.how == "empty" else 0.1,
                    (),
                    (event.army,),
                    _enemy(sides.get(event.army, "")),
                )
            case events.Razed():
                place = before.world.structures[event.structure].place
                text = (
                    f"{_of([event.army], event.side, owners)} destroys the {kinds[event.structure]} {event.structure}"
                    f"{_share(event.points, event.side, earned)}"
                )
                size = 100 * event.points / target
                yield Telling(text, size, (event.army,), (event.structure,), event.side, decides=True, at=place)
            case events.Paid():
                text = f"{SIDE_NAMES[event.side]} {_holds(event)}{_share(event.points, event.side, earned)}"
                yield Telling(text, 100 * event.points / target, (), (), event.side)
            case events.Amended():
                yield Telling(describe(event, seats), 100 * event.points / target, event.winners)
            case events.Besieged():
                yield Telling(f"The battle at {event.place} goes on as a siege", 0.2)
            case events.Ended():
                won_by = next(iter(event.result.winners), "")
                text = describe(event, seats)
                if event.result.reason == POINTS:
                    text += f" ({after.points[won_by]} of {target})"
                yield Telling(text, 0, (), (), won_by, decides=True)


def _battles(happened: Sequence[Event]) -> Iterator[tuple[events.Won, list[Event]]]:
    """Yield the decided battles, each with the losses and kills that follow it."""
    battle: events.Won | None = None
    results: list[Event] = []
    for event in happened:
        if isinstance(event, events.Won):
            if battle is not None:
                yield battle, results
            battle, results = event, []
        elif isinstance(event, events.Lost | events.Killed):
            results.append(event)
    if battle is not None:
        yield battle, results


def _battle(
    won: events.Won,
    results: Sequence[Event],
    place: str,
    force: Mapping[str, int],
    target: int,
    earned: Mapping[str, int],
    owners: Mapping[str, str],
) -> Telling:
    """Describe a battle: “The Whispering Court beats Eluria Night Watch at Dominaria 5D: Eluria Night Watch loses 3,500
    units, …”.
    """
    one = len(won.winners) == 1
    who = _of(won.winners, won.side, owners)
    killed = [event for event in results if isinstance(event, events.Killed) and event.how == "killed"]
    lost = {
        army: sum(event.units for event in results if isinstance(event, events.Lost) and event.army == army)
        for army in won.losers
    }
    points = won.points + sum(event.points for event in killed)
    does = f"{'beats' if one else 'beat'} {listed(won.losers)}" if won.losers else f"{'wins' if one else 'win'}"
    does += f"{f' at {place}' if place else ''}{MARGIN.get(won.how, ON_THE_ROLL).format(won.margin)}"
    for event in killed:
        by = "" if event.by in won.winners else f"{event.by} "
        does += f" and {by}{'kills' if one or by else 'kill'} {event.army if len(won.losers) > 1 or by else 'it'}"
    loss = sum(lost[army] for army in won.losers)
    enemy = _enemy(won.side)
    part = loss / force.get(enemy, 1)
    size = 100 * points / target + UNITS * part + ARMY * len(killed)
    text = f"{who} {does}{f', which loses {loss:,} units' if loss and not killed else ''}"
    if any(event.points for event in killed):
        text += _share(points, won.side, earned)
    return Telling(text, size, won.winners, won.losers, won.side, at=place)


def _holds(event: events.Paid) -> str:
    """Say for what a side is paid: “dominates Dominaria and Phyrexia and holds 4 features”."""
    planes = [f"dominates {listed(event.planes)}"] if event.planes else []
    features = [f"holds {counted(len(event.features), 'feature')}"] if event.features else []
    return listed(planes + features)


def _share(points: int, side: str, earned: Mapping[str, int]) -> str:
    """Say how many of the victory points that a side *earned* in the turn something is worth."""
    total = earned.get(side, 0)
    of = f"{points} of {SIDE_NAMES[side].removeprefix('the ')}'s {total} points" if total > points else ""
    return f": {of} this turn" if of else f": {counted(points, 'victory point')}"


def _of(armies: Sequence[str], side: str, owners: Mapping[str, str]) -> str:
    """Return armies with their players and side, so that readers who do not know them see who is an enemy."""
    players = dict.fromkeys(owners[army] for army in armies if army in owners)
    name = SIDE_NAMES[side].removeprefix("the ")
    return f"{listed(armies)} ({', '.join(filter(None, (listed(list(players), none=''), name)))})"


def _enemy(side: str) -> str:
    return next((each for each in SIDES if each != side), "") if side in SIDES else ""
