"""Raiders: two teams guard the gates of their own keep, and raid the keep of the other for its gold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import Field as Setting

from sheets_gm.games.contract import Checks, Clock, Filled, Game, GameSettings, People, Place
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.forms import Close, Field, Form, FormClock, Reply, Who
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import GM, Event, Order, Orders, Outcome, Remark, Result
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.grid import Cell, Grid, grid
from sheets_gm.sheet.rendering import draw_rules
from sheets_gm.sheet.tabs import Eyes, FormTab, ViewTab
from sheets_gm.sheet.template import TabTemplate

TEAMS = ("blue", "red")
GATES = ("north", "east", "south")

# -- what is stored ----------------------------------------------------------------------------------------------------


class Settings(GameSettings):
    """The settings of a match."""

    rounds: int = Setting(6, ge=1, le=50)
    """The number of rounds."""


class Match(Model):
    """The position. Only a team knows its hoard. *met*: the guards that a team met at a gate, the last time."""

    settings: Settings
    round: int = 1
    members: dict[str, tuple[str, ...]]
    hoards: dict[str, int]
    met: dict[str, dict[str, int]] = {}
    raids: dict[str, bool] = {}
    result: Result | None = None

    def team_of(self, owner: str | None) -> str | None:
        """The team of a seat, or *owner* itself if it is a team."""
        return next((team for team, seats in self.members.items() if owner in (team, *seats)), None)


class Raid(Order):
    """A team raids the other keep through a gate."""

    gate: str


class Guard(Order):
    """A player guards a gate of the team's own keep."""

    gate: str


class Scout(Order):
    """A question: whom did we meet at a gate?"""

    gate: str


class Raided(Event):
    """A team came *inside* or not. Everybody sees that."""

    team: str
    inside: bool


class Counted(Event):
    """At which gate a team was, how many guards it met, and how much gold it took. Only the two teams know."""

    team: str
    gate: str
    guards: int
    gold: int


class Shown(Event):
    """Both hoards are shown when the match is over."""

    hoards: dict[str, int]


# -- the rules ---------------------------------------------------------------------------------------------------------


def places(_settings: Settings) -> tuple[Place, ...]:
    """Two seats for each team (RAI-1)."""
    return tuple(Place(f"{team}{number}", team) for team in TEAMS for number in (1, 2))


def seating(_settings: Settings, seats: Sequence[Seat]) -> tuple[Remark, ...]:
    """Somebody must play for each team (RAI-1)."""
    empty = [team for team in TEAMS if all(seat.team != team for seat in seats)]
    return tuple(Remark(text=f"Nobody plays for {team}", field=seats[0].id) for team in empty)


def start(settings: Settings, seats: Sequence[Seat], dice: Dice) -> Outcome[Match]:
    """Give each team its hoard (RAI-1). The dice are hidden, because the other team may not know it."""
    members = {team: tuple(seat.id for seat in seats if seat.team == team) for team in TEAMS}
    hoards = {team: 10 + dice.roll(6, f"hoard of {team}", hidden=True) for team in TEAMS}
    return Outcome(Match(settings=settings, members=members, hoards=hoards))


def open_forms(match: Match) -> tuple[Form, ...]:
    """A raid for each team; a guard and a question for each player."""
    if match.result:
        return ()
    gate = (Field("gate", choices=GATES, required=True),)
    clock = FormClock("raid", f"round {match.round}")
    forms: list[Form] = []
    for team, seats in match.members.items():
        forms.append(Form("raid", team, Raid, gate, who=Who(team=True), clock=clock))
        for seat in seats:
            forms.append(Form("guard", seat, Guard, gate, close=Close.STANDING))
            forms.append(Form("scout", seat, Scout, gate, close=Close.ASK, shown={"guards": None}))
    return tuple(forms)


def check(match: Match, owner: str, order: Order) -> Remark | None:
    """Only a team raids, and only a player guards (RAI-2, RAI-3). The forms allow nothing else."""
    if isinstance(order, Raid) is (owner in match.members):
        return None
    return Remark(text="A team raids, and a player guards", clause="RAI-3")


def answer(seen: View, _seat: str, order: Order) -> Reply:
    """What the team of the one who asks knows about a gate (RAI-5)."""
    assert isinstance(order, Scout)
    guards = seen.met.get(order.gate)
    if guards is None:
        return Reply(f"Your team has not been at the {order.gate} gate yet.")
    met = f"Your team met {counted(guards, 'guard')} when it was last at the {order.gate} gate."
    return Reply(met, {"guards": guards})


