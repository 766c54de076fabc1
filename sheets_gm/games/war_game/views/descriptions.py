"""Descriptions of events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sheets_gm.games.war_game.data.creatures import counted_units
from sheets_gm.games.war_game.data.words import MERCENARIES, SIDE_NAMES, who_meets_whom
from sheets_gm.games.war_game.data.world import World, plane_of, square_of
from sheets_gm.games.war_game.position import events
from sheets_gm.games.war_game.position.state import Army
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.seats import Seat

Seats = Mapping[str, Seat]

HOW_MOVED = {
    "": "moves",
    "part": "moves part of its way",
    "portal": "comes out of a portal",
    "bump": "is forced back",
    "leave": "leaves the square after the victory",
    "home": "retakes its structure",
}
WHY_HELD = {
    "raid_target": "its raid on {about} comes too late",
    "raids": "its side has had its two raids",
    "ally_moves": "{about} moves, so it supports nobody",
    "ally_stays": "{about} stays",
    "not_needed": "{about} needs no support",
    "no_room": "there is no nearer free square",
    "no_transfer": "its transfer to {about} is no longer possible",
}
HOW_WON = {
    "": " by {margin}",
    "unmarked": " by {margin}, not marked by the judge",
    "stratless": " without a strategy against them by {margin}",
    "judge": " by the judge's decision by {margin}",
    "siege": ": nobody is left to besiege",
}
WHY_GONE = {"killed": "is killed by {by}", "empty": "has no units left", "disbanded": "are disbanded"}


def rank_name(world: World, army: Army) -> str:
    """Return the rank of an army as its side calls it (CPW-9, CPW-11)."""
    return world.ranks[army.level].names[army.side]


def _side(side: str) -> str:
    return SIDE_NAMES.get(side, side)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _points(points: int) -> str:
    return f": {counted(points, 'victory point')}" if points else ""


def way_of(event: events.Moved) -> str:
    """Describe the squares of a move: "Dominaria 3A > 4B"."""
    if plane_of(event.start) != plane_of(event.end):
        return f"{event.start} > {event.end}"
    way = event.route or (event.start, event.end)
    return f"{plane_of(event.start)} {' > '.join(square_of(place) for place in way)}"


def why_held(event: events.Held) -> str:
    """Say why an army stays: "stays: Bob needs no support"."""
    return f"stays: {WHY_HELD[event.why].format(about=event.about)}"


def _transferred(event: events.Transferred, _: Seats) -> str:
    troops = listed([f"{number:,} {name}" for number, name in event.troops])
    return f"{event.giver} sends {troops} to {event.receiver}"


def _announced(event: events.Announced, _: Seats) -> str:
    names = who_meets_whom(event.first, event.type, event.second)
    return (
        f"Battle {event.number}: {names}, {square_of(event.place)} ({event.weather})"
        f" · {plane_of(event.place)}, {event.terrain}"
    )


def _rolled(event: events.Rolled, _: Seats) -> str:
    parts = ", ".join(f"{part.what} {part.amount}" if at == 0 else f"{part.what} {part.amount:+}"
                      for at, part in enumerate(event.parts))  # fmt: skip
    what = "" if event.what == "battle" else f", {event.what}"
    return f"🎲 Battle {event.battle}{what}: {listed(event.armies)} {event.total} = {parts}"


def _won(event: events.Won, _: Seats) -> str:
    wins = "wins" if len(event.winners) == 1 else "win"
    result = f"Battle {event.battle}: {listed(event.winners)} {wins}{HOW_WON[event.how].format(margin=event.margin)}"
    return f"{result}{_points(event.points)}"


def _amended(event: events.Amended, _: Seats) -> str:
    wins = "wins" if len(event.winners) == 1 else "win"
    result = f"The judge amends battle {event.battle}: {listed(event.winners)} {wins}{_points(event.points)}"
    losses = [f"{name} has lost {counted_units(new)}, not {old:,}" for name, (old, new) in event.lost.items()]
    return ". ".join([result, *losses, *([event.reason] if event.reason else [])])


def _lost(event: events.Lost, _: Seats) -> str:
    what = "its kill squad of " if event.squad else ""
    return f"{event.army} loses {what}{counted_units(event.units)}; {event.left:,} are left"


def _changed(event: events.Changed, _: Seats) -> str:
    called = "to be called {} from the next turn on" if event.how == "newcomer" else "now called {}"
    name = f", {called.format(event.name)}" if event.name != event.army else ""
    why = f" ({event.reason})" if event.reason else ""
    return f"{event.army} is changed{name}: {event.legend}; {event.units}{why}"


def _controlled(event: events.Controlled, _: Seats) -> str:
    controls = "control" if event.side == MERCENARIES else "controls"
    return f"{_capital(_side(event.side))} {controls} {event.structure}"


def _paid(event: events.Paid, _: Seats) -> str:
    planes = [f"the domination of {listed(event.planes)}"] if event.planes else []
    features = [listed(event.features)] if event.features else []
    return f"{_capital(_side(event.side))}: {counted(event.points, 'victory point')} for {listed(planes + features)}"


def _assigned(event: events.Assigned, seats: Seats) -> str:
    names = {army: seats[seat].player if seat in seats else seat or "nobody" for army, seat in event.players.items()}
    return "; ".join(f"{army} is played by {name}" for army, name in names.items())


def _sent(event: events.Sent, _: Seats) -> str:
    strategies = [counted(event.strategies, "strategy", "strategies")] if event.strategies else []
    return f"{_capital(_side(event.side))} sends {listed([*strategies, counted(event.moves, 'order')])} to the judge"


def _deadline(event: events.Deadline, _: Seats) -> str:
    score = listed([f"{_side(side)} {points}" for side, points in event.points.items()])
    return f"Turn {event.turn} begins. Victory points: {score}"


def _ended(event: events.Ended, _: Seats) -> str:
    winner = event.result.winners
    return f"{_capital(_side(winner[0]))} wins: {event.result.reason}" if winner else f"A draw: {event.result.reason}"


SENTENCES: dict[type[Event], Callable[[Any, Seats], str]] = {
    events.Moved: lambda e, _: f"{e.army} {HOW_MOVED[e.how]}: {way_of(e)}",
    events.Held: lambda e, _: f"{e.army} stays in {square_of(e.place)}{why_held(e).removeprefix('stays')}",
    events.Met: lambda e, _: f"⚔ {who_meets_whom(e.first, e.type, e.second)} in {e.place}",
    events.Transferred: _transferred,
    events.Announced: _announced,
    events.Rolled: _rolled,
    events.Won: _won,
    events.Ruled: lambda e, _: f"The judge on battle {e.battle}: {e.reason}",
    events.Amended: _amended,
    events.Lost: _lost,
    events.Besieged: lambda e, _: f"Battle {e.battle} in {e.place} has no winner yet; it goes on as a siege",
    events.Escaped: lambda e, _: f"{e.army} escapes the kill attempt of {e.by}",
    events.Killed: lambda e, _: f"☠ {e.army} {WHY_GONE[e.how].format(by=e.by)}{_points(e.points)}",
    events.Healed: lambda e, _: f"{e.army} heals {counted_units(e.units)} in {square_of(e.place)}",
    events.Changed: _changed,
    events.Renamed: lambda e, _: f"{e.army} is called {e.name} from now on",
    events.NotChanged: lambda e, _: f"{e.army} is not changed as asked: {e.why}",
    events.LegendWaits: lambda e, _: f"{e.army} has “{e.legend}” as its legend once the judge allows it",
    events.Razed: lambda e, _: f"🔥 {e.army} destroys {e.structure}{_points(e.points)} for {_side(e.side)}",
    events.Controlled: _controlled,
    events.Paid: _paid,
    events.Noted: lambda e, _: f"{e.structure}: {e.text}" if e.text else f"The note on {e.structure} is removed",
    events.Assigned: _assigned,
    events.Sent: _sent,
    events.Deadline: _deadline,
    events.Ended: _ended,
}


def describe(event: Event, seats: Seats) -> str:
    """Describe *event* in a sentence."""
    return SENTENCES[type(event)](event, seats)


def moves(happened: Sequence[Event]) -> tuple[tuple[str, str], ...]:
    """Return the moves among these events, each from one place to another."""
    move_events = (each for each in happened if isinstance(each, events.Moved) and each.start != each.end)
    return tuple((each.start, each.end) for each in move_events)
