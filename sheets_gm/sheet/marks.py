"""Marks: notes on a tab that people do not see, for programs such as a page that shows the spreadsheet.

A mark is developer metadata of its tab, which every editor of the spreadsheet can read. So it must not reveal more than
the tab shows. Its value is JSON in a fixed order, so that equal marks are equal texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from sheets_gm.kernel.model import as_ordered

TURNS = "page.turns"
"""Whose turn it is: {"step": the step, "turns": {account, hashed: turn}, "waiting": [names]}.

A turn is {"duties": [[the title of a tab, whether it is done], ...], "due": the deadline of what is still to do}.
"""

RUNS = "page.runs"
"""The state of a match, for the people who run it: {"people": [accounts, hashed], "step": the step, "status": its
state, "due": its deadline, "waiting": [names], "claims": how many are open, "problem": what is wrong}.
"""

PLACES = "page.places"
"""The places of a board: {the name of a place: [row, column]}."""

PIECES = "page.pieces"
"""The pieces of a board: {the name of a piece: the name of its place}."""

MOVES = "page.moves"
"""The moves of the last turn: [[from, to], ...], by the names of places."""

TOKENS = "page.tokens"
"""How the pieces of a board look: {a place: [piece, ...]}, a piece as {"name", "side", "health": [left, of],
"hidden", "face", "sign", "seat", "out"}.

Only the name is always there. A *hidden* piece lies face down; a *face* stands for a person; a *sign* stands in for the
first letters of the name.
"""

FLOORS = "page.floors"
"""The ground below the pieces of a board, where their cells do not show it: {a place: [its text, its style]}, which the
game master turns into {a place: [its text, its colour]}."""

ROLLS = "page.rolls"
"""What was rolled in the last turn, as everybody may know, on a board, or on the first tab: [a line each]."""

NEWS = "page.news"
"""The headlines of the last turn, on a board, or on the first tab of a workbook without one: [sentences]."""

NOW = "page.now"
"""The headlines of a turn that goes on, in the same place."""

TALK = "page.talk"
"""What was said last within the team of a workbook, where its headlines are: [[name, text, seconds since 1970]]."""

VERSION = "page.version"
"""The name of the turn that a board shows: a page stores the board of each turn under this name."""

CLICKS = "page.clicks"
"""How clicks on boards fill in the rows of a tab: see `sheet.tabs.Clicks`."""

PLAYED = "page.played"
"""The rows of a form that were played and not changed since: [row, ...]. No click fills them in."""

REACH = "page.reach"
"""The names that a row may contain together with a piece: {the name of a piece: {a heading: [names]}}."""

NEAR = "page.near"
"""The names that a row may contain in this position, if it allows others too: {row: {a heading: [names]}}."""

BESIDE = "page.beside"
"""What a row names beside all that a click can fill in: {row: {a name: {a heading: what to fill in}}}. A list may offer
fewer names once the row has one."""

PLAY = "page.play"
"""How a page shows the workbook as a game, on its first tab: see `gm.workbooks.play_mark`."""

COLOUR = "tab.colour"
"""The colour of the tab, such as "#9ca3af": with `HIDDEN` the only mark that people see."""

HIDDEN = "tab.hidden"
"""The game master hides the tab. It is a mark, so that a tab that somebody else has hidden can be recognised."""

IDLE = "#9ca3af"
"""The colour of a form's tab on which there is nothing to do."""

MOST_LETTERS = 20_000
"""The longest value of one mark; a longer one is split."""

ROOM = 26_000
"""The longest value of a mark in parts. Google keeps 30,000 letters for a tab, with the keys and its other marks."""

Marks: TypeAlias = tuple[tuple[str, str], ...]
"""Marks of a tab: their keys and values."""


class Token(NamedTuple):
    """How a page shows a piece: its name, its side, its *health* as (left, maximum), and a *sign* instead of its first
    letters.

    *hidden*: it lies face down. *face*: it stands for a person. *seat*: who orders it, where not all of its side do.
    *out*: it can do nothing now.
    """

    name: str
    side: str = ""
    health: tuple[int, int] | None = None
    hidden: bool = False
    face: bool = False
    sign: str = ""
    seat: str = ""
    out: bool = False

    @property
    def noted(self) -> dict[str, Any]:
        """The token as in a mark, without empty fields."""
        return {name: value for name, value in self._asdict().items() if value}


def marked(key: str, value: Any) -> Marks:
    """Return the mark *key* with *value*. A long text is split into the marks *key*, *key*.2 and so on; `joined`
    reverses it.

    If the tab has no room for the text, the only mark is *key*.long with the number of letters, so that a page can say
    so.
    """
    text = as_ordered(value).decode()
    if len(text) > ROOM:
        return ((f"{key}.long", str(len(text))),)
    if len(text) <= MOST_LETTERS:
        return ((key, text),)  # like most marks
    parts = (text[at : at + MOST_LETTERS] for at in range(0, len(text), MOST_LETTERS))
    return tuple((key if at == 1 else f"{key}.{at}", part) for at, part in enumerate(parts, start=1))


def joined(marks: Marks) -> dict[str, str]:
    """Return the *marks* of a tab by key, with split marks joined."""
    texts: dict[str, str] = {}
    for key, part in marks:
        name, dot, number = key.rpartition(".")
        whole = name if dot and number.isdecimal() else key
        texts[whole] = texts.get(whole, "") + part
    return texts


NO_TOKENS: Mapping[str, Sequence[Token]] = MappingProxyType({})
NO_FLOORS: Mapping[str, tuple[str, str]] = MappingProxyType({})


def board_marks(
    places: Mapping[str, tuple[int, int]],
    pieces: Mapping[str, str] | None = None,
    arrows: Iterable[Sequence[str]] = (),
    tokens: Mapping[str, Sequence[Token]] = NO_TOKENS,
    floors: Mapping[str, tuple[str, str]] = NO_FLOORS,
) -> Marks:
    """Return the marks of a board: the row and column of each place, the place of each piece, and the moves of the last
    turn.

    *tokens* say how the pieces at each place look, *floors* are the text and the style of the ground below them. A
    place may have several names. A piece has the name that the drop-downs of its forms use.
    """
    marks = (*marked(PLACES, places), *(marked(PIECES, pieces) if pieces is not None else ()))
    if tokens:
        marks += marked(TOKENS, {place: [each.noted for each in here] for place, here in tokens.items() if here})
    if floors:
        marks += marked(FLOORS, floors)
    return (*marks, *marked(MOVES, [[start, end] for start, end in arrows if start in places and end in places]))


def hashed(account: str) -> str:
    """Return a digest of an account for a mark: who knows the address can find it, but nobody can read it."""
    return sha256(account.casefold().encode()).hexdigest()[:16]
