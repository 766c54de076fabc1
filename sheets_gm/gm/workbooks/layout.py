"""Layouts: which workbooks a match has, and which tabs lie in each.

*shared*: one workbook, in which everybody sees everybody's orders until the lock; the players' trust is the secret.
*sealed*: a public workbook, one for each team or seat (whatever the game keeps secret), and the GM's own.

Law: whoever may edit a workbook may see all of it, so a tab lies only in workbooks whose people may see it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sheets_gm.games.contract import Game, Secrecy
from sheets_gm.gm.desk.desk_forms import CLAIMS, DESK
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.tabs import Eyes, FormTab, Tab

GM_TAB = "gm"
ROSTER = "roster"
LOG = "log"
DICE = "dice"
COMMON = (GM_TAB, DESK, CLAIMS, ROSTER, LOG, DICE)
"""The tabs that every match has, whatever the game."""


PUBLIC = "public"
"""The workbook of a sealed match that everybody sees."""


class LayoutRefused(UserError, ValueError):
    """A match cannot be laid out like this; the message says what to do."""


@dataclass(frozen=True, slots=True)
class WorkbookLayout:
    """One workbook of a layout: its key, its title's ending, whose eyes it is for, its tabs in order.

    *eyes* are the seats whose own views and forms lie in it: all of them in a shared one, none in a public one.
    """

    key: str
    title: str
    eyes: tuple[str, ...]
    tabs: tuple[str, ...]

    def holds(self, tab: Tab, form: Form) -> bool:
        """Whether *form*, which belongs on *tab*, is filled in here."""
        return tab.key in self.tabs and form.seat in self.eyes


def workbook_layouts(
    game: Game[Any, Any], seats: Sequence[Seat], layout: str, *, open_hands: bool = False
) -> tuple[WorkbookLayout, ...]:
    """The workbooks of a match. `LayoutRefused` where a game with secrets is asked to share one."""
    everyone = tuple(seat.id for seat in seats)
    if layout == "shared":
        if game.secrecy is not Secrecy.OPEN and not open_hands:
            raise LayoutRefused(
                f"{game.title} hides things from its players, and every editor of a spreadsheet sees all of it. "
                "Lay it out with --sealed, or play with open hands (--open-hands)."
            )
        # who may edit a workbook sees all of it: what only the GM may know has no place in a shared one
        keys = [tab.key for tab in game.tabs if isinstance(tab, FormTab) or tab.eyes is not Eyes.GM]
        return (WorkbookLayout("table", "", (*everyone, GM), (*keys, LOG, CLAIMS, ROSTER, DICE, DESK, GM_TAB)),)
    if layout != "sealed":
        raise LayoutRefused(f"There is no layout called {layout!r}: there are shared and sealed.")
    return tuple(_sealed(game, seats))


def _sealed(game: Game[Any, Any], seats: Sequence[Seat]) -> Iterator[WorkbookLayout]:
    public = tuple(tab.key for tab in game.tabs if not isinstance(tab, FormTab) and tab.eyes is Eyes.PUBLIC)
    # first, for the others lead to it
    yield WorkbookLayout(PUBLIC, "", (), (*public, LOG, ROSTER, DICE))
    own, judge = (_tabs_of(game, eyes) for eyes in (Eyes.OWN, Eyes.GM))
    if game.secrecy is Secrecy.SEAT:
        for seat in seats:
            yield WorkbookLayout(f"seat.{seat.id}", seat.player, (seat.id,), (*own, CLAIMS))
    else:
        for team in dict.fromkeys(seat.team for seat in seats):
            eyes = tuple(seat.id for seat in seats if seat.team == team)
            yield WorkbookLayout(f"team.{team}", team.capitalize(), eyes, (*own, CLAIMS))
    yield WorkbookLayout("gm", "Game master", (GM,), (*judge, DESK, GM_TAB))


def _tabs_of(game: Game[Any, Any], eyes: Eyes) -> tuple[str, ...]:
    """The tabs that players, or the GM, have for themselves: forms that may be theirs, and what only they see."""
    return tuple(tab.key for tab in game.tabs if tab.eyes is eyes or (isinstance(tab, FormTab) and tab.eyes is None))
