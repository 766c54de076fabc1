"""Cleaning: reading the content of a cell as the value of its field, or explaining why that is impossible.

A sheet returns text, numbers, ticks, dates (as numbers) and errors, and people paste all of them anywhere. Cleaning
never raises. It accepts every usual spelling. It does not guess at numbers that people of different countries read
differently.
"""

from __future__ import annotations

import math
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache

from sheets_gm.kernel.english import listed
from sheets_gm.kernel.folding import fold, plain
from sheets_gm.kernel.forms import Field, Kind, Typed

ERRORS = frozenset({"#REF!", "#DIV/0!", "#N/A", "#NAME?", "#VALUE!", "#NUM!", "#NULL!", "#ERROR!", "Loading..."})
"""What a cell shows when its formula fails."""

SHORT = 40
FEW = 6
"""Up to this many choices are listed in a message; if there are more, the cell's drop-down has them."""

CUTOFF = 0.7
"""The `difflib` ratio from which words are close: "fierball" is close to "fireball", "spock" is not close to "rock"."""

_YES = frozenset({"true", "yes", "y", "x", "1", "ok", "ready", "✓", "✔", "☑"})
_NO = frozenset({"false", "no", "n", "0", "-", "☐"})
_TRUE_AND_FALSE = {
    "de": ("WAHR", "FALSCH"),
    "fr": ("VRAI", "FAUX"),
    "es": ("VERDADERO", "FALSO"),
    "it": ("VERO", "FALSO"),
    "pt": ("VERDADEIRO", "FALSO"),
    "nl": ("WAAR", "ONWAAR"),
    "pl": ("PRAWDA", "FAŁSZ"),
    "sv": ("SANT", "FALSKT"),
    "da": ("SAND", "FALSK"),
    "nb": ("SANN", "USANN"),
    "fi": ("TOSI", "EPÄTOSI"),
    "cs": ("PRAVDA", "NEPRAVDA"),
    "hu": ("IGAZ", "HAMIS"),
    "ro": ("ADEVĂRAT", "FALS"),
    "tr": ("DOĞRU", "YANLIŞ"),
    "ru": ("ИСТИНА", "ЛОЖЬ"),
    "uk": ("ІСТИНА", "ХИБНІСТЬ"),
}
"""The words for TRUE and FALSE in spreadsheets of each language. People type them if there is no box."""

_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
_GROUPED = re.compile(r"[+-]?([0-9]{1,3})[.,][0-9]{3}")
"""A number that can mean thousands or a fraction, unless it starts with 0, like 0,125."""
_BETWEEN = re.compile(r"[,;>]")
"""What people write between several choices; without it, a space."""

_LARGEST = sys.float_info.max


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a cell's content cannot be read, and a legal value that was probably meant.

    *text* is a sentence without its full stop. If there is a value *instead*, “Try *instead*.” follows.
    """

    text: str
    instead: str | None = None


def is_blank(typed: Typed) -> bool:
    """Return whether nothing was typed: no value, or only invisible characters."""
    if isinstance(typed, str):
        return not (typed.strip() if typed.isascii() else plain(typed))
    return typed is None


def is_empty(typed: Typed) -> bool:
    """Return whether a cell is empty, or has a box that is not ticked. A cell with the number 0 is not empty."""
    return typed is None or typed is False or typed == ""


def spelled(typed: Typed) -> str:
    """Return *typed* as a cell shows it: 7.0 is "7"."""
    if isinstance(typed, str):
        return typed  # like most cells
    if typed is None:
        return ""
    if isinstance(typed, bool):
        return "TRUE" if typed else "FALSE"
    if isinstance(typed, float) and typed.is_integer():
        return str(int(typed))
    return str(typed)


def shortened(typed: Typed) -> str:
    """*typed* for a message: a single line of at most `SHORT` characters."""
    text = " ".join(spelled(typed).split())
    return text if len(text) <= SHORT else text[: SHORT - 1] + "…"


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Return `plain(text)`, cached. For texts of the program only, such as choices and names."""
    return plain(text)


@lru_cache(maxsize=4096)
def _index(choices: tuple[str, ...]) -> dict[str, str]:
    return {folded(choice): choice for choice in reversed(choices)}


@lru_cache(maxsize=4096)
def _without_spaces(choices: tuple[str, ...]) -> Mapping[str, str]:
    """Return choices by their text without spaces, where that text is unique."""
    keys = {key: "".join(key.split()) for key in _index(choices)}
    counts = Counter(keys.values())
    return {keys[key]: choice for key, choice in _index(choices).items() if counts[keys[key]] == 1}


