"""The kinds of tabs of a workbook: forms, views and the history.

A game lists its tabs. Titles, headings, help, widths and colours come from its template, so a GM can reword a sheet
without touching code.

Several tabs may use one table of the template (*template*), each with a *title* of its own: a plane a tab. If the title
in the template has a place `{}`, the tab's title is put there, else it replaces it. A template may have a table for one
of these tabs by its key, which then comes first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.marks import CLICKS, marked
from sheets_gm.sheet.template import BadTemplate, TabTemplate, Template


class Eyes(StrEnum):
    """Whose view a tab shows: the public one, each player's own, each team's, each neutral seat's, or the GM's.

    In a sealed match all but the public tabs are in private workbooks.
    """

    PUBLIC = "public"
    OWN = "own"
    TEAM = "team"
    NEUTRAL = "neutral"
    GM = "gm"


@dataclass(frozen=True, slots=True)
class Clicks:
    """How clicks on a board fill in a row, on a page that can do this.

    *piece* is the field by which a piece and its row belong together: an input that takes the piece's name, or a value
    that the row shows, which is then the name of the piece's place. "" where no piece is picked first (a stone is put
    on a point): then the places that a row of one's own can take light up at once. *to* are the fields that take the
    place or the piece that is clicked next; the first that lists it takes it. *lines* are text fields that take places
    one after another, each with what stands between two of them. *ends* is the field and the value that ends a turn.
    """

    piece: str
    to: tuple[str, ...]
    lines: tuple[tuple[str, str], ...] = ()
    ends: tuple[str, str] = ("", "")

    def mark(self, headings: Mapping[str, str], *, ask: bool = False) -> tuple[tuple[str, str], ...]:
        """The mark of a tab whose columns have these *headings*; none without those that it needs.

        *ask*: its rows order nothing, so no piece is shown as waiting for them.
        """
        to = [headings[name] for name in self.to if name in headings]
        if not to or (self.piece and self.piece not in headings):
            return ()
        mark: dict[str, Any] = {"piece": headings.get(self.piece, ""), "to": to, "name": headings.get("player", "")}
        lines = {headings[name]: between for name, between in self.lines if name in headings}
        field, value = self.ends
        ends = {"ends": [headings[field], value]} if field in headings else {}
        return marked(CLICKS, {**mark, **({"lines": lines} if lines else {}), **ends, **({"ask": True} if ask else {})})


SLOT = re.compile(r"\{\^?(\w*)(?::([^}]*))?\}")
"""A slot of a part of a sentence: its field, and the words for its values, if it has some."""


@dataclass(frozen=True, slots=True)
class Says:
    """What a page says about a row in one sentence, and what its one button is called.

    *asks* are the parts of the sentence while the row orders nothing, and *tells* once it does: "Go to {move_to}". A
    slot shows the text of its field, or words for it: `{roll:1=1 step|*=$ steps}`, where `=words` are for an empty
    field, `*=words` for any other text, and $ is the text. A part with a slot that has nothing to show is left out.
    `{^rival}` is the field in the first row of a block, whose other rows have ↑ in a cell.

    *needs* are parts of which one that can be shown makes an order; without any a row orders something as it is drawn.
    *send* are parts of which the first that can be shown names the button, and *stay* names it for a row that orders
    nothing; "" where such a row is not sent. *offers* is the field whose few choices stand beside the sentence, and
    *pieces* ends "3 of 4", the count of rows with an order, if they are sent together: "armies have orders". *texts*
    are fields that show texts which a page puts side by side, each with the field that it is judged by, and *rare* are
    fields that a page folds, beside the rare columns of the template.
    """

    asks: tuple[str, ...] = ()
    tells: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    send: tuple[str, ...] = ("Send",)
    stay: str = ""
    offers: str = ""
    pieces: str = ""
    texts: tuple[tuple[str, str], ...] = ()
    rare: tuple[str, ...] = ()

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that it speaks of."""
        named = [
            found[1] for part in (*self.asks, *self.tells, *self.needs, *self.send) for found in SLOT.finditer(part)
        ]
        pairs = [name for pair in self.texts for name in pair]
        return tuple(dict.fromkeys((*named, *pairs, *((self.offers,) if self.offers else ()))))

    def mark(self, headings: Mapping[str, str]) -> dict[str, Any]:
        """It as a page reads it, with the *headings* of its fields."""
        said = {name: value for name in self.__slots__ if name != "rare" and (value := getattr(self, name))}
        return {**said, "fields": {name: headings[name] for name in self.fields if name in headings}}


