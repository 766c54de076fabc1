"""Dice that anyone can check.

Laws: luck is asked by reason; the same key and reason give the same roll, so shuffling orders changes nothing;
asking twice for one reason is a bug and raises; every roll is written down. A keyed roll is HMAC-SHA256 of the
reason, uniform by rejection.

The key of a turn is made from two things: a secret, fixed before the match began (it is a link of a hash chain whose
top is published at creation), and the digests of what every seat had ordered when the turn was locked. So nobody who
lacks the secret can foresee a roll, and nobody at all can choose one after the orders are in.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from sheets_gm.kernel.errors import GameError
from sheets_gm.kernel.model import Model, canonical

T = TypeVar("T")

_WORD = 4
_SPAN = 256**_WORD

MOST_SIDES = _SPAN
"""The largest die: it takes a whole word of a digest."""


class Roll(Model):
    """One roll, written down: why it was asked for, the die's sides, what it showed (1 to *sides*)."""

    why: str
    sides: int
    value: int
    hidden: bool = False


class Source(Protocol):
    """Where a roll comes from: 1 to *sides* for *why*. *hidden* rolls may be known only when the match is over."""

    def __call__(self, sides: int, why: str, hidden: bool) -> int: ...


class AskedTwice(GameError):
    """A rule asked for luck twice for one reason: a bug of ours."""


class Dice:
    """Luck for one step of a match. Only rules that resolve meet it."""

    __slots__ = ("_asked", "_source", "_values")

    def __init__(self, source: Source) -> None:
        self._source = source
        self._asked: dict[str, tuple[int, bool]] = {}
        self._values: list[int] = []

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Every roll so far, in the order it was asked for."""
        asked = self._asked.items()
        return tuple(
            Roll(why=why, sides=sides, value=value, hidden=hidden)
            for (why, (sides, hidden)), value in zip(asked, self._values, strict=True)
        )

    def roll(self, sides: int, why: str, *, hidden: bool = False) -> int:
        """A die of *sides* sides, 1 to *sides*. ValueError for a die that has none, or more than `MOST_SIDES`."""
        if not 1 <= sides <= MOST_SIDES:
            raise ValueError(f"there is no die of {sides} sides ({why})")
        if why in self._asked:
            raise AskedTwice(why)
        self._asked[why] = (sides, hidden)
        value = self._source(sides, why, hidden)
        self._values.append(value)
        return value

    def rolls_of(self, number: int, sides: int, why: str, *, hidden: bool = False) -> tuple[int, ...]:
        """*number* dice of *sides* sides; each is asked for as "*why* #1", "*why* #2", ..."""
        return tuple(self.roll(sides, f"{why} #{n}", hidden=hidden) for n in range(1, number + 1))

    def heads(self, why: str, *, hidden: bool = False) -> bool:
        """A coin flip: 1 is heads, 2 is tails."""
        return self.roll(2, why, hidden=hidden) == 1

    def pick(self, among: Sequence[T], why: str, *, hidden: bool = False) -> T:
        """One of *among* (not empty), each as likely."""
        return among[self.roll(len(among), why, hidden=hidden) - 1]

    def shuffle(self, among: Sequence[T], why: str, *, hidden: bool = False) -> tuple[T, ...]:
        """*among* in a random order, every order as likely (Fisher and Yates, from the end)."""
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
    """The source of a real match: one key for rolls shown with the results, one for rolls kept to the end."""

    __slots__ = ("_hidden", "_open")

    def __init__(self, open_key: bytes, hidden_key: bytes) -> None:
        self._open = open_key
        self._hidden = hidden_key

    def __call__(self, sides: int, why: str, hidden: bool) -> int:
        """A roll that anyone with the key can recompute."""
        return uniform(self._hidden if hidden else self._open, why, sides)


class Scripted:
    """A source for tests: rolls by reason. A reason it does not have is an error, one left unused shows."""

    def __init__(self, rolls: Mapping[str, int], otherwise: Source | None = None) -> None:
        self.left = dict(rolls)
        self._otherwise = otherwise

    def __call__(self, sides: int, why: str, hidden: bool) -> int:
        """The scripted roll for *why*."""
        if why in self.left:
            value = self.left.pop(why)
            if not 1 <= value <= sides:
                raise ValueError(f"a d{sides} cannot show {value} ({why})")
            return value
        if self._otherwise is None:
            raise KeyError(f"no roll is scripted for {why!r} (d{sides})")
        return self._otherwise(sides, why, hidden)


class Manual:
    """A source for tables that roll real dice: what the GM typed, by reason.

    A reason without a roll is noted in *missing* and stands at 1 for the moment, so that one pass finds every roll
    that is surely needed; while anything is missing the outcome must be thrown away.
    """

    def __init__(self, typed: Mapping[str, int]) -> None:
        self._typed = dict(typed)
        self.missing: dict[str, int] = {}

    def __call__(self, sides: int, why: str, hidden: bool) -> int:  # noqa: ARG002 - a real die has no key
        """What the GM typed for *why*, 1 to *sides*."""
        value = self._typed.get(why)
        if value is not None and 1 <= value <= sides:
            return value
        self.missing[why] = sides
        return 1


LINKS = 1024
"""Links in one hash chain.

