"""Win or Die: two hidden legions on a map of hexes, command by command, best two of three."""

from sheets_gm.games.contract import Checks, Clock, Game, People, Place, Showing
from sheets_gm.games.win_or_die.bots.bot import BOTS
from sheets_gm.games.win_or_die.data.settings import Settings
from sheets_gm.games.win_or_die.data.words import NAME, SEATS, TEAL
from sheets_gm.games.win_or_die.forms.all_forms import REACTING, TURN, open_forms
from sheets_gm.games.win_or_die.forms.asks import answer
from sheets_gm.games.win_or_die.forms.checks import check, fits, total
from sheets_gm.games.win_or_die.position.events import EVENTS
from sheets_gm.games.win_or_die.position.orders import (
    Answer,
    ChooseBarrack,
    ChooseLineUp,
    Command,
    Deploy,
    Enlist,
    React,
)
from sheets_gm.games.win_or_die.position.state import Match
from sheets_gm.games.win_or_die.rules.laws import LAWS
from sheets_gm.games.win_or_die.rules.setup.seating import join, seating
from sheets_gm.games.win_or_die.rules.turn import resolve, result, start
from sheets_gm.games.win_or_die.tabs.all_tabs import TABS
from sheets_gm.games.win_or_die.views.conditions import CONDITIONS
from sheets_gm.games.win_or_die.views.descriptions import describe, moves
from sheets_gm.games.win_or_die.views.report import report
from sheets_gm.games.win_or_die.views.story import STORY
from sheets_gm.games.win_or_die.views.visible import View, label, view, whereabouts
from sheets_gm.kernel.rules import Secrecy


def _places(_settings: Settings) -> tuple[Place, ...]:
    """Return a seat for each player; each seat is a team by itself."""
    return tuple(Place(seat, seat) for seat in SEATS)


def _turned(_match: Match) -> tuple[str, ...]:
    """Return the seats that see the map turned around: teal, whose baseline is the first row (R1)."""
    return (TEAL,)


GAME: Game[Match, View] = Game(
    name=NAME,
    title="Win or Die",
    version="win-or-die-2",
    settings=Settings,
    state=Match,
    orders=(ChooseBarrack, ChooseLineUp, Enlist, Deploy, Command, React, Answer),
    events=EVENTS,
    secrecy=Secrecy.SEAT,
    players=(len(SEATS), len(SEATS)),
    places=_places,
    start=start,
    open=open_forms,
    resolve=resolve,
    view=view,
    label=label,
    describe=describe,
    result=result,
    tabs=TABS,
    people=People(
        bots=BOTS,
        clocks=(
            Clock(TURN, "how long a player has for a whole turn, and for each part of the set-up"),
            Clock(REACTING, "how long a player has for its reactions in an enemy's turn, if reactions are live"),
        ),
        seating=seating,
        join=join,
        concedes=lambda order: isinstance(order, Command) and order.command == "Surrender",
    ),
    checks=Checks(check=check, fits=fits, total=total, answer=answer, laws=LAWS, conditions=CONDITIONS),
    showing=Showing(
        moves=moves, turned=_turned, story=STORY, whereabouts=whereabouts, report=report, short=("best_of=1",)
    ),
)
