"""A match from its charter: the founding entry, one entry after another, and the proof that they are right.

Law: an entry depends on the charter, the state before, the locked orders and the entry's secret, and on nothing
else. So a journal can be played again by anyone who has it, and every roll and state compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from pydantic import BaseModel

from sheets_gm.kernel.actions import Adopt, AnyAction, carry_out
from sheets_gm.kernel.dice import LINKS, Dice, Keyed, Manual, Secrets, lock, turn_keys
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.journal import Charter, Entry, Refused, Slip, Typing, lines_after, seal
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import Event, Orders, Outcome, S, eventful
from sheets_gm.kernel.proof import Fault, verify
from sheets_gm.kernel.rules import Codec, Rules
from sheets_gm.kernel.seats import Seat

__all__ = [
    "Codec",
    "Fault",
    "Locked",
    "RollsMissing",
    "Rules",
    "Step",
    "charter_for",
    "do",
    "found",
    "lines_after",
    "play",
    "verify",
]


@dataclass(frozen=True, slots=True)
class Locked:
    """All that was taken at one lock: the orders, and what stood beside them.

    *manual* are the rolls a GM typed, by reason, where a match is played with real dice.
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
    """An entry together with the values it holds, so that nobody has to read them back."""

    entry: Entry
    state: S
    events: tuple[Event, ...]


class RollsMissing(UserError):
    """A table with real dice has not typed these rolls yet: reason to number of sides."""

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
    """The charter of a new match: what everybody may know before the first roll."""
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


def found(rules: Rules[S], charter: Charter, secrets: Secrets, locked: Locked | None = None) -> Step[S]:
    """Entry 0: the first position. It is keyed by the charter, as a turn is keyed by its orders."""
    settings = rules.settings.model_validate(charter.settings)

    def start(dice: Dice) -> Outcome[S]:
        return rules.start(settings, charter.seats, dice)

    told = Entry.model_construct(
        number=0, kind="start", rules=rules.version, label="Start", locks={"charter": digest(charter)}
    )
    return _enter(charter, secrets, told, None, locked or Locked(orders={}), start)


def play(rules: Rules[S], charter: Charter, secrets: Secrets, last: Entry, state: S, locked: Locked) -> Step[S]:
    """The entry after *last*: *locked* orders resolved on *state*. RollsMissing where real dice are awaited."""
    number = last.number + 1
    # neither the order of seats nor a seat without orders means anything: every game sees them sorted, and only those
    orders = {seat: locked.orders[seat] for seat in sorted(locked.orders) if locked.orders[seat]}
    stored = {seat: [order.model_dump(mode="json") for order in given] for seat, given in orders.items()}
    salts = {seat: secrets.salt(number, seat) for seat in orders}

    def resolve(dice: Dice) -> Outcome[S]:
        outcome = rules.resolve(state, orders, dice)
        return Outcome(outcome.state, eventful(outcome.events))

    told = Entry.model_construct(
        number=number,
        kind="turn",
        rules=last.rules,
        label=rules.label(state),
        orders=stored,
        locks={seat: lock(salts[seat], stored[seat]) for seat in orders},
        salts={seat: salt.hex() for seat, salt in salts.items()},
    )
    return _enter(charter, secrets, told, last, locked, resolve)


def do(
    charter: Charter,
    secrets: Secrets,
    last: Entry,
    state: S,
    action: AnyAction,
    past: Callable[[int], S],
    when: float,
    typed: tuple[Typing, ...] = (),
) -> Step[S]:
    """The entry after *last*, in which *action* is done; *past* gives the position after an earlier entry. BadAct.

    *typed* is the row that asked for it, if a row did.

    It is keyed by the act, as a turn is keyed by its orders.
    """
    stored = action.model_dump(mode="json")
    told = Entry.model_construct(
        number=last.number + 1,
        kind="act",
        rules=action.rules if isinstance(action, Adopt) else last.rules,
        label=action.TITLE,
        act=stored,
        locks={"act": digest(stored)},
    )
    keyed = charter.but(dice="keyed")
    locked = Locked({}, typed=typed, when=when)
    return _enter(keyed, secrets, told, last, locked, lambda dice: carry_out(action, state, dice, past))


def _enter(
    charter: Charter,
    secrets: Secrets,
    told: Entry,
    last: Entry | None,
    locked: Locked,
    resolve: Callable[[Dice], Outcome[S]],
) -> Step[S]:
    """Roll and resolve, and complete the entry of which *told* is known before."""
    number = told.number
    secret = secrets.turn(number)
    source: Keyed | Manual = (
        Manual(locked.manual or {})
        if charter.dice == "manual"
        else turn_keys(secret, secrets.hidden, charter.match, number, told.locks)
    )
    dice = Dice(source)
    outcome = resolve(dice)
    if isinstance(source, Manual) and source.missing:
        raise RollsMissing(source.missing)
    state = outcome.state.model_dump(mode="json")
    entry = told.but(
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
    return Step(entry.but(seal=seal(entry, last.seal if last else "")), outcome.state, outcome.events)
