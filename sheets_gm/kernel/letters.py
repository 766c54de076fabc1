"""Column letters: A to Z, then AA, counted from 0. The columns of sheets and boards have these names."""

from __future__ import annotations

from functools import lru_cache

_LETTERS = 26


@lru_cache(maxsize=1024)
def letters(number: int) -> str:
    """The letters of column *number*: 0 is A, 26 is AA."""
    name = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, _LETTERS)
        name = chr(ord("A") + letter) + name
    return name


def number_of(letters: str) -> int:
    """The number of the column called *letters* (A to Z, upper case): A is 0, AA is 26."""
    number = 0
    for letter in letters:
        number = number * _LETTERS + ord(letter) - ord("A") + 1
    return number - 1
