"""The sequence of play: rounds of turns, turns of actions (rulebook, "Turns", "End of turn", "End of round")."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.games.wesnoth.data.numbers import SEATS
from sheets_gm.games.wesnoth.data.settings import Settings
from sheets_gm.games.wesnoth.data.world import entry_costs
from sheets_gm.games.wesnoth.position.events import GaveUp, Moved, RoundBegan, StandingAnswersSet, TurnBegan, TurnEnded
from sheets_gm.games.wesnoth.position.orders import ATTACK, CONQUEST, RECRUIT, REST, Act, Answer, SetStandingAnswers
from sheets_gm.games.wesnoth.position.resolution import Resolution, begin
from sheets_gm.games.wesnoth.position.state import Match, Player, StandingAnswers, Unit, rank_of
from sheets_gm.games.wesnoth.rules import actions, combat, ending, recruiting, villages
from sheets_gm.games.wesnoth.rules.actions import Action
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Orders, Outcome, Result
from sheets_gm.kernel.seats import Seat

ANY_LEADER = "the first listed"


def start(settings: Settings, seats: Sequence[Seat], dice: Dice) -> Outcome[Match]:
    """Return the first position: leaders on the main tiles of their castles, 15 gold each, dawn (WES-4, WES-5)."""
    world = settings.world
    ranked = sorted(seats, key=lambda seat: rank_of(seat.id))
    players = tuple(
        Player(
            seat=seat.id,
            team=settings.team_of[seat.id],
            faction=seat.trait("faction"),
            castle=SEATS.index(seat.id),
            gold=settings.gold,
            raised=1,
        )
        for seat in ranked
    )
    units = tuple(
        Unit(
            id=f"{seat.id[0]}1",
            seat=seat.id,
            faction=seat.trait("faction"),
            name=leader_of(settings, seat),
            at=world.board.mains[SEATS.index(seat.id)],
            leader=True,
        )
        for seat in ranked
    )
    first = players[0].seat
    step = begin(Match(settings=settings, round=1, acting=first, units=units, players=players), dice)
    _begin_round(step)
    _begin_turn(step, first)
    return Outcome(step.position(), tuple(step.events))


def leader_of(settings: Settings, seat: Seat) -> str:
    """Return the pawn that leads *seat*: the chosen one, else the first of its faction (WES-4)."""
    chosen = seat.trait("leader")
    first: str = settings.world.tables.leaders[seat.trait("faction")][0]
    return first if chosen in ("", ANY_LEADER) else chosen


def resolve(match: Match, orders: Orders, dice: Dice) -> Outcome[Match]:
    """Return the next position, after one action, one live answer, or changes of standing answers.

    Without orders, the standing answers decide a live question; otherwise the turn ends.
    """
    if match.result is not None:
        return Outcome(match)
    step = begin(match, dice)
    answers_set = False
    order_given = None
    for seat, given in orders.items():
        for order in given:
            if isinstance(order, SetStandingAnswers):
                _set_standing_answers(step, seat, order)
                answers_set = True
            elif isinstance(order, Act | Answer):
                order_given = order
    if isinstance(order_given, Act):
        action = actions.read(match, match.acting, order_given)
        if not isinstance(action, Action):
            raise ValueError(action.text)
        act(step, action)
    elif match.fight is not None and (isinstance(order_given, Answer) or not answers_set):
        combat.answer(step, match.fight, order_given.answer if isinstance(order_given, Answer) else "")
    elif not answers_set:
        _end_turn(step)  # the deadline has passed, or the GM resolves the step
    _pass_on_if_done(step)
    return Outcome(step.position(), tuple(step.events))


def leave(match: Match, team: str) -> Outcome[Match]:
    """Return the position after *team* gave up: its players are out of the game (WES-30).

    The rulebook does not mention this. An attack that involves one of their units is over, and if it was their turn,
    the next player has one.
    """
    step = begin(match, Dice(_no_dice))
    seats = tuple(player.seat for player in step.playing() if player.team == team)
    if match.result is not None or not seats:
        return Outcome(match)
    for seat in seats:
        ending.leave(step, seat)
    step.events.append(GaveUp(clause="WES-30", seats=seats))
    ending.give_up(step)
    fight = match.fight
    fighting = [unit.seat for unit in match.units if fight and unit.id in (fight.attacker, fight.defender)]
    if step.result is not None or not set(seats).isdisjoint(fighting):
        step.fight = None
    _pass_on_if_done(step)
    return Outcome(step.position(), tuple(step.events))


def _no_dice(sides: int, why: str, hidden: bool) -> int:  # noqa: ARG001 - it rolls nothing
    raise AssertionError(f"giving up needs no dice, but was asked to roll for {why}")


def act(step: Resolution, action: Action) -> None:
    """Carry out one action (WES-11)."""
    unit = action.unit
    if unit is None:
        _end_turn(step)
        return
    step.actions += 1
    if action.verb == RECRUIT:
        recruiting.recruit(step, unit, action.recruit, action.to)
        return
    recruiting.stop_recruiting(step, step.acting)
    unit = step.units[unit.id] = unit.but(spent="spent")
    if action.verb == REST:
        villages.rest(step, unit)
    elif action.verb == CONQUEST:
        ending.conquer(step, unit)
    else:
        _move(step, unit, action)
    if action.verb == ATTACK and action.target is not None:
        combat.attack(step, step.units[unit.id], action.target, action.attack, action.policy)


def _move(step: Resolution, unit: Unit, action: Action) -> None:
    """Move the unit, and take the village at the end (WES-26 to WES-28). A unit that does not leave its tile takes
    none.
    """
    if len(action.way) < 2 and action.verb == ATTACK:
        return
    pawn = step.pawn(unit)
    costs = entry_costs(step.before.world, pawn)
    moved = step.units[unit.id] = unit.but(at=action.way[-1])
    spent = sum(costs[tile] for tile in action.way[1:])
    step.events.append(Moved(clause="WES-20", unit=unit.label, way=action.way, cost=spent, points=pawn.moves))
    if len(action.way) > 1:
        villages.take(step, moved)


def _set_standing_answers(step: Resolution, seat: str, order: SetStandingAnswers) -> None:
    answers = StandingAnswers(
        counter=order.counter,
        reroll=order.reroll,
        advance=order.advance,
        reserve=order.reserve,
        favour=order.favour,
    )
    step.players[seat] = step.players[seat].but(wishes=answers)
    step.events.append(StandingAnswersSet(clause="WES-31", seat=seat))


# -- turns and rounds --------------------------------------------------------------------------------------------------


def _pass_on_if_done(step: Resolution) -> None:
    """End the turn if its player has no units, or all of them have acted (WES-14)."""
    if step.result is not None or step.fight is not None:
        return
    units = [unit for unit in step.units.values() if unit.seat == step.acting]
    if step.players[step.acting].left or not units:
        _pass_on(step)
    else:
        match = step.position()
        if not any(may_act(match, unit) for unit in units):
            _end_turn(step, done=True)


def may_act(match: Match, unit: Unit) -> bool:
    """Whether *unit* may still act this turn. A recruiting leader may as long as it can recruit (WES-11, WES-16)."""
    return not unit.spent or (unit.spent == "recruiting" and recruiting.may_recruit(match, unit) is None)


def _end_turn(step: Resolution, *, done: bool = False) -> None:
    step.events.append(TurnEnded(clause="WES-14", seat=step.acting, idle=step.actions == 0, done=done))
    _pass_on(step)


def _pass_on(step: Resolution) -> None:
    """Give the turn to the next player who has units. The round ends after the last seat (WES-15)."""
    ranked = sorted(step.players, key=rank_of)
    after = ranked.index(step.acting) + 1
    for seat in (*ranked[after:], *ranked[:after]):
        if seat == ranked[0]:
            if step.before.settings.max_rounds and step.round >= step.before.settings.max_rounds:
                ending.limit(step)
                return
            step.round += 1
            _begin_round(step)
        if not step.players[seat].left and any(unit.seat == seat for unit in step.units.values()):
            _begin_turn(step, seat)
            return
    raise AssertionError("nobody who is in the game has units, and the match is not over")


def _begin_round(step: Resolution) -> None:
    time = step.position().time
    step.events.append(RoundBegan(clause="WES-15", round=step.round, time=time.name, light=time.light))
    villages.pay_income(step)


def _begin_turn(step: Resolution, seat: str) -> None:
    """Let the units of *seat* act again, and mark those that may conquer a castle: they are on its main tile
    (WES-43).
    """
    step.acting, step.actions = seat, 0
    step.players = {name: player.but(rerolled=False) for name, player in step.players.items()}
    castles = {
        step.before.world.board.mains[player.castle]
        for player in step.playing()
        if player.team != step.players[seat].team
    }
    step.units = {
        name: unit.but(spent="", besieging=unit.at in castles) if unit.seat == seat else unit
        for name, unit in step.units.items()
    }
    step.events.append(TurnBegan(clause="WES-14", seat=seat))


def result(match: Match) -> Result | None:
    """Return how the match ended, None if it goes on."""
    return match.result
