"""The proof that a journal is right: every entry played again, and held against what it tells.

Law: a journal that was changed anywhere is never taken for right; what is wrong is named by its entry. A forged
journal may hold anything at all, so nothing in it can make the proof itself fail.
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
from sheets_gm.kernel.journal import Charter, Entry, lines_after, seal
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import Orders, Outcome, eventful
from sheets_gm.kernel.rules import Codec, Rules


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing in an entry that does not recompute."""

    entry: int
    what: str


def verify(
    rules: Rules[Any], charter: Charter, entries: Iterable[Entry], hidden: bytes | None = None
) -> Iterator[Fault | Entry]:
    """Play *entries* again and yield each one that is right; a wrong one is yielded as a `Fault`, and ends it.

    Every secret is held against the published top of its chain, every lock against the orders and the salt, every
    order against the open forms and `check`, every roll against the keys, every state, event, label and line number
    against the rules. Whatever else an entry tells (the cells as typed, slips, refusals, attendance, the instant) is
    bound by its seal, which also binds all entries before it.

    *hidden* is the secret that a match reveals when it is over. Without it, hidden rolls and salts are taken as told,
    and everything that follows from them is still recomputed. So are all rolls of a match with real dice.

    What this does not prove: that players typed what the journal says, or that the lock fell when it should have
    (the sheet's own history and its receipts tell that); that nothing is cut off at the end, or that there is no
    second journal (whoever holds the seed can write one; compare the seals that the sheet showed after each turn);
    and that nobody who holds the seed also gave orders, trying them until the rolls were good.
    """
    if fault := _unfounded(rules, charter, hidden):
        yield Fault(0, fault)
        return
    codec = Codec(rules)
    past = _Past(None, None, charter.top, None, charter.rules, [])
    for entry in entries:
        try:
            fault = next(_faults(rules, charter, codec, past, entry, hidden), None)
        except Exception as error:  # noqa: BLE001 - a forged entry may break the rules anywhere
            fault = f"it cannot be played again ({type(error).__name__}: {error})"
        if fault is not None:
            if entry.rules != rules.version:
                fault += f" (it was resolved by rules {entry.rules}, and these are {rules.version})"
            yield Fault(entry.number, fault)
            return
        past = past.then(entry, codec.state(entry.state))
        yield entry


@dataclass(frozen=True, slots=True)
class _Past:
    """What is known before an entry: the last one, the state, what the next secret's SHA-256 is, the next chain's.

    *rules* is the version that the match is bound to, *states* the digest of the state after each entry.
    """

    last: Entry | None
    state: Any
    above: str
    next_top: str | None
    rules: str
    states: list[str]

    def then(self, entry: Entry, state: Any) -> _Past:
        next_top = entry.next_top or self.next_top
        ends = entry.number % LINKS == LINKS - 1
        above = (next_top or "") if ends else entry.secret
        self.states.append(entry.after)
        return _Past(entry, state, above, next_top, entry.rules, self.states)


def _unfounded(rules: Rules[Any], charter: Charter, hidden: bytes | None) -> str | None:
    if charter.game != rules.name:
        return f"the match is of {charter.game}, and these are the rules of {rules.name}"
    if hidden is not None and hashlib.sha256(hidden).hexdigest() != charter.hidden_lock:
        return "the secret of hidden rolls is not the one the charter promised"
    return None


def _faults(
    rules: Rules[Any], charter: Charter, codec: Codec[Any], past: _Past, entry: Entry, hidden: bytes | None
) -> Iterator[str]:
    """All that is wrong with *entry*, the plainest first."""
    last = past.last
    expected = 0 if last is None else last.number + 1
    if entry.number != expected:
        yield f"entry {expected} is missing"
    action = read_action(entry.act) if entry.act is not None and last is not None else None
    kind = "start" if last is None else "turn" if action is None else "act"
    if entry.kind != kind:
        yield f"it calls itself {entry.kind!r}"
    if entry.rules != (action.rules if isinstance(action, Adopt) else past.rules):
        yield f"it was resolved by rules {entry.rules}, and the match is bound to {past.rules}"
    if entry.label != ("Start" if last is None else rules.label(past.state) if action is None else action.TITLE):
        yield f"it calls the step {entry.label!r}"
    if entry.lines != (lines_after(last) if last else 0):
        yield "its lines are counted wrongly"
    if entry.before != (last.after if last else ""):
        yield "it does not start from the state before it"
    yield from _unkept(charter, past, entry, hidden)
    orders = codec.orders(entry.orders)
    if last is None:
        played = _play(charter, entry, hidden, lambda dice: _start(rules, charter, dice))
    elif action is not None:
        keyed = charter.but(dice="keyed")
        played = _play(
            keyed, entry, hidden, lambda dice: carry_out(action, past.state, dice, partial(_back, past, codec, entry))
        )
    else:
        yield from _illegal(rules, past.state, orders)
        played = _play(charter, entry, hidden, lambda dice: rules.resolve(past.state, orders, dice))
    yield from _untrue(entry, *played)
    if entry.seal != seal(entry, last.seal if last else ""):
        yield "it is not what was sealed"


