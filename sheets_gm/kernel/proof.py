"""The proof that a journal is right: every entry is replayed and compared with what it records.

A journal that was changed anywhere never passes, and the entry at fault is named. A forged journal may contain
anything, so nothing in it makes the verification itself fail.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from sheets_gm.kernel.actions import Adopt, carry_out, read_action
from sheets_gm.kernel.dice import LINKS, Dice, Keyed, Manual, Source, lock, salt_of, turn_keys
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.journal import Charter, Entry, lines_after, seal
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import Orders, Outcome, with_public_event
from sheets_gm.kernel.rules import Codec, Rules


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing in an entry that is wrong."""

    entry: int
    what: str


def verify(
    rules: Rules[Any], charter: Charter, entries: Iterable[Entry], hidden: bytes | None = None
) -> Iterator[Fault | Entry]:
    """Replay *entries* and yield each one that is right. The first wrong one is yielded as a `Fault` and ends it.

    Every secret is compared with the published top of its chain, every lock with the orders and the salt, every order
    with the open forms and `check`, every roll with the keys, every state, event, label and line number with the
    rules. Everything else in an entry (the cells as typed, slips, refusals, attendance, the time) is covered by its
    seal, which also covers all entries before it.

    *hidden* is the secret that a match reveals when it is over. Without it, hidden rolls and salts are accepted as
    recorded, and everything that follows from them is still recomputed. The same goes for rolls of real dice.

    This does not prove that players typed what the journal says, or that the lock came in time (see the sheet's
    version history and its receipts); that nothing is cut off at the end, or that there is no second journal (whoever
    has the seed can write one; compare the seals that the sheet showed after each turn); or that nobody with the seed
    also gave orders and tried them until the rolls were good.
    """
    if fault := _charter_fault(rules, charter, hidden):
        yield Fault(0, fault)
        return
    codec = Codec(rules)
    past = _Replayed(None, None, charter.top, None, charter.rules, [])
    for entry in entries:
        try:
            fault = next(_entry_faults(rules, charter, codec, past, entry, hidden), None)
        except Exception as error:  # noqa: BLE001 - a forged entry may break the rules anywhere
            fault = f"it cannot be replayed ({type(error).__name__}: {error})"
        if fault is not None:
            if entry.rules != rules.version:
                fault += f" (it was resolved by rules {entry.rules}, but these are {rules.version})"
            yield Fault(entry.number, fault)
            return
        past = past.then(entry, codec.state(entry.state))
        yield entry


@dataclass(frozen=True, slots=True)
class _Replayed:
    """What is known from the entries so far.

    *above* is the expected SHA-256 of the next secret, *next_top* the top of the next chain. *rules* is the version
    that the match is bound to, *states* the digest of the state after each entry.
    """

    last: Entry | None
    state: Any
    above: str
    next_top: str | None
    rules: str
    states: list[str]

    def then(self, entry: Entry, state: Any) -> _Replayed:
        next_top = entry.next_top or self.next_top
        ends = entry.number % LINKS == LINKS - 1
        above = (next_top or "") if ends else entry.secret
        self.states.append(entry.after)
        return _Replayed(entry, state, above, next_top, entry.rules, self.states)


def _charter_fault(rules: Rules[Any], charter: Charter, hidden: bytes | None) -> str | None:
    if charter.game != rules.name:
        return f"the match is a game of {charter.game}, but these are the rules of {rules.name}"
    if hidden is not None and hashlib.sha256(hidden).hexdigest() != charter.hidden_lock:
        return "the hidden secret is not the one in the charter"
    return None


def _entry_faults(
    rules: Rules[Any], charter: Charter, codec: Codec[Any], past: _Replayed, entry: Entry, hidden: bytes | None
) -> Iterator[str]:
    """Everything that is wrong with *entry*, the plainest first."""
    last = past.last
    expected = 0 if last is None else last.number + 1
    if entry.number != expected:
        yield f"entry {expected} is missing"
    action = read_action(entry.act) if entry.act is not None and last is not None else None
    kind = "start" if last is None else "turn" if action is None else "act"
    if entry.kind != kind:
        yield f"its kind is {entry.kind!r}, not {kind!r}"
    if entry.rules != (action.rules if isinstance(action, Adopt) else past.rules):
        yield f"it was resolved by rules {entry.rules}, but the match is bound to {past.rules}"
    if entry.label != ("Start" if last is None else rules.label(past.state) if action is None else action.TITLE):
        yield f"its label {entry.label!r} is wrong"
    if entry.lines != (lines_after(last) if last else 0):
        yield "its number of log lines is wrong"
    if entry.before != (last.after if last else ""):
        yield "it does not start from the state of the entry before it"
    yield from _commitment_faults(charter, past, entry, hidden)
    orders = codec.orders(entry.orders)
    if last is None:
        played = _play(charter, entry, hidden, lambda dice: _start(rules, charter, dice))
    elif action is not None:
        keyed = charter.but(dice="keyed")
        played = _play(
            keyed,
            entry,
            hidden,
            lambda dice: carry_out(action, past.state, dice, partial(_rewound, past, codec, entry)),
        )
    else:
        yield from _order_faults(rules, past.state, orders)
        played = _play(charter, entry, hidden, lambda dice: rules.resolve(past.state, orders, dice))
    yield from _result_faults(entry, *played)
    if entry.seal != seal(entry, last.seal if last else ""):
        yield "its seal does not match its contents"


