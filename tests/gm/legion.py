"""A small game for tests: hidden legions on planes, one tab a plane, with every kind of form that a sheet can have.

A commander may ask a scout how strong its own legions are on a plane, musters a legion within a budget, and writes a
strategy of some pages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

from pydantic import Field as Setting

from sheets_gm.games import files
from sheets_gm.games.contract import Checks, Filled, Game, GameSettings, People, Place
from sheets_gm.games.random_play import random_bot
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.workbooks.layout import COLUMNS
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Close, Counting, Field, Form, Kind, Reply, Typed
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Event, Order, Orders, Outcome, Remark, Result
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.checking import columns_of, load
from sheets_gm.sheet.grid import Cell, Grid, grid
from sheets_gm.sheet.tabs import FormTab, Tab, ViewTab
from sheets_gm.sheet.template import TabTemplate, Template, read

if TYPE_CHECKING:
    from tests.gm.table import Evening

ROWS = 3
COSTS = {"archer": 2, "knight": 5}
PAGES = 20_000


class Settings(GameSettings):
    """The settings of a match."""

    planes: int = Setting(2, ge=1, le=3)
    """The number of planes."""
    budget: int = 20
    """What a legion may cost."""


class War(Model):
    """The position. *legions* are the units of each seat by plane; nobody else may know them."""

    settings: Settings
    turn: int = 1
    legions: dict[str, dict[int, int]]
    plans: dict[str, str] = {}


class Muster(Order):
    """Units for the legion on a plane."""

    unit: str
    count: int
    plane: int = 1


class Plan(Order):
    """A strategy of some pages."""

    text: str


class Scout(Order):
    """A question: how many units of one's own are on a plane?"""

    plane: int


class Mustered(Event):
    """A seat mustered units. Only that seat may know how many."""

    seat: str
    count: int


class View(Model):
    """What a seat may see: its own legions."""

    settings: Settings
    turn: int
    own: dict[int, int] = {}


def open_forms(war: War) -> tuple[Form, ...]:
    """A legion and a strategy for each seat."""
    forms: list[Form] = []
    planes = tuple(map(str, range(1, war.settings.planes + 1)))
    muster = (
        Field("unit", choices=tuple(COSTS), required=True),
        Field("count", Kind.WHOLE, required=True, low=1, high=9),
        Field("plane", choices=planes, default="1", optional=True),
    )
    asked = (Field("plane", choices=planes, required=True),)
    for seat in war.legions:
        forms.append(Form("legion", seat, Muster, muster, rows=ROWS, counted=Counting(whole=True)))
        forms.append(Form("scout", seat, Scout, asked, rows=2, close=Close.ASK, shown={"units": None}))
        forms.append(Form("plan", seat, Plan, (Field("text", Kind.TEXT, most=PAGES),), due=False))
    return tuple(forms)


def check(_war: War, _seat: str, order: Order) -> Remark | None:
    """No strategy is about elephants."""
    if isinstance(order, Muster) and order.unit == "knight" and order.plane == 2:
        return Remark(text="Knights cannot fly", field="unit", instead="archer")
    if isinstance(order, Plan) and "elephant" in order.text:
        return Remark(text="There are no elephants", field="text")
    return None


def resolve(war: War, orders: Orders, _dice: Dice) -> Outcome[War]:
    """Add the musters to the legions."""
    legions, plans, events = dict(war.legions), dict(war.plans), []
    for seat, given in sorted(orders.items()):
        for order in given:
            if isinstance(order, Muster):
                own = legions[seat]
                legions[seat] = {**own, order.plane: own.get(order.plane, 0) + order.count}
                events.append(Mustered(clause="LEG-1", seat=seat, count=order.count, audience=(seat,)))
            elif isinstance(order, Plan):
                plans[seat] = order.text
    return Outcome(war.but(turn=war.turn + 1, legions=legions, plans=plans), tuple(events))


def total(war: War, _seat: str, _form: str, orders: tuple[Order, ...]) -> Remark | None:
    """What all musters cost together."""
    spent = sum(COSTS[order.unit] * order.count for order in orders if isinstance(order, Muster))
    text = f"{spent} of {war.settings.budget} points"
    return Remark(text=text, refuses=spent > war.settings.budget, informs=spent <= war.settings.budget)


def answer(seen: View, _seat: str, order: Order) -> Reply:
    """How many units of one's own are on a plane."""
    assert isinstance(order, Scout)
    units = seen.own.get(order.plane, 0)
    return Reply(f"{units} units on plane {order.plane} in turn {seen.turn}.", {"units": units})


def view(war: War, seat: str | None) -> View:
    """The view of a seat, or of the public."""
    return View(settings=war.settings, turn=war.turn, own=war.legions.get(seat or "", {}))


