"""The council: a small game for tests of the game master, whose teams own a form and whose judge is no side.

In each round every team makes a motion, and every member may give gold to it. Then the judge names the team that wins
the point. After the last round most points win. With `Secrecy.SEAT` members hide their gold from each other too.

A test takes `council(secrecy)` and `TEMPLATE`. To add a kind of form: an order, a form in `open_forms`, a tab in `TABS`
and a table in `council.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from pydantic import Field as Setting

from sheets_gm.games import files
from sheets_gm.games.contract import Game, GameSettings, Place
from sheets_gm.games.random_play import random_bot
from sheets_gm.gm.workbooks.layout import COLUMNS
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Field, Form, Kind
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import GM, Event, Order, Orders, Outcome, Remark, Result
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.checking import columns_of, load
from sheets_gm.sheet.grid import Cell, Grid, grid
from sheets_gm.sheet.tabs import Eyes, FormTab, ViewTab
from sheets_gm.sheet.template import TabTemplate, Template, read

TEAMS = ("north", "south", "west")
MEMBERS = 2
GOLD = 9
JUDGE = "judge"


class Settings(GameSettings):
    """The settings of a match."""

    teams: int = Setting(2, ge=2, le=3)
    """The number of teams."""
    rounds: int = Setting(3, ge=1, le=50)
    """The number of rounds."""


class Match(Model):
    """A position. *motions* are those of this round by team, *gold* what each member has left."""

    settings: Settings
    round: int = 1
    phase: Literal["motions", "ruling", "over"] = "motions"
    members: dict[str, tuple[str, ...]]
    gold: dict[str, int]
    points: dict[str, int]
    motions: dict[str, int] = {}
    result: Result | None = None

    def team_of(self, seat: str | None) -> str | None:
        """The team of *seat*, or *seat* itself if it is a team."""
        return next((team for team, seats in self.members.items() if seat in (team, *seats)), None)


class Motion(Order):
    kind: Literal["motion"] = "motion"
    number: int


class Gift(Order):
    kind: Literal["gift"] = "gift"
    gold: int


class Ruling(Order):
    kind: Literal["ruling"] = "ruling"
    team: str


class Moved(Event):
    """A team's motion, which the judge and the team know until the ruling."""

    kind: Literal["moved"] = "moved"
    team: str
    number: int


class Ruled(Event):
    kind: Literal["ruled"] = "ruled"
    team: str


class Gone(Event):
    kind: Literal["gone"] = "gone"
    team: str


def places(settings: Settings) -> tuple[Place, ...]:
    sides = tuple(Place(f"{team}{at}", team) for team in TEAMS[: settings.teams] for at in range(1, MEMBERS + 1))
    bench = Place(JUDGE, "bench", neutral=True)
    return (*sides, bench, Place("watcher", "gallery", neutral=True, optional=True))


def seating(settings: Settings, seats: Sequence[Seat]) -> tuple[Remark, ...]:
    missing = max(settings.teams * MEMBERS - sum(not seat.neutral for seat in seats), 0)
    return (Remark(text=f"{missing} members are missing", field=seats[0].id),) if missing else ()


def start(settings: Settings, seats: Sequence[Seat], _dice: Dice) -> Outcome[Match]:
    members: dict[str, tuple[str, ...]] = {}
    for seat in seats:
        if not seat.neutral:
            members[seat.team] = (*members.get(seat.team, ()), seat.id)
    gold = {seat.id: GOLD for seat in seats if not seat.neutral}
    return Outcome(Match(settings=settings, members=members, gold=gold, points=dict.fromkeys(members, 0)))


def open_forms(match: Match) -> tuple[Form, ...]:
    if match.phase == "ruling":
        return (Form("ruling", JUDGE, Ruling, (Field("team", choices=tuple(match.members), required=True),)),)
    if match.phase == "over":
        return ()
    number = Field("number", Kind.WHOLE, required=True, low=1, high=9)
    motions = [
        Form("motion", team, Motion, (number,), shown={"points": match.points[team]}, team=True)
        for team in match.members
    ]
    gifts = [
        Form("gift", seat, Gift, (Field("gold", Kind.WHOLE, low=0, high=match.gold[seat]),), due=False)
        for seats in match.members.values()
        for seat in seats
    ]
    return (*motions, *gifts)


def check(match: Match, seat: str, order: Order) -> Remark | None:
    if isinstance(order, Motion) and seat not in match.members:
        return Remark(text="Only a team makes a motion")
    if isinstance(order, Gift) and order.gold > match.gold.get(seat, 0):
        return Remark(text=f"You have {match.gold.get(seat, 0)} gold", field="gold")
    return None


def resolve(match: Match, orders: Orders, _dice: Dice) -> Outcome[Match]:
    if match.phase == "ruling":
        return _ruled(match, [order for order in orders.get(JUDGE, ()) if isinstance(order, Ruling)])
    gold, motions = dict(match.gold), dict[str, int]()
    for owner, given in sorted(orders.items()):
        for order in given:
            if isinstance(order, Gift):
                gold[owner] -= order.gold
            elif isinstance(order, Motion):
                motions[owner] = order.number
    events = tuple(
        Moved(clause="CCL-1", audience=(team, JUDGE), team=team, number=number) for team, number in motions.items()
    )
    return Outcome(match.but(phase="ruling", gold=gold, motions=motions), events)