def _rewound(past: _Replayed, codec: Codec[Any], entry: Entry, to: int) -> Any:
    """The state after entry *to*, which the entry that rewinds to it records again."""
    if not 0 <= to < len(past.states):
        raise ValueError(f"it rewinds to entry {to}, which does not exist")
    if digest(entry.state) != past.states[to]:
        raise ValueError(f"its state is not the one after entry {to}, to which it rewinds")
    return codec.state(entry.state)


def _start(rules: Rules[Any], charter: Charter, dice: Dice) -> Outcome[Any]:
    return rules.start(rules.settings.model_validate(charter.settings), charter.seats, dice)


def _commitment_faults(charter: Charter, past: _Replayed, entry: Entry, hidden: bytes | None) -> Iterator[str]:
    """Commitments that *entry* breaks: its secret, the next chain, the locks, the salts."""
    if hashlib.sha256(bytes.fromhex(entry.secret)).hexdigest() != past.above:
        yield "its secret does not match the one published before"
    # the next chain is published when a chain begins, long before anybody could know which one is favourable
    if (entry.next_top is not None) is not (entry.number % LINKS == 0):
        yield "it publishes a chain of secrets at the wrong time, or fails to publish one"
    if past.last is None:
        locks, seats = {"charter": digest(charter)}, set[str]()
    elif entry.act is not None:
        locks, seats = {"act": digest(entry.act)}, set[str]()
    else:
        seats = set(entry.orders)
        locks = {seat: lock(bytes.fromhex(entry.salts.get(seat, "")), entry.orders[seat]) for seat in seats}
    if entry.locks != locks or set(entry.orders) != seats or not all(entry.orders.values()):
        yield "its orders do not match its locks"
    if set(entry.salts) != seats:
        yield "its salts do not belong to its orders"
    if hidden is not None and any(entry.salts[seat] != salt_of(hidden, entry.number, seat).hex() for seat in seats):
        yield "its salts do not follow from the hidden secret"


def _order_faults(rules: Rules[Any], state: Any, orders: Orders) -> Iterator[str]:
    """Orders that no form asked for, or that the rules refuse."""
    forms = rules.open(state)
    if not forms:
        yield "it continues a match that was over"
    for seat, given in orders.items():
        rows = Counter[type]()
        for form in forms:
            if form.seat == seat:
                rows[form.order] += form.rows
        for order in given:
            rows[type(order)] -= 1
            if rows[type(order)] < 0:
                yield f"no form asked {seat} for the order “{order.kind}”"
            remark = rules.check(state, seat, order)
            if remark is not None and remark.refuses:
                yield f"an order of {seat} is refused: {remark.text}"
        for remark in rules.fits(state, seat, given):
            if remark is not None and remark.refuses:
                yield f"orders of {seat} conflict: {remark.text}"


class _RecordedHidden:
    """Open rolls from the keys, and hidden rolls as recorded, while the hidden secret is not known."""

    def __init__(self, keys: Keyed, recorded: Manual) -> None:
        self._keys, self._recorded = keys, recorded

    def __call__(self, sides: int, why: str, hidden: bool) -> int:
        return (self._recorded if hidden else self._keys)(sides, why, hidden)


def _play(
    charter: Charter, entry: Entry, hidden: bytes | None, resolve: Callable[[Dice], Outcome[Any]]
) -> tuple[Dice, Outcome[Any]]:
    """The outcome of *entry*, and the dice that it rolled."""
    recorded = Manual({roll.why: roll.value for roll in entry.rolls})
    source: Source = recorded
    if charter.dice != "manual":
        secret = bytes.fromhex(entry.secret)
        keys = turn_keys(secret, hidden or b"", charter.match, entry.number, entry.locks)
        source = keys if hidden is not None else _RecordedHidden(keys, recorded)
    dice = Dice(source)
    return dice, resolve(dice)


def _accepted_events(entry: Entry, outcome: Outcome[Any]) -> list[list[dict[str, Any]]]:
    """The event lists that are right for *entry*: older journals have no `Uneventful` for a step without events."""
    accepted = [outcome.events, with_public_event(outcome.events)] if entry.kind == "turn" else [outcome.events]
    return [[event.model_dump(mode="json") for event in events] for events in accepted]


def _result_faults(entry: Entry, dice: Dice, outcome: Outcome[Any]) -> Iterator[str]:
    """Results in *entry* that do not follow from its orders and rolls."""
    for recorded, rolled in zip(entry.rolls, dice.rolls, strict=False):
        if recorded != rolled:
            right = f"“{rolled.why}” comes to {rolled.value}"
            yield f"the roll “{recorded.why}” is recorded as {recorded.value}, but {right}"
    if len(entry.rolls) != len(dice.rolls):
        yield f"it records {counted(len(entry.rolls), 'roll')}, but needs {len(dice.rolls)}"
    if digest(outcome.state) != entry.after:
        yield "its orders and rolls lead to another state"
    if digest(entry.state) != entry.after:
        yield "its state does not match its digest"
    if list(entry.events) not in _accepted_events(entry, outcome):
        yield "its orders and rolls lead to other events"
