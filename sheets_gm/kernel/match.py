"""A match from its charter: the first entry, and one entry after another.

An entry depends only on the charter, the state before it, the locked orders and the entry's secret. So anyone who has
a journal can replay it and compare every roll and state (`sheets_gm.kernel.proof`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from pydantic import BaseModel

from sheets_gm.kernel.actions import Adopt, AnyAction, carry_out
from sheets_gm.kernel.dice import LINKS, Dice, Keyed, Manual, Secrets, lock, turn_keys
from sheets_gm.kernel.journal import Charter, Entry, Refused, Slip, Typing, lines_after, seal
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import Event, Orders, Outcome, S, with_public_event
from sheets_gm.kernel.rules import Rules
from sheets_gm.kernel.seats import Seat


@dataclass(frozen=True, slots=True)
class Locked:
    """Everything recorded at one lock: the orders, and the rows and remarks around them.

    *manual* are the rolls that the GM typed, by reason, in a match with real dice.
    """

    orders: Orders
    typed: tuple[Typing, ...] = ()
    slips: tuple[Slip, ...] = ()
    refused: tuple[Refused, ...] = ()
    attendance: Mapping[str, Any] | None = None
    manual: Mapping[str, int] | None = None
    when: float = 0.0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """An entry with its state and events as values, so that they need not be parsed again."""

    entry: Entry
    state: S
    events: tuple[Event, ...]


class RollsMissing(Exception):
    """In a match with real dice, these rolls are not typed yet: reason to number of sides."""

    def __init__(self, missing: Mapping[str, int]) -> None:
        super().__init__(", ".join(missing))
        self.missing = dict(missing)


def charter_for(
    rules: Rules[Any],
    secrets: Secrets,
    *,
    match: str,
    title: str,
    settings: BaseModel,
    seats: Sequence[Seat],
    dice: str = "keyed",
) -> Charter:
    """The charter of a new match: all that is public before the first roll."""
    return Charter(
        match=match,
        title=title,
        game=rules.name,
        rules=rules.version,
        settings=settings.model_dump(mode="json"),
        seats=tuple(seats),
        dice=dice,
        top=secrets.top(0),
        hidden_lock=hashlib.sha256(secrets.hidden).hexdigest(),
    )


def start_match(rules: Rules[S], charter: Charter, secrets: Secrets, locked: Locked | None = None) -> Step[S]:
    """Create entry 0, with the first position. It is keyed by the charter, as a turn is keyed by its orders."""
    settings = rules.settings.model_validate(charter.settings)

    def start(dice: Dice) -> Outcome[S]:
        return rules.start(settings, charter.seats, dice)

    entry = Entry.model_construct(
        number=0, kind="start", rules=rules.version, label="Start", locks={"charter": digest(charter)}
    )
    return _enter(charter, secrets, entry, None, locked or Locked(orders={}), start)


def play(rules: Rules[S], charter: Charter, secrets: Secrets, last: Entry, state: S, locked: Locked) -> Step[S]:
    """The entry after *last*: the *locked* orders resolved on *state*. RollsMissing while real dice are missing."""
    number = last.number + 1
    # the order of seats and seats without orders mean nothing: games get the seats that have orders, sorted
    orders = {seat: locked.orders[seat] for seat in sorted(locked.orders) if locked.orders[seat]}
    stored = {seat: [order.model_dump(mode="json") for order in given] for seat, given in orders.items()}
    salts = {seat: secrets.salt(number, seat) for seat in orders}

    def resolve(dice: Dice) -> Outcome[S]:
        outcome = rules.resolve(state, orders, dice)
        return Outcome(outcome.state, with_public_event(outcome.events))

    entry = Entry.model_construct(
        number=number,
        kind="turn",
        rules=last.rules,
        label=rules.label(state),
        orders=stored,
        locks={seat: lock(salts[seat], stored[seat]) for seat in orders},
        salts={seat: salt.hex() for seat, salt in salts.items()},
    )
    return _enter(charter, secrets, entry, last, locked, resolve)


def play_action(
    charter: Charter,
    secrets: Secrets,
    last: Entry,
    state: S,
    action: AnyAction,
    past: Callable[[int], S],
    when: float,
    typed: tuple[Typing, ...] = (),
) -> Step[S]:
    """The entry after *last*, which carries out *action*. It is keyed by the action, as a turn is by its orders.

    *past* returns the position after an earlier entry. *typed* is the row that asked for the action, if any. Raises
    BadAction.
    """
    stored = action.model_dump(mode="json")
    entry = Entry.model_construct(
        number=last.number + 1,
        kind="act",
        rules=action.rules if isinstance(action, Adopt) else last.rules,
        label=action.TITLE,
        act=stored,
        locks={"act": digest(stored)},
    )
    keyed = charter.but(dice="keyed")
    locked = Locked({}, typed=typed, when=when)
    return _enter(keyed, secrets, entry, last, locked, lambda dice: carry_out(action, state, dice, past))


def _enter(
    charter: Charter,
    secrets: Secrets,
    entry: Entry,
    last: Entry | None,
    locked: Locked,
    resolve: Callable[[Dice], Outcome[S]],
) -> Step[S]:
    """Roll, resolve and complete *entry*, which has only the fields known before."""
    number = entry.number
    secret = secrets.turn(number)
    source: Keyed | Manual = (
        Manual(locked.manual or {})
        if charter.dice == "manual"
        else turn_keys(secret, secrets.hidden, charter.match, number, entry.locks)
    )
    dice = Dice(source)
    outcome = resolve(dice)
    if isinstance(source, Manual) and source.missing:
        raise RollsMissing(source.missing)
    state = outcome.state.model_dump(mode="json")
    complete = entry.but(
        when=float(locked.when),
        why=locked.why,
        attendance=dict(locked.attendance or {}),
        typed=locked.typed,
        slips=locked.slips,
        refused=locked.refused,
        secret=secret.hex(),
        next_top=secrets.top(number // LINKS + 1) if number % LINKS == 0 else None,
        rolls=dice.rolls,
        events=tuple(event.model_dump(mode="json") for event in outcome.events),
        lines=lines_after(last) if last else 0,
        before=last.after if last else "",
        after=digest(state),
        state=state,
    )
    return Step(complete.but(seal=seal(complete, last.seal if last else "")), outcome.state, outcome.events)