def other_secrets(war: War, seat: str | None, dice: Dice) -> War:
    """*war* with other legions of all seats but *seat*."""
    legions = {
        each: own if each == seat else {plane: dice.roll(99, f"{each} {plane}") for plane in (1, 2)}
        for each, own in war.legions.items()
    }
    return war.but(legions=legions)


def draw_plane(number: int, seen: View, tab_template: TabTemplate) -> Grid:
    """The legions of the viewer on one plane."""
    return grid([[Cell(tab_template.title, "title")], [Cell(seen.own.get(number, 0))]])


def tabs(settings: Settings) -> tuple[Tab, ...]:
    """A tab for each plane, and the forms."""
    planes = (
        ViewTab(f"plane.{at}", partial(draw_plane, at), template="plane", title=f"No. {at}")
        for at in range(1, settings.planes + 1)
    )
    return (
        *planes,
        FormTab("legion", "legion", ("unit", "count"), ("plane",)),
        FormTab("scout", "scout", ("plane",), ("units",), ask=True),
        FormTab("plan", "plan", ("text",)),
    )


def seating(_settings: Settings, seats: Sequence[Seat]) -> tuple[Remark, ...]:
    """Two must play."""
    return () if len(seats) == 2 else (Remark(text="Two must play", field=seats[0].id),)


def start(settings: Settings, seats: Sequence[Seat], _dice: Dice) -> Outcome[War]:
    """Start without units."""
    return Outcome(War(settings=settings, legions={seat.id: {} for seat in seats}))


def describe(event: Event, seats: Mapping[str, Seat]) -> str:
    """An event as a sentence."""
    assert isinstance(event, Mustered)
    return f"{seats[event.seat].player} musters {event.count} units."


def result(_war: War) -> Result | None:
    """It goes on."""
    return None


def lawful(seen: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Fills in whatever is listed, but no more archers than any legion may have, and no knights, who cannot fly."""
    few: dict[str, Typed] = {"unit": "archer", "count": 3}
    return tuple(
        replace(row, cells={**row.cells, **few}) if "unit" in row.cells else row
        for row in random_bot(seen, forms, dice)
    )


GAME: Game[War, View] = Game(
    name="legion",
    title="Legion",
    version="legion-1",
    settings=Settings,
    state=War,
    orders=(Muster, Plan),
    events=(Mustered,),
    secrecy=Secrecy.SEAT,
    players=(2, 2),
    places=lambda _settings: (Place("red", "red"), Place("blue", "blue")),
    start=start,
    open=open_forms,
    resolve=resolve,
    view=view,
    label=lambda war: f"Turn {war.turn}",
    describe=describe,
    result=result,
    tabs=tabs,
    people=People(bots={"any": lawful}, seating=seating),
    checks=Checks(check=check, laws=(), total=total, answer=answer),
)

TEMPLATE_TEXT = """
title = "Legion"

[tabs.plane]
title = "Plane {}"
widths = [80]

[tabs.legion]
title = "Legion"
help = "Muster units, then tick Ready in the first row."
columns = [
    { field = "seat", heading = "Seat" },
    { field = "player", heading = "Player" },
    { field = "unit", heading = "Unit" },
    { field = "count", heading = "Number" },
    { field = "plane", heading = "Plane" },
    { field = "ready", heading = "Ready" },
    { field = "receipt", heading = "Answer" },
]

[tabs.scout]
title = "Scout"
columns = [
    { field = "seat", heading = "Seat" },
    { field = "player", heading = "Player" },
    { field = "plane", heading = "Plane" },
    { field = "units", heading = "Units" },
    { field = "receipt", heading = "Answer" },
]

[tabs.plan]
title = "Strategy"
columns = [
    { field = "seat", heading = "Seat" },
    { field = "player", heading = "Player" },
    { field = "text", heading = "Strategy" },
    { field = "ready", heading = "Ready" },
    { field = "receipt", heading = "Answer" },
]
"""


@cache
def template(text: str = TEMPLATE_TEXT) -> Template:
    """The template, with the tabs that every match has."""
    common = read(files.read("common", "workbook.toml"), "common.toml")
    return load(read(text, "legion.toml"), common, [columns_of(tab) for tab in GAME.all_tabs()], COLUMNS)


def campaign(rules: Game[War, View] = GAME, *, on: str = "", **settings: int) -> Evening:
    """A sealed match of it."""
    from tests.gm.table import Evening  # needs a spreadsheet, which the rules do not

    policy = Policy(gm=("gm@table",), layout="sealed")
    return Evening(settings=settings, policy=policy, rules=rules, template=template(), on=on)
