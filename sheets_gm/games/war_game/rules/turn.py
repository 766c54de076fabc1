"""The sequence of play (rulebook 2.3): orders and strategies, movement, the judge, battles, the end of the turn.

A turn has two steps. In the first, all players give orders. In the second, the judge marks the strategies; then armies
move, the announced battles are fought and the turn ends. A turn without a battle has only the first step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from sheets_gm.games.war_game.data.settings import Settings
from sheets_gm.games.war_game.data.words import BENCH, JUDGE, SIDES, side_of
from sheets_gm.games.war_game.position.army_names import renamed
from sheets_gm.games.war_game.position.events import (
    SHOWN,
    Assigned,
    Changed,
    Deadline,
    Ended,
    Killed,
    Noted,
    Renamed,
    Sent,
)
from sheets_gm.games.war_game.position.orders import (
    Amend,
    Approve,
    Arrange,
    Assign,
    Bump,
    Change,
    Concede,
    Heal,
    Judge,
    Move,
    Note,
    Redesign,
    Strategy,
)
from sheets_gm.games.war_game.position.state import Army, BumpRequest, LastTurn, Match, Units
from sheets_gm.games.war_game.rules import ending
from sheets_gm.games.war_game.rules.announcing import announce
from sheets_gm.games.war_game.rules.changes import allow, asks_for_something, change, waiting_legends
from sheets_gm.games.war_game.rules.combat.amendments import amend
from sheets_gm.games.war_game.rules.combat.battles import fight_battles
from sheets_gm.games.war_game.rules.combat.bump_requests import read_bump
from sheets_gm.games.war_game.rules.features import control, destroy, pay
from sheets_gm.games.war_game.rules.healing import count_turns, heal
from sheets_gm.games.war_game.rules.movement.sequence import move
from sheets_gm.games.war_game.rules.newcomers import give_names, redesign
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import Event, Order, Orders, Outcome, Result
from sheets_gm.kernel.seats import Seat

O = TypeVar("O", bound=Order)  # noqa: E741

Played = tuple[Match, tuple[Event, ...]]


def start(settings: Settings, seats: Sequence[Seat], _dice: Dice) -> Outcome[Match]:
    """Return the first position: all armies at full strength, none in battle (CPW-39)."""
    armies = tuple(
        Army(
            name=each.name,
            side=each.side,
            level=each.level,
            place=each.place,
            camp=each.place,
            legend=each.legend,
            primary=each.primary,
            secondary=each.secondary,
            guards=each.guards,
            units=tuple(
                Units(slot=unit.slot, creature=unit.creature, count=unit.count, full=unit.count) for unit in each.units
            ),
        )
        for each in settings.world.armies
    )
    members = {side: tuple(seat.id for seat in seats if seat.team == side) for side in SIDES}
    judges = tuple(seat.id for seat in seats if seat.team == BENCH) or (JUDGE,)
    dealt = _dealt(armies, members)
    begun = Match(
        settings=settings, turn=1, phase="orders", armies=armies, members=members, judges=judges, assigned=dealt
    )
    match, events = control(begun)
    return Outcome(match, events)


def _dealt(armies: Sequence[Army], members: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return who plays which army at first: they are dealt in turn, highest ranks first, starting with the leader."""
    dealt: dict[str, str] = {}
    for side, seats in members.items():
        side_armies = sorted((army for army in armies if army.side == side), key=lambda army: (army.level, army.name))
        dealt |= {army.name: seats[at % len(seats)] for at, army in enumerate(side_armies) if seats}
    return dict(sorted(dealt.items()))


def resolve(match: Match, orders: Orders, dice: Dice) -> Outcome[Match]:
    """Play the open step."""
    if match.phase == "over":
        return Outcome(match)
    if (at_once := _at_once(match, orders)) is not None:
        return Outcome(*at_once)
    decided = _decided(match, orders)
    if decided is not None:
        return Outcome(*_over(match, decided))
    match, events = _desk(match, orders.get(match.bench, ()))
    played, more = STEPS[match.phase](match, orders, dice)
    return Outcome(played, (*events, *more))


def _at_once(match: Match, orders: Orders) -> Played | None:
    """Carry out an order that counts within a step: an assignment or an amendment. None if there is none."""
    for owner, given in orders.items():
        for order in given:
            if isinstance(order, Assign):
                return _assign(match, side_of(owner), order)
            if isinstance(order, Amend):
                return amend(match, order)
    return None


