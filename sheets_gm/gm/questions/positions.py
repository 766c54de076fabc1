"""Questions about every position of a game, and about the step from one to the next."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, pairwise
from typing import Any

from sheets_gm.games.play_out import fill, next_orders, player_counts, seats_for, seats_with_standing
from sheets_gm.games.variants import variants
from sheets_gm.gm.questions.played import EVERY, Match, Played, Wrong, few
from sheets_gm.kernel.dice import MOST_MISSING, Dice, Keyed, Secrets, uniform
from sheets_gm.kernel.match.codec import Codec
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.match.recorder import Locked, Recorder, RollsMissing, Step, charter_for
from sheets_gm.kernel.model import canonical, digest

REAL_STEPS = 3
EVERY_SETTING = 6
"""Real dice are tried with every EVERY_SETTING-th of the settings."""
MOST_ASKS = 60
"""The most times to ask for more rolls of one step, when rolls depend on earlier ones."""


def lets_somebody_do_something(played: Played) -> Iterator[Wrong]:
    """Somebody must have something to do in the first position and in later ones."""
    if any(len(match.steps) < 2 for match in played.matches) and not played.over():
        yield Wrong("nobody can do anything in the first position", "open")
    elif not any(step.entry.orders for match in played.matches for step in match.steps):
        yield Wrong("random players never gave an order", "open")


def keeps_its_laws(played: Played) -> Iterator[Wrong]:
    """Every position of random matches must keep the laws of the game."""
    for match in played.matches:
        for step in played.steps(match):
            for law in played.game.checks.laws:
                if (fault := law(step.state)) is not None:
                    yield Wrong(f"entry {step.entry.number} of a random match breaks a law: {fault}", law)


def goes_on_until_it_has_a_result(played: Played) -> Iterator[Wrong]:
    """Forms must be open until there is a result, with a clause, a reason, and sides (not neutral) as winners."""
    for match in played.matches:
        for step in played.steps(match):
            if bool(played.opened(step.state)) is not (played.game.result(step.state) is None):
                open_or_not = "a form is open after the end" if played.opened(step.state) else "no form is open"
                yield Wrong(f"{open_or_not} at entry {step.entry.number} of a random match", "open")
        sides = {each for seat in match.seats if not seat.neutral for each in (seat.id, seat.team)}
        result = played.game.result(match.steps[-1].state)
        if result is not None and not (set(result.winners) <= sides and result.reason and result.clause):
            yield Wrong(f"its result must have sides as winners, a reason and a clause: {result!r}", "result")


def stores_its_positions(played: Played) -> Iterator[Wrong]:
    """A position and its events must be the same after they were stored and read again."""
    for match in played.matches:
        codec, secrets = Codec(played.game, match.charter), Secrets(match.seed)
        for step in played.steps(match):
            stored = json.loads(json.dumps(step.entry.state))
            read = codec.state(stored)
            if read != step.state or codec.stored(read) != stored:
                yield Wrong(f"the position of {step.entry.label} is another one once it was stored", played.game.state)
            elif codec.digest(stored, secrets.state_salt(step.entry.number)) != step.entry.after:
                yield Wrong(
                    f"the position of {step.entry.label} has another digest once it was stored", played.game.state
                )
            if codec.events(json.loads(json.dumps(step.entry.events))) != step.events:
                yield Wrong(f"the events of {step.entry.label} are others once they were stored", "events")


def changes_no_position(played: Played) -> Iterator[Wrong]:
    """No function of the game may change a position; rules return a new one."""
    game = played.game
    for match in played.matches:
        codec = Codec(game, match.charter)
        for step in played.steps(match, EVERY):
            state = codec.state(step.entry.state)  # the one that was played may be changed already
            before = canonical(state)
            orders = next_orders(fill(game, state, game.open(state), {}, step.entry.seal))
            for part, use in _uses(played, match, state, orders):
                use()
                if canonical(state) != before:
                    yield Wrong(f"{part} changes the position that it gets; make a new one with .but(...)", part)
                    return


def _uses(
    played: Played, match: Match, state: Any, orders: Mapping[str, Any]
) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield every use of a position, with the part of the game that is used."""
    game = played.game
    yield "open", lambda: game.open(state)
    yield "label", lambda: game.label(state)
    yield "result", lambda: game.result(state)
    yield "out", lambda: game.people.out(state)
    yield "laws", lambda: [law(state) for law in game.checks.laws]
    yield "view", lambda: [game.view(state, eye) for eye in played.eyes(match)]
    yield "check", lambda: [game.checks.check(state, seat, order) for seat, given in orders.items() for order in given]
    yield "resolve", lambda: played.resolved(state, orders)


