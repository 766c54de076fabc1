"""The part of a proof that needs no rules: that nobody changed a journal since it was sealed.

It remains possible if the rules that made a record are not installed. It checks the order of the entries, the chain of
secrets, the locks, the salts, the open rolls, the digests of the states and the seals. It does not show that the orders
and the rolls lead to these states.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sheets_gm.kernel.actions import Action, Adopt, read_action
from sheets_gm.kernel.beacon import QUICKNET, SignatureCheck, round_after
from sheets_gm.kernel.dice import LINKS, Keyed, key_message, lock, salt_of, state_salt_of, turn_keys
from sheets_gm.kernel.match.codec import Codec
from sheets_gm.kernel.match.journal import Charter, Entry, lines_after, seal
from sheets_gm.kernel.match.recorder import ACTION
from sheets_gm.kernel.rules import Rules


@dataclass(frozen=True, slots=True)
class Fault:
    """The first mistake in an entry.

    *rules* is empty if the entry itself is wrong. Otherwise the entry is right by itself, but the installed rules lead
    to another result; *rules* is the version that resolved it.
    """

    entry: int
    what: str
    rules: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """What a journal requires of its next entry.

    *last* is the entry before, *above* the expected SHA-256 of the next secret, *next_top* the top of the next chain of
    secrets, *rules* the version of the rules that applies to the match.
    """

    last: Entry | None
    above: str
    next_top: str | None
    rules: str

    def then(self, entry: Entry) -> Link:
        """Return what the journal requires of the entry after *entry*."""
        next_top = entry.next_top or self.next_top
        ends = entry.number % LINKS == LINKS - 1
        return Link(entry, (next_top or "") if ends else entry.secret, next_top, entry.rules)


def first_link(charter: Charter) -> Link:
    """Return what a journal requires of its first entry."""
    return Link(None, charter.top, None, charter.rules)


def intact(
    rules: Rules[Any],
    charter: Charter,
    entries: Iterable[Entry],
    hidden: bytes | None = None,
    signed: SignatureCheck | None = None,
) -> Iterator[Fault | Entry]:
    """Yield each of *entries* that is right by itself. The first wrong one is yielded as a `Fault`, and is the last.

    *rules* are used only to read and write states. *hidden* is the secret that a match reveals when it is over. Without
    it, hidden rolls and salts are not checked. *signed* checks public rounds.
    """
    codec = Codec(rules, charter)
    if fault := charter_fault(charter, hidden):
        yield Fault(0, fault)
        return
    link = first_link(charter)
    for entry in entries:
        if fault := next(beacon_faults(charter, entry, signed), own_fault(codec, charter, link, entry, hidden)):
            yield Fault(entry.number, fault)
            return
        link = link.then(entry)
        yield entry


def charter_fault(charter: Charter, hidden: bytes | None) -> str | None:
    """Return what is wrong with the charter or with the *hidden* secret that it commits to; None if nothing is."""
    if charter.beacon not in ("", QUICKNET):
        return f"the charter has an unknown public beacon, {charter.beacon}"
    if hidden is not None and hashlib.sha256(hidden).hexdigest() != charter.hidden_lock:
        return "the hidden secret is not the one in the charter"
    return None


def own_fault(codec: Codec[Any], charter: Charter, link: Link, entry: Entry, hidden: bytes | None) -> str | None:
    """Return the first mistake in *entry* itself. A forged entry may hold anything, so no content makes this raise."""
    try:
        return next(_own_faults(codec, charter, link, entry, hidden), None)
    except Exception as error:  # noqa: BLE001 - a forged entry may break the check anywhere
        return f"it cannot be read ({type(error).__name__}: {error})"


def _own_faults(codec: Codec[Any], charter: Charter, link: Link, entry: Entry, hidden: bytes | None) -> Iterator[str]:
    yield from order_faults(link, entry)
    yield from commitment_faults(charter, link, entry, hidden)
    yield from _roll_faults(charter, entry, hidden)
    yield from digest_faults(codec, charter, entry, hidden)
    yield from seal_faults(charter, link, entry, hidden)


def action_of(link: Link, entry: Entry) -> Action | None:
    """Return the action that *entry* carries out; None if it carries out none."""
    return read_action(entry.act) if entry.act is not None and link.last is not None else None


def order_faults(link: Link, entry: Entry) -> Iterator[str]:
    """Yield what does not fit the entry before."""
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
    """Yield the commitments that *entry* breaks: its secret, the next chain, the locks, the salts."""
    if hashlib.sha256(bytes.fromhex(entry.secret)).hexdigest() != link.above:
        yield "its secret does not match the one published before"
    # the next chain is published when a chain begins, long before anybody could know which one is favourable
    if (entry.next_top is not None) is not (entry.number % LINKS == 0):
        yield "it publishes a chain of secrets at the wrong time, or fails to publish one"
    seats = set[str]()
    if link.last is None:
        locks, salted = {"charter": charter.lock()}, seats
    elif entry.act is not None:
        salted = {ACTION} if charter.format > 1 else seats
        locks = {ACTION: lock(bytes.fromhex(entry.salts.get(ACTION, "")), entry.act)}
    else:
        # a seat that may have standing orders is locked without orders too
        seats = set(entry.orders)
        salted = seats | set(entry.locks)
        locks = {seat: lock(bytes.fromhex(entry.salts.get(seat, "")), entry.orders.get(seat, [])) for seat in salted}
    if entry.locks != locks or set(entry.orders) != seats or not all(entry.orders.values()):
        yield "its orders do not match its locks"
    if set(entry.salts) != salted:
        yield "its salts do not belong to its orders"
    if hidden is None:
        return
    if any(entry.salts[name] != salt_of(hidden, entry.number, name).hex() for name in salted):
        yield "its salts do not follow from the hidden secret"
    if entry.state_salt not in ("", state_salt_of(hidden, entry.number).hex()):
        yield "the salt of its state does not follow from the hidden secret"


def beacon_faults(charter: Charter, entry: Entry, signed: SignatureCheck | None) -> Iterator[str]:
    """Yield what is wrong with the public round: it must be the one after the lock, with a valid signature."""
    if (entry.beacon is not None) is not (bool(charter.beacon) and entry.kind == "turn"):
        yield "it has no round of the public beacon" if charter.beacon else "it has a round of a public beacon"
    if entry.beacon is None:
        return
    expected = round_after(entry.when)
    if entry.beacon.round != expected:
        yield f"its public round is {entry.beacon.round}, but the one after its lock is {expected}"
    if signed is None:
        yield "its public round cannot be checked here"
    elif not signed(entry.beacon):
        yield f"the beacon did not sign its public round {entry.beacon.round}"


def digest_faults(codec: Codec[Any], charter: Charter, entry: Entry, hidden: bytes | None) -> Iterator[str]:
    """Yield a mistake if the state of *entry* does not match its digest. Without its salt, it is not checked."""
    salt = _state_salt(charter, entry, hidden)
    if salt is not None and codec.digest(entry.state, salt) != entry.after:
        yield "its state does not match its digest"


def seal_faults(charter: Charter, link: Link, entry: Entry, hidden: bytes | None) -> Iterator[str]:
    """Yield a mistake if *entry* does not match its seal. Without its salt, it is not checked."""
    salt = _state_salt(charter, entry, hidden)
    if salt is not None and entry.seal != seal(entry, link.last.seal if link.last else charter.key, salt):
        yield "its seal does not match its contents"


def _state_salt(charter: Charter, entry: Entry, hidden: bytes | None) -> bytes | None:
    """Return the salt of an entry's state and seal; None if the match has not revealed it yet."""
    if charter.format == 1:
        return b""
    if hidden is not None:
        return state_salt_of(hidden, entry.number)
    return bytes.fromhex(entry.state_salt) or None


def keys_of(charter: Charter, entry: Entry, hidden: bytes | None) -> Keyed:
    """Return the source of the rolls of *entry*. Hidden rolls are right only with *hidden*."""
    signature = entry.beacon.signature if entry.beacon else ""
    message = key_message(charter.match, entry.number, entry.locks, signature)
    return turn_keys(bytes.fromhex(entry.secret), hidden or b"", message)


def _roll_faults(charter: Charter, entry: Entry, hidden: bytes | None) -> Iterator[str]:
    """Yield rolls that do not follow from the keys. Dice typed by the GM have no key; those of actions have."""
    if charter.dice == "manual" and entry.kind != "act":
        return
    keys = keys_of(charter, entry, hidden)
    for roll in entry.rolls:
        if (hidden is not None or not roll.hidden) and keys(roll.sides, roll.why, roll.hidden) != roll.value:
            yield f"the roll “{roll.why}” is recorded as {roll.value}, which does not follow from its key"
