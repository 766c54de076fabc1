"""Bots that play in the spreadsheet: each sees only the view of its seat and types into its own cells.

So a bot knows only what a person in that seat would know. It uses the sheet as a person's browser does: over the
network, with its own account, under the same protection.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.games.play_out import bot_dice
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.workbooks.form_lines import forms_on
from sheets_gm.gm.workbooks.layout import layouts_of
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.reading import Key
from sheets_gm.sheet.tabs import FormTab


class Typist(Protocol):
    """An account that can type into tabs: `type_in(workbook, [(sheet id, row, column, value), …])`."""

    def type_in(self, workbook: Workbook, cells: Sequence[tuple[int, int, int, Typed]]) -> None: ...


class Together:
    """Collects what several players type, and writes it with one request for each workbook."""

    def __init__(self, typist: Typist) -> None:
        self._typist = typist
        self._cells: dict[str, tuple[Workbook, list[tuple[int, int, int, Typed]]]] = {}

    def type_in(self, workbook: Workbook, cells: Sequence[tuple[int, int, int, Typed]]) -> None:
        """Remember *cells* that somebody types into a workbook."""
        self._cells.setdefault(workbook.key, (workbook, []))[1].extend(cells)

    def type_all(self) -> None:
        """Type all remembered cells."""
        kept, self._cells = self._cells, {}
        for workbook, cells in kept.values():
            self._typist.type_in(workbook, cells)


@dataclass(frozen=True, slots=True)
class Player:
    """A seat, the bot that plays it, and the account with which the bot types."""

    seat: str
    bot: Bot
    typist: Typist

    def play(self, poller: Poller, typist: Typist | None = None) -> int:
        """Fill in the open forms of this seat, by *typist* if one is given. Return the number of cells typed."""
        forms = tuple(
            form
            for form in poller.session.forms
            if form.close is not Close.ASK and any(self._fills_in(poller, part) for part in form.parts())
        )
        if not forms:
            return 0
        view = poller.session.game.view(poller.session.state, self.seat)
        filled = self.bot(
            view, forms, dice_for(poller.session.record.charter.top, poller.session.entry.number, self.seat)
        )
        by_key = {form.key: form for form in forms}
        filled = tuple(each for each in filled if self._fills_in(poller, by_key[each.form].at(each.row)))
        cells: dict[str, list[tuple[int, int, int, Typed]]] = {}
        books = {book.key: book for book in poller.session.record.workbooks}
        for book, tab, row, column, value in cells_of(poller, forms, filled):
            cells.setdefault(book, []).append((books[book].tabs[tab], row, column, value))
        for book, typed in cells.items():
            (typist or self.typist).type_in(books[book], typed)
        return sum(map(len, cells.values()))

    def _fills_in(self, poller: Poller, form: Form) -> bool:
        """Return whether this bot fills in *form* for all seats that may."""
        return self.seat == next((each.id for each in poller.session.record.seats_of(form.seat, form.who.authors)), GM)


def cells_of(
    poller: Poller, forms: Sequence[Form], filled: Sequence[Filled]
) -> Iterator[tuple[str, str, int, int, Typed]]:
    """Yield each cell that the rows in *filled* fill in: workbook, tab, row, column, value."""
    owners = {form.key: form.seat for form in forms}
    wanted: Mapping[Key, Mapping[str, Typed]] = {
        (each.form, owners[each.form], each.row): each.cells for each in filled
    }
    for layout in layouts_of(poller.session.game, poller.session.record):
        for tab in poller.session.journal.tabs:
            if not isinstance(tab, FormTab) or tab.key not in layout.tabs:
                continue
            columns = {column.field: at for at, column in enumerate(poller.session.template.tabs[tab.key].columns)}
            for row, key, form in forms_on(tab, layout, poller.session.forms):
                for name, value in wanted.get(key, {}).items():
                    if name != "ready" or form.has_ready_box(key[2]):
                        yield layout.key, tab.key, row, columns[name], value


def dice_for(top: str, entry: int, seat: str) -> Dice:
    """Return dice for a bot's choices among equally good options. They are independent of the match's dice."""
    return bot_dice(f"{top} {entry} {seat}")
