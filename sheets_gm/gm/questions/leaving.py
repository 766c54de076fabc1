"""Questions about leaving a match, and joining it while it is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any

from sheets_gm.games.play_out import (
    charter_of,
    fill,
    largest,
    next_orders,
    play_out,
    player_counts,
    seats_for,
    seats_with_standing,
)
from sheets_gm.gm.questions.played import EVERY, Match, Played, Wrong
from sheets_gm.kernel.actions import Join
from sheets_gm.kernel.dice import Dice, Keyed, Secrets
from sheets_gm.kernel.english import sides_left
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.match.recorder import Locked, Recorder, Step
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import Remark

STEPS_AFTER = 4
"""Steps that are played on after somebody left or joined."""


def goes_on_without_who_gives_up(played: Played) -> Iterator[Wrong]:
    """After a side gives up, all laws hold, everybody can look, and the match continues or is over."""
    if played.game.people.leave is None:
        return  # the match is over when one of two sides gives up
    for match in played.matches:
        sides = sides_left(match.seats, ())
        for number, state in enumerate(_going_on(played, match)):
            for turn in range(2):
                side = sides[(2 * number + turn) % len(sides)]
                gone = {seat.id for seat in match.seats if seat.team == side} | {side}
                yield from _wrong_without(played, match, state, gone, side)


def _going_on(played: Played, match: Match) -> Iterator[Any]:
    """Yield some positions of *match* before its end."""
    going_on = [step for step in match.steps if played.game.result(step.state) is None]
    return (step.state for step in played.steps(match._replace(steps=tuple(going_on)), EVERY))


def _wrong_without(played: Played, match: Match, state: Any, gone: set[str], side: str) -> Iterator[Wrong]:
    game = played.game
    assert game.people.leave is not None
    before = digest(state)
    outcome = game.people.leave(state, side)
    if digest(state) != before:
        yield Wrong("leave changes the position that it gets; make a new one with .but(...)", "leave")
    seats = {seat.id: seat for seat in match.seats}
    for event in outcome.events:
        if type(event) not in game.events or not game.describe(event, seats).strip():
            yield Wrong(f"{type(event).__name__}, which happens when a side leaves, is none of its events", "events")
    for number in range(STEPS_AFTER):
        result = game.result(outcome.state)
        for law in game.checks.laws:
            if (fault := law(outcome.state)) is not None:
                yield Wrong(f"once {side} has left, a law is broken: {fault}", law)
        forms = game.open(outcome.state)
        if bool(forms) is not (result is None):
            yield Wrong(f"once {side} has left, the match neither goes on nor is over", "leave")
        if gone & {form.seat for form in forms} or (result is not None and gone & set(result.winners)):
            yield Wrong(f"{side} has left, and is asked for orders or wins", "leave")
        if not set(game.people.out(outcome.state)) <= set(seats):
            yield Wrong("who is out has no seat", "out")
        if number == 0:
            for seat in played.eyes(match):
                game.view(outcome.state, seat)
        if result is not None or not forms:
            return
        orders = next_orders(fill(game, outcome.state, forms, {}, f"after {side} left {number}"))
        outcome = played.resolved(outcome.state, orders, side)


def has_a_winner_when_all_others_gave_up(played: Played) -> Iterator[Wrong]:
    """The sides give up one after another; then the last one must have won."""
    game = played.game
    if game.people.leave is None:
        return
    for match in played.matches:
        sides = list(sides_left(match.seats, ()))
        for number, first in enumerate(_going_on(played, match)):
            turn, state = number % len(sides), first
            for side in (*sides[turn:], *sides[:turn])[:-1]:
                if game.result(state) is not None:
                    break
                state = game.people.leave(state, side).state
                for law in game.checks.laws:
                    if (fault := law(state)) is not None:
                        yield Wrong(f"once {side} has left, a law is broken: {fault}", law)
            if game.result(state) is None:
                yield Wrong("all sides but one gave up, and the match goes on", "leave")


def plays_on_with_who_joins_or_says_why_nobody_can(played: Played) -> Iterator[Wrong]:
    """Somebody must be able to join, or get the reason why not: in the first position and in a later one.

    The match has the fewest players with the settings that have the most seats.
    """
    game = played.game
    settings, _ = largest(game)
    seats = seats_for(game, settings, min(player_counts(game, settings)))
    taken = {seat.id for seat in seats}
    places = [place for place in (game.people.places_to_join or game.places)(settings) if place.id not in taken]
    steps = list(play_out(game, settings, seats, {}, bytes(32), turns=4))
    for step, place in product((steps[0], steps[-1]), places[:1] if game.result(steps[-1].state) is None else ()):
        traits = {name: choices[0] for name, choices in place.traits.items()}
        newcomer = Join(seat=place.id, team=place.team, player="Zoe", traits=traits, neutral=place.neutral)
        for remark in game.why_not(settings, (*seats, newcomer.taken)):
            if remark.refuses:
                yield Wrong(f"nobody may take the seat {place.id}, in which one can join: {remark.text}", "seating")
        secrets = Secrets(bytes(32))
        recorder = Recorder(game, charter_of(game, settings, seats, bytes(32)), secrets)
        answer = game.people.join(step.state, newcomer.taken, Dice(Keyed(b"joining", b"hidden")))
        if isinstance(answer, Remark):
            if not answer.text[:1].isupper():
                yield Wrong(f"why nobody can join is no sentence: “{answer.text}”", "join")
            continue
        joined = recorder.carry_out(step.entry, step.state, newcomer, partial(_state_of, steps), Locked(orders={}))
        entries = [each.entry for each in steps[: steps.index(step) + 1]]
        for each in _played_on(played, recorder, joined, place.id):
            entries.append(each.entry)
            for law in game.checks.laws:
                if (fault := law(each.state)) is not None:
                    yield Wrong(f"once {place.id} has joined, a law is broken: {fault}", law)
        for checked in verify(game, recorder.charter, entries):
            if isinstance(checked, Fault):
                yield Wrong(f"the record of a match that somebody joins does not prove it: {checked.what}", "join")


def _state_of(steps: Sequence[Step[Any]], number: int) -> Any:
    return steps[number].state


def _played_on(played: Played, recorder: Recorder[Any], step: Step[Any], seat: str) -> Iterator[Step[Any]]:
    """Yield *step*, in which somebody has joined as *seat*, and some steps after it."""
    for number in range(STEPS_AFTER):
        yield step
        played.game.view(step.state, seat)
        forms = played.game.open(step.state)
        if not forms:
            return
        rows = fill(played.game, step.state, forms, {}, f"after {seat} joined {number}")
        locked = Locked(orders=next_orders(rows), standing=seats_with_standing(forms))
        step = recorder.play(step.entry, step.state, locked)


QUESTIONS = (
    goes_on_without_who_gives_up,
    has_a_winner_when_all_others_gave_up,
    plays_on_with_who_joins_or_says_why_nobody_can,
)