def _assign(match: Match, side: str, order: Assign) -> Played:
    """Assign an army, and its battles, to a player, as the leader orders (CPW-23, CPW-160)."""
    player = order.plays if order.plays in match.members.get(side, ()) else ""
    players = {**match.assigned, order.army: player}
    after = match.but(assigned={army: each for army, each in sorted(players.items()) if each})
    return after, (Assigned(clause="CPW-23", players={order.army: player}),)


def _decided(match: Match, orders: Orders) -> Result | None:
    """Return the result of a concession, otherwise of an arranged ending (CPW-32); None if there is neither."""
    gone = [side for side in SIDES if any(_of(_all(orders, side), Concede))]
    if len(gone) == 1:
        return ending.conceded(gone[0])
    if gone:
        return ending.arranged("", "both sides concede")
    arranged = next(iter(_of(orders.get(match.bench, ()), Arrange)), None)
    return None if arranged is None else ending.arranged(plain(arranged.winner or ""), arranged.reason or "")


def _all(orders: Orders, side: str) -> tuple[Order, ...]:
    """Return the orders of a side, given by its shared rows or by its seats."""
    return tuple(order for name in sorted(orders) if side_of(name) == side for order in orders[name])


def _of(orders: Sequence[Order], kind: type[O]) -> tuple[O, ...]:
    return tuple(order for order in orders if isinstance(order, kind))


def _over(match: Match, result: Result) -> Played:
    return match.but(phase="over", result=result), (Ended(clause=result.clause, result=result),)


def _desk(match: Match, orders: Sequence[Order]) -> Played:
    """Carry out what the judge may order at any time: notes, newcomers' armies, and legends that waited."""
    events: list[Event] = []
    for note in _of(orders, Note):
        name, text = note.structure or "", note.text or ""
        if match.notes.get(name, "") == text:
            continue
        notes = {**match.notes, name: text}
        match = match.but(notes={each: notes[each] for each in sorted(notes) if notes[each]})
        events.append(Noted(clause="CPW-125", structure=name, text=text))
    for order in _of(orders, Redesign):
        match, more = redesign(match, order)
        events += more
    for approved in _of(orders, Approve):
        match, more = allow(match, approved)
        events += more
    return match, tuple(events)


def _orders(match: Match, orders: Orders, dice: Dice) -> Played:
    """Store the orders of the sides. The judge reads them before anything happens (CPW-27)."""
    match, events = _take(match, orders)
    if needs_judge(match):
        return match.but(phase="judging"), events
    return _with_earlier(events, _after_judging(match, {}, frozenset(), dice))


def _take(match: Match, orders: Orders) -> Played:
    """Return the match with the stored orders of both sides."""
    given = {side: _all(orders, side) for side in SIDES}
    together = [order for side in SIDES for order in given[side]]
    bumps = {
        (order.battle, side): read
        for side in SIDES
        for order in _of(given[side], Bump)
        if isinstance(read := read_bump(match, side, order), BumpRequest)
    }
    changes = tuple(order for order in _of(together, Change) if asks_for_something(order))
    asked = {order.army for order in changes if order.legend}
    after = match.but(
        legends={name: each for name, each in match.legends.items() if name not in asked},
        sent=tuple(order for order in _of(together, Strategy) if order.text),
        bumps=tuple(bumps.values()),
        heals=_of(together, Heal),
        changes=changes,
        pending={side: _of(given[side], Move) for side in SIDES},
    )
    return after, tuple(_sent(side, given[side]) for side in SIDES if given[side])


def _sent(side: str, given: Sequence[Order]) -> Sent:
    """Build the event of a side's orders for the side and the judge. Its digest changes with any word of the orders."""
    numbers = [sum(isinstance(order, kind) for order in given) for kind in (Strategy, Move)]
    seal = digest([order.model_dump(mode="json") for order in given])
    return Sent(clause="CPW-27", audience=(side, BENCH), side=side, strategies=numbers[0], moves=numbers[1], seal=seal)


def needs_judge(match: Match) -> bool:
    """Whether there is a battle to judge. A requested legend needs no step for itself (CPW-R58)."""
    return any(battle.number for battle in match.battles)


