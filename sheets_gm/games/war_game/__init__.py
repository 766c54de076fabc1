"""The War Game: the Coalition and Phyrexia fight over three planes, with a human judge."""

from sheets_gm.games.contract import Checks, Game, Importer, People, Place, Showing
from sheets_gm.games.war_game.bots.bot import BOTS
from sheets_gm.games.war_game.data.numbers import MOST_PLAYERS
from sheets_gm.games.war_game.data.scryfall import import_creatures
from sheets_gm.games.war_game.data.settings import Settings
from sheets_gm.games.war_game.data.words import BENCH, JUDGE, LEADERS, NAME, SECOND_JUDGE, SIDES
from sheets_gm.games.war_game.forms.all_forms import check, fits, open_forms, seating, total
from sheets_gm.games.war_game.forms.asks import answer
from sheets_gm.games.war_game.position.events import EVENTS
from sheets_gm.games.war_game.position.orders import (
    Amend,
    Approve,
    Arrange,
    Assign,
    Bump,
    Change,
    Concede,
    Heal,
    Judge,
    Move,
    Note,
    Redesign,
    Strategy,
)
from sheets_gm.games.war_game.position.state import Match
from sheets_gm.games.war_game.rules.laws import LAWS
from sheets_gm.games.war_game.rules.newcomers import join
from sheets_gm.games.war_game.rules.turn import resolve, result, start
from sheets_gm.games.war_game.tabs.all_tabs import tabs
from sheets_gm.games.war_game.views.conditions import CONDITIONS
from sheets_gm.games.war_game.views.descriptions import describe, moves
from sheets_gm.games.war_game.views.report import report
from sheets_gm.games.war_game.views.story import STORY
from sheets_gm.games.war_game.views.visible import View, label, owners, view, whereabouts
from sheets_gm.kernel.rules import Secrecy


def _places(settings: Settings) -> tuple[Place, ...]:
    """Return the seats of both sides, each side's leader first, and those of the judges, who are neutral (CPW-17)."""
    seats = tuple(
        Place(f"{side[0]}{number}", side, captain=f"{side[0]}{number}" == LEADERS[side])
        for side in SIDES
        for number in range(1, settings.players + 1)
    )
    return (*seats, Place(JUDGE, BENCH, neutral=True), Place(SECOND_JUDGE, BENCH, neutral=True, optional=True))


GAME: Game[Match, View] = Game(
    name=NAME,
    title="War Game",
    version="war_game-3",
    settings=Settings,
    state=Match,
    orders=(Move, Strategy, Bump, Heal, Change, Assign, Concede, Judge, Approve, Redesign, Note, Arrange, Amend),
    events=EVENTS,
    secrecy=Secrecy.TEAM,
    players=(2, 2 * MOST_PLAYERS),
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
        places_to_join=lambda settings: _places(settings.but(players=MOST_PLAYERS)),
        join=join,
        concedes=lambda order: isinstance(order, Concede),
    ),
    checks=Checks(check=check, fits=fits, total=total, answer=answer, laws=LAWS, conditions=CONDITIONS),
    showing=Showing(
        moves=moves, story=STORY, whereabouts=whereabouts, owners=owners, report=report, short=("vp_target=200",)
    ),
    importer=Importer("creatures.csv", import_creatures),
)
