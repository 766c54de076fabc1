"""Dice that anyone can check.

Every roll has a reason. The same key and reason give the same roll, so the order of rolls does not matter. A second
roll for the same reason is an error. All rolls are recorded. A keyed roll is HMAC-SHA256 of the reason, made uniform by
rejection.

The key of a turn is made from two things. The first is a secret that was fixed before the match began: a link of a hash
chain, whose top is published when the match is created. The second is the digests of every seat's orders at the lock.
Nobody without the secret can predict a roll, and nobody at all can choose a roll once the orders are locked. A match
may also mix in a public beacon (`sheets_gm.kernel.beacon`). Then even somebody with the secret cannot predict a roll.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Protocol, TypeVar

from sheets_gm.kernel.errors import GameError
from sheets_gm.kernel.model import Model, canonical

T = TypeVar("T")

_WORD = 4
_SPAN = 256**_WORD

MOST_SIDES = _SPAN
"""The most sides of a die: the number of values that one word of a digest has."""


class Roll(Model):
    """A recorded roll: its reason, the number of sides, and the value (1 to *sides*)."""

    why: str
    sides: int
    value: int
    hidden: bool = False


class Source(Protocol):
    """A source of rolls from 1 to *sides* for a reason *why*. *hidden* ones are revealed after the match."""

    def __call__(self, sides: int, why: str, hidden: bool) -> int: ...


class DuplicateReason(GameError):
    """The error for a rule that rolls twice for the same reason, which is a bug."""


class Dice:
    """The dice for one step of a match. Only `resolve` and `start` get them."""

    __slots__ = ("_requests", "_source", "_values")

    def __init__(self, source: Source) -> None:
        self._source = source
        self._requests: dict[str, tuple[int, bool]] = {}
        self._values: list[int] = []

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Every roll so far, in order."""
        requests = self._requests.items()
        return tuple(
            Roll(why=why, sides=sides, value=value, hidden=hidden)
            for (why, (sides, hidden)), value in zip(requests, self._values, strict=True)
        )

    def roll(self, sides: int, why: str, *, hidden: bool = False) -> int:
        """Return the roll of one die, 1 to *sides*. Raises ValueError unless *sides* is from 1 to `MOST_SIDES`."""
        if not 1 <= sides <= MOST_SIDES:
            raise ValueError(f"there is no die of {sides} sides ({why})")
        if why in self._requests:
            raise DuplicateReason(why)
        self._requests[why] = (sides, hidden)
        value = self._source(sides, why, hidden)
        self._values.append(value)
        return value

    def rolls_of(self, number: int, sides: int, why: str, *, hidden: bool = False) -> tuple[int, ...]:
        """Roll *number* dice of *sides* sides, with the reasons "*why* #1", "*why* #2", ..."""
        return tuple(self.roll(sides, f"{why} #{n}", hidden=hidden) for n in range(1, number + 1))

    def heads(self, why: str, *, hidden: bool = False) -> bool:
        """Flip a coin and return whether it shows heads. It is recorded as 1 for heads, 2 for tails."""
        return self.roll(2, why, hidden=hidden) == 1

    def pick(self, among: Sequence[T], why: str, *, hidden: bool = False) -> T:
        """Return a random element of *among*, which must not be empty. All are equally likely."""
        return among[self.roll(len(among), why, hidden=hidden) - 1]

    def shuffle(self, among: Sequence[T], why: str, *, hidden: bool = False) -> tuple[T, ...]:
        """Return *among* in random order. All orders are equally likely (Fisher-Yates, from the end)."""
        deck = list(among)
        for place in range(len(deck) - 1, 0, -1):
            other = self.roll(place + 1, f"{why} @{place + 1}", hidden=hidden) - 1
            deck[place], deck[other] = deck[other], deck[place]
        return tuple(deck)


def uniform(key: bytes, why: str, sides: int) -> int:
    """Return a number from 1 to *sides*, computed from HMAC-SHA256(*key*, *why*).

    It takes the first 4-byte word of the digest that is below the largest multiple of *sides*, so that all values are
    equally likely.
    """
    limit = _SPAN - _SPAN % sides
    message = why.encode()
    block = 0
    while True:
        mac = hmac.digest(key, message if block == 0 else message + b"\0%d" % block, "sha256")
        for at in range(0, len(mac), _WORD):
            word = int.from_bytes(mac[at : at + _WORD], "big")
            if word < limit:
                return word % sides + 1
        block += 1


class Keyed:
    """A source of rolls with two keys: one for rolls that are shown with the results, one for hidden rolls."""

    __slots__ = ("_hidden", "_open")

    def __init__(self, open_key: bytes, hidden_key: bytes) -> None:
        self._open = open_key
        self._hidden = hidden_key

    def __call__(self, sides: int, why: str, hidden: bool) -> int:
        """Return the roll for *why*, which anyone with the key can compute again."""
        return uniform(self._hidden if hidden else self._open, why, sides)


MOST_MISSING = 1000
"""The most rolls that may be missing at once: a rule that rolls ties again would never end if all showed 1."""


class EndlessRolls(GameError):
    """More than `MOST_MISSING` rolls are missing: probably a rule rolls ties again, and provisional values tie."""


