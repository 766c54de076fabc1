"""The entries of a match: the first one from its charter, then one after another.

An entry depends only on the charter, the state before it, the locked orders and the entry's secret. So anyone who has a
journal can replay it and compare every roll and state (`sheets_gm.kernel.match.proof`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic

from pydantic import BaseModel

from sheets_gm.kernel.actions import Action, Adopt
from sheets_gm.kernel.beacon import BeaconMissing, BeaconRound, round_after
from sheets_gm.kernel.dice import LINKS, Dice, EndlessRolls, Keyed, Manual, Secrets, key_message, lock, turn_keys
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.match.applying_actions import carry_out
from sheets_gm.kernel.match.codec import Codec
from sheets_gm.kernel.match.journal import Charter, Entry, Refused, Sandbox, Slip, Typing, lines_after
from sheets_gm.kernel.model import canonical
from sheets_gm.kernel.outcome import Event, Orders, Outcome, S, with_public_event
from sheets_gm.kernel.rules import LawBroken, Rules, Secrecy, broken_law
from sheets_gm.kernel.seats import Seat


@dataclass(frozen=True, slots=True)
class Locked:
    """Everything that is recorded at a lock: the orders, and the rows and remarks that belong to them.

    *manual* are the rolls that the game master typed, by reason, in a match with real dice. *sides* are the sides of
    these dice. *beacon* is the public round of the lock, in a match with a beacon. *alone*: the lock is for one row of
    a form that closes at once. *standing* are the seats that may have standing orders. Each of them has a lock, so that
    nobody can see whether it has any.
    """

    orders: Orders
    typed: tuple[Typing, ...] = ()
    slips: tuple[Slip, ...] = ()
    refused: tuple[Refused, ...] = ()
    attendance: Mapping[str, Any] | None = None
    manual: Mapping[str, int] | None = None
    sides: Mapping[str, int] | None = None
    beacon: BeaconRound | None = None
    when: float = 0.0
    why: str = ""
    alone: bool = False
    standing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """An entry, with its state and events as values, so that they need not be read from JSON again."""

    entry: Entry
    state: S
    events: tuple[Event, ...]


OTHER_GUESSES = (
    (True,),
    (False, True),
    (True, False),
    (True, True, False, False),
    (False, True, True, False, True, False, False),
)
"""Values to try for missing rolls besides 1: the highest (True), and both in several orders, so that ties end."""


def _surely_missing(locked: Locked, resolve: Callable[[Dice], object], tried: Manual, *, ended: bool) -> dict[str, int]:
    """Return the rolls that are certainly missing, whatever the other rolls show, each with its sides.

    They are found by playing the step with several provisional values. *tried* has the missing rolls if all others show
    1. *ended* is whether the step was complete in that attempt. The first missing roll is always in the result. Typing
    a roll that turns out to be unnecessary does no harm: it is not recorded.
    """
    attempts = [tried.missing] if ended else []
    for highs in OTHER_GUESSES:
        guess = Manual(locked.manual or {}, highs, sides=locked.sides)
        with suppress(EndlessRolls):
            resolve(Dice(guess))
            attempts.append(guess.missing)
    if not attempts:
        return dict([next(iter(tried.missing.items()))])
    return {why: sides for why, sides in attempts[0].items() if all(each.get(why) == sides for each in attempts)}


FORMAT = 2
"""How the entries of new matches are written; see `Charter` for the difference between the formats."""


class RollsMissing(UserError):
    """The error for a step of a match with real dice, when these rolls are not typed yet: reason to number of sides."""

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
    beacon: str = "",
    key: str = "",
    sandbox: Sandbox | None = None,
) -> Charter:
    """Return the charter of a new match: all that is public before the first roll, and a digest of the accounts."""
    by_seat = {seat.id: seat.account for seat in seats if seat.account}
    accounts = hashlib.sha256(secrets.accounts_salt + canonical(by_seat)).hexdigest() if by_seat else ""
    return Charter(
        match=match,
        title=title,
        game=rules.name,
        rules=rules.version,
        settings=settings.model_dump(mode="json"),
        seats=tuple(seat.but(account=None) for seat in seats),
        dice=dice,
        top=secrets.top(0),
        hidden_lock=hashlib.sha256(secrets.hidden).hexdigest(),
        beacon=beacon,
        key=key,
        format=FORMAT,
        sandbox=sandbox,
        accounts=accounts,
    )


def first_position(rules: Rules[S], codec: Codec[S], charter: Charter, dice: Dice) -> Outcome[S]:
    """Return the first position of a match, with its events. A sandbox takes its position from the charter."""
    if charter.sandbox is not None:
        return Outcome(codec.state(charter.sandbox.state), ())
    return rules.start(codec.settings, charter.seats, dice)


ACTION = "act"
"""The name under which an action is locked and salted, where orders have a seat."""


class Recorder(Generic[S]):
    """The writer of a match's entries: it rolls, resolves and seals them.

    *rules* are the rules of the game, *secrets* those of the match. Values that every entry needs are cached.
    """

    def __init__(self, rules: Rules[S], charter: Charter, secrets: Secrets) -> None:
        self.rules = rules
        self.charter = charter
        self.secrets = secrets
        self.codec: Codec[S] = Codec(rules, charter)

    def with_secrets(self, secrets: Secrets) -> Recorder[S]:
        """Return a recorder of the same match with other secrets, for a dry run without real dice or beacon."""
        other = Recorder(self.rules, self.charter.but(dice="keyed", beacon=""), secrets)
        other.codec = self.codec
        return other

    def start(self, locked: Locked | None = None) -> Step[S]:
        """Return entry 0 with the first position. Its key depends on the charter, as a turn's does on the orders."""
        rules, charter = self.rules, self.charter

        def start(dice: Dice) -> Outcome[S]:
            return first_position(rules, self.codec, charter, dice)

        entry = Entry.model_construct(
            number=0, kind="start", rules=rules.version, label="Start", locks={"charter": charter.lock()}
        )
        return self._complete(entry, None, locked or Locked(orders={}), start)

    def first_rolls(self) -> dict[str, int]:
        """Return the rolls of the first position by reason, for a match with real dice, from the keys of entry 0.

        Such a match is created before anybody can roll for it.
        """
        number, charter = 0, self.charter
        message = key_message(charter.match, number, {"charter": charter.lock()})
        keys = turn_keys(self.secrets.turn(number), self.secrets.hidden, message)
        dice = Dice(keys)
        first_position(self.rules, self.codec, charter, dice)
        return {roll.why: roll.value for roll in dice.rolls}

    def play(self, last: Entry, state: S, locked: Locked) -> Step[S]:
        """Return the entry after *last*, which resolves the *locked* orders on *state*.

        Raises RollsMissing if real dice are missing, BeaconMissing if the public round of the lock is missing, and
        LawBroken.
        """
        rules, number = self.rules, last.number + 1
        if self.charter.beacon and locked.beacon is None:
            raise BeaconMissing(round_after(locked.when))
        # the order of seats and seats without orders mean nothing: games get the seats that have orders, sorted
        orders = {seat: locked.orders[seat] for seat in sorted(locked.orders) if locked.orders[seat]}
        stored = {seat: [order.model_dump(mode="json") for order in given] for seat, given in orders.items()}
        salts = {seat: self.secrets.salt(number, seat) for seat in sorted({*orders, *locked.standing})}

        def resolve(dice: Dice) -> Outcome[S]:
            outcome = rules.resolve(state, orders, dice)
            return Outcome(outcome.state, with_public_event(outcome.events))

        entry = Entry.unchecked(
            number=number,
            kind="turn",
            rules=last.rules,
            label=rules.label(state),
            orders=stored,
            locks={seat: lock(salt, stored.get(seat, [])) for seat, salt in salts.items()},
            salts={seat: salt.hex() for seat, salt in salts.items()},
            beacon=locked.beacon if self.charter.beacon else None,
        )
        return self._complete(entry, last, locked, resolve)

    def carry_out(self, last: Entry, state: S, action: Action, past: Callable[[int], S], locked: Locked) -> Step[S]:
        """Return the entry after *last*, which carries out *action*. The action is part of its key, as orders are in a
        turn.

        `past(number)` returns the position after an earlier entry. *locked* holds the time, and the row that asked for
        the action, if there is one. Raises BadAction. Raises LawBroken if the new position breaks a law.
        """
        stored = action.model_dump(mode="json")
        number = last.number + 1
        salt = self.secrets.salt(number, ACTION) if self.charter.format > 1 else b""
        entry = Entry.model_construct(
            number=number,
            kind="act",
            rules=action.rules if isinstance(action, Adopt) else last.rules,
            label=action.TITLE,
            act=stored,
            locks={ACTION: lock(salt, stored)},
            salts={ACTION: salt.hex()} if salt else {},
        )
        # other rules have other laws
        kept = None if isinstance(action, Adopt) else state

        def resolve(dice: Dice) -> Outcome[S]:
            return carry_out(action, state, dice, past, self.rules)

        return self._complete(entry, last, locked, resolve, kept)

    def _complete(
        self,
        entry: Entry,
        last: Entry | None,
        locked: Locked,
        resolve: Callable[[Dice], Outcome[S]],
        kept: S | None = None,
    ) -> Step[S]:
        """Roll, resolve and complete *entry*, which holds only the fields that are known before the roll.

        The new position must keep the laws, unless it is *kept*, a position that is already stored. Raises LawBroken.
        """
        number, secrets = entry.number, self.secrets
        secret = secrets.turn(number)
        message = key_message(self.charter.match, number, entry.locks, entry.beacon.signature if entry.beacon else "")
        source: Keyed | Manual = (
            Manual(locked.manual or {}, sides=locked.sides)
            if self.charter.dice == "manual" and entry.kind != "act"
            else turn_keys(secret, secrets.hidden, message)
        )
        dice = Dice(source)
        try:
            outcome = resolve(dice)
        except EndlessRolls:
            assert isinstance(source, Manual)  # other dice never run out
            raise RollsMissing(_surely_missing(locked, resolve, source, ended=False)) from None
        if isinstance(source, Manual) and source.missing:
            raise RollsMissing(_surely_missing(locked, resolve, source, ended=True))
        if outcome.state is not kept and (fault := broken_law(self.rules, outcome.state)) is not None:
            raise LawBroken(fault)
        state = self.codec.stored(outcome.state)
        salt = secrets.state_salt(number) if self.charter.format > 1 else b""
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
            after=self.codec.digest(state, salt),
            state_salt=salt.hex() if self.rules.secrecy is Secrecy.OPEN else "",
            state=state,
        )
        sealed = complete.sealed(last.seal if last else self.charter.key, salt)
        return Step(sealed, outcome.state, outcome.events)
