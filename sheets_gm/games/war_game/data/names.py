"""Find the army that a typed name means: by the exact name, by a unique beginning, or by one close match."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple

from sheets_gm.kernel.english import listed
from sheets_gm.kernel.folding import plain

SHORTEST = 3
"""Letters of the shortest beginning that can stand for a name."""

CLOSE = 0.85
MOST_LETTERS = 200


@lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """Return *name* without the differences that typing brings: case, accents, signs, spaces, a final full stop."""
    accented = unicodedata.normalize("NFKD", plain(name[:MOST_LETTERS]))
    letters = "".join(letter for letter in accented if not unicodedata.combining(letter)).casefold()
    return letters.rstrip(". ").strip('"')


class Meant(NamedTuple):
    """The army that a typed name means: its *name*, or "" and the reason *why*. *guessed* marks a close match."""

    name: str
    why: str = ""
    guessed: bool = False


def meant(text: str, names: Iterable[str]) -> Meant:
    """Return which of *names* the typed *text* means."""
    names = tuple(names)
    # what is refused stands on the sheet, and is looked up again at every poll
    return _meant(text, names) if len(text) <= MOST_LETTERS else _meant.__wrapped__(text, names)


def _numbers(name: str) -> list[str]:
    return re.findall(r"\d+", name)


@lru_cache(maxsize=1024)
def _meant(text: str, names: tuple[str, ...]) -> Meant:
    by_fold = {fold(name): name for name in names}
    typed = fold(text)
    if not typed:
        return Meant("", "no name is given")
    if typed in by_fold:
        return Meant(by_fold[typed])
    numbers = _numbers(typed)
    same = {folded: name for folded, name in by_fold.items() if _numbers(folded)[: len(numbers)] == numbers}
    begun = sorted(name for folded, name in same.items() if folded.startswith(typed))
    if len(typed) >= SHORTEST and begun:
        return Meant(begun[0]) if len(begun) == 1 else Meant("", f"“{text}” could be {listed(begun, 'or')}")
    # a name with another number is another army
    close = [each for each in get_close_matches(typed, by_fold, n=2, cutoff=CLOSE) if _numbers(each) == numbers]
    if len(close) == 1:
        return Meant(by_fold[close[0]], guessed=True)
    if close:
        return Meant("", f"“{text}” could be {listed([by_fold[each] for each in close], 'or')}")
    return Meant("", f"there is no army “{text}”{nearest(text, names) or '; the tab Armies has all names'}")


def nearest(text: str, names: Iterable[str]) -> str:
    """Return the name in *names* that is closest to *text*, as the end of a refusal; "" if none is close."""
    by_fold = {fold(name): name for name in names}
    near = get_close_matches(fold(text), by_fold, n=1)
    return f"; the nearest name is {by_fold[near[0]]}" if near else ""