class Manual:
    """A source of rolls with real dice, as the game master typed them, by reason.

    *sides* are the sides of the dice that were rolled, by reason, where that is known. A roll of a die with other sides
    is ignored, because it would not be fair.

    A roll that is not typed is added to *missing*, with its sides, and gets a provisional value: the highest where the
    next element of *highs* is true, else 1. The elements of *highs* are used in turn. While rolls are missing, the
    outcome must be discarded. Raises EndlessRolls.
    """

    def __init__(
        self, typed: Mapping[str, int], highs: Sequence[bool] = (False,), *, sides: Mapping[str, int] | None = None
    ) -> None:
        self._typed = dict(typed)
        self._sides = sides or {}
        self._highs = highs
        self.missing: dict[str, int] = {}

    def __call__(self, sides: int, why: str, hidden: bool) -> int:  # noqa: ARG002 - a real die has no key
        """Return the roll for *why*, 1 to *sides*."""
        value = self._typed.get(why)
        if value is not None and 1 <= value <= sides and self._sides.get(why, sides) == sides:
            return value
        if len(self.missing) == MOST_MISSING:
            raise EndlessRolls(
                f"more than {MOST_MISSING} rolls are missing, the first of them {next(iter(self.missing))}"
            )
        high = self._highs[len(self.missing) % len(self._highs)]
        self.missing[why] = sides
        return sides if high else 1


LINKS = 1024
"""Links in one hash chain.

The entry that uses a chain's first link publishes the top of the next chain. That is so long before the next chain is
used that nobody can know which chain would be favourable.
"""

_STRIDE = 32


class Secrets:
    """The secrets of one match, all derived from a seed of 32 bytes.

    There is one secret for each entry, one for hidden rolls and salts, and the private key that signs the record. A
    secret that is revealed gives no information about the seed or the private key.

    Entry *n* of the journal uses secret *n*. Within a chain, SHA-256 of secret *n* is secret *n* - 1, and SHA-256 of
    the chain's first secret is its *top*.
    """

    def __init__(self, seed: bytes) -> None:
        if len(seed) != 32:
            raise ValueError("a match's seed has 32 bytes")
        self._seed = seed
        self._checkpoints: dict[int, list[bytes]] = {}
        self._segments: dict[int, list[bytes]] = {}

    def turn(self, number: int) -> bytes:
        """Return the secret of entry *number*, 32 bytes."""
        chain, link = divmod(number, LINKS)
        segment, place = divmod(link, _STRIDE)
        which = chain * LINKS + segment
        if which not in self._segments:
            link_up = self._chain(chain)[segment]
            links = [link_up]
            for _ in range(_STRIDE - 1):
                links.append(hashlib.sha256(links[-1]).digest())
            self._segments = {which: links[::-1]}
        return self._segments[which][place]

    def top(self, chain: int) -> str:
        """Return SHA-256 of the chain's first secret, in hexadecimal. It is published before the chain is used."""
        return hashlib.sha256(self.turn(chain * LINKS)).hexdigest()

    def salt(self, number: int, seat: str) -> bytes:
        """Return the salt of *seat*'s orders in entry *number*."""
        return salt_of(self.hidden, number, seat)

    @cached_property
    def hidden(self) -> bytes:
        """The secret for hidden rolls and salts. The charter commits to it; it is revealed when the match is over."""
        return self._derive("hidden")

    @property
    def signing_key(self) -> bytes:
        """The private key that signs the record, 32 bytes. It is never revealed, not even when the match is over."""
        return self._derive("signing key")

    @property
    def accounts_salt(self) -> bytes:
        """The salt of the digest of the players' accounts, 32 bytes. It is never revealed."""
        return self._derive("accounts")

    def state_salt(self, number: int) -> bytes:
        """Return the salt for the state and the seal of entry *number*."""
        return state_salt_of(self.hidden, number)

    def _derive(self, name: str) -> bytes:
        return hmac.digest(self._seed, name.encode(), "sha256")

    def _chain(self, chain: int) -> list[bytes]:
        """Return the last link of every segment of *chain*. The links of the latest chain are cached."""
        if chain not in self._checkpoints:
            link = self._derive(f"chain {chain}")
            checkpoints = []
            for at in range(LINKS):
                if at % _STRIDE == 0:
                    checkpoints.append(link)
                link = hashlib.sha256(link).digest()
            self._checkpoints = {chain: checkpoints[::-1]}
        return self._checkpoints[chain]


def salt_of(hidden: bytes, number: int, seat: str) -> bytes:
    """Return the salt of *seat*'s orders in entry *number*.

    Without the salt, nobody can guess the orders by comparing digests. The salt is derived from the hidden secret,
    which is fixed when the match is created. Somebody who could choose salts at the lock could choose the rolls.
    """
    return hmac.digest(hidden, f"salt {number} {seat}".encode(), "sha256")[:16]


def state_salt_of(hidden: bytes, number: int) -> bytes:
    """Return the salt for state and seal of entry *number*: without it, nobody can guess what digests hide."""
    return hmac.digest(hidden, f"state {number}".encode(), "sha256")[:16]


def lock(salt: bytes, orders: object) -> str:
    """Return the SHA-256 of *salt* and *orders* (JSON values), which commits to the orders but hides them."""
    return hashlib.sha256(salt + canonical(orders)).hexdigest()


def key_message(match: str, number: int, locks: Mapping[str, str], signature: str = "") -> bytes:
    """Return what the key of entry *number* is made from: each seat's lock, the public round's *signature*."""
    public = {"match": match, "entry": number, "locks": dict(locks)}
    return canonical({**public, "beacon": signature} if signature else public)


def turn_keys(secret: bytes, hidden: bytes, message: bytes) -> Keyed:
    """Return the source of rolls for an entry. *message* is the `key_message` of the entry."""
    return Keyed(hmac.digest(secret, message, "sha256"), hmac.digest(hidden, message, "sha256"))
