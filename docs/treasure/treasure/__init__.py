"""Treasure: the player with the highest number that nobody else chose takes the treasure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pydantic import Field as Setting

from sheets_gm.games.contract import Checks, Filled, Game, GameSettings, People, Place
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.forms import Field, Form, Kind
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Event, Order, Orders, Outcome, Remark, Result
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.grid import Cell, Grid, grid
from sheets_gm.sheet.rendering import draw_rules
from sheets_gm.sheet.tabs import FormTab, ViewTab
from sheets_gm.sheet.template import TabTemplate

# -- what is stored: settings, the position, orders, events ------------------------------------------------------------


class Settings(GameSettings):
    """The settings of a match."""

    rounds: int = Setting(6, ge=1, le=50)
    """The number of rounds."""
    players: int = Setting(4, ge=2, le=8)
    """The largest number of players, 2 to 8."""


class Match(Model):
    """The position: everything that the next round depends on. *bids* holds the numbers of the previous round."""

    settings: Settings
    round: int
    treasure: int
    purses: dict[str, int]
    bids: dict[str, int] = {}
    result: Result | None = None


class Bid(Order):
    """A player's number."""

    number: int


class Found(Event):
    """The sea washed up doubloons; *treasure* is the number on the shore now."""

    treasure: int


class Taken(Event):
    """A player took the treasure with the highest number that nobody else chose."""

    seat: str
    number: int
    treasure: int


class Left(Event):
    """Nobody took the treasure: each number was chosen at least twice."""


class Quit(Event):
    """A player gave up; its doubloons are on the shore, where there are *treasure* now."""

    seat: str
    treasure: int


# -- the rules ---------------------------------------------------------------------------------------------------------


def places(settings: Settings) -> tuple[Place, ...]:
    """The seats: each is a team of its own (TRE-1)."""
    return tuple(Place(f"pirate{number}", f"pirate{number}") for number in range(1, settings.players + 1))


def start(settings: Settings, seats: Sequence[Seat], dice: Dice) -> Outcome[Match]:
    """Start the first round, with the first treasure on the shore (TRE-2)."""
    empty = Match(settings=settings, round=1, treasure=0, purses={seat.id: 0 for seat in seats})
    return _washed_up(empty, dice)


def _washed_up(match: Match, dice: Dice) -> Outcome[Match]:
    more = dice.roll(6, "treasure")
    now = match.but(treasure=match.treasure + more)
    return Outcome(now, (Found(clause="TRE-2", treasure=now.treasure),))


def open_forms(match: Match) -> tuple[Form, ...]:
    """One row for each player; the highest number is the number of players (TRE-3)."""
    if match.result:
        return ()
    number = Field("number", Kind.WHOLE, required=True, low=1, high=len(match.purses))
    return tuple(Form("bids", seat, Bid, (number,), shown={"purse": purse}) for seat, purse in match.purses.items())


def check(match: Match, _seat: str, order: Order) -> Remark | None:
    """Check that the number is possible (TRE-3). The form allows no other, but orders can come from elsewhere."""
    assert isinstance(order, Bid)
    most = len(match.purses)
    if 1 <= order.number <= most:
        return None
    return Remark(text=f"Choose a number from 1 to {most}", field="number", instead=str(most), clause="TRE-3")


def resolve(match: Match, orders: Orders, dice: Dice) -> Outcome[Match]:
    """Give the treasure to its taker (TRE-4), then start the next round or end the match (TRE-6)."""
    bids = {seat: order.number for seat, given in sorted(orders.items()) for order in given if isinstance(order, Bid)}
    count = Counter(bids.values())
    alone = [(number, seat) for seat, number in bids.items() if count[number] == 1]
    now = match.but(bids=bids)
    events: list[Event] = []
    if alone:
        number, seat = max(alone)
        now = now.but(purses={**now.purses, seat: now.purses[seat] + now.treasure}, treasure=0)
        events.append(Taken(clause="TRE-4", seat=seat, number=number, treasure=match.treasure))
    else:
        events.append(Left(clause="TRE-5"))
    if match.round == match.settings.rounds:
        return Outcome(now.but(result=_ended(now)), tuple(events))
    after = _washed_up(now.but(round=now.round + 1), dice)
    return Outcome(after.state, (*events, *after.events))


