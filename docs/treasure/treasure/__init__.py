"""Treasure: the highest number that only one player says takes what the sea has washed up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import Field as Setting

from sheets_gm.games.contract import Filled, Game, GameSettings, Place, Secrecy
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.forms import Field, Form, Kind
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Event, Order, Orders, Outcome, Remark, Result
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.grid import Cell, Grid, grid
from sheets_gm.sheet.rendering import draw_rules
from sheets_gm.sheet.tabs import FormTab, ViewTab
from sheets_gm.sheet.template import TabTemplate

# -- what is stored: settings, the position, orders, events ------------------------------------------------------------


class Settings(GameSettings):
    """A match's settings."""

    rounds: int = Setting(6, ge=1, le=50)
    """Rounds of a match."""
    players: int = Setting(4, ge=2, le=8)
    """The most players, 2 to 8."""


class Match(Model):
    """The position: everything that the next round depends on. *said* is what was said in the round before."""

    settings: Settings
    round: int
    treasure: int
    purses: dict[str, int]
    said: dict[str, int] = {}
    result: Result | None = None


class Bid(Order):
    """A player's number."""

    kind: Literal["bid"] = "bid"
    number: int


class Found(Event):
    """So many doubloons lie on the shore."""

    kind: Literal["found"] = "found"
    treasure: int


class Taken(Event):
    """A player's number was the highest that nobody else said."""

    kind: Literal["taken"] = "taken"
    seat: str
    number: int
    treasure: int


class Left(Event):
    """No number was said by one player alone, so everything stays on the shore."""

    kind: Literal["left"] = "left"


# -- the rules ---------------------------------------------------------------------------------------------------------


def places(settings: Settings) -> tuple[Place, ...]:
    """Everybody plays alone: each seat is a team of its own (TRE-1)."""
    return tuple(Place(f"pirate{number}", f"pirate{number}") for number in range(1, settings.players + 1))


def seating(_settings: Settings, seats: Sequence[Seat]) -> tuple[Remark, ...]:
    """Two players at least (TRE-1)."""
    return () if len(seats) > 1 else (Remark(text="one pirate alone has nobody to outwit", field=seats[0].id),)


def start(settings: Settings, seats: Sequence[Seat], dice: Dice) -> Outcome[Match]:
    """The first round, with the first treasure on the shore (TRE-2)."""
    empty = Match(settings=settings, round=1, treasure=0, purses={seat.id: 0 for seat in seats})
    return _washed_up(empty, dice)


def _washed_up(match: Match, dice: Dice) -> Outcome[Match]:
    more = dice.roll(6, "treasure")
    now = match.but(treasure=match.treasure + more)
    return Outcome(now, (Found(clause="TRE-2", treasure=now.treasure),))


def open_forms(match: Match) -> tuple[Form, ...]:
    """A row for each player; the highest number is as many as play (TRE-3)."""
    if match.result:
        return ()
    number = Field("number", Kind.WHOLE, required=True, low=1, high=len(match.purses))
    return tuple(Form("bids", seat, Bid, (number,), shown={"purse": purse}) for seat, purse in match.purses.items())


def check(match: Match, _seat: str, order: Order) -> Remark | None:
    """A number of the round (TRE-3). The form allows no other, but an order may come from elsewhere."""
    assert isinstance(order, Bid)
    most = len(match.purses)
    if 1 <= order.number <= most:
        return None
    return Remark(text=f"say a number from 1 to {most}", field="number", instead=str(most), clause="TRE-3")


def resolve(match: Match, orders: Orders, dice: Dice) -> Outcome[Match]:
    """Who takes the treasure (TRE-4), and the next round or the end (TRE-6)."""
    said = {seat: order.number for seat, given in sorted(orders.items()) for order in given if isinstance(order, Bid)}
    counted = Counter(said.values())
    alone = [(number, seat) for seat, number in said.items() if counted[number] == 1]
    now = match.but(said=said)
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


def _ended(match: Match) -> Result:
    most = max(match.purses.values())
    winners = tuple(seat for seat, purse in match.purses.items() if purse == most)
    return Result(winners=winners, reason=f"the fullest purse holds {most}", clause="TRE-6")


def purses_hold_no_less_than_nothing(match: Match) -> str | None:
    """A law: asked of every position, in every test and every soak."""
    poor = [seat for seat, purse in match.purses.items() if purse < 0]
    return f"{poor} hold less than nothing" if poor else None


# -- what people see ---------------------------------------------------------------------------------------------------


class View(Model):
    """What anybody may see: in this game, everything. *names* are of the people who sit there now."""

    match: Match
    names: dict[str, str] = {}


def view(match: Match, _seat: str | None) -> View:
    """The view of a seat, or of the public: here the same."""
    return View(match=match)


def seated(seen: View, seats: Mapping[str, Seat]) -> View:
    """The view with people's names."""
    return seen.but(names={seat.id: seat.player for seat in seats.values()})


def label(match: Match) -> str:
    """The step in the table's words."""
    return f"Round {match.round} of {match.settings.rounds}"


def describe(event: Event, seats: Mapping[str, Seat]) -> str:
    """An event as a sentence of the log."""
    if isinstance(event, Found):
        lie = "lies" if event.treasure == 1 else "lie"
        return f"{counted(event.treasure, 'doubloon')} {lie} on the shore."
    if isinstance(event, Taken):
        return f"{seats[event.seat].player} alone says {event.number} and takes {counted(event.treasure, 'doubloon')}."
    return "Nobody's number stands alone: the treasure stays on the shore."


def draw_shore(seen: View, tab_template: TabTemplate) -> Grid:
    """The treasure, and every purse with what was said last."""
    match = seen.match
    rows = [
        [Cell(f"{tab_template.title} · {label(match)}", "title")],
        [Cell("💰 " * match.treasure or "The shore is empty.", "shore")],
        [],
        [Cell(column.heading, "heading", column.help) for column in tab_template.columns],
    ]
    for seat, purse in match.purses.items():
        name, said = seen.names.get(seat, seat), match.said.get(seat)
        rows.append([Cell(name, "player"), Cell(purse, "purse"), Cell(said, "purse")])
    return grid(rows)


# -- who plays when nobody does ----------------------------------------------------------------------------------------


def sly(_seen: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """A bot: it sees its own view and its own forms, and likes high numbers."""
    return tuple(
        Filled(form.key, 0, {"number": _sly_number(int(form.fields[0].high or 1), form.seat, dice), "ready": True})
        for form in forms
    )


def _sly_number(most: int, seat: str, dice: Dice) -> int:
    return max(dice.roll(most, f"{seat} thinks of one"), dice.roll(most, f"{seat} thinks again"))


GAME: Game[Match, View] = Game(
    name="treasure",
    title="Treasure",
    version="treasure-1",
    settings=Settings,
    state=Match,
    orders=(Bid,),
    events=(Found, Taken, Left),
    secrecy=Secrecy.OPEN,
    players=(2, 8),
    places=places,
    seating=seating,
    start=start,
    open=open_forms,
    check=check,
    resolve=resolve,
    view=view,
    seated=seated,
    label=label,
    describe=describe,
    result=lambda match: match.result,
    laws=(purses_hold_no_less_than_nothing,),
    tabs=(ViewTab("shore", draw_shore), FormTab("bids", "bids"), ViewTab("rules", draw_rules)),
    bots={"sly": sly},
)
