"""Reads a line of movement in the rulebook's form (CPW-69): "Army: Plane; Start > Next > End - Order".

Many spellings are accepted, but a line is read as a whole or not at all. A line with a part that is not understood is
never taken for a plain move.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sheets_gm.games.war_game.data.army_lists import whole_number
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
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.folding import fold, without_list_mark

MOST_LETTERS = 1000
STAY, NOTHING = "stay", "nothing"
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

NO_ORDER = ("none", "nothing", "no order", "pass")
STAYS = (*NO_ORDER, "hold", "holds", "stay", "stays", "no move", "wait")
"""What people write for an army that is to stay; behind a move, some of it says that the move has no order."""

ANY_ARMY = "army"
"""What stands in the place of a name in the rulebook's form, and is copied from there."""

_SQUARE = r"(?:[0-9]{1,2} ?[A-Za-z]|[A-Za-z] ?[0-9]{1,2})(?![\w])"
_TYPED_SQUARE = r"(?:[0-9]{1,2} ?[A-Za-z]|[A-Za-z](?: |-)?[0-9]{1,2})(?![\w])"
_FIRST = re.compile(rf"(?<![\w]){_SQUARE}")
_FIRST_TYPED = re.compile(rf"(?<![\w]){_TYPED_SQUARE}")
_ARROW = r"(?:\s*(?:>|-*»|/|(?<=\s)to(?=\s))\s*|\s+)"
_BODY = re.compile(
    rf"\s*(?:(?P<plane>[^\W\d_]+)\s*[;,]?\s+|(?P<other>[^\W\d_]+)\s*[;,]\s*)?"
    rf"(?P<squares>{_TYPED_SQUARE}(?:{_ARROW}{_TYPED_SQUARE})*)\s*(?P<rest>.*)",
    re.DOTALL | re.IGNORECASE,
)
_ANOTHER = re.compile(rf"{_TYPED_SQUARE}{_ARROW}{_TYPED_SQUARE}", re.IGNORECASE)
_TROOPS = re.compile(r"\s*([0-9][0-9,.]{0,9})\s+(\S.*?)\s*")
_TO = re.compile(r"(.*\S)\s+to\s+(\S.*)", re.IGNORECASE | re.DOTALL)
_ASIDE = re.compile(r"\s*\(([^()]*)\)\s*$")
_ALIKE = str.maketrans("АВСЕНаАΑΒΕΗ", "ABCEHaAABEH")
"""Letters of other alphabets that look like those of squares."""
_BESIDE_NUMBER = re.compile(r"(?<=\d) ?[АВСЕНаΑΒΕΗ](?!\w)|(?<!\w)[АВСЕНаΑΒΕΗ](?=[ -]?\d)")


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A line that was read. *squares* go from start to end; *troops* are the units of a transfer, each with its number.

    A move with no square, or one, means that the army stays. *name* and *plane* are "" if the line has none.
    """

    name: str
    plane: str
    squares: tuple[str, ...]
    verb: str
    target: str = ""
    troops: tuple[tuple[int, str], ...] = ()


def read_line(text: str) -> OrderLine | str:
    """Read a line. A text as the result says why it cannot be read."""
    if len(text) > MOST_LETTERS:
        return f"the line has more than {MOST_LETTERS} characters"
    text = _plain(text)
    if "\n" in text or "\r" in text:
        return "write one order in each cell"
    if (name := _staying(text)) is not None:
        return OrderLine(name, "", (), MOVE)
    first = _FIRST.search(text) or _FIRST_TYPED.search(text)
    if first is None:
        return "there is no square in it; write a line such as “Army: 3A > 4B - engage Enemy”"
    colon = text.rfind(":", 0, first.start())
    name = text[:colon].strip() if colon >= 0 else ""
    if colon >= 0 and not name:
        return "there is no army before the colon"
    name = "" if name.casefold() == ANY_ARMY else name
    body = _BODY.fullmatch(text[colon + 1 :])
    if body is None:
        before = text[colon + 1 : first.start()].strip()
        what = f"“{before}” before the first square is not understood"
        return what if colon >= 0 else f"{what}; write a colon after the army's name"
    squares = tuple(_square(each) for each in re.findall(_TYPED_SQUARE, body["squares"]))
    if len(squares) > MOST_SQUARES:
        return f"it has {len(squares)} squares; an army moves three at most"
    plane = body["plane"] or body["other"] or ""
    order = _order(body["rest"])
    if isinstance(order, str):
        return order
    verb, target, troops = order
    return _shape(OrderLine(name, plane, squares, verb, target, troops))


def _plain(text: str) -> str:
    """Return *text* without the differences of typing: signs, look-alike letters, asides, the mark of a list."""
    lines = without_list_mark(fold(text)).strip()
    lines = _BESIDE_NUMBER.sub(lambda match: match[0].translate(_ALIKE), lines).rstrip("! ")
    aside = _ASIDE.search(lines)
    if aside is None or any(word.strip(".,!") in VERBS or word[:1].isdigit() for word in aside[1].casefold().split()):
        return lines
    return lines[: aside.start()].rstrip("! ")


def _staying(text: str) -> str | None:
    """Return the name before a line that only says that the army stays, "" without a name; None for any other line."""
    name, colon, rest = text.rpartition(":")
    if rest.strip(" .-").casefold() not in STAYS:
        return None
    return "" if not colon or name.strip().casefold() == ANY_ARMY else name.strip()


def _square(text: str) -> str:
    """Return a square as the map names it: "3A" for 3a, 3 A and A3."""
    digits = "".join(letter for letter in text if letter.isdigit())
    return f"{int(digits)}{next(letter for letter in text if letter.isalpha()).upper()}"


def _order(rest: str) -> tuple[str, str, tuple[tuple[int, str], ...]] | str:
    """Read the verb, the target and the troops after the last square. A text as the result says what is wrong."""
    rest = rest.strip()
    if rest in ("", "."):
        return MOVE, "", ()
    if _ANOTHER.search(rest):
        return "there are two orders in it; write one order in each row, that of the army"
    if rest.casefold().strip(" .") in STAYS:
        return _stay(rest.casefold().strip(" .")), "", ()
    if rest[0] != "-":
        return f"“{rest}” after the last square is not understood; an order begins with “-”"
    words = rest.lstrip("- ").strip()
    plain = words.rstrip(". ").casefold()
    if not plain:
        return MOVE, "", ()
    if plain in STAYS:
        return _stay(plain), "", ()
    typed, _, target = words.partition(" ")
    verb = VERBS.get(typed.rstrip(".").casefold())
    if verb is None:
        return f"there is no order “{typed}”; write {listed(sorted(set(VERBS.values())), 'or')}, or leave it out"
    target = target.strip()
    if verb != TRANSFER:
        return verb, target.rstrip(". "), ()
    return _transfer(target)


def _stay(word: str) -> str:
    return NOTHING if word in NO_ORDER else STAY


def _transfer(text: str) -> tuple[str, str, tuple[tuple[int, str], ...]] | str:
    """Read "500 White Knight + 200 Serra Angel to Army" (CPW-R28)."""
    match = _TO.fullmatch(text)
    if match is None:
        return "a transfer is like “transfer 500 White Knight + 200 Serra Angel to Army”"
    troops = read_troops(match[1])
    return troops if isinstance(troops, str) else (TRANSFER, match[2].rstrip(". "), troops)


def read_troops(text: str) -> tuple[tuple[int, str], ...] | str:
    """Read troops like "500 White Knight + 200 Serra Angel". A text as the result says why they cannot be read."""
    troops = []
    for part in fold(text).split("+"):
        each = _TROOPS.fullmatch(part)
        if each is None or not (number := whole_number(each[1])):
            return f"“{part.strip()}” is not like “500 White Knight”"
        troops.append((number, each[2]))
    return tuple(troops)


def _shape(line: OrderLine) -> OrderLine | str:
    """Return the line if it has as many squares and names as its order needs; a text as the result says why not."""
    verb, squares = line.verb, line.squares
    if verb == STAY and len(squares) > 1:
        return f"it is told to stay and to go to {squares[-1]}; leave one of them out"
    if verb in (STAY, NOTHING):
        return OrderLine(line.name, line.plane, squares, MOVE)
    if verb in STATIONARY and len(squares) != 1:
        return f"{verb} is an order of an army that stays, so it has one square"
    if verb in (MOVE, *NAMING) and len(squares) == 1:
        return "it has no square to move to; write a line such as “3A > 4B”"
    if verb in NAMING and not line.target:
        return f"{verb} needs the name of the army in {squares[-1]}"
    if verb in (MOVE, GARRISON) and line.target:
        return f"“{line.target}” after {verb} is not understood"
    return line