def resolve(match: Match, orders: Orders, dice: Dice) -> Outcome[Match]:
    """Both teams raid at the same time (RAI-4); then the next round begins or the match ends (RAI-6)."""
    hoards, met, raids = dict(match.hoards), dict(match.met), dict[str, bool]()
    events: list[Event] = []
    for team, other in (TEAMS, TEAMS[::-1]):
        for raid in (order for order in orders.get(team, ()) if isinstance(order, Raid)):
            guards = _guards_at(match, orders, other, raid.gate)
            gold = 0 if guards else min(match.hoards[other], dice.roll(6, f"gold for {team}", hidden=True))
            hoards[team] += gold
            hoards[other] -= gold
            met[team] = {**met.get(team, {}), raid.gate: guards}
            raids[team] = not guards
            counted = Counted(clause="RAI-4", audience=TEAMS, team=team, gate=raid.gate, guards=guards, gold=gold)
            events += [Raided(clause="RAI-4", team=team, inside=not guards), counted]
    now = match.but(hoards=hoards, met=met, raids=raids)
    if match.round < match.settings.rounds:
        return Outcome(now.but(round=match.round + 1), tuple(events))
    most = max(hoards.values())
    winners = tuple(team for team in TEAMS if hoards[team] == most)
    result = Result(winners=winners, reason=f"the largest hoard is {most} gold", clause="RAI-6")
    return Outcome(now.but(result=result), (*events, Shown(clause="RAI-6", hoards=hoards)))


def _guards_at(match: Match, orders: Orders, team: str, gate: str) -> int:
    """How many players of *team* stand at its *gate*."""
    given = [order for seat in match.members[team] for order in orders.get(seat, ())]
    return sum(isinstance(order, Guard) and order.gate == gate for order in given)


def no_gold_is_lost(match: Match) -> str | None:
    """A law: no hoard is below zero."""
    return next((f"{team} has {gold} gold" for team, gold in match.hoards.items() if gold < 0), None)


# -- what people see ---------------------------------------------------------------------------------------------------


class View(Model):
    """What somebody may see: the *hoards* and the guards *met* of their own team, and the last raids."""

    label: str
    raids: dict[str, bool]
    hoards: dict[str, int]
    met: dict[str, int] = {}


def view(match: Match, eyes: str | None) -> View:
    """The view of a seat, a team, the GM or the public. All hoards are shown when the match is over."""
    team = match.team_of(eyes)
    every = eyes == GM or match.result is not None
    hoards = {name: gold for name, gold in match.hoards.items() if every or name == team}
    return View(label=label(match), raids=match.raids, hoards=hoards, met=match.met.get(team or "", {}))


def label(match: Match) -> str:
    """The name of the current step."""
    return f"Round {match.round} of {match.settings.rounds}"


def describe(event: Event, _seats: Mapping[str, Seat]) -> str:
    """Describe an event in a sentence."""
    if isinstance(event, Raided):
        return f"{event.team.capitalize()} {'comes inside' if event.inside else 'is driven away'}."
    if isinstance(event, Counted):
        met = f"{event.team.capitalize()} meets {counted(event.guards, 'guard')} at the {event.gate} gate"
        return f"{met} and takes {event.gold} gold."
    assert isinstance(event, Shown)
    return f"Blue has {event.hoards['blue']} gold, Red has {event.hoards['red']}."


def draw_keeps(seen: View, tab_template: TabTemplate) -> Grid:
    """Draw a row for each team: its last raid, and its hoard if the viewer may know it."""
    rows = [
        [Cell(f"{tab_template.title} · {seen.label}", "title")],
        [Cell(column.heading, "heading", column.help) for column in tab_template.columns],
    ]
    for team in TEAMS:
        raid = {None: "no raid", True: "inside", False: "driven away"}[seen.raids.get(team)]
        rows.append([Cell(team.capitalize(), "player"), Cell(raid), Cell(seen.hoards.get(team, "?"))])
    return grid(rows)


# -- bots --------------------------------------------------------------------------------------------------------------


def restless(_seen: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """A bot that goes to another gate each round. It asks nothing."""
    return tuple(
        Filled(form.key, 0, {"gate": dice.pick(GATES, f"{form.key} of {form.seat}"), "ready": True})
        for form in forms
        if form.close is not Close.ASK
    )


TABS = (
    ViewTab("keeps", draw_keeps),
    ViewTab("keep", draw_keeps, Eyes.OWN, template="keeps", title="Our keep"),
    FormTab("raid", "raid", ("gate",), eyes=Eyes.TEAM),
    FormTab("guard", "guard", ("gate",), eyes=Eyes.OWN),
    FormTab("scout", "scout", ("gate",), ("guards",), Eyes.OWN, ask=True),
    ViewTab("rules", draw_rules, styles=("rule", "rule.head")),
)

GAME: Game[Match, View] = Game(
    name="raiders",
    title="Raiders",
    version="raiders-1",
    settings=Settings,
    state=Match,
    orders=(Raid, Guard),
    events=(Raided, Counted, Shown),
    secrecy=Secrecy.TEAM,
    players=(2, 4),
    places=places,
    start=start,
    open=open_forms,
    resolve=resolve,
    view=view,
    label=label,
    describe=describe,
    result=lambda match: match.result,
    tabs=TABS,
    people=People(
        bots={"restless": restless},
        clocks=(Clock("raid", "choosing the gate of a raid"),),
        seating=seating,
    ),
    checks=Checks(
        check=check,
        answer=answer,
        laws=(no_gold_is_lost,),
    ),
)
