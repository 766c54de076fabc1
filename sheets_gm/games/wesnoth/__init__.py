"""Wesnoth Board Game: two to six players with armies on a map of hexes, by day and by night."""

from sheets_gm.games.contract import Checks, Game, People, Place, Showing
from sheets_gm.games.wesnoth.bots.bot import BOTS
from sheets_gm.games.wesnoth.data.board import FEWEST, MOST
from sheets_gm.games.wesnoth.data.numbers import NAME
from sheets_gm.games.wesnoth.data.settings import Settings
from sheets_gm.games.wesnoth.forms.all_forms import CLOCKS, check, open_forms, seating
from sheets_gm.games.wesnoth.forms.asks import answer
from sheets_gm.games.wesnoth.position.events import EVENTS
from sheets_gm.games.wesnoth.position.orders import Act, Answer, SetStandingAnswers
from sheets_gm.games.wesnoth.position.state import Match
from sheets_gm.games.wesnoth.rules.joining import join
from sheets_gm.games.wesnoth.rules.laws import LAWS
from sheets_gm.games.wesnoth.rules.turn import ANY_LEADER, leave, resolve, result, start
from sheets_gm.games.wesnoth.tabs.all_tabs import TABS
from sheets_gm.games.wesnoth.views.conditions import CONDITIONS
from sheets_gm.games.wesnoth.views.descriptions import describe
from sheets_gm.games.wesnoth.views.report import moves, report
from sheets_gm.games.wesnoth.views.story import STORY
from sheets_gm.games.wesnoth.views.visible import View, label, view, whereabouts
from sheets_gm.kernel.rules import Secrecy


def _places(settings: Settings) -> tuple[Place, ...]:
    """Return a seat for each castle of the map (WES-4, WES-9).

    Each seat lists a different faction first. The nth leader listed leads the nth faction listed, apart from the first,
    so a roster that assigns the nth choice of every trait is valid.
    """
    tables = settings.world.tables
    factions = tuple(tables.factions)
    places = []
    for at, (seat, team) in enumerate(settings.team_of.items()):
        order = (*factions[at % len(factions) :], *factions[: at % len(factions)])
        heads = [tables.leaders[name][0] for name in order[1:]]
        rest = [leader for name in order for leader in tables.leaders[name]]
        leaders = (ANY_LEADER, *dict.fromkeys((*heads, *rest)))
        places.append(Place(seat, team, traits={"faction": order, "leader": leaders}))
    return tuple(places)


def _out(match: Match) -> tuple[str, ...]:
    """Return the seats that are out of the game."""
    return tuple(player.seat for player in match.players if player.left)


GAME: Game[Match, View] = Game(
    name=NAME,
    title="Wesnoth Board Game",
    version="wesnoth-4",
    settings=Settings,
    state=Match,
    orders=(Act, SetStandingAnswers, Answer),
    events=EVENTS,
    secrecy=Secrecy.OPEN,
    players=(FEWEST, MOST),
    places=_places,
    start=start,
    open=open_forms,
    resolve=resolve,
    view=view,
    label=label,
    describe=describe,
    result=result,
    tabs=TABS,
    people=People(bots=BOTS, clocks=CLOCKS, seating=seating, join=join, leave=leave, out=_out),
    checks=Checks(check=check, answer=answer, laws=LAWS, conditions=CONDITIONS),
    showing=Showing(report=report, moves=moves, story=STORY, whereabouts=whereabouts),
)