@lru_cache(maxsize=4096)
def _by_first_word(choices: tuple[str, ...]) -> Mapping[str, str]:
    """Return choices by their first word, such as a unit's number, where it is unique and not a yes or no."""
    first_words = {key: key.partition(" ")[0] for key in _index(choices)}
    counts = Counter(first_words.values())
    index = _index(choices)
    return {word: index[key] for key, word in first_words.items() if counts[word] == 1 and word not in _YES | _NO}


@lru_cache(maxsize=4096)
def _by_name(choices: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """Choices that begin with a number, such as "b2 Spearman", by what follows it."""
    choices_by_name: dict[str, tuple[str, ...]] = {}
    for key, choice in reversed(_index(choices).items()):
        number, _, name = key.partition(" ")
        if any(map(str.isdigit, number)):
            choices_by_name[name] = (*choices_by_name.get(name, ()), choice)
    return choices_by_name


def nearest(text: str, choices: Iterable[str]) -> str | None:
    """Return the choice that *text* most likely means; None if none is similar.

    A choice is similar if most of its letters match (`CUTOFF`), if one of the two texts begins with the other, or if
    they share at least half of the longer one from the start. Case does not matter.
    """
    key = plain(text)[:200]
    index = _index(tuple(choices))
    if alike := get_close_matches(key, index, n=1, cutoff=CUTOFF):
        return index[alike[0]]
    if begun := [choice for choice in reversed(index) if choice.startswith(key)]:
        return index[begun[0]]
    close = [choice for choice in index if _share_a_beginning(key, choice)]
    best = max(close, key=lambda choice: (SequenceMatcher(None, choice, key).ratio(), choice), default=None)
    return None if best is None else index[best]


def _share_a_beginning(key: str, choice: str) -> bool:
    half = (max(len(key), len(choice)) + 1) // 2
    return key[:half] == choice[:half] or f"{key} ".startswith(f"{choice} ")


def clean(field: Field, typed: Typed) -> Typed | Unreadable:
    """Return *typed* as a value of *field*: None if nothing was typed, `Unreadable` if it is no value of *field*."""
    if isinstance(typed, str):
        if typed and field.kind is Kind.CHOICE and typed in field.choices:
            return typed  # chosen from the list, as most are
        typed = typed.strip()
        if typed in ERRORS:
            return Unreadable(f"The cell shows the error {typed}: clear it and type again")
        if not typed.isascii() and is_blank(typed):
            return None
    if typed is None or typed == "":
        return None
    kind = field.kind
    # most fields are choices, and finding the others takes longer
    return _choice(field, typed) if kind is Kind.CHOICE else _CLEANERS[kind](field, typed)


def _choice(field: Field, typed: Typed) -> Typed | Unreadable:
    text = spelled(typed)
    key = plain(text)
    choice = _index(field.choices).get(key) or _index(field.known).get(key)
    if choice is None:
        joined = "".join(key.split())
        choice = _without_spaces(field.choices).get(joined) or _without_spaces(field.known).get(joined)
    if choice is None:
        choice = _by_first_word((*field.choices, *field.known)).get(key)
    if choice is None and (bare := _without_signs(key)) != key:
        choice = _index(field.choices).get(bare) or _index(field.known).get(bare)
    if choice is not None:
        return choice
    if len(alike := _by_name((*field.choices, *field.known)).get(key, ())) == 1:
        return alike[0]
    if alike:
        return Unreadable(f"There are {len(alike)} of “{shortened(text)}”: write {_one_of(alike)}", alike[0])
    if several := listed_choices(field, text):
        text = f"There is room for one choice here, not for {len(several)}: write {_one_of(several)}"
        return Unreadable(text, several[0])
    meant = _listed(field, text.rstrip(SIGNS))
    if meant is not None:
        return Unreadable(f"Write “{meant}” without “{text[len(text.rstrip(SIGNS)) :]}”", meant)
    close = nearest(text, field.choices)
    return Unreadable(_no_such_choice(text, field.choices, close), close)


def _one_of(choices: tuple[str, ...]) -> str:
    return listed(choices, "or") if len(choices) <= 3 else "one of them"


def listed_choices(field: Field, typed: Typed) -> tuple[str, ...]:
    """Return the choices in *typed* if it lists several choices of *field*, such as the steps of a way; else empty."""
    text = fold(spelled(typed))
    parts = _BETWEEN.split(text) if _BETWEEN.search(text) else text.split()
    choices = [choice for part in parts if (choice := _listed(field, part)) is not None]
    return tuple(choices) if len(parts) == len(choices) > 1 else ()


SIGNS = "?!.,;: "
"""Signs behind a choice, which make it doubtful whether people mean it."""


def _listed(field: Field, text: str) -> str | None:
    """Return the choice of *field*, legal now or known, that *text* names; None if there is none."""
    return _index(field.choices).get(plain(text)) or _index(field.known).get(plain(text))


def _without_signs(key: str) -> str:
    """Return *key* without the pictures at its start: "🐎 R2 Boar Rider" becomes "R2 Boar Rider"."""
    return (
        key if key.isascii() else key.lstrip(" " + "".join(sign for sign in key if unicodedata.category(sign) == "So"))
    )


def _no_such_choice(text: str, choices: tuple[str, ...], close: str | None) -> str:
    """Return the message that *text* is not one of *choices*. It lists the choices unless one is *close*."""
    if not choices:
        return "There is nothing to choose here now: leave the cell empty"
    missing = f"There is no “{shortened(text)}” here"
    if close is not None:
        return missing
    return f"{missing}: choose {listed(choices, 'or') if len(choices) <= FEW else 'from the list in the cell'}"


def _whole(field: Field, typed: Typed) -> Typed | Unreadable:
    number = _number(field, typed)
    if isinstance(number, float):
        if not number.is_integer():
            return Unreadable(f"“{shortened(typed)}” is not a whole number", spelled(float(round(number))))
        return int(number)
    return number


def _number(field: Field, typed: Typed) -> float | Unreadable:
    value = math.nan
    if isinstance(typed, int | float) and not isinstance(typed, bool):
        value = float(typed) if abs(typed) <= _LARGEST else math.inf
    elif isinstance(typed, str):
        text = plain(typed).replace(" ", "").removeprefix("#")  # as entries and claims are shown
        grouped = _GROUPED.fullmatch(text)
        if grouped and int(grouped[1]) and (field.kind is Kind.WHOLE or "," in text):
            return _ambiguous(field, text)
        if len(text) <= SHORT and _NUMBER.fullmatch(text):
            value = float(text.replace(",", "."))
    if not math.isfinite(value):
        return Unreadable(f"“{shortened(typed)}” is not a number", _bound(field, 0.0))
    if field.low is not None and value < field.low:
        return Unreadable(f"{shortened(typed)} is too low", spelled(float(field.low)))
    if field.high is not None and value > field.high:
        return Unreadable(f"{shortened(typed)} is too high", spelled(float(field.high)))
    return value


def _ambiguous(field: Field, text: str) -> Unreadable:
    """Return the message that *text* may be thousands or a fraction, with what *field* accepts: "write 1000 or 1"."""
    readings = [float(re.sub("[.,]", sign, text)) for sign in ("", ".")]
    accepted = [spelled(reading) for reading in readings if not isinstance(clean(field, reading), Unreadable)]
    advice = listed(accepted or list(map(spelled, readings)), "or")
    return Unreadable(
        f"“{text}” can be read in two ways: write {advice}", accepted[0] if accepted else _bound(field, 0.0)
    )


def _bound(field: Field, value: float) -> str:
    low = value if field.low is None else max(value, field.low)
    return spelled(float(low if field.high is None else min(low, field.high)))


def _text(field: Field, typed: Typed) -> Typed | Unreadable:
    text = spelled(typed)
    if len(text) > field.most:
        return Unreadable(f"This has {len(text):,} characters, and the limit is {field.most:,}")
    return text


_TICKED = _YES | {plain(true) for true, _ in _TRUE_AND_FALSE.values()}
_NOT_TICKED = _NO | {plain(false) for _, false in _TRUE_AND_FALSE.values()}


def tick(typed: Typed) -> bool | None:
    """Return whether a cell that holds *typed* is ticked; None if that is neither a tick nor “no tick”."""
    if isinstance(typed, bool):
        return typed
    key = plain(spelled(typed))
    return True if key in _TICKED else False if key in _NOT_TICKED else None


def _flag(_field: Field, typed: Typed) -> Typed | Unreadable:
    ticked = tick(typed)
    if ticked is not None:
        return ticked
    return Unreadable(f"“{shortened(typed)}” is not a tick: tick the box or leave it empty", "TRUE")


_CLEANERS = {
    Kind.CHOICE: _choice,
    Kind.WHOLE: _whole,
    Kind.NUMBER: _number,
    Kind.TEXT: _text,
    Kind.FLAG: _flag,
}