def _ruled(match: Match, rulings: Sequence[Ruling]) -> Outcome[Match]:
    points = dict(match.points)
    for ruling in rulings:
        points[ruling.team] += 1
    after = match.but(points=points, motions={}, round=match.round + 1, phase="motions")
    events = tuple(Ruled(clause="CCL-2", team=ruling.team) for ruling in rulings)
    return Outcome(_ended(after) if match.round == match.settings.rounds else after, events)


def _ended(match: Match) -> Match:
    most = max(match.points.values())
    winners = tuple(team for team, points in match.points.items() if points == most)
    reason = "most points" if len(match.points) > 1 else "nobody else is left"
    return match.but(phase="over", motions={}, result=Result(winners=winners, reason=reason, clause="CCL-3"))


def leave(match: Match, team: str) -> Outcome[Match]:
    """The council without *team*, whose motion does not count any more."""
    if team not in match.members or match.phase == "over":
        return Outcome(match)
    left = match.but(
        members={name: seats for name, seats in match.members.items() if name != team},
        gold={seat: gold for seat, gold in match.gold.items() if seat not in match.members[team]},
        points={name: points for name, points in match.points.items() if name != team},
        motions={name: number for name, number in match.motions.items() if name != team},
    )
    return Outcome(left if len(left.members) > 1 else _ended(left), (Gone(clause="CCL-4", team=team),))


class View(Model):
    """What is public, and the *gold* and *motions* that the one who looks may know."""

    heading: str
    points: dict[str, int]
    gold: dict[str, int] = {}
    motions: dict[str, int] = {}


def view_of(secrecy: Secrecy, match: Match, eyes: str | None) -> View:
    team = match.team_of(eyes)
    every = eyes in (GM, JUDGE) or secrecy is Secrecy.OPEN
    motions = {name: number for name, number in match.motions.items() if every or name == team}
    mates = match.members.get(team or "", ()) if secrecy is Secrecy.TEAM else (eyes,)
    gold = {seat: left for seat, left in match.gold.items() if every or seat in mates}
    return View(heading=label(match), points=match.points, gold=gold, motions=motions)


def label(match: Match) -> str:
    return f"Round {match.round}: {match.phase}"


def describe(event: Event, _seats: Mapping[str, Seat]) -> str:
    if isinstance(event, Moved):
        return f"{event.team.capitalize()} moves {event.number}."
    if isinstance(event, Ruled):
        return f"The point goes to {event.team.capitalize()}."
    return f"{event.team.capitalize()} leaves the council." if isinstance(event, Gone) else event.kind


def draw(view: View, tab_template: TabTemplate) -> Grid:
    """The heading, and a row for each number that the view has."""
    rows = [[Cell(f"{tab_template.title} · {view.heading}", "title")]]
    for what in ("points", "gold", "motions"):
        rows += [[Cell(f"{what} of {who}"), Cell(number)] for who, number in getattr(view, what).items()]
    return grid(rows)


def nobody_owes(match: Match) -> str | None:
    return next((f"{seat} has {gold} gold" for seat, gold in match.gold.items() if gold < 0), None)


def other_secrets(match: Match, seat: str | None, dice: Dice) -> Match:
    """*match* with other gold of all members but *seat*, and with other motions of the other teams."""
    if seat == JUDGE:
        return match
    gold = {each: left if each == seat else dice.roll(GOLD, f"gold of {each}") for each, left in match.gold.items()}
    own = match.team_of(seat)
    motions = {team: number if team == own else dice.roll(9, team) for team, number in match.motions.items()}
    return match.but(gold=gold, motions=motions)


TABS = (
    ViewTab("council", draw),
    FormTab("motion", "motion", ("number",), ("points",), Eyes.TEAM),
    ViewTab("plans", draw, Eyes.TEAM),
    FormTab("gift", "gift", ("gold",), (), Eyes.OWN),
    ViewTab("purse", draw, Eyes.OWN),
    FormTab("ruling", "ruling", ("team",), (), Eyes.NEUTRAL),
    ViewTab("bench", draw, Eyes.NEUTRAL),
)


def _game(secrecy: Secrecy) -> Game[Match, View]:
    return Game(
        name="council",
        title="The Council",
        version="council-1",
        settings=Settings,
        state=Match,
        orders=(Motion, Gift, Ruling),
        events=(Moved, Ruled, Gone),
        secrecy=secrecy,
        players=(4, 6),
        places=places,
        seating=seating,
        start=start,
        open=open_forms,
        check=check,
        resolve=resolve,
        view=lambda match, eyes: view_of(secrecy, match, eyes),
        label=label,
        describe=describe,
        result=lambda match: match.result,
        laws=(nobody_owes,),
        tabs=TABS,
        bots={"any": random_bot},
        leave=leave,
    )


_GAMES = {secrecy: _game(secrecy) for secrecy in Secrecy}


def council(secrecy: Secrecy = Secrecy.OPEN, **changes: object) -> Game[Match, View]:
    """The council that hides as much as *secrecy* says, with *changes* to what it offers."""
    return replace(_GAMES[secrecy], **changes) if changes else _GAMES[secrecy]  # type: ignore[arg-type]


def template_of(game: Game[Match, View]) -> Template:
    """The template of a council, checked against its tabs."""
    own = read((Path(__file__).parent / "council.toml").read_text("utf-8"), "council.toml")
    common = read(files.read("common", "workbook.toml"), "templates/common/workbook.toml")
    return load(own, common, [columns_of(tab) for tab in game.all_tabs()], COLUMNS)


TEMPLATE = template_of(council())

GAME = council(Secrecy.SEAT)


def template() -> Template:
    """The template of `GAME`."""
    return TEMPLATE
