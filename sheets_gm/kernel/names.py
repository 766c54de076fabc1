"""Names of people: a name must be visible, and must look different from all other names, seats and sides of its match.

People who run a match type the names that they read. If a name looked like another one, or like a seat, a command would
act on the wrong person.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from sheets_gm.kernel.folding import fold, plain
from sheets_gm.kernel.seats import Seat

_LOOKS_LIKE = {
    "a": "аαɑ", "b": "Ьƅ", "c": "сϲ", "d": "ԁ", "e": "еҽ", "g": "ɡ", "h": "һ", "i": "іιıɩ",
    "j": "јϳ", "k": "кκ", "l": "ӏ", "m": "м", "n": "ո", "o": "оοօσ", "p": "рρ", "q": "ԛ", "r": "г",
    "s": "ѕ", "t": "тτ", "u": "υսʋ", "v": "νѵ", "w": "ԝω", "x": "хχ", "y": "уγү", "A": "АΑ",
    "B": "ВΒ", "C": "СϹ", "E": "ЕΕ", "F": "Ϝ", "G": "Ԍ", "H": "НΗ", "I": "ІΙӀ", "J": "ЈͿ",
    "K": "КΚ", "M": "МΜ", "N": "Ν", "O": "ОΟՕ", "P": "РΡ", "S": "ЅՏ", "T": "ТΤ", "V": "Ѵ", "W": "Ԝ",
    "X": "ХΧ", "Y": "УΥҮ", "Z": "Ζ",
}  # fmt: skip
"""Latin letters, and those of other alphabets that look the same."""

_LATIN = str.maketrans({sign: letter for letter, signs in _LOOKS_LIKE.items() for sign in signs})
_ALIKE_IN_LATIN = str.maketrans({"1": "l", "I": "l", "|": "l", "0": "O"})
"""Pairs of signs that look the same."""

_BLANK = "\u2800"
"""A sign of Braille without a dot."""

_SHOWS = frozenset("LNPS")
"""The first letters of the Unicode categories whose characters are visible."""


def is_alike(one: str, other: str) -> bool:
    """Return whether two names look the same, apart from case, width, invisible characters and alphabet."""
    return not {*_looks(one)}.isdisjoint(_looks(other))


def _looks(name: str) -> Iterator[str]:
    latin = fold(name).translate(_LATIN)
    yield plain(latin)
    yield plain(latin.translate(_ALIKE_IN_LATIN))


MOST_LETTERS = 200
"""The most letters of a name."""


def why_no_name(name: str, others: Iterable[tuple[str, str]]) -> str:
    """Return why *name* is not allowed, as a sentence; "" if it is allowed.

    *others* are the names that are taken, each with what it names: ("red1", "a seat").
    """
    if len(name) > MOST_LETTERS:
        return f"The name “{name[:20]}…” has more than {MOST_LETTERS} letters. Write a shorter one."
    if any(unicodedata.category(sign) in ("Cc", "Zl", "Zp") for sign in name):
        shown = "".join(sign for sign in name if sign.isprintable()).strip()
        return f"The name “{shown}” holds a sign that cannot be shown. Write it without."
    if not any(unicodedata.category(sign)[0] in _SHOWS for sign in fold(name).replace(_BLANK, "")):
        return "This name shows nothing. Write another one."
    for other, what in others:
        if is_alike(name, other):
            said = f"“{name}” is the name of {what}" if name == other else f"“{name}” looks like {other}, {what}"
            return f"{said}: write another name."
    return ""


def taken_names(owner: str, seats: Iterable[Seat], places: Iterable[tuple[str, str]] = ()) -> Iterator[tuple[str, str]]:
    """Yield the names that the player in the seat *owner* may not have, each with what it names: see `why_no_name`.

    They are the players of the other *seats*, the other seats, including those in *places* (pairs of a seat and its
    team), and the sides.
    """
    others = [seat for seat in seats if seat.id != owner]
    every = dict((*places, *((seat.id, seat.team) for seat in others)))
    every.pop(owner, None)
    yield from ((seat.player, "another player") for seat in others)
    yield from ((seat, "a seat") for seat in every)
    yield from ((team, "a side") for team in dict.fromkeys(every.values()))
