"""Layouts: which workbooks a match has, and which tabs each of them has.

*shared*: one workbook for all players, and one for the game master. Everybody can see everybody's orders before the
lock, so the players must trust each other.
*sealed*: a public workbook, one for each team or seat (depending on the game's secrecy), and one for the game master.
Neutral seats have one if the game has tabs for them; those of the same team share it.

Whoever may edit a workbook can see all of it, so a tab is only in workbooks whose people may see it. The forms of a
team are in the team's workbook. If each seat has its own secrets, a team also has a workbook, only for its forms. Each
row is in one place only, so that two members never type different orders into two copies of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from pydantic import BaseModel

from sheets_gm.games.contract import Game
from sheets_gm.gm.between.finding import boxes
from sheets_gm.gm.intake.desk import desk_forms, roll_form
from sheets_gm.gm.intake.desk.desk_forms import CLAIMS, DESK
from sheets_gm.gm.intake.desk.plans_tab import has_plans
from sheets_gm.gm.intake.desk.roll_form import ROLLS
from sheets_gm.gm.intake.desk.seats_tab import SEATS
from sheets_gm.gm.match_record.plans import PLANS
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.hand_over import FREE, openings
from sheets_gm.kernel.english import seats_of_side, sides_left
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat, members_of, teams_of
from sheets_gm.sheet.checking import TabColumns, columns_of
from sheets_gm.sheet.tabs import Eyes, FormTab, HistoryTab, Tab, ViewTab

GM_TAB = "gm"
ROSTER = "roster"
LOG = "log"
DICE = "dice"
REPORT = "report"
MATCH = "match"
STATISTICS = "statistics"
COMMON = (GM_TAB, DESK, CLAIMS, SEATS, ROSTER, LOG, DICE, REPORT)
"""The tabs that every match has, whatever the game; one with real dice also has the Rolls tab."""

FINAL = (MATCH, STATISTICS)
"""The tabs of a match that is over, in workbooks that everybody sees."""

COLUMNS = (
    *(columns_of(tab) for tab in desk_forms.TABS if tab is not roll_form.TAB),
    roll_form.COLUMNS,
    TabColumns(GM_TAB, optional=("name", "value", "help")),
    TabColumns(ROSTER, optional=("seat", "player", "team", "traits", "captain", "account", "away")),
    TabColumns(LOG, optional=("turn", "what", "clause", "date", "entry")),
    TabColumns(DICE),
    TabColumns(REPORT, optional=("what",)),
    *(TabColumns(key, (), ()) for key in FINAL),
)
"""The columns of these tabs in a template."""

RULES = "rules"
"""The key of the tab that explains how to play a game. Private workbooks have it too."""

PUBLIC = "public"
"""The key of the workbook of a sealed match that everybody sees."""

DESK_BOOK = "gm"
"""The key of the game master's own workbook."""


Settings: TypeAlias = BaseModel | Mapping[str, Any]
"""The settings of a match, as a model or as its charter has them."""


class LayoutRefused(UserError, ValueError):
    """The match cannot have this layout. The message states what to do."""


