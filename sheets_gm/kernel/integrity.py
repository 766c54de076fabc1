"""What a journal proves by itself, without the rules of its game: that nobody changed it since it was sealed.

It is what remains of a proof when a record was made by rules that are not installed: the order of the entries, the
chain of secrets, the locks, the salts, the open rolls, the digests of the states, the seals. It does not show that the
orders and the rolls lead to these states.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sheets_gm.kernel.actions import Adopt, AnyAction, read_action
from sheets_gm.kernel.dice import LINKS, Keyed, lock, salt_of, turn_keys
from sheets_gm.kernel.journal import Charter, Entry, lines_after, seal
from sheets_gm.kernel.model import digest


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing in an entry that is wrong.

    *rules* is the version that resolved the entry, where the entry is right by itself and only rules of another version
    lead to something else. It is empty where the entry itself is wrong.
    """

    entry: int
    what: str
    rules: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """Where a journal stands before an entry.

    *last* is the entry before, *above* the SHA-256 of the next secret, *next_top* the top of the next chain of secrets,
    *rules* the version of the rules that the match is bound to.
    """

    last: Entry | None
    above: str
    next_top: str | None
    rules: str

    def then(self, entry: Entry) -> Link:
        """Where it stands after *entry*."""
        next_top = entry.next_top or self.next_top
        ends = entry.number % LINKS == LINKS - 1
        return Link(entry, (next_top or "") if ends else entry.secret, next_top, entry.rules)


def first_link(charter: Charter) -> Link:
    """Where a journal stands before its first entry."""
    return Link(None, charter.top, None, charter.rules)


def intact(charter: Charter, entries: Iterable[Entry], hidden: bytes | None = None) -> Iterator[Fault | Entry]:
    """Yield each of *entries* that is right by itself; a wrong one is yielded as a `Fault`, and ends it.

    *hidden* is the secret that a match reveals when it is over. Without it, hidden rolls and salts are not checked.
    """
    if fault := hidden_secret_fault(charter, hidden):
        yield Fault(0, fault)
        return
    link = first_link(charter)
    for entry in entries:
        if fault := own_fault(charter, link, entry, hidden):
            yield Fault(entry.number, fault)
            return
        link = link.then(entry)
        yield entry


def hidden_secret_fault(charter: Charter, hidden: bytes | None) -> str | None:
    """What is wrong with the hidden secret; None if nothing is, or if it is not known."""
    if hidden is not None and hashlib.sha256(hidden).hexdigest() != charter.hidden_lock:
        return "the hidden secret is not the one in the charter"
    return None


def own_fault(charter: Charter, link: Link, entry: Entry, hidden: bytes | None) -> str | None:
    """The first thing that is wrong with *entry* by itself. A forged entry may hold anything, and raises nothing."""
    try:
        return next(_own_faults(charter, link, entry, hidden), None)
    except Exception as error:  # noqa: BLE001 - a forged entry may break the check anywhere
        return f"it cannot be read ({type(error).__name__}: {error})"


def _own_faults(charter: Charter, link: Link, entry: Entry, hidden: bytes | None) -> Iterator[str]:
    yield from sequence_faults(link, entry)
    yield from commitment_faults(charter, link, entry, hidden)
    yield from _unkeyed(charter, entry, hidden)
    if digest(entry.state) != entry.after:
        yield "its state does not match its digest"
    yield from seal_faults(link, entry)


def action_of(link: Link, entry: Entry) -> AnyAction | None:
    """The action that *entry* records, if it is one."""
    return read_action(entry.act) if entry.act is not None and link.last is not None else None


def sequence_faults(link: Link, entry: Entry) -> Iterator[str]:
    """What does not follow from the entry before *entry*."""
    last = link.last
    expected = 0 if last is None else last.number + 1
    if entry.number != expected:
        yield f"entry {expected} is missing"
    action = action_of(link, entry)
    kind = "start" if last is None else "turn" if action is None else "act"
    if entry.kind != kind:
        yield f"its kind is {entry.kind!r}, not {kind!r}"
    if entry.rules != (action.rules if isinstance(action, Adopt) else link.rules):
        yield f"it was resolved by rules {entry.rules}, but the match is bound to {link.rules}"
    if entry.lines != (lines_after(last) if last else 0):
        yield "its number of log lines is wrong"
    if entry.before != (last.after if last else ""):
        yield "it does not start from the state of the entry before it"


def commitment_faults(charter: Charter, link: Link, entry: Entry, hidden: bytes | None) -> Iterator[str]:
    """Commitments that *entry* breaks: its secret, the next chain, the locks, the salts."""
    if hashlib.sha256(bytes.fromhex(entry.secret)).hexdigest() != link.above:
        yield "its secret does not match the one published before"
    # the next chain is published when a chain begins, long before anybody could know which one is favourable
    if (entry.next_top is not None) is not (entry.number % LINKS == 0):
        yield "it publishes a chain of secrets at the wrong time, or fails to publish one"
    if link.last is None:
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


def seal_faults(link: Link, entry: Entry) -> Iterator[str]:
    """Whether the seal of *entry* does not match its contents."""
    if entry.seal != seal(entry, link.last.seal if link.last else ""):
        yield "its seal does not match its contents"


def keys_of(charter: Charter, entry: Entry, hidden: bytes | None) -> Keyed:
    """The source of the rolls of *entry*; those that are hidden come out right only with *hidden*."""
    return turn_keys(bytes.fromhex(entry.secret), hidden or b"", charter.match, entry.number, entry.locks)


def _unkeyed(charter: Charter, entry: Entry, hidden: bytes | None) -> Iterator[str]:
    """Rolls that the keys of *entry* do not give. Dice that the GM typed have no key; those of an action always do."""
    if charter.dice == "manual" and entry.kind != "act":
        return
    keys = keys_of(charter, entry, hidden)
    for roll in entry.rolls:
        if (hidden is not None or not roll.hidden) and keys(roll.sides, roll.why, roll.hidden) != roll.value:
            yield f"the roll “{roll.why}” is recorded as {roll.value}, which its key does not give"
