"""Champions: a battle royale on a shrinking map. Each player has four Champions."""

from sheets_gm.games.champions.bots.bot import BOTS
from sheets_gm.games.champions.data.numbers import BACKUPS, FEWEST, MOST, SPECTATORS
from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.data.words import NAME
from sheets_gm.games.champions.forms.all_forms import check, fits, open_forms, seating
from sheets_gm.games.champions.forms.asks import answer
from sheets_gm.games.champions.position.events import EVENTS
from sheets_gm.games.champions.position.orders import Act, Equip, Loot, Move
from sheets_gm.games.champions.position.state import Match
from sheets_gm.games.champions.rules.joining import join
from sheets_gm.games.champions.rules.laws import LAWS
from sheets_gm.games.champions.rules.leaving import leave
from sheets_gm.games.champions.rules.turn import resolve, result, start
from sheets_gm.games.champions.tabs.all_tabs import TABS
from sheets_gm.games.champions.views.conditions import CONDITIONS
from sheets_gm.games.champions.views.descriptions import describe
from sheets_gm.games.champions.views.report import moves, report
from sheets_gm.games.champions.views.story import STORY
from sheets_gm.games.champions.views.visible import View, label, seated, view, whereabouts
from sheets_gm.games.contract import Checks, Game, People, Place, Showing
from sheets_gm.kernel.rules import Secrecy


def _places(settings: Settings) -> tuple[Place, ...]:
    """Return a seat for each player, each a team by itself (R1), and seats for backups and spectators (CBR-64)."""
    players = tuple(Place(f"p{number}", f"p{number}") for number in range(1, settings.max_players + 1))
    watching = (("backup", BACKUPS), ("spectator", SPECTATORS))
    return players + tuple(
        Place(f"{name}{number}", f"{name}s", neutral=True, optional=True)
        for name, count in watching
        for number in range(1, count + 1)
    )


def _out(match: Match) -> tuple[str, ...]:
    """Return the seats that are out of the game."""
    return tuple(player.seat for player in match.players if not player.living)


GAME: Game[Match, View] = Game(
    name=NAME,
    title="Champions",
    version="champions-3",
    settings=Settings,
    state=Match,
    orders=(Move, Loot, Equip, Act),
    events=EVENTS,
    secrecy=Secrecy.SEAT,
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
    people=People(bots=BOTS, seating=seating, join=join, leave=leave, out=_out),
    checks=Checks(check=check, fits=fits, answer=answer, laws=LAWS, conditions=CONDITIONS),
    showing=Showing(seated=seated, report=report, moves=moves, story=STORY, whereabouts=whereabouts),
)
