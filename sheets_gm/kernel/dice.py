"""Dice that anyone can check.

Every roll has a reason. The same key and reason give the same roll, so shuffling orders changes nothing; using one
reason twice raises. All rolls are recorded. A keyed roll is HMAC-SHA256 of the reason, made uniform by rejection.

The key of a turn is made from two things: a secret that was fixed before the match began (a link of a hash chain whose
top is published at creation), and the digests of every seat's orders when the turn was locked. Nobody without the
secret can predict a roll, and nobody at all can choose one once the orders are locked. Where a match asks for it, a
public beacon (`sheets_gm.kernel.beacon`) is mixed in, so that nobody with the secret can predict a roll either.
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
    """Where rolls come from: 1 to *sides* for the reason *why*. *hidden* rolls are revealed after the match."""

    def __call__(self, sides: int, why: str, hidden: bool) -> int: ...


class DuplicateReason(GameError):
    """A rule rolled twice for the same reason, which is a bug."""


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
        """Roll one die: 1 to *sides*. ValueError unless *sides* is from 1 to `MOST_SIDES`."""
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
        """A coin flip: 1 is heads, 2 is tails."""
        return self.roll(2, why, hidden=hidden) == 1

    def pick(self, among: Sequence[T], why: str, *, hidden: bool = False) -> T:
        """One of *among* (not empty), all equally likely."""
        return among[self.roll(len(among), why, hidden=hidden) - 1]

    def shuffle(self, among: Sequence[T], why: str, *, hidden: bool = False) -> tuple[T, ...]:
        """*among* in random order, all orders equally likely (Fisher-Yates, from the end)."""
        deck = list(among)
        for place in range(len(deck) - 1, 0, -1):
            other = self.roll(place + 1, f"{why} @{place + 1}", hidden=hidden) - 1
            deck[place], deck[other] = deck[other], deck[place]
        return tuple(deck)


def uniform(key: bytes, why: str, sides: int) -> int:
    """1 to *sides* from HMAC-SHA256(*key*, *why*): its 4-byte words in order, the first below the fair limit."""
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
    """Rolls from two keys: one for rolls shown with the results, one for rolls hidden until the match is over."""

    __slots__ = ("_hidden", "_open")

    def __init__(self, open_key: bytes, hidden_key: bytes) -> None:
        self._open = open_key
        self._hidden = hidden_key

    def __call__(self, sides: int, why: str, hidden: bool) -> int:
        """The roll for *why*, which anyone with the key can recompute."""
        return uniform(self._hidden if hidden else self._open, why, sides)


MOST_MISSING = 1000
"""Rolls that may be missing at once. A rule that rolls a tie again would never end while all missing rolls show 1."""


class EndlessRolls(GameError):
    """More rolls are missing than `MOST_MISSING`: some rule may roll again for as long as they show the same."""


class Manual:
    """Rolls of real dice, as the GM typed them, by reason.

    *sides* are those of the dice on which they were rolled, where that is known: what another die showed is missing,
    because it would not be fair. A missing roll is recorded in *missing*, with its sides, and gets a value for now: the
    highest where *highs*, taken in turn, is true, else 1. While anything is missing, the outcome must be discarded.
    Raises EndlessRolls.
    """

    def __init__(
        self, typed: Mapping[str, int], highs: Sequence[bool] = (False,), *, sides: Mapping[str, int] | None = None
    ) -> None:
        self._typed = dict(typed)
        self._sides = sides or {}
        self._highs = highs
        self.missing: dict[str, int] = {}

    def __call__(self, sides: int, why: str, hidden: bool) -> int:  # noqa: ARG002 - a real die has no key
        """What the GM typed for *why*, 1 to *sides*."""
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
    """The secrets of one match, all from a seed of 32 bytes: one for each entry, one for hidden rolls and salts, and
    the key that signs the record. Those that are revealed tell nothing about the seed, nor about that key.

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
        """The secret of entry *number*, 32 bytes."""
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
        """SHA-256 of the chain's first secret, in hexadecimal. It is published before the chain is used."""
        return hashlib.sha256(self.turn(chain * LINKS)).hexdigest()

    def salt(self, number: int, seat: str) -> bytes:
        """The salt of *seat*'s orders in entry *number*."""
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
        """The salt of the digest of the players' accounts, 32 bytes. It is never revealed either."""
        return self._derive("accounts")

    def state_salt(self, number: int) -> bytes:
        """The salt of the state and the seal of entry *number*."""
        return state_salt_of(self.hidden, number)

    def _derive(self, name: str) -> bytes:
        return hmac.digest(self._seed, name.encode(), "sha256")

    def _chain(self, chain: int) -> list[bytes]:
        """The last link of every segment of *chain*. They are computed once and kept for the following turns."""
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
    """The salt of *seat*'s orders in entry *number*. Without it, nobody can guess orders and compare their digest.

    It is derived from a secret that was committed to at creation: whoever could choose salts at the lock could choose
    the rolls.
    """
    return hmac.digest(hidden, f"salt {number} {seat}".encode(), "sha256")[:16]


def state_salt_of(hidden: bytes, number: int) -> bytes:
    """The salt of the state and the seal of entry *number*. Without it, nobody can guess hidden facts and compare."""
    return hmac.digest(hidden, f"state {number}".encode(), "sha256")[:16]


def lock(salt: bytes, orders: object) -> str:
    """The digest that commits a seat to *orders* (JSON values) without revealing them: SHA-256 of salt and orders."""
    return hashlib.sha256(salt + canonical(orders)).hexdigest()


def key_message(match: str, number: int, locks: Mapping[str, str], signature: str = "") -> bytes:
    """The message of the key of entry *number*: the lock of each seat, and the *signature* of its public round."""
    public = {"match": match, "entry": number, "locks": dict(locks)}
    return canonical({**public, "beacon": signature} if signature else public)


def turn_keys(secret: bytes, hidden: bytes, message: bytes) -> Keyed:
    """The source of rolls for an entry, keyed by its secret and by *message*, its `key_message`."""
    return Keyed(hmac.digest(secret, message, "sha256"), hmac.digest(hidden, message, "sha256"))
