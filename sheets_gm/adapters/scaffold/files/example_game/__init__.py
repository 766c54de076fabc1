"""Example Game: guess what a die will show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import Field as Setting

from sheets_gm.games.contract import Game, GameSettings, People, Place
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Field, Form, Kind
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Event, Order, Orders, Outcome, Result
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.grid import Cell, Grid, grid
from sheets_gm.sheet.rendering import draw_rules
from sheets_gm.sheet.tabs import FormTab, ViewTab
from sheets_gm.sheet.template import TabTemplate

# -- what is stored: settings, the position, orders, events ------------------------------------------------------------


class Settings(GameSettings):
    """What a GM may set. Each setting has a default, and the text below it is its help."""

    rounds: int = Setting(3, ge=1, le=50)
    """The number of rounds."""


class Match(Model):
    """The position: everything that the next round depends on."""

    settings: Settings
    round: int
    points: dict[str, int]
    result: Result | None = None


class Guess(Order):
    """What a player orders: one row of the form."""

    number: int


class Rolled(Event):
    """What happened: the die showed *number*, and the seats *right* had guessed it."""

    number: int
    right: tuple[str, ...]


# -- the rules ---------------------------------------------------------------------------------------------------------


def places(_settings: Settings) -> tuple[Place, ...]:
    """The seats of a match: four, each a team of its own."""
    return tuple(Place(f"player{number}", f"player{number}") for number in range(1, 5))


def start(settings: Settings, seats: Sequence[Seat], _dice: Dice) -> Outcome[Match]:
    """The first position."""
    return Outcome(Match(settings=settings, round=1, points={seat.id: 0 for seat in seats}))


def open_forms(match: Match) -> tuple[Form, ...]:
    """Who may fill in what now: a row for each player, and nothing once the match is over."""
    if match.result:
        return ()
    number = Field("number", Kind.WHOLE, required=True, low=1, high=6)
    return tuple(Form("guesses", seat, Guess, (number,)) for seat in match.points)


def resolve(match: Match, orders: Orders, dice: Dice) -> Outcome[Match]:
    """Roll the die, give the points (EXA-1), and begin the next round or end the match (EXA-2)."""
    shown = dice.roll(6, "the die")
    guesses = {seat: order.number for seat, given in orders.items() for order in given if isinstance(order, Guess)}
    right = tuple(seat for seat in match.points if guesses.get(seat) == shown)
    now = match.but(points={seat: points + (seat in right) for seat, points in match.points.items()})
    events = (Rolled(clause="EXA-1", number=shown, right=right),)
    if match.round < match.settings.rounds:
        return Outcome(now.but(round=match.round + 1), events)
    return Outcome(now.but(result=_ended(now)), events)


def _ended(match: Match) -> Result:
    most = max(match.points.values())
    winners = tuple(seat for seat, points in match.points.items() if points == most)
    return Result(winners=winners, reason=f"the most points are {most}", clause="EXA-2")


def leave(match: Match, seat: str) -> Outcome[Match]:
    """The position without a player who gives up; it ends when one is left."""
    now = match.but(points={other: points for other, points in match.points.items() if other != seat})
    return Outcome(now if len(now.points) > 1 or match.result else now.but(result=_ended(now)))


# -- what people see ---------------------------------------------------------------------------------------------------


class View(Model):
    """What a seat may see: in this game, everything. The game master puts the players by seat into *names*."""

    match: Match
    names: dict[str, str] = {}


def view(match: Match, _seat: str | None) -> View:
    """The view of a seat, or of the public, which are the same here."""
    return View(match=match)


def label(match: Match) -> str:
    """The name of the current step."""
    return f"Round {match.round} of {match.settings.rounds}"


def describe(event: Event, seats: Mapping[str, Seat]) -> str:
    """An event as a sentence."""
    assert isinstance(event, Rolled)
    names = " and ".join(seats[seat].player for seat in event.right)
    return f"The die shows {event.number}. {names or 'Nobody'} guessed it."


def draw_table(seen: View, tab_template: TabTemplate) -> Grid:
    """The first tab: who has how many points."""
    rows = [[Cell(f"{tab_template.title} · {label(seen.match)}", "title")], []]
    points = ([Cell(seen.names.get(seat, seat), "player"), Cell(has)] for seat, has in seen.match.points.items())
    return grid([*rows, *points])


GAME: Game[Match, View] = Game(
    name="example_game",
    title="Example Game",
    version="example_game-1",
    settings=Settings,
    state=Match,
    orders=(Guess,),
    events=(Rolled,),
    secrecy=Secrecy.OPEN,
    players=(2, 4),
    places=places,
    start=start,
    open=open_forms,
    resolve=resolve,
    view=view,
    label=label,
    describe=describe,
    result=lambda match: match.result,
    tabs=(
        ViewTab("table", draw_table),
        FormTab("guesses", "guesses", ("number",)),
        ViewTab("rules", draw_rules, styles=("rule", "rule.head")),
    ),
    people=People(leave=leave),
)
