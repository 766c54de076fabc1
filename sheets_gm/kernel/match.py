"""A match from its charter: the founding entry, one entry after another, and the proof that they are right.

Law: an entry depends on the charter, the state before, the locked orders and the entry's secret, and on nothing
else. So a journal can be played again by anyone who has it, and every roll and state compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Generic, Protocol, TypeVar, Union

from pydantic import BaseModel, Field, TypeAdapter

from sheets_gm.kernel.dice import LINKS, Dice, Keyed, Manual, Secrets, lock, turn_keys
from sheets_gm.kernel.journal import Charter, Entry, Refused, Slip, Typing
from sheets_gm.kernel.model import Model, canonical, digest
from sheets_gm.kernel.outcome import Event, Order, Orders, Outcome, S
from sheets_gm.kernel.seats import Seat


class Rules(Protocol[S]):
    """The part of a game that the kernel needs to play it."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def settings(self) -> type[BaseModel]: ...
    @property
    def state(self) -> type[S]: ...
    @property
    def orders(self) -> tuple[type[Order], ...]: ...
    @property
    def events(self) -> tuple[type[Event], ...]: ...
    @property
    def start(self) -> Callable[[Any, Sequence[Seat], Dice], Outcome[S]]: ...
    @property
    def resolve(self) -> Callable[[S, Orders, Dice], Outcome[S]]: ...
    @property
    def label(self) -> Callable[[S], str]: ...


M = TypeVar("M", bound=Model)


def _either(types: tuple[type[M], ...]) -> TypeAdapter[M]:
    """An adapter for any of *types*, told apart by their `kind`."""
    if len(types) == 1:
        return TypeAdapter(types[0])
    either: Any = Annotated[Union[types], Field(discriminator="kind")]  # noqa: UP007 - made at run time
    return TypeAdapter(either)


class Codec(Generic[S]):
    """How one game's values become JSON and come back."""

    def __init__(self, rules: Rules[S]) -> None:
        self._rules = rules

    @cached_property
    def _orders(self) -> TypeAdapter[Order]:
        return _either(self._rules.orders)

    @cached_property
    def _events(self) -> TypeAdapter[Event]:
        return _either(self._rules.events)

    def state(self, stored: Mapping[str, Any]) -> S:
        """The state in *stored*. ValidationError if it is not one."""
        return self._rules.state.model_validate_json(_json(stored))

    def orders(self, stored: Mapping[str, Iterable[Mapping[str, Any]]]) -> dict[str, tuple[Order, ...]]:
        """Locked orders from their JSON form."""
        return {
            seat: tuple(self._orders.validate_json(_json(order)) for order in orders) for seat, orders in stored.items()
        }

    def events(self, stored: Iterable[Mapping[str, Any]]) -> tuple[Event, ...]:
        """Events from their JSON form."""
        return tuple(self._events.validate_json(_json(event)) for event in stored)


def _json(stored: object) -> bytes:
    """JSON text of *stored*: validating from JSON lets a list be a tuple and nothing be guessed."""
    return canonical(stored)


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


class RollsMissing(Exception):
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
    locked = locked or Locked(orders={})
    settings = rules.settings.model_validate(charter.settings)
    locks = {"charter": digest(charter)}

    def play(dice: Dice) -> Outcome[S]:
        return rules.start(settings, charter.seats, dice)

    return _enter(rules, charter, secrets, 0, "start", None, locks, {}, locked, "Start", play)


def play(rules: Rules[S], charter: Charter, secrets: Secrets, last: Entry, state: S, locked: Locked) -> Step[S]:
    """The entry after *last*: *locked* orders resolved on *state*. RollsMissing where real dice are awaited."""
    number = last.number + 1
    stored = {seat: [order.model_dump(mode="json") for order in locked.orders[seat]] for seat in locked.orders}
    salts = {seat: secrets.salt(number, seat) for seat in sorted(stored)}
    locks = {seat: lock(salts[seat], stored[seat]) for seat in salts}
    # the order of seats means nothing: every game sees them sorted
    orders = {seat: locked.orders[seat] for seat in salts}

    def resolve(dice: Dice) -> Outcome[S]:
        return rules.resolve(state, orders, dice)

    step = _enter(rules, charter, secrets, number, "turn", last, locks, salts, locked, rules.label(state), resolve)
    return Step(step.entry.but(orders=stored), step.state, step.events)


def lines_after(entry: Entry) -> int:
    """Lines of the log up to and with *entry*: each event is one line."""
    return entry.lines + len(entry.events)