def takes_its_chances_from_the_dice(played: Played) -> Iterator[Wrong]:
    """The same orders and the same dice must make the same step. Otherwise nobody could check it."""
    game = played.game
    for match in played.matches:
        for step in played.steps(match, EVERY):
            if not played.opened(step.state):
                continue
            orders = next_orders(fill(game, step.state, played.opened(step.state), {}, step.entry.seal))
            luck = played.luck()
            one, two = (played.resolved(step.state, orders) for _ in range(2))
            if played.luck() != luck or digest(one.state) != digest(two.state) or one.events != two.events:
                yield Wrong("resolve does something else each time: all chance must come from its dice", "chance")
                return
    if digest(_started(played)) != digest(_started(played)):
        yield Wrong("start does something else each time: all chance must come from its dice", "chance")


def _started(played: Played) -> Any:
    dice = Dice(Keyed(b"start", b"hidden"))
    return played.game.start(played.settings, played.matches[0].seats, dice).state


def gives_no_meaning_to_the_order_of_owners(played: Played) -> Iterator[Wrong]:
    """A step must not depend on the order of the owners."""
    for match in played.matches:
        codec = Codec(played.game, match.charter)
        for before, step in list(pairwise(played.steps(match)))[::EVERY]:
            given = codec.orders(step.entry.orders)
            one, two = (
                played.resolved(before.state, dict(order)) for order in (given.items(), reversed(given.items()))
            )
            if digest(one.state) != digest(two.state) or one.events != two.events:
                yield Wrong(f"{step.entry.label} comes out otherwise with the same orders in another order", "resolve")


def recomputes_its_journal(played: Played) -> Iterator[Wrong]:
    """The record of a match must pass its proof."""
    for match in few(played.matches, 2, played.game.name):
        stored = [Entry.model_validate_json(step.entry.model_dump_json()) for step in played.steps(match)]
        for each in verify(played.game, match.charter, stored, Secrets(match.seed).hidden):
            if isinstance(each, Fault):
                yield Wrong(f"the record of a match does not prove it: {each.what}", "chance")


def can_be_played_with_real_dice(played: Played) -> Iterator[Wrong]:
    """A match must be playable with real dice: rolls that depend on other rolls must come to an end."""
    game = played.game
    settings_tried = islice(variants(game.settings), 0, None, EVERY_SETTING)
    can_start = [(settings, counts) for settings in settings_tried if (counts := player_counts(game, settings))]
    for settings, counts in few(can_start, 3, game.name):
        seats = seats_for(game, settings, min(counts))
        secrets = Secrets(bytes(32))
        keyed = charter_for(game, secrets, match="real", title="", settings=settings, seats=seats)
        recorder = Recorder(game, keyed.but(dice="manual"), secrets)
        step: Step[Any] | None = recorder.start(Locked(orders={}, manual=recorder.first_rolls()))
        for number in range(REAL_STEPS):
            forms = game.open(step.state) if step else ()
            if step and forms:
                orders = next_orders(fill(game, step.state, forms, {}, str(number)))
                step = _rolled(recorder, step, orders, seats_with_standing(forms))
        if step is None:
            yield Wrong(
                f"a step with real dice still lacks rolls after they were asked for {MOST_ASKS} times", "resolve"
            )


def _rolled(
    recorder: Recorder[Any], step: Step[Any], orders: Mapping[str, Any], standing: tuple[str, ...]
) -> Step[Any] | None:
    """Type the missing rolls until the step after *step* is played; return None if that never ends."""
    typed: dict[str, int] = {}
    for _ in range(MOST_ASKS):
        try:
            return recorder.play(step.entry, step.state, Locked(orders=orders, manual=typed, standing=standing))
        except RollsMissing as error:
            missing = error.missing
        if missing.keys() & typed.keys() or len(missing) >= MOST_MISSING:
            return None
        typed |= {why: uniform(b"real", why, sides) for why, sides in missing.items()}
    return None


QUESTIONS = (
    lets_somebody_do_something,
    changes_no_position,
    takes_its_chances_from_the_dice,
    keeps_its_laws,
    goes_on_until_it_has_a_result,
    stores_its_positions,
    gives_no_meaning_to_the_order_of_owners,
    recomputes_its_journal,
    can_be_played_with_real_dice,
)