@dataclass(frozen=True, slots=True)
class WorkbookLayout:
    """One workbook of a layout: its key, the end of its title, its seats and its tabs in order.

    *eyes* are the seats whose views and forms it has: all of them in a shared one, none in a public one. *teams* are
    the teams whose forms it has, even if it has nothing of their seats.
    """

    key: str
    title: str
    eyes: tuple[str, ...]
    tabs: tuple[str, ...]
    teams: tuple[str, ...] = ()

    def readers(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        """Return those of *seats* that may open it: all of them if it is public."""
        public = not self.eyes and not self.teams
        return tuple(seat for seat in seats if public or seat.id in self.eyes or seat.team in self.teams)

    def team(self, seats: Iterable[Seat]) -> str:
        """Return the team of all who may open it; "" if they are not all of one team."""
        teams = {*self.teams, *(seat.team for seat in seats if seat.id in self.eyes)}
        return next(iter(teams)) if len(teams) == 1 and GM not in self.eyes else ""

    def has(self, owner: str, *, team: bool) -> bool:
        """Return whether the forms of *owner*, a seat or a *team*, are filled in here."""
        return owner in (self.teams if team else self.eyes)

    def holds(self, tab: Tab, form: Form) -> bool:
        """Return whether *form*, which is on *tab*, is filled in here."""
        return tab.key in self.tabs and (tab.key == FREE or self.has(form.seat, team=form.who.team))


def layout_for(game: Game[Any, Any], *, sealed: bool, open_hands: bool) -> str:
    """Return the layout of a new match. A game with secrets is *sealed* by default, unless it has *open_hands*."""
    return "sealed" if sealed or (game.secrecy is not Secrecy.OPEN and not open_hands) else "shared"


def workbook_layouts(
    game: Game[Any, Any],
    settings: Settings,
    seats: Sequence[Seat],
    policy: Policy,
    *,
    real_dice: bool = False,
    over: bool = False,
    seats_free: bool = False,
    plans: bool = False,
    own_desk: bool = False,
) -> tuple[WorkbookLayout, ...]:
    """Return the workbooks of a match.

    *real_dice*: there is a tab for rolls. *over*: there are the tabs that look back at the match. *seats_free*: there
    is a tab for taking seats, in a workbook that everybody may open. *plans*: there is a tab for planning ahead, next
    to the players' forms. *own_desk*: the game master has a separate workbook even in a shared match.

    Raises `LayoutRefused` for an unknown layout, or a shared one of a game with secrets.
    """
    tabs, layout = game.tabs_for(settings), policy.layout
    everyone = tuple(seat.id for seat in seats)
    rolls = (ROLLS,) if real_dice else ()
    free = (FREE,) if seats_free else ()
    ahead = (PLANS,) if plans or policy.plans else ()
    if layout == "shared":
        if game.secrecy is not Secrecy.OPEN and not policy.open_hands:
            raise LayoutRefused(
                f"{game.title} has hidden information, and every editor of a spreadsheet sees all of it. "
                "Use --sealed for private workbooks, or --set open-hands=yes to play without secrets."
            )
        # whoever may edit a workbook sees all of it, so a shared one has no view that no player may see
        hidden = (Eyes.GM, Eyes.NEUTRAL)
        keys = [tab.key for tab in tabs if isinstance(tab, FormTab) or tab.eyes not in hidden]
        shared = (
            *_looking_back(_with_report(keys), over=over),
            LOG,
            CLAIMS,
            SEATS,
            *ahead,
            *free,
            ROSTER,
            DICE,
            *(() if own_desk else (*rolls, GM_TAB, DESK)),
        )
        table = WorkbookLayout("table", "", (*everyone, GM), _in_order(shared, tabs), teams_of(seats))
        views = tuple(tab.key for tab in tabs if tab.eyes is Eyes.GM and not isinstance(tab, FormTab))
        return (table, _desk_book(rolls, views, tabs)) if own_desk else (table,)
    if layout != "sealed":
        raise LayoutRefused(f"There is no layout called {layout}. The layouts are shared and sealed.")
    public, *others = _sealed(game.secrecy, tabs, seats, rolls, ahead)
    public = replace(public, tabs=(*_looking_back(public.tabs, over=over), *free))
    return tuple(replace(each, tabs=_in_order(each.tabs, tabs)) for each in (public, *others))


ORDER = (*FINAL, "boards", "forms", "views", REPORT, LOG, "history", DICE, SEATS, CLAIMS, PLANS, FREE, ROSTER, RULES)
"""The order of the tabs behind the first: the game, what happened, one's own seat, how to play. Questions and the
tabs by which a match is run come last."""


def _in_order(keys: Sequence[str], tabs: Sequence[Tab]) -> tuple[str, ...]:
    """Return the tabs *keys* of a workbook in their order. Tabs of the same kind keep the order of the game."""
    kinds = {tab.key: _kind(tab) for tab in tabs}
    last = len(ORDER)

    def place(key: str) -> int:
        kind = key if key in ORDER else kinds.get(key, "run")
        return ORDER.index(kind) if kind in ORDER else last + ("asks", "run").index(kind)

    return (*keys[:1], *sorted(keys[1:], key=place)) if keys[:1] != (GM_TAB,) else tuple(keys)


def _kind(tab: Tab) -> str:
    if isinstance(tab, FormTab):
        return "asks" if tab.ask else "forms"
    return "history" if isinstance(tab, HistoryTab) else "boards" if tab.board else "views"


def has_free_tab(record: Record) -> bool:
    """Return whether the match has a tab for taking seats. Once it exists it stays, hidden while no seat is free.

    Removing a tab would mean building the whole spreadsheet again.
    """
    return bool(openings(record)) or any(FREE in book.tabs for book in record.workbooks)


def has_own_desk(keys: Iterable[str]) -> bool:
    """Return whether a workbook of the game master alone is among those with these *keys*."""
    return DESK_BOOK in keys


def gets_own_desk(policy: Policy, named: Collection[str]) -> bool:
    """Return whether the game master of a new match gets a separate workbook.

    *named* are the workbooks with a given document. If documents are given for a shared match, but none for the game
    master, everything is in one workbook.
    """
    return bool(policy.gm) and (not named or has_own_desk(named))


def layouts_of(game: Game[Any, Any], record: Record, *, own_desk: bool | None = None) -> tuple[WorkbookLayout, ...]:
    """Return the workbooks of the match with this *record*. Raises `LayoutRefused`.

    *own_desk* is whether the game master has a separate workbook; None means as now.
    """
    charter, over = record.charter, record.status is Status.OVER
    real_dice = charter.dice == "manual"
    return workbook_layouts(
        game,
        charter.settings,
        seats_by_name(record.places, {seat.id: seat for seat in record.people}),
        record.policy,
        real_dice=real_dice,
        over=over,
        seats_free=has_free_tab(record),
        plans=has_plans(record),
        own_desk=has_own_desk(book.key for book in record.workbooks) if own_desk is None else own_desk,
    )


def seats_by_name(places: Sequence[Seat], people: Mapping[str, Seat]) -> tuple[Seat, ...]:
    """Return the *places* of a match with the names of their current players."""
    return tuple(seat.but(player=people[seat.id].player) if seat.id in people else seat for seat in places)


def _sealed(
    secrecy: Secrecy, tabs: Sequence[Tab], seats: Sequence[Seat], rolls: tuple[str, ...], ahead: tuple[str, ...]
) -> Iterator[WorkbookLayout]:
    public = tuple(tab.key for tab in tabs if not isinstance(tab, FormTab) and tab.eyes is Eyes.PUBLIC)
    # it comes first because the others link to it
    yield WorkbookLayout(PUBLIC, "", (), (*_with_report(public), LOG, ROSTER, DICE))
    rules = tuple(key for key in public if key == RULES)
    own_tabs, together, neutral, judge = (_tabs_of(tabs, eyes) for eyes in (Eyes.OWN, Eyes.TEAM, Eyes.NEUTRAL, Eyes.GM))
    views = tuple(tab.key for tab in tabs if tab.key in public and isinstance(tab, ViewTab) and not tab.board)
    lists = tuple(key for key in views if key != RULES)
    apart = secrecy is Secrecy.SEAT
    for seat in seats if apart else ():
        if not seat.neutral:
            keys = (*_with_boards(_with_report(own_tabs), tabs), *lists, *rules, CLAIMS, SEATS, *ahead)
            yield WorkbookLayout(f"seat.{seat.id}", seat.player, (seat.id,), keys)
    for team in sides_left(seats, ()) if together or not apart else ():
        eyes = () if apart else tuple(seat.id for seat in seats_of_side(team, seats))
        mixed = tuple(tab.key for tab in tabs if tab.key in {*own_tabs, *together})
        keys = _with_boards(together if apart else (*_with_report(mixed), *lists, *rules, CLAIMS, SEATS, *ahead), tabs)
        yield WorkbookLayout(f"team.{team}", team.capitalize(), eyes, keys, (team,))
    for team in teams_of(seat for seat in seats if seat.neutral) if neutral else ():
        first, *others = members_of(team, seats)
        key, title = (f"team.{team}", team.capitalize()) if others else (f"seat.{first.id}", first.player)
        yield WorkbookLayout(
            key, title, tuple(seat.id for seat in (first, *others)), (*_with_report(neutral), *rules), (team,)
        )
    yield _desk_book(rolls, judge, tabs)


def _desk_book(rolls: tuple[str, ...], gm_keys: tuple[str, ...], tabs: Sequence[Tab]) -> WorkbookLayout:
    """Return the game master's own workbook, with the tabs of the game that only they may see, and a board."""
    seen = any(isinstance(tab, ViewTab) and tab.board and tab.key in gm_keys for tab in tabs)
    boards = () if seen else _public_boards(tabs)
    return WorkbookLayout(DESK_BOOK, "Game master", (GM,), (GM_TAB, *rolls, DESK, *gm_keys, *boards))


def _with_report(keys: Sequence[str]) -> tuple[str, ...]:
    """Return the tabs *keys* with the report after the first, which has the board."""
    return (*keys[:1], REPORT, *keys[1:])


def _looking_back(keys: Sequence[str], *, over: bool) -> tuple[str, ...]:
    """Return the tabs *keys* of the public workbook, with those that look back after the first."""
    return (*keys[:1], *(FINAL if over else ()), *keys[1:])


def _with_boards(keys: tuple[str, ...], tabs: Sequence[Tab]) -> tuple[str, ...]:
    """Return the tabs *keys* with the public boards whose clicks fill in their rows, after the first.

    A page fills in only rows of the same workbook. If the workbook has its own board, no other is added.
    """
    here = [tab for tab in tabs if tab.key in keys]
    has_board = any(isinstance(tab, ViewTab) and tab.board for tab in here)
    if has_board or not any(isinstance(tab, FormTab) and tab.clicks for tab in here):
        return keys
    return (*keys[:1], *_public_boards(tabs), *keys[1:])


def _public_boards(tabs: Sequence[Tab]) -> tuple[str, ...]:
    return tuple(tab.key for tab in tabs if isinstance(tab, ViewTab) and tab.board and tab.eyes is Eyes.PUBLIC)


def order_of_tabs(layout: WorkbookLayout, tabs: Sequence[Tab]) -> tuple[str, ...]:
    """Return the tabs of a workbook in the order on the screen: those that look back, the forms of the game, the
    others.

    A form is hidden while nothing on it is due. So people first see a form if they have something to do, and else the
    board. The game master's own workbook begins with the GM tab. *tabs* are those of the game.
    """
    if layout.eyes == (GM,):
        return layout.tabs
    forms = {tab.key for tab in tabs if isinstance(tab, FormTab) and not tab.ask and not tab.behind}
    return tuple(sorted(layout.tabs, key=lambda key: 0 if key in FINAL else 1 if key in forms else 2))


def _tabs_of(tabs: Sequence[Tab], eyes: Eyes) -> tuple[str, ...]:
    """Return the private tabs of players, of teams, of neutral seats or of the GM: their forms and their views.

    A form for anybody is on tabs of the players and of the GM.
    """
    everybody = eyes in (Eyes.OWN, Eyes.GM)
    return tuple(
        tab.key for tab in tabs if tab.eyes is eyes or (everybody and isinstance(tab, FormTab) and tab.eyes is None)
    )


def controls(layout: WorkbookLayout) -> tuple[str, ...]:
    """Return the names of the boxes on the GM tab of a workbook. The template has the words beside them.

    There is no box for a dry run if players can read the tab, because its result is only for the GM.
    """
    return ("resolve", *boxes(), *(["rehearse"] if layout.key == DESK_BOOK else []))