@dataclass(frozen=True, slots=True)
class FormTab:
    """A tab for the forms with key *form*: one row each, below one row of headings.

    *key* is the tab's table in the template. *fields* are the fields that must have a column there: without one, nobody
    could fill them in. *optional* are the columns that a template may leave out: what rows show, and fields without
    which the form is still useful. Every form's tab also has `seat`, `ready`, `receipt`, and may have `player`, `keep`.
    A template with any other column is refused.

    *eyes*: who fills it in, if not everybody does: players (`OWN`), teams together (`TEAM`), neutral seats (`NEUTRAL`)
    or the GM. Other workbooks do not have the tab. *ask*: the form is answered as soon as its row can be read, so the
    tab has no column `ready`. A tab that came with a *later* version may be missing from a template: it then has plain
    headings. *clicks*: how clicks on a board fill in its rows. *says*: what a page says about them in a sentence.

    *behind*: the tab beside whose title a link opens this one, by the first of these keys that is shown in the
    workbook. This one is then hidden while nobody has to fill it in.
    """

    key: str
    form: str
    fields: tuple[str, ...]
    optional: tuple[str, ...] = ()
    eyes: Eyes | None = None
    _: KW_ONLY
    ask: bool = False
    later: bool = False
    template: str = ""
    title: str = ""
    clicks: Clicks | None = None
    behind: tuple[str, ...] = ()
    says: Says | None = None


@dataclass(frozen=True, slots=True)
class PartDrawing:
    """Draws a tab from a part of a view: `draw(part(view), tab_template)`. It is drawn again when that part changes."""

    part: Callable[[Any], Any]
    draw: Callable[[Any, TabTemplate], Grid]

    def __call__(self, view: Any, tab_template: TabTemplate) -> Grid:
        """The grid for the part of *view*."""
        return self.draw(self.part(view), tab_template)


@dataclass(frozen=True, slots=True)
class ViewTab:
    """A tab that shows a view: `draw(view, tab_template)` returns the complete grid. It may be a `PartDrawing`.

    *columns* are the columns that it can draw, if it draws those of its template; a template with any other is refused.
    *styles* are those that it draws with; a template with neither one of them nor its fallback is refused.
    *board*: its places can be clicked to fill in rows (`Clicks`), so private workbooks with these have it too. Below
    its title and the line about whose turn it is, the game master puts in a row with the score of the match, unless it
    is *scored*: its own first rows, which its template freezes, show the score.
    A tab that came with a *later* version may be missing from a template: it is then drawn with plain headings.
    *behind*: the tab beside whose title a link opens this one, by the first of these keys that is shown in the
    workbook. This one is then hidden.
    """

    key: str
    draw: Callable[[Any, TabTemplate], Grid]
    eyes: Eyes = Eyes.PUBLIC
    columns: tuple[str, ...] | None = None
    later: bool = False
    _: KW_ONLY
    template: str = ""
    title: str = ""
    styles: tuple[str, ...] = ()
    board: bool = False
    scored: bool = False
    behind: tuple[str, ...] = ()


class Tally(NamedTuple):
    """The score of a match after *turn* turns: *values* by the field of their column; None where there is none yet."""

    turn: int
    values: Mapping[str, int | float | None]


@dataclass(frozen=True, slots=True)
class HistoryTab:
    """A tab with a row for each turn, and charts of them. `tally(view)` returns the public score.

    *columns* are the fields that a tally of any match can have; a template with any other column but `turn` is refused.
    *former* are those that only matches of an earlier version have. It stands *behind* another tab, or behind the one
    with what happened.
    """

    key: str
    tally: Callable[[Any], Tally]
    columns: tuple[str, ...]
    eyes: Eyes = Eyes.PUBLIC
    former: tuple[str, ...] = ()
    _: KW_ONLY
    template: str = ""
    title: str = ""
    behind: tuple[str, ...] = ()


Tab = FormTab | ViewTab | HistoryTab


def template_for_tabs(template: Template, tabs: Sequence[Tab]) -> Template:
    """*template* with a table for each of *tabs* by its key. BadTemplate if a tab names a table that is not there."""
    return template.but(tabs={**template.tabs, **{tab.key: _table(template, tab) for tab in tabs}})


def _table(template: Template, tab: Tab) -> TabTemplate:
    found = template.tabs.get(tab.key)
    if found is not None:
        return found
    named = template.tabs.get(tab.template)
    if named is None:
        raise BadTemplate(f"The template has no table [tabs.{tab.template or tab.key}].")
    return named.but(title=named.title.replace("{}", tab.title) if "{}" in named.title else tab.title or named.title)
