"""The proof that a journal is right: every entry is replayed and compared with the record.

A journal that was changed anywhere does not pass, and the proof names the first wrong entry. A forged journal may
contain anything, and no content makes the proof itself fail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import Any

from sheets_gm.kernel.actions import Action, OtherAction, read_action
from sheets_gm.kernel.beacon import SignatureCheck
from sheets_gm.kernel.dice import Dice, Keyed, Manual, Source
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.forms import Close, Form
from sheets_gm.kernel.match.applying_actions import carry_out
from sheets_gm.kernel.match.codec import Codec
from sheets_gm.kernel.match.integrity import (
    Fault,
    Link,
    action_of,
    beacon_faults,
    charter_fault,
    commitment_faults,
    digest_faults,
    first_link,
    keys_of,
    order_faults,
    own_fault,
    seal_faults,
)
from sheets_gm.kernel.match.journal import Charter, Entry
from sheets_gm.kernel.match.recorder import first_position
from sheets_gm.kernel.outcome import Event, Order, Orders, Outcome, with_public_event
from sheets_gm.kernel.rules import Rules


def verify(
    rules: Rules[Any],
    charter: Charter,
    entries: Iterable[Entry],
    hidden: bytes | None = None,
    signed: SignatureCheck | None = None,
    read: Callable[[Mapping[str, Any]], Action] = read_action,
) -> Iterator[Fault | Entry]:
    """Replay *entries* and yield each one that is right. The first wrong one is yielded as a `Fault`, and is the last.

    There is one exception. An entry may be right by itself, but resolved by another version of the rules to another
    result. It is yielded as a `Fault` with this version in `rules`, and the replay continues from the recorded
    position.

    Every secret is compared with the published top of its chain, every lock with the orders and the salt, every order
    with the open forms and `check`, every roll with the keys, every state, event, label and line number with the rules.
    Everything else in an entry (the cells as typed, slips, refusals, attendance, the time) is covered by its seal,
    which also covers all entries before it.

    *hidden* is the secret that a match reveals when it is over. Without it, hidden rolls and salts are accepted as
    recorded, and everything that follows from them is still computed again. The same goes for rolls of real dice.
    *signed* checks the public rounds of a match with a beacon; without it, such a match does not pass. *read* reads the
    actions of the journal; without it, the labels of actions that change no position are accepted.

    The proof does not show:

    - that players typed what the journal records, or that the lock came in time: see the sheet's version history and
      its receipts;
    - that nothing is missing at the end, or that there is no second journal: somebody with the seed can write one, so
      compare the seals that the sheet showed after each turn;
    - in a match without a beacon, that nobody with the seed gave orders and tried them until the rolls were good.

    `intact` checks what a record proves without its rules.
    """
    if charter.game != rules.name:
        yield Fault(0, f"the match is a game of {charter.game}, but these are the rules of {rules.name}")
        return
    if fault := charter_fault(charter, hidden):
        yield Fault(0, fault)
        return
    replay = _Replay(rules, charter, Codec(rules, charter), hidden, signed, read)
    past = _Past(first_link(charter), None, [])
    for entry in entries:
        try:
            fault = next(replay.faults(past, entry), None)
        except Exception as error:  # noqa: BLE001 - a forged entry may break the rules anywhere
            fault = f"it cannot be replayed ({type(error).__name__}: {error})"
        verdict = entry if fault is None else replay.judged(past.link, entry, fault)
        yield verdict
        if isinstance(verdict, Fault) and not verdict.rules:
            return
        try:
            state = replay.codec.state(entry.state)
        except Exception as error:  # noqa: BLE001 - other rules may have positions that these cannot read
            yield Fault(entry.number, f"its position cannot be read ({type(error).__name__})", rules=entry.rules)
            return
        past = past.then(entry, state)


@dataclass(frozen=True, slots=True)
class _Past:
    """What is known before an entry: the place in the journal, the state, and the stored states of earlier entries."""

    link: Link
    state: Any
    states: list[Mapping[str, Any]]

    def then(self, entry: Entry, state: Any) -> _Past:
        self.states.append(entry.state)
        return _Past(self.link.then(entry), state, self.states)


@dataclass(frozen=True, slots=True)
class _Replay:
    """The replay of one match."""

    rules: Rules[Any]
    charter: Charter
    codec: Codec[Any]
    hidden: bytes | None
    signed: SignatureCheck | None
    read: Callable[[Mapping[str, Any]], Action]

    def judged(self, link: Link, entry: Entry, fault: str) -> Fault:
        """Return *fault* of *entry* as a `Fault`.

        If another version of the rules resolved the entry, and the entry is right by itself, the `Fault` names that
        version.
        """
        if entry.rules == self.rules.version:
            return Fault(entry.number, fault)
        entry_fault = next(beacon_faults(self.charter, entry, self.signed), None)
        entry_fault = entry_fault or own_fault(self.codec, self.charter, link, entry, self.hidden)
        if entry_fault is not None:
            return Fault(entry.number, entry_fault)
        more = f" (it was resolved by rules {entry.rules}, but these are {self.rules.version})"
        return Fault(entry.number, fault + more, rules=entry.rules)

    def faults(self, past: _Past, entry: Entry) -> Iterator[str]:
        """Yield every mistake in *entry*, the simplest first."""
        rules, charter, link = self.rules, self.charter, past.link
        yield from order_faults(link, entry)
        action = action_of(link, entry)
        first = link.last is None
        if not self._is_label(entry, None if first else past.state):
            yield f"its label {entry.label!r} is wrong"
        yield from commitment_faults(charter, link, entry, self.hidden)
        yield from beacon_faults(charter, entry, self.signed)
        orders = self.codec.orders(entry.orders)
        if first:
            played = self._play(entry, lambda dice: first_position(rules, self.codec, charter, dice))
        elif action is not None:
            back = partial(self._rewound, past, entry)
            played = self._play(entry, lambda dice: carry_out(action, past.state, dice, back, rules))
        else:
            yield from _illegal_orders(rules, past.state, orders, set(entry.locks))
            played = self._play(entry, lambda dice: rules.resolve(past.state, orders, dice))
        yield from self._result_faults(entry, *played)
        yield from digest_faults(self.codec, charter, entry, self.hidden)
        yield from seal_faults(charter, link, entry, self.hidden)

    def _is_label(self, entry: Entry, before: Any) -> bool:
        """Return whether the label of *entry* is right. *before* is the position before it (None: it is the first)."""
        if before is None or entry.act is None:
            return entry.label == ("Start" if before is None else self.rules.label(before))
        action = self.read(entry.act)
        return isinstance(action, OtherAction) or entry.label == action.TITLE

    def _rewound(self, past: _Past, entry: Entry, to: int) -> Any:
        """Return the state after entry *to*. The entry that rewinds to it must record the same state."""
        if not 0 <= to < len(past.states):
            raise ValueError(f"it rewinds to entry {to}, which does not exist")
        if entry.state != past.states[to]:
            raise ValueError(f"its state is not the one after entry {to}, to which it rewinds")
        return self.codec.state(entry.state)

    def _play(self, entry: Entry, resolve: Callable[[Dice], Outcome[Any]]) -> tuple[Dice, Outcome[Any]]:
        """Play *entry* again, and return its dice and its outcome."""
        recorded = Manual({roll.why: roll.value for roll in entry.rolls})
        source: Source = recorded
        if self.charter.dice != "manual" or entry.kind == "act":
            keys = keys_of(self.charter, entry, self.hidden)
            source = keys if self.hidden is not None else _RecordedHidden(keys, recorded)
        dice = Dice(source)
        return dice, resolve(dice)

    def _result_faults(self, entry: Entry, dice: Dice, outcome: Outcome[Any]) -> Iterator[str]:
        """Yield the results in *entry* that do not follow from its orders and rolls."""
        for recorded, rolled in zip(entry.rolls, dice.rolls, strict=False):
            if recorded != rolled:
                right = f"“{rolled.why}” comes to {rolled.value}"
                yield f"the roll “{recorded.why}” is recorded as {recorded.value}, but {right}"
        if len(entry.rolls) != len(dice.rolls):
            yield f"it records {counted(len(entry.rolls), 'roll')}, but needs {len(dice.rolls)}"
        if not self._is_recorded(entry, self._stored(entry, outcome.state), entry.state):
            yield "its orders and rolls lead to another state"
        if not any(self._has_happened(entry, accepted) for accepted in _accepted_events(entry, outcome)):
            yield "its orders and rolls lead to other events"

    def _stored(self, entry: Entry, state: Any) -> Mapping[str, Any]:
        """Return *state* in stored form, with the settings if *entry* records them too."""
        stored = self.codec.stored(state)
        extra = {key: value for key, value in entry.state.items() if key not in stored}
        return {**stored, **extra} if extra and self.codec.state({**stored, **extra}) == state else stored

    def _is_recorded(self, entry: Entry, computed: Any, recorded: Any) -> bool:
        """Return whether *computed* is what *entry* records. A record of older rules may lack fields that are empty."""
        if computed == recorded:
            return True
        return entry.rules != self.rules.version and _without_new_fields(computed, recorded) == recorded

    def _has_happened(self, entry: Entry, events: Sequence[Event]) -> bool:
        """Return whether *events* are those of *entry*. An entry of older rules may lack newer kinds and fields."""
        if entry.rules == self.rules.version:
            return [event.model_dump(mode="json") for event in events] == list(entry.events)
        kinds = {recorded.get("kind") for recorded in entry.events}
        comparable = [event for event in events if not event.ADDED or event.kind in kinds]
        computed = [event.model_dump(mode="json") for event in comparable]
        return len(comparable) == len(entry.events) and all(map(_is_same_event, comparable, computed, entry.events))


def _is_same_event(event: Event, computed: Mapping[str, Any], recorded: Mapping[str, Any]) -> bool:
    """Return whether *recorded* is *event*, whose stored form is *computed*. *recorded* may lack newer fields."""
    missing = type(event).model_fields.keys() - recorded.keys() - Event.model_fields.keys()
    later = {name for name in missing if not type(event).model_fields[name].is_required()}
    return {name: value for name, value in computed.items() if name not in later} == recorded


def _without_new_fields(computed: Any, recorded: Any) -> Any:
    """Return *computed* without the empty fields that *recorded* does not have."""
    if isinstance(computed, Mapping) and isinstance(recorded, Mapping):
        return {
            key: _without_new_fields(value, recorded.get(key))
            for key, value in computed.items()
            if key in recorded or value not in (None, 0, "", False, [], {})
        }
    if isinstance(computed, list) and isinstance(recorded, list) and len(computed) == len(recorded):
        return [_without_new_fields(*pair) for pair in zip(computed, recorded, strict=True)]
    return computed


def _illegal_orders(rules: Rules[Any], state: Any, orders: Orders, locked: Set[str]) -> Iterator[str]:
    """Yield the orders that no form asked for, or that the rules refuse. *locked* are the seats with a lock."""
    forms = rules.open(state)
    if not forms:
        yield "it continues a match that was over"
    for seat in sorted(locked - set(orders)):
        if not any(form.seat == seat and form.close is Close.STANDING for form in forms):
            yield f"it locks no order of {seat}"
    for seat, given in orders.items():
        rows = Counter[type]()
        for form in forms:
            if form.seat == seat:
                rows[form.order] += form.rows
        for order in given:
            rows[type(order)] -= 1
            if rows[type(order)] < 0:
                yield f"no form asked {seat} for the order “{order.kind}”"
            remark = rules.checks.check(state, seat, order)
            if remark is not None and remark.refuses:
                yield f"an order of {seat} is refused: {remark.text}"
        for together in _given_together(forms, seat, given):
            for remark in rules.checks.fits(state, seat, together):
                if remark is not None and remark.refuses:
                    yield f"orders of {seat} conflict: {remark.text}"


def _given_together(forms: Sequence[Form], seat: str, given: Sequence[Order]) -> Iterator[tuple[Order, ...]]:
    """Yield the orders of a seat in the groups that were checked together: those of the lock, and standing orders."""
    standing = tuple(form.order for form in forms if form.seat == seat and form.close is Close.STANDING)
    for is_standing in (False, True):
        group = tuple(order for order in given if isinstance(order, standing) is is_standing)
        if group:
            yield group


class _RecordedHidden:
    """A source that computes open rolls, and takes hidden ones as recorded until their secret is revealed."""

    def __init__(self, keys: Keyed, recorded: Manual) -> None:
        self._keys, self._recorded = keys, recorded

    def __call__(self, sides: int, why: str, hidden: bool) -> int:
        return (self._recorded if hidden else self._keys)(sides, why, hidden)


def _accepted_events(entry: Entry, outcome: Outcome[Any]) -> list[tuple[Event, ...]]:
    """Return the events that are right for *entry*: older journals lack `Uneventful`, so there may be two lists."""
    return [outcome.events, with_public_event(outcome.events)] if entry.kind == "turn" else [outcome.events]