def _judging(match: Match, orders: Orders, dice: Dice) -> Played:
    given = orders.get(match.bench, ())
    marks = {order.battle: order for order in _of(given, Judge)}
    legends = frozenset(order.army for order in _of(given, Approve) if order.allow)
    return _after_judging(match, marks, legends, dice)


def _after_judging(match: Match, marks: Mapping[int, Judge], legends: frozenset[str], dice: Dice) -> Played:
    """Move, fight the announced battles, in this order or the reverse (CPW-R2), and end the turn."""
    events: tuple[Event, ...] = ()
    turn, battles = match.turn, tuple(battle for battle in match.battles if battle.number)
    before = tuple(match.army(name) for battle in battles for name in battle.armies)
    for step in ORDER[match.settings.resolve_order]:
        match, more = step(match, marks, dice)
        events = (*events, *more)
    after, more = _end(match, legends, dice)
    shown = tuple(event for event in (*events, *more) if isinstance(event, SHOWN) and event.audience is None)
    last = LastTurn(turn=turn, battles=battles, before=before, events=shown)
    for event in more:
        if isinstance(event, Changed | Renamed) and event.name != event.army:
            last = renamed(last, event.army, event.name)  # CPW-R54: an amendment finds its armies
    return after.but(last=last, marched=_marched(after, last)), (*events, *more)


def _marched(match: Match, last: LastTurn) -> LastTurn | None:
    """Return the last turn with movement before *last*, if *last* had none; else None."""
    if last.movement:
        return None
    if match.marched is not None or match.last is None or not match.last.movement:
        return match.marched
    return LastTurn(turn=match.last.turn, battles=(), events=match.last.movement)


def _move(match: Match, _marks: Mapping[int, Judge], dice: Dice) -> Played:
    moved, events = move(match, match.pending, dice)
    return moved.but(pending={}), events


ORDER: Mapping[str, tuple[Callable[[Match, Mapping[int, Judge], Dice], Played], ...]] = {
    "movement_first": (_move, fight_battles),
    "battles_first": (fight_battles, _move),
}


def _end(match: Match, legends: frozenset[str], dice: Dice) -> Played:
    """End the turn: counters, changes, names, healing, destruction, control, points, victory, in this order."""
    events: tuple[Event, ...] = ()
    match = count_turns(match)
    steps: tuple[Callable[[Match], Played], ...] = (
        disband, lambda match: change(match, legends), give_names, heal, destroy, control, pay,
    )  # fmt: skip
    for step in steps:
        match, more = step(match)
        events = (*events, *more)
    won = ending.victory(match)
    if won is not None:
        return _with_earlier(events, _over(match, won))
    return _with_earlier(events, _next_turn(match, dice))


def disband(match: Match) -> Played:
    """Disband mercenaries that have tried long enough. Those back in their structure start counting again (CPW-15)."""
    events: list[Event] = []
    changed: dict[str, Army | None] = {}
    for army in match.armies:
        if not army.hired or army.name in match.engaged:
            continue
        if army.place == match.world.structures[army.guards].place:
            changed[army.name] = army.but(tries=0) if army.tries else army
        elif army.tries >= match.settings.merc_tries:
            changed[army.name] = None
            events.append(Killed(clause="CPW-15", army=army.name, by="", how="disbanded"))
    return match.with_armies(changed), tuple(events)


def _next_turn(match: Match, dice: Dice) -> Played:
    """Open the next turn and announce its battles (CPW-25, CPW-28)."""
    announced, events = announce(match, dice)
    engaged = announced.engaged
    armies = tuple(
        army.but(
            camp=army.place,
            busy=army.name in engaged,
            units=tuple(each.but(lost=0) if each.lost else each for each in army.units),
        )
        for army in announced.armies
    )
    legends = waiting_legends(announced)
    opened = announced.but(
        turn=match.turn + 1, phase="orders", armies=armies, heals=(), changes=(), sent=(), bumps=(), legends=legends
    )
    return opened, (*events, Deadline(clause="CPW-25", turn=opened.turn, points=opened.points))


STEPS: Mapping[str, Callable[[Match, Orders, Dice], Played]] = {"orders": _orders, "judging": _judging}
"""The steps of a turn (CPW-26, CPW-27)."""


def _with_earlier(earlier: tuple[Event, ...], rest: Played) -> Played:
    return rest[0], (*earlier, *rest[1])


def result(match: Match) -> Result | None:
    """Return how the match ended, None if it goes on."""
    return match.result
