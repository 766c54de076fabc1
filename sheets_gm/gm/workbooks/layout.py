"""Layouts: which workbooks a match has, and which tabs each of them has.

*shared*: one workbook, in which everybody can see everybody's orders before the lock, so the players trust each other.
*sealed*: a public workbook, one for each team or seat (depending on the game's secrecy), and the GM's own.

Whoever may edit a workbook can see all of it, so a tab is only in workbooks whose people may see it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sheets_gm.games.contract import Game
from sheets_gm.gm.desk import desk_forms, roll_form
from sheets_gm.gm.desk.desk_forms import CLAIMS, DESK
from sheets_gm.gm.desk.roll_form import ROLLS
from sheets_gm.gm.record.record import Record
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.checking import TabColumns, columns_of
from sheets_gm.sheet.tabs import Eyes, FormTab, Tab

GM_TAB = "gm"
ROSTER = "roster"
LOG = "log"
DICE = "dice"
REPORT = "report"
COMMON = (GM_TAB, DESK, CLAIMS, ROSTER, LOG, DICE, REPORT)
"""The tabs that every match has, whatever the game; one with real dice also has the Rolls tab."""

COLUMNS = (
    *(columns_of(tab) for tab in desk_forms.TABS if tab is not roll_form.TAB),
    roll_form.COLUMNS,
    TabColumns(GM_TAB, optional=("name", "value", "help")),
    TabColumns(ROSTER, optional=("seat", "player", "team", "traits", "captain", "account")),
    TabColumns(LOG, optional=("turn", "what", "clause")),
    TabColumns(DICE),
    TabColumns(REPORT, optional=("what",), later=True),
)
"""The columns of these tabs in a template."""

PUBLIC = "public"
"""The key of the workbook of a sealed match that everybody sees."""


class LayoutRefused(UserError, ValueError):
    """A match cannot have this layout; the message says what to do."""


@dataclass(frozen=True, slots=True)
class WorkbookLayout:
    """One workbook of a layout: its key, the end of its title, its seats and its tabs in order.

    *eyes* are the seats whose own views and forms it has: all of them in a shared one, none in a public one.
    """

    key: str
    title: str
    eyes: tuple[str, ...]
    tabs: tuple[str, ...]

    def holds(self, tab: Tab, form: Form) -> bool:
        """Whether *form*, which is on *tab*, is filled in here."""
        return tab.key in self.tabs and form.seat in self.eyes


def workbook_layouts(
    game: Game[Any, Any], seats: Sequence[Seat], layout: str, *, open_hands: bool = False, real_dice: bool = False
) -> tuple[WorkbookLayout, ...]:
    """The workbooks of a match. `LayoutRefused` for an unknown layout, or a shared one of a game with secrets.

    With *real_dice* there is a tab for their rolls.
    """
    everyone = tuple(seat.id for seat in seats)
    rolls = (ROLLS,) if real_dice else ()
    if layout == "shared":
        if game.secrecy is not Secrecy.OPEN and not open_hands:
            raise LayoutRefused(
                f"{game.title} has hidden information, and every editor of a spreadsheet sees all of it. "
                "Use --sealed for private workbooks, or --open-hands to play without secrets."
            )
        # whoever may edit a workbook sees all of it, so a shared one has no tab that only the GM may see
        keys = [tab.key for tab in game.tabs if isinstance(tab, FormTab) or tab.eyes is not Eyes.GM]
        return (
            WorkbookLayout(
                "table", "", (*everyone, GM), (*_with_report(keys), LOG, CLAIMS, ROSTER, DICE, *rolls, DESK, GM_TAB)
            ),
        )
    if layout != "sealed":
        raise LayoutRefused(f"There is no layout called {layout}. The layouts are shared and sealed.")
    return tuple(_sealed(game, seats, rolls))


def layouts_of(game: Game[Any, Any], record: Record) -> tuple[WorkbookLayout, ...]:
    """The workbooks of the match with this *record*. `LayoutRefused`."""
    policy, charter = record.policy, record.charter
    real_dice = charter.dice == "manual"
    return workbook_layouts(game, charter.seats, policy.layout, open_hands=policy.open_hands, real_dice=real_dice)


def _sealed(game: Game[Any, Any], seats: Sequence[Seat], rolls: tuple[str, ...]) -> Iterator[WorkbookLayout]:
    public = tuple(tab.key for tab in game.tabs if not isinstance(tab, FormTab) and tab.eyes is Eyes.PUBLIC)
    # it comes first because the others link to it
    yield WorkbookLayout(PUBLIC, "", (), (*_with_report(public), LOG, ROSTER, DICE))
    own, judge = (_tabs_of(game, eyes) for eyes in (Eyes.OWN, Eyes.GM))
    if game.secrecy is Secrecy.SEAT:
        for seat in seats:
            yield WorkbookLayout(f"seat.{seat.id}", seat.player, (seat.id,), (*_with_report(own), CLAIMS))
    else:
        for team in dict.fromkeys(seat.team for seat in seats):
            eyes = tuple(seat.id for seat in seats if seat.team == team)
            yield WorkbookLayout(f"team.{team}", team.capitalize(), eyes, (*_with_report(own), CLAIMS))
    yield WorkbookLayout("gm", "Game master", (GM,), (*judge, *rolls, DESK, GM_TAB))


def _with_report(keys: Sequence[str]) -> tuple[str, ...]:
    """The tabs *keys* with the report after the first, which has the board."""
    return (*keys[:1], REPORT, *keys[1:])


def _tabs_of(game: Game[Any, Any], eyes: Eyes) -> tuple[str, ...]:
    """The private tabs of players or of the GM: their forms, and views that only they see."""
    return tuple(tab.key for tab in game.tabs if tab.eyes is eyes or (isinstance(tab, FormTab) and tab.eyes is None))