def leave(match: Match, seat: str) -> Outcome[Match]:
    """Throw the purse of a player who gives up onto the shore (TRE-7). The match ends when one player is left."""
    if match.result or seat not in match.purses:
        return Outcome(match)
    purses = {other: purse for other, purse in match.purses.items() if other != seat}
    bids = {other: number for other, number in match.bids.items() if other != seat}
    now = match.but(purses=purses, bids=bids, treasure=match.treasure + match.purses[seat])
    events = (Quit(clause="TRE-7", seat=seat, treasure=now.treasure),)
    return Outcome(now if len(purses) > 1 else now.but(result=_ended(now)), events)


def _ended(match: Match) -> Result:
    most = max(match.purses.values())
    winners = tuple(seat for seat, purse in match.purses.items() if purse == most)
    return Result(winners=winners, reason=f"the fullest purse holds {most}", clause="TRE-6")


def no_purse_is_negative(match: Match) -> str | None:
    """A law: every test and every soak checks it in every position."""
    poor = [seat for seat, purse in match.purses.items() if purse < 0]
    return f"{poor} have less than 0 doubloons" if poor else None


# -- what people see ---------------------------------------------------------------------------------------------------


class View(Model):
    """What a seat may see: in this game, everything. The game master puts the players by seat into *names*."""

    match: Match
    names: dict[str, str] = {}


def view(match: Match, _seat: str | None) -> View:
    """The view of a seat or of the public, which are the same here."""
    return View(match=match)


def label(match: Match) -> str:
    """The name of the current step."""
    return f"Round {match.round} of {match.settings.rounds}"


def describe(event: Event, seats: Mapping[str, Seat]) -> str:
    """Describe an event in a sentence."""
    if isinstance(event, Found):
        be = "is" if event.treasure == 1 else "are"
        return f"{counted(event.treasure, 'doubloon')} {be} on the shore."
    if isinstance(event, Taken):
        return f"{seats[event.seat].player} takes {counted(event.treasure, 'doubloon')} with number {event.number}."
    if isinstance(event, Quit):
        return (
            f"{seats[event.seat].player} throws their purse away: {counted(event.treasure, 'doubloon')} on the shore."
        )
    return "Nobody chose a number alone, so the treasure stays on the shore."


def draw_shore(seen: View, tab_template: TabTemplate) -> Grid:
    """Draw the treasure, and each pirate with its purse and last number."""
    match = seen.match
    rows = [
        [Cell(f"{tab_template.title} · {label(match)}", "title")],
        [Cell("💰 " * match.treasure or "The shore is empty.", "shore")],
        [],
        [Cell(column.heading, "heading", column.help) for column in tab_template.columns],
    ]
    for seat, purse in match.purses.items():
        name, bid = seen.names.get(seat, seat), match.bids.get(seat)
        rows.append([Cell(name, "player"), Cell(purse, "purse"), Cell(bid, "purse")])
    return grid(rows)


# -- bots --------------------------------------------------------------------------------------------------------------


def sly(_seen: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """A bot that prefers high numbers. It gets the view and the forms of its own seat."""
    return tuple(
        Filled(form.key, 0, {"number": _sly_number(int(form.fields[0].high or 1), form.seat, dice), "ready": True})
        for form in forms
    )


def _sly_number(most: int, seat: str, dice: Dice) -> int:
    return max(dice.roll(most, f"{seat}: first number"), dice.roll(most, f"{seat}: second number"))


GAME: Game[Match, View] = Game(
    name="treasure",
    title="Treasure",
    version="treasure-1",
    settings=Settings,
    state=Match,
    orders=(Bid,),
    events=(Found, Taken, Left, Quit),
    secrecy=Secrecy.OPEN,
    players=(2, 8),
    places=places,
    start=start,
    open=open_forms,
    resolve=resolve,
    view=view,
    label=label,
    describe=describe,
    result=lambda match: match.result,
    tabs=(
        ViewTab("shore", draw_shore, styles=("shore", "purse")),
        FormTab("bids", "bids", ("number",), ("purse",)),
        ViewTab("rules", draw_rules, styles=("rule", "rule.head")),
    ),
    people=People(bots={"sly": sly}, leave=leave),
    checks=Checks(
        check=check,
        laws=(no_purse_is_negative,),
    ),
)
