"""The kinds of tabs of a workbook: forms, views and the history.

A game lists its tabs. Titles, headings, help, widths and colours come from its template, so a game master can reword a
sheet without touching code.

Several tabs may share one table of the template (*template*), such as a tab for each plane, and each has its own
*title*. It replaces `{}` in the title of the template, or else the whole title. If the template has a table with the
key of such a tab, that table is used instead.
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

    In a sealed match, all tabs except the public ones are in private workbooks.
    """

    PUBLIC = "public"
    OWN = "own"
    TEAM = "team"
    NEUTRAL = "neutral"
    GM = "gm"


@dataclass(frozen=True, slots=True)
class Clicks:
    """How clicks on a board fill in a row, on a page that supports this.

    *piece* is the field that connects a piece with its row. It is an input that takes the name of the piece, or a shown
    value: then the piece is named by its place. It is "" if no piece is selected first, as for a stone that is put on a
    point; then the possible places light up at once. *to* are the fields for the place or the piece that is clicked
    next; the first field that lists it takes it. *lines* are text fields that take several places, each with the text
    between two places. *ends* is the field and the value that ends a turn. *beside* are fields that a click fills in,
    too, with the first of the choices that its place leaves for each: whom to attack there, and how.
    """

    piece: str
    to: tuple[str, ...]
    lines: tuple[tuple[str, str], ...] = ()
    ends: tuple[str, str] = ("", "")
    beside: tuple[str, ...] = ()

    def mark(self, headings: Mapping[str, str], *, ask: bool = False) -> tuple[tuple[str, str], ...]:
        """Return the mark of a tab whose columns have these *headings*; empty if a column that it needs is missing.

        *ask*: the rows of the tab give no orders, so the page shows no piece as waiting for one.
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
"""A slot in a part of a sentence: its field, and words for the field's values, if there are any."""