def _back(past: _Past, codec: Codec[Any], entry: Entry, to: int) -> Any:
    """The state after entry *to*, which is told once more by the entry that goes back there."""
    if not 0 <= to < len(past.states):
        raise ValueError(f"it goes back to entry {to}, which is not there")
    if digest(entry.state) != past.states[to]:
        raise ValueError(f"it does not go back to the state after entry {to}")
    return codec.state(entry.state)


def _start(rules: Rules[Any], charter: Charter, dice: Dice) -> Outcome[Any]:
    return rules.start(rules.settings.model_validate(charter.settings), charter.seats, dice)


def _unkept(charter: Charter, past: _Past, entry: Entry, hidden: bytes | None) -> Iterator[str]:
    """Promises that *entry* does not keep: its secret, the next chain, the locks, the salts."""
    if hashlib.sha256(bytes.fromhex(entry.secret)).hexdigest() != past.above:
        yield "its secret is not the one that was promised"
    # a chain is promised as it begins to be used, long before anybody could know what it should hold
    if (entry.next_top is not None) is not (entry.number % LINKS == 0):
        yield "it promises no chain of secrets where one is due, or one where none is"
    if past.last is None:
        locks, seats = {"charter": digest(charter)}, set[str]()
    elif entry.act is not None:
        locks, seats = {"act": digest(entry.act)}, set[str]()
    else:
        seats = set(entry.orders)
        locks = {seat: lock(bytes.fromhex(entry.salts.get(seat, "")), entry.orders[seat]) for seat in seats}
    if entry.locks != locks or set(entry.orders) != seats or not all(entry.orders.values()):
        yield "its orders are not the ones that were locked"
    if set(entry.salts) != seats:
        yield "its salts are not those of its orders"
    if hidden is not None and any(entry.salts[seat] != salt_of(hidden, entry.number, seat).hex() for seat in seats):
        yield "its salts are not the ones that were promised"


def _illegal(rules: Rules[Any], state: Any, orders: Orders) -> Iterator[str]:
    """Orders that no form asked for, or that could not stand."""
    forms = rules.open(state)
    if not forms:
        yield "it goes on after the match was over"
    for seat, given in orders.items():
        rows = Counter[type]()
        for form in forms:
            if form.seat == seat:
                rows[form.order] += form.rows
        for order in given:
            rows[type(order)] -= 1
            if rows[type(order)] < 0:
                yield f"no form asked {seat} for its order «{order.kind}»"
            remark = rules.check(state, seat, order)
            if remark is not None and remark.refuses:
                yield f"an order of {seat} could not stand: {remark.text}"
        for remark in rules.fits(state, seat, given):
            if remark is not None and remark.refuses:
                yield f"orders of {seat} could not stand together: {remark.text}"


class _AsTold:
    """The keys for open rolls; hidden ones as the journal tells them, while their secret is not known."""

    def __init__(self, keys: Keyed, told: Manual) -> None:
        self._keys, self._told = keys, told

    def __call__(self, sides: int, why: str, hidden: bool) -> int:
        return (self._told if hidden else self._keys)(sides, why, hidden)


def _play(
    charter: Charter, entry: Entry, hidden: bytes | None, resolve: Callable[[Dice], Outcome[Any]]
) -> tuple[Dice, Outcome[Any]]:
    """What *entry* comes to, and the dice it asked for on the way."""
    told = Manual({roll.why: roll.value for roll in entry.rolls})
    source: Source = told
    if charter.dice != "manual":
        secret = bytes.fromhex(entry.secret)
        keys = turn_keys(secret, hidden or b"", charter.match, entry.number, entry.locks)
        source = keys if hidden is not None else _AsTold(keys, told)
    dice = Dice(source)
    return dice, resolve(dice)


def _tellings(entry: Entry, outcome: Outcome[Any]) -> list[list[dict[str, Any]]]:
    """How *entry* may tell its events: journals from before steps without events had a line leave that out."""
    tellings = [outcome.events, eventful(outcome.events)] if entry.kind == "turn" else [outcome.events]
    return [[event.model_dump(mode="json") for event in events] for events in tellings]


def _untrue(entry: Entry, dice: Dice, outcome: Outcome[Any]) -> Iterator[str]:
    """What *entry* tells that does not come of its orders and rolls."""
    for told, rolled in zip(entry.rolls, dice.rolls, strict=False):
        if told != rolled:
            yield f"the roll «{told.why}» is told as {told.value}, and comes to {rolled.value} for «{rolled.why}»"
    if len(entry.rolls) != len(dice.rolls):
        yield f"it tells {len(entry.rolls)} rolls, and asks for {len(dice.rolls)}"
    if digest(outcome.state) != entry.after:
        yield "its orders and rolls lead to another state"
    if digest(entry.state) != entry.after:
        yield "its state is not the one its digest names"
    if list(entry.events) not in _tellings(entry, outcome):
        yield "its orders and rolls tell other events"
