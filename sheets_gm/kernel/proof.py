"""The proof that a journal is right: every entry played again, and held against what it tells.

Law: a journal that was changed anywhere is never taken for right; what is wrong is named by its entry. A forged
journal may hold anything at all, so nothing in it can make the proof itself fail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from sheets_gm.kernel.actions import carry_out
from sheets_gm.kernel.dice import Dice, Keyed, Manual, Source
from sheets_gm.kernel.integrity import (
    Fault,
    Link,
    action_of,
    broken_promise,
    first_link,
    keys_of,
    misplaced,
    own_fault,
    unkept,
    unsealed,
)
from sheets_gm.kernel.journal import Charter, Entry
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import Orders, Outcome, eventful
from sheets_gm.kernel.rules import Codec, Rules


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

    Where rules of another version resolved an entry and come to something else, its `Fault` names them in `rules`;
    `intact` checks what such a record proves by itself.
    """
    if fault := _another_game(rules, charter) or broken_promise(charter, hidden):
        yield Fault(0, fault)
        return
    codec = Codec(rules)
    past = _Past(first_link(charter), None, [])
    for entry in entries:
        try:
            fault = next(_faults(rules, charter, codec, past, entry, hidden), None)
        except Exception as error:  # noqa: BLE001 - a forged entry may break the rules anywhere
            fault = f"it cannot be played again ({type(error).__name__}: {error})"
        if fault is not None:
            yield _judged(rules, charter, past.link, entry, hidden, fault)
            return
        past = past.then(entry, codec.state(entry.state))
        yield entry


def _judged(rules: Rules[Any], charter: Charter, link: Link, entry: Entry, hidden: bytes | None, fault: str) -> Fault:
    """*fault* of *entry*; if rules of another version resolved it, whether they alone may be the reason."""
    if entry.rules == rules.version:
        return Fault(entry.number, fault)
    own = own_fault(charter, link, entry, hidden)
    if own is not None:
        return Fault(entry.number, own)
    more = f" (it was resolved by rules {entry.rules}, and these are {rules.version})"
    return Fault(entry.number, fault + more, rules=entry.rules)


@dataclass(frozen=True, slots=True)
class _Past:
    """What is known before an entry: where the journal stands, the state, the digest of the state after each entry."""

    link: Link
    state: Any
    states: list[str]

    def then(self, entry: Entry, state: Any) -> _Past:
        self.states.append(entry.after)
        return _Past(self.link.then(entry), state, self.states)


def _another_game(rules: Rules[Any], charter: Charter) -> str | None:
    if charter.game != rules.name:
        return f"the match is of {charter.game}, and these are the rules of {rules.name}"
    return None


def _faults(
    rules: Rules[Any], charter: Charter, codec: Codec[Any], past: _Past, entry: Entry, hidden: bytes | None
) -> Iterator[str]:
    """All that is wrong with *entry*, the plainest first."""
    link = past.link
    yield from misplaced(link, entry)
    action = action_of(link, entry)
    if entry.label != ("Start" if link.last is None else rules.label(past.state) if action is None else action.TITLE):
        yield f"it calls the step {entry.label!r}"
    yield from unkept(charter, link, entry, hidden)
    orders = codec.orders(entry.orders)
    if link.last is None:
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
    yield from unsealed(link, entry)


def _back(past: _Past, codec: Codec[Any], entry: Entry, to: int) -> Any:
    """The state after entry *to*, which is told once more by the entry that goes back there."""
    if not 0 <= to < len(past.states):
        raise ValueError(f"it goes back to entry {to}, which is not there")
    if digest(entry.state) != past.states[to]:
        raise ValueError(f"it does not go back to the state after entry {to}")
    return codec.state(entry.state)


def _start(rules: Rules[Any], charter: Charter, dice: Dice) -> Outcome[Any]:
    return rules.start(rules.settings.model_validate(charter.settings), charter.seats, dice)


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
        keys = keys_of(charter, entry, hidden)
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