The entry that uses a chain's first link publishes the top of the next chain: so long before that chain is used, nobody
can know which one to choose.
"""

_STRIDE = 32


class Secrets:
    """The secrets of one match, all from one seed of 32 bytes: turn secrets, and the one of hidden rolls and salts.

    Entry *n* of the journal uses secret *n*. Within a chain SHA-256 of secret *n* is secret *n* - 1, and SHA-256 of
    a chain's first secret is its *top*.
    """

    def __init__(self, seed: bytes) -> None:
        if len(seed) != 32:
            raise ValueError("a match's seed has 32 bytes")
        self._seed = seed
        self._pebbles: dict[int, list[bytes]] = {}
        self._stretch: tuple[int, list[bytes]] = (-1, [])

    def turn(self, number: int) -> bytes:
        """The secret of entry *number*, 32 bytes."""
        chain, link = divmod(number, LINKS)
        stretch, place = divmod(link, _STRIDE)
        which = chain * LINKS + stretch
        if self._stretch[0] != which:
            link_up = self._chain(chain)[stretch]
            links = [link_up]
            for _ in range(_STRIDE - 1):
                links.append(hashlib.sha256(links[-1]).digest())
            self._stretch = (which, links[::-1])
        return self._stretch[1][place]

    def top(self, chain: int) -> str:
        """What is published before the chain is used: SHA-256 of its first secret, in hexadecimal."""
        return hashlib.sha256(self.turn(chain * LINKS)).hexdigest()

    def salt(self, number: int, seat: str) -> bytes:
        """The salt of *seat*'s orders in entry *number*."""
        return salt_of(self.hidden, number, seat)

    @property
    def hidden(self) -> bytes:
        """The secret behind hidden rolls and salts. It is promised in the charter and shown when the match is over."""
        return self._derive("hidden")

    def _derive(self, name: str) -> bytes:
        return hmac.digest(self._seed, name.encode(), "sha256")

    def _chain(self, chain: int) -> list[bytes]:
        """The last link of every stretch of *chain*: one walk down the chain, kept for the turns that follow."""
        if chain not in self._pebbles:
            link = self._derive(f"chain {chain}")
            pebbles = []
            for at in range(LINKS):
                if at % _STRIDE == 0:
                    pebbles.append(link)
                link = hashlib.sha256(link).digest()
            self._pebbles = {chain: pebbles[::-1]}
        return self._pebbles[chain]


def salt_of(hidden: bytes, number: int, seat: str) -> bytes:
    """The salt of *seat*'s orders in entry *number*: without it a digest tells nothing of the orders.

    It follows from a secret that was promised at creation, because salts that somebody could choose at the lock would
    let them choose the rolls.
    """
    return hmac.digest(hidden, f"salt {number} {seat}".encode(), "sha256")[:16]


def lock(salt: bytes, orders: object) -> str:
    """The digest that binds a seat to *orders* (JSON values) without showing them: SHA-256 of salt and orders."""
    return hashlib.sha256(salt + canonical(orders)).hexdigest()


def turn_keys(secret: bytes, hidden: bytes, match: str, number: int, locks: Mapping[str, str]) -> Keyed:
    """The source of entry *number*: keyed by its secret and by every seat's lock."""
    told = canonical({"match": match, "entry": number, "locks": dict(locks)})
    return Keyed(hmac.digest(secret, told, "sha256"), hmac.digest(hidden, told, "sha256"))
