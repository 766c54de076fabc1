"""The sequence of play: set-up, then turns of commands, until the match is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from sheets_gm.games.win_or_die.data.settings import Settings
from sheets_gm.games.win_or_die.data.words import (
    BEFORE,
    CALL,
    COUNCIL,
    END,
    MOVE,
    RED,
    SEATS,
    STRIKE,
    SURRENDER,
    USE,
    other,
)
from sheets_gm.games.win_or_die.position.events import Skipped
from sheets_gm.games.win_or_die.position.orders import Answer, ChooseBarrack, Command, Deploy, React
from sheets_gm.games.win_or_die.position.resolution import Halt, Occasion, Resolution, begin
from sheets_gm.games.win_or_die.position.state import Match, Player
from sheets_gm.games.win_or_die.rules.combat import abilities, attacks, council
from sheets_gm.games.win_or_die.rules.combat.reactions import react
from sheets_gm.games.win_or_die.rules.commands import allies
from sheets_gm.games.win_or_die.rules.commands.actions import Action
from sheets_gm.games.win_or_die.rules.commands.reading import complete
from sheets_gm.games.win_or_die.rules.movement.walking import walk
from sheets_gm.games.win_or_die.rules.series import ending
from sheets_gm.games.win_or_die.rules.series.beginning import begin_game
from sheets_gm.games.win_or_die.rules.setup import barracks, deployment, legions
from sheets_gm.games.win_or_die.rules.upkeep import end_action, end_turn
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Order, Orders, Outcome, Remark, Result
from sheets_gm.kernel.seats import Seat

O = TypeVar("O", bound=Order)  # noqa: E741


def start(settings: Settings, _seats: Sequence[Seat], dice: Dice) -> Outcome[Match]:
    """Return the first position: the set-up of the first game."""
    players = tuple(Player(seat=seat) for seat in SEATS)
    step = begin(Match(settings=settings, phase="barrack", first=RED, acting=RED, players=players), dice)
    begin_game(step)
    return Outcome(step.now, tuple(step.events))


def resolve(match: Match, orders: Orders, dice: Dice) -> Outcome[Match]:
    """Return the next position: after an open phase of the set-up, one command, or one live answer.

    Without a command the turn ends, because the time is up (R31). Without an answer the player passes.
    """
    if match.result is not None:
        return Outcome(match)
    step = begin(match, dice, {seat: _of(given, React) for seat, given in orders.items()})
    step.react = react
    published = match.question.published if match.question else 0
    try:
        _STEPS[match.phase](step, orders)
    except Halt:
        step.flush()
    return Outcome(step.now, tuple(step.events[published:]))


def _of(given: Sequence[Order], kind: type[O]) -> tuple[O, ...]:
    return tuple(order for order in given if isinstance(order, kind))


# -- set-up ------------------------------------------------------------------------------------------------------------


def _barrack(step: Resolution, orders: Orders) -> None:
    picks = {seat: _of(given, ChooseBarrack) for seat, given in orders.items()}
    barracks.pick(step, {seat: picks[seat][0] for seat in SEATS if picks.get(seat)})


def _legion(step: Resolution, orders: Orders) -> None:
    legions.muster(step, orders)


def _deployment(step: Resolution, orders: Orders) -> None:
    deployment.deploy(step, _of(orders.get(step.now.picking, ()), Deploy))


# -- battle ------------------------------------------------------------------------------------------------------------


def _battle(step: Resolution, orders: Orders) -> None:
    question = step.before.question
    if question is not None:
        answers = _of(orders.get(question.seat, ()), Answer)
        step.answers = (*question.answers, answers[0].answer if answers else "")
        command: Command | None = question.command
    else:
        given = _of(orders.get(step.now.acting, ()), Command)
        command = given[0] if given else None
    if command is None:
        end_turn(step)  # the time is up, or the GM resolves the step
        return
    step.command = command
    action = complete(step.field, step.now.acting, command)
    if isinstance(action, Remark):
        _skip(step, action)
        return
    _carry_out(step, action)
    end_action(step)
    _end_if_spent(step)


def _skip(step: Resolution, remark: Remark) -> None:
    """Skip a command that is illegal (R31)."""
    step.tell(Skipped(clause="WOD-R31", seat=step.now.acting, text=remark.text, audience=(step.now.acting,)))


def _carry_out(step: Resolution, action: Action) -> None:
    """Carry out one command. Before every action the opponent may react (WOD-60)."""
    seat = step.now.acting
    if action.verb == END:
        end_turn(step)
    elif action.verb == SURRENDER:
        ending.surrender(step, seat)
    else:
        step.occur(Occasion(other(seat), BEFORE, actor=action.unit))
        again = complete(step.field, seat, step.command or Command())
        if isinstance(again, Remark):
            _skip(step, again)
        else:
            if again.unit:
                step.spend(seat, again.unit)
            _VERBS[again.verb](step, again)


def _move(step: Resolution, action: Action) -> None:
    step.change(action.unit, moves=step.units[action.unit].moves + 1)
    walk(step, action.unit, action.way)


def _attack(step: Resolution, action: Action) -> None:
    attacks.attack(step, action.unit, action.target)


def _use(step: Resolution, action: Action) -> None:
    if action.ability is not None and action.aim is not None:
        abilities.use(step, action.unit, action.ability, action.aim)


def _call(step: Resolution, action: Action) -> None:
    if action.card is not None:
        allies.call(step, action.unit, action.card, action.enhancements, action.at)


def _council(step: Resolution, action: Action) -> None:
    council.convene(step, step.now.acting, action.tactic, action.target)


_VERBS: Mapping[str, Callable[[Resolution, Action], None]] = {
    MOVE: _move,
    STRIKE: _attack,
    USE: _use,
    CALL: _call,
    COUNCIL: _council,
}

_STEPS: Mapping[str, Callable[[Resolution, Orders], None]] = {
    "barrack": _barrack,
    "legion": _legion,
    "deployment": _deployment,
    "battle": _battle,
}
"""A game, in rulebook order."""


def _end_if_spent(step: Resolution) -> None:
    """End the turn of a player who has no Command Tokens and cannot convene the War Council (WOD-85)."""
    player = step.players[step.now.acting]
    if player.tokens < 1 and council.why_no_council(step.field, step.now.acting) is not None:
        end_turn(step, spent=True)


def result(match: Match) -> Result | None:
    """Return how the match ended, None if it goes on."""
    return match.result