def _enter(
    rules: Rules[S],
    charter: Charter,
    secrets: Secrets,
    number: int,
    kind: str,
    last: Entry | None,
    locks: dict[str, str],
    salts: dict[str, bytes],
    locked: Locked,
    label: str,
    resolve: Callable[[Dice], Outcome[S]],
) -> Step[S]:
    secret = secrets.turn(number)
    source: Keyed | Manual = (
        Manual(locked.manual or {})
        if charter.dice == "manual"
        else turn_keys(secret, secrets.hidden, charter.match, number, locks)
    )
    dice = Dice(source)
    outcome = resolve(dice)
    if isinstance(source, Manual) and source.missing:
        raise RollsMissing(source.missing)
    state = outcome.state.model_dump(mode="json")
    entry = Entry.model_construct(
        number=number,
        kind=kind,
        rules=rules.version,
        when=locked.when,
        why=locked.why,
        attendance=dict(locked.attendance or {}),
        typed=locked.typed,
        slips=locked.slips,
        refused=locked.refused,
        orders={},
        locks=locks,
        salts={seat: salt.hex() for seat, salt in salts.items()},
        secret=secret.hex(),
        next_top=secrets.top(number // LINKS + 1) if number % LINKS == LINKS - 1 else None,
        rolls=dice.rolls,
        events=tuple(event.model_dump(mode="json") for event in outcome.events),
        label=label,
        lines=lines_after(last) if last else 0,
        before=last.after if last else "",
        after=digest(state),
        state=state,
    )
    return Step(entry, outcome.state, outcome.events)


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing in an entry that does not recompute."""

    entry: int
    what: str


def verify(
    rules: Rules[Any], charter: Charter, entries: Iterable[Entry], hidden: bytes | None = None
) -> Iterator[Fault | Entry]:
    """Play *entries* again and yield each one that is right; a wrong one is yielded as a `Fault`, and ends it.

    Every secret is held against the chain's published top, every lock against the orders and the salt, every roll
    against the keys, every state against the rules. *hidden* is the secret of hidden rolls, which a match reveals
    when it is over; without it, entries that made hidden rolls are only held against their digests.
    """
    codec = Codec(rules)
    last: Entry | None = None
    state: Any = None
    above = charter.top
    if hidden is not None and hashlib.sha256(hidden).hexdigest() != charter.hidden_lock:
        yield Fault(0, "the secret of hidden rolls is not the one the charter promised")
        return
    for entry in entries:
        fault = _first_fault(rules, charter, codec, last, state, above, entry, hidden)
        if fault is not None:
            yield Fault(entry.number, fault)
            return
        above = entry.next_top or entry.secret
        last, state = entry, codec.state(entry.state)
        yield entry


def _first_fault(
    rules: Rules[Any],
    charter: Charter,
    codec: Codec[Any],
    last: Entry | None,
    state: Any,
    above: str,
    entry: Entry,
    hidden: bytes | None,
) -> str | None:
    expected = 0 if last is None else last.number + 1
    if entry.number != expected:
        return f"entry {expected} is missing"
    if entry.rules != rules.version:
        return f"it was resolved by rules {entry.rules}, and these are {rules.version}"
    secret = bytes.fromhex(entry.secret)
    if hashlib.sha256(secret).hexdigest() != above:
        return "its secret is not the one that was promised"
    if (entry.before or "") != (last.after if last else ""):
        return "it does not start from the state before it"
    if digest(entry.state) != entry.after:
        return "its state is not the one its digest names"
    locks = (
        {"charter": digest(charter)}
        if last is None
        else {seat: lock(bytes.fromhex(entry.salts.get(seat, "")), entry.orders.get(seat, [])) for seat in entry.locks}
    )
    if entry.locks != locks or (last is not None and set(locks) != set(entry.orders)):
        return "its orders are not the ones that were locked"
    if hidden is None and any(roll.hidden for roll in entry.rolls):
        return None
    manual = charter.dice == "manual"
    dice = Dice(
        Manual({roll.why: roll.value for roll in entry.rolls})
        if manual
        else turn_keys(secret, hidden or b"", charter.match, entry.number, locks)
    )
    if last is None:
        outcome = rules.start(rules.settings.model_validate(charter.settings), charter.seats, dice)
    else:
        outcome = rules.resolve(state, codec.orders(entry.orders), dice)
    for told, rolled in zip(entry.rolls, dice.rolls, strict=False):
        if told != rolled:
            return f"the roll «{told.why}» is told as {told.value}, and comes to {rolled.value} for «{rolled.why}»"
    if len(entry.rolls) != len(dice.rolls):
        return f"it tells {len(entry.rolls)} rolls, and asks for {len(dice.rolls)}"
    if digest(outcome.state) != entry.after:
        return "its orders and rolls lead to another state"
    if [event.model_dump(mode="json") for event in outcome.events] != list(entry.events):
        return "its orders and rolls tell other events"
    return None