@dataclass(frozen=True, slots=True)
class Says:
    """The sentence of a page about a row, and the name of its button.

    *asks* are the parts of the sentence while the row orders nothing, *tells* the parts when it does: "Go to
    {move_to}". A slot shows the text of its field, or words for it: in `{roll:1=1 step|*=$ steps}`, `=words` is for an
    empty field, `*=words` for any other text, and $ is the text. A part with an empty slot is left out. `{^rival}` is
    the field in the first row of a block, whose other rows show ↑ in that cell.

    *needs*: the row makes an order if one of these parts can be shown. Without *needs*, the row orders something even
    as drawn. *send*: the first of these parts that can be shown names the button. *stay* names the button while the row
    orders nothing, or all rows that are sent together; "" means that such a row is not sent, or its button not green.
    *offers* is a field with few choices, which stand beside the sentence. *pieces* completes the count of rows with
    orders, if rows are sent together: "units have orders" after "3 of 4". *texts* are fields that show texts side by
    side, each with the field that judges the text. *rare* are fields that a page folds, as well as the rare columns of
    the template.
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
        """The fields that the sentence uses."""
        named = [
            match[1] for part in (*self.asks, *self.tells, *self.needs, *self.send) for match in SLOT.finditer(part)
        ]
        pairs = [name for pair in self.texts for name in pair]
        return tuple(dict.fromkeys((*named, *pairs, *((self.offers,) if self.offers else ()))))

    def mark(self, headings: Mapping[str, str]) -> dict[str, Any]:
        """Return the mark for a page, with the *headings* of the fields."""
        said = {name: value for name in self.__slots__ if name != "rare" and (value := getattr(self, name))}
        return {**said, "fields": {name: headings[name] for name in self.fields if name in headings}}


@dataclass(frozen=True, slots=True)
class FormTab:
    """A tab for the forms with key *form*: one row each, below one row of headings.

    *key* is the tab's table in the template. *fields* are the fields that must have a column, because nobody could fill
    them in otherwise. *optional* are the columns that a template may leave out: shown values, and fields that the form
    can do without. Every form's tab also has `seat`, `ready`, `receipt`, and may have `player`, `keep`. A template with
    any other column is refused.

    *eyes*: who fills the tab in, if not everybody: players (`OWN`), teams together (`TEAM`), neutral seats (`NEUTRAL`)
    or the GM. Other workbooks do not have the tab. *ask*: each row is answered as soon as it can be read, so the tab
    has no column `ready`. *clicks*: how clicks on a board fill in its rows. *says*: the sentence of a page about a row.

    *behind*: keys of other tabs. The first of them that the workbook shows has a link to this tab beside its title, and
    this tab is hidden while nobody has to fill it in.
    """

    key: str
    form: str
    fields: tuple[str, ...]
    optional: tuple[str, ...] = ()
    eyes: Eyes | None = None
    _: KW_ONLY
    ask: bool = False
    template: str = ""
    title: str = ""
    clicks: Clicks | None = None
    behind: tuple[str, ...] = ()
    says: Says | None = None


@dataclass(frozen=True, slots=True)
class PartDrawing:
    """A drawing of a part of a view, `draw(part(view), tab_template)`, repeated only if that part changes."""

    part: Callable[[Any], Any]
    draw: Callable[[Any, TabTemplate], Grid]

    def __call__(self, view: Any, tab_template: TabTemplate) -> Grid:
        """Return the grid for the part of *view*."""
        return self.draw(self.part(view), tab_template)


@dataclass(frozen=True, slots=True)
class ViewTab:
    """A tab that shows a view: `draw(view, tab_template)` returns the complete grid. It may be a `PartDrawing`.

    *columns* are the columns that it can draw, if its template has columns; a template with any other column is
    refused. *styles* are the styles that it uses; a template must have each of them or its fallback. *board*: clicks on
    its places fill in rows (`Clicks`), so private workbooks with such rows have this tab too. Below the title and the
    line about whose turn it is, the game master inserts a row with the score of the match. *scored*: it shows the score
    in its own first rows, which its template freezes, so no row is inserted. *behind*: keys of other tabs. The first of
    them that the workbook shows has a link to this tab beside its title, and this tab is hidden.
    """

    key: str
    draw: Callable[[Any, TabTemplate], Grid]
    eyes: Eyes = Eyes.PUBLIC
    columns: tuple[str, ...] | None = None
    _: KW_ONLY
    template: str = ""
    title: str = ""
    styles: tuple[str, ...] = ()
    board: bool = False
    scored: bool = False
    behind: tuple[str, ...] = ()


class Tally(NamedTuple):
    """The score after *turn* turns: *values* by the field of their column, None if not known yet."""

    turn: int
    values: Mapping[str, int | float | None]


@dataclass(frozen=True, slots=True)
class HistoryTab:
    """A tab with a row for each turn, and charts of them. `tally(view)` returns the public score.

    *columns* are the fields that a tally may have; a template with any other column except `turn` is refused. *behind*
    are keys of tabs that link to it; without them, the tab with the story of the match does.
    """

    key: str
    tally: Callable[[Any], Tally]
    columns: tuple[str, ...]
    eyes: Eyes = Eyes.PUBLIC
    _: KW_ONLY
    template: str = ""
    title: str = ""
    behind: tuple[str, ...] = ()


Tab = FormTab | ViewTab | HistoryTab


def template_for_tabs(template: Template, tabs: Sequence[Tab]) -> Template:
    """Return *template* with a table for each of *tabs*. Raises BadTemplate if a tab names a missing table."""
    return template.but(tabs={**template.tabs, **{tab.key: _table(template, tab) for tab in tabs}})


def _table(template: Template, tab: Tab) -> TabTemplate:
    table = template.tabs.get(tab.key)
    if table is not None:
        return table
    named = template.tabs.get(tab.template)
    if named is None:
        raise BadTemplate(f"The template has no table [tabs.{tab.template or tab.key}].")
    return named.but(title=named.title.replace("{}", tab.title) if "{}" in named.title else tab.title or named.title)
