"""GvG: two teams of five, three lanes, Bulwarks, the Fish and the Tree."""

from sheets_gm.games.contract import Checks, Game, People, Place, Showing
from sheets_gm.games.gvg.bots.bot import BOTS
from sheets_gm.games.gvg.data.settings import Settings
from sheets_gm.games.gvg.data.words import NAME, ROLES, TEAM, TEAMS
from sheets_gm.games.gvg.forms.all_forms import open_forms
from sheets_gm.games.gvg.forms.checks import check
from sheets_gm.games.gvg.position.events import EVENTS
from sheets_gm.games.gvg.position.orders import Command, Play, Shots
from sheets_gm.games.gvg.position.state import Match
from sheets_gm.games.gvg.rules.joining import join
from sheets_gm.games.gvg.rules.laws import LAWS
from sheets_gm.games.gvg.rules.seating import seating
from sheets_gm.games.gvg.rules.turn import resolve, result, start
from sheets_gm.games.gvg.tabs.all_tabs import tabs
from sheets_gm.games.gvg.views.conditions import CONDITIONS
from sheets_gm.games.gvg.views.report import moves, report
from sheets_gm.games.gvg.views.story import STORY
from sheets_gm.games.gvg.views.visible import View, answer, describe, label, view, whereabouts
from sheets_gm.kernel.rules import Secrecy

__all__ = ["GAME"]


def _places(settings: Settings) -> tuple[Place, ...]:
    """Return up to five seats for each team; the first seat of each team is its captain (GVG-1, GVG-4)."""
    return tuple(
        Place(f"{team}{number}", team, captain=number == 1, traits={"role": ROLES})
        for team in TEAMS
        for number in range(1, settings.team_size + 1)
    )


def _turned(match: Match) -> tuple[str, ...]:
    """Return the team whose Base is at the top of the board, so that a page can turn the board around for it."""
    return (match.board.top,)


GAME: Game[Match, View] = Game(
    name=NAME,
    title="GvG",
    version="gvg-3",
    settings=Settings,
    state=Match,
    orders=(Play, Command, Shots),
    events=EVENTS,
    secrecy=Secrecy.OPEN,
    players=(len(TEAMS), len(TEAMS) * TEAM),
    places=_places,
    start=start,
    open=open_forms,
    resolve=resolve,
    view=view,
    label=label,
    describe=describe,
    result=result,
    tabs=tabs,
    people=People(
        bots=BOTS,
        seating=seating,
        join=join,
        captains=lambda state: {name: (f"teams.{name}.captain", team.captain) for name, team in state.teams.items()},
    ),
    checks=Checks(check=check, answer=answer, laws=LAWS, conditions=CONDITIONS),
    showing=Showing(report=report, moves=moves, turned=_turned, story=STORY, whereabouts=whereabouts),
)
