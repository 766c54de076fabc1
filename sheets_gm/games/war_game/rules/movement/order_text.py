"""Reading a line of movement in the rulebook's form (CPW-69): "Army: Plane; Start > Next > End - Order".

The form is tolerant and the meaning strict: a line is read whole or not at all, and a line with anything that is not
understood is never taken for a plain move.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sheets_gm.games.war_game.data.words import (
    ENGAGE,
    GARRISON,
    INTERCEPT,
    MOVE,
    NAMING,
    RAID,
    REPLACE,
    STATIONARY,
    SUPPORT,
    TRANSFER,
)

MOST_LETTERS = 1000
MOST_SQUARES = 8

VERBS = {
    "engage": ENGAGE,
    "attack": ENGAGE,
    "replace": REPLACE,
    "intercept": INTERCEPT,
    "raid": RAID,
    "support": SUPPORT,
    "transfer": TRANSFER,
    "garrison": GARRISON,
}

_SQUARE = r"(?:[0-9]{1,2} ?[A-Za-z]|[A-Za-z] ?[0-9]{1,2})(?![\w])"
_FIRST = re.compile(rf"(?<![\w]){_SQUARE}")
_ARROW = r"\s*(?:[-=–—]*>|→|(?<=\s)to(?=\s))\s*"
_BODY = re.compile(
    rf"\s*(?:(?P<plane>[^\W\d_]+)\s*[;,]?\s+|(?P<other>[^\W\d_]+)\s*[;,]\s*)?"
    rf"(?P<squares>{_SQUARE}(?:{_ARROW}{_SQUARE})*)\s*(?P<rest>.*)",
    re.DOTALL,
)
_TROOPS = re.compile(r"\s*([0-9][0-9,]{0,9})\s+(\S.*?)\s*")
_TO = re.compile(r"(.*\S)\s+to\s+(\S.*)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A line that was read. *squares* are Start to End; *troops* the units of a transfer, each with its number.

    *name* and *plane* are "" where the line has none.
    """

    name: str
    plane: str
    squares: tuple[str, ...]
    verb: str
    target: str = ""
    troops: tuple[tuple[int, str], ...] = ()


def read_line(text: str) -> OrderLine | str:
    """The line, or why it cannot be read."""
    if len(text) > MOST_LETTERS:
        return f"the line has more than {MOST_LETTERS} characters"
    text = text.replace("\u00a0", " ").strip()
    if "\n" in text or "\r" in text:
        return "write one order in each cell"
    first = _FIRST.search(text)
    if first is None:
        return "there is no square in it; write a line such as “Army: 3A > 4B - engage Enemy”"
    colon = text.rfind(":", 0, first.start())
    name = text[:colon].strip() if colon >= 0 else ""
    if colon >= 0 and not name:
        return "there is no army before the colon"
    found = _BODY.fullmatch(text[colon + 1 :])
    if found is None:
        before = text[colon + 1 : first.start()].strip()
        what = f"“{before}” before the first square is not understood"
        return what if colon >= 0 else f"{what}; write a colon after the army's name"
    squares = tuple(_square(each) for each in re.findall(_SQUARE, found["squares"]))
    if len(squares) > MOST_SQUARES:
        return f"it has {len(squares)} squares; an army moves three at most"
    plane = found["plane"] or found["other"] or ""
    order = _order(found["rest"])
    if isinstance(order, str):
        return order
    verb, target, troops = order
    return _shape(OrderLine(name, plane, squares, verb, target, troops))


def _square(text: str) -> str:
    """A square as the map names it: "3A" for 3a, 3 A and A3."""
    digits = "".join(letter for letter in text if letter.isdigit())
    return f"{int(digits)}{next(letter for letter in text if letter.isalpha()).upper()}"


def _order(rest: str) -> tuple[str, str, tuple[tuple[int, str], ...]] | str:
    """Verb, target and troops of what follows the last square."""
    rest = rest.strip()
    if rest in ("", "."):
        return MOVE, "", ()
    if rest[0] not in "-–—−":
        return f"“{rest}” after the last square is not understood; an order begins with “-”"
    words = rest.lstrip("-–—− ").strip()
    plain = words.rstrip(". ").casefold()
    if plain in ("", "no order"):
        return MOVE, "", ()
    typed, _, target = words.partition(" ")
    verb = VERBS.get(typed.rstrip(".").casefold())
    if verb is None:
        return f"there is no order “{typed}”; write {', '.join(VERBS)} or nothing"
    target = target.strip()
    if verb != TRANSFER:
        return verb, target.rstrip(". "), ()
    return _transfer(target)


def _transfer(text: str) -> tuple[str, str, tuple[tuple[int, str], ...]] | str:
    """The parts of "500 White Knight + 200 Serra Angel to Army" (CPW-R28)."""
    found = _TO.fullmatch(text)
    if found is None:
        return "a transfer is like “transfer 500 White Knight + 200 Serra Angel to Army”"
    troops = read_troops(found[1])
    return troops if isinstance(troops, str) else (TRANSFER, found[2].rstrip(". "), troops)


def read_troops(text: str) -> tuple[tuple[int, str], ...] | str:
    """The troops in "500 White Knight + 200 Serra Angel", or why they cannot be read."""
    troops = []
    for part in text.split("+"):
        each = _TROOPS.fullmatch(part)
        if each is None or (number := int(each[1].replace(",", ""))) < 1:
            return f"“{part.strip()}” is not like “500 White Knight”"
        troops.append((number, each[2]))
    return tuple(troops)


def _shape(line: OrderLine) -> OrderLine | str:
    """The line if it has as many squares and names as its order needs, else why not."""
    verb, squares = line.verb, line.squares
    if verb in STATIONARY and len(squares) != 1:
        return f"{verb} is an order of an army that stays, so it has one square"
    if verb in (MOVE, *NAMING) and len(squares) == 1:
        return "it has no square to move to; write a line such as “3A > 4B”"
    if verb in NAMING and not line.target:
        return f"{verb} needs the name of the army in {squares[-1]}"
    if verb in (MOVE, GARRISON) and line.target:
        return f"“{line.target}” after {verb} is not understood"
    return line
