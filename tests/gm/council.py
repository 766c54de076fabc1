"""The council: a small game for tests of the game master, whose teams own a form and whose judge is no side.

In each round every team makes a motion, and every member may give gold to it. Then the judge names the team that wins
the point. After the last round most points win. With `Secrecy.SEAT` members hide their gold from each other too.

By its settings, two judges share the bench and its forms, members vote on the motion of their team, each team has a
speaker whom a member appoints, with a reserve speech by the others, and the bench may amend its last ruling.

A test takes `council(secrecy)` and `TEMPLATE`. To add a kind of form: an order, a form in `open_forms`, a tab in `tabs`
and a table in `council.toml`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from pydantic import Field as Setting

from sheets_gm.games import files
from sheets_gm.games.contract import Checks, Game, GameSettings, People, Place
from sheets_gm.games.random_play import random_bot
from sheets_gm.gm.workbooks.layout import COLUMNS
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Close, Field, Form, FormRow, Kind, Who, form_of_rows
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import GM, Event, Order, Orders, Outcome, Remark, Result
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.checking import columns_of, load
from sheets_gm.sheet.grid import Cell, Grid, grid
from sheets_gm.sheet.tabs import Eyes, FormTab, Tab, ViewTab
from sheets_gm.sheet.template import TabTemplate, Template, read

TEAMS = ("north", "south", "west")
MEMBERS = 2
GOLD = 9
JUDGE, BENCH = "judge", "bench"


class Settings(GameSettings):
    """The settings of a match."""

    teams: int = Setting(2, ge=2, le=3)
    """The number of teams."""
    rounds: int = Setting(3, ge=1, le=50)
    """The number of rounds."""
    judges: int = Setting(2, ge=1, le=2)
    """The number of judges."""
    ballots: bool = True
    """Whether the members of a team vote on its motion."""
    speeches: bool = True
    """Whether teams speak before the ruling."""
    amending: bool = True
    """Whether the bench may amend its last ruling."""


PLAIN: Mapping[str, Any] = {"judges": 1, "ballots": False, "speeches": False, "amending": False}
"""The settings of a council with motions, gifts and one judge."""


class Match(Model):
    """A position. *motions* are those of this round by team, *gold* what each member has left.

    *speakers* are the members who speak for their teams, *speeches* what was said for each, and by whom. *ruled* is the
    team of the last ruling while that may be amended.
    """

    settings: Settings
    round: int = 1
    phase: Literal["motions", "ruling", "over"] = "motions"
    members: dict[str, tuple[str, ...]]
    gold: dict[str, int]
    points: dict[str, int]
    motions: dict[str, int] = {}
    speakers: dict[str, str] = {}
    speeches: dict[str, tuple[str, str]] = {}
    ruled: str = ""
    result: Result | None = None

    @property
    def judge(self) -> str:
        """Who owns the forms of the bench: the judge, or the bench where there are two."""
        return JUDGE if self.settings.judges == 1 else BENCH

    def team_of(self, seat: str | None) -> str | None:
        """The team of *seat*, or *seat* itself if it is a team."""
        return next((team for team, seats in self.members.items() if seat in (team, *seats)), None)


class Motion(Order):
    number: int


class Gift(Order):
    gold: int


class Ruling(Order):
    team: str


class Ballot(Order):
    """The vote of *member* on the motion of their team."""

    member: str
    number: int


class Appoint(Order):
    speaker: str


class Speech(Order):
    """What the speaker says; the *reserve*, by any other member, counts where the speaker says nothing."""

    text: str
    reserve: bool = False


class Amend(Order):
    """Give the point of the last ruling to another team."""

    team: str


class Moved(Event):
    """A team's motion, which the judge and the team know until the ruling."""

    team: str
    number: int


class Ruled(Event):
    team: str


class Spoke(Event):
    """A speech, which the bench and the team know; *by* is a member, or nothing where nobody can tell who wrote it."""

    team: str
    by: str
    text: str


class Amended(Event):
    old: str
    team: str


class Gone(Event):
    team: str


def places(settings: Settings) -> tuple[Place, ...]:
    sides = tuple(Place(f"{team}{at}", team) for team in TEAMS[: settings.teams] for at in range(1, MEMBERS + 1))
    bench = tuple(Place(seat, BENCH, neutral=True) for seat in (JUDGE, "second")[: settings.judges])
    return (*sides, *bench, Place("watcher", "gallery", neutral=True, optional=True))


def seating(settings: Settings, seats: Sequence[Seat]) -> tuple[Remark, ...]:
    missing = max(settings.teams * MEMBERS - sum(not seat.neutral for seat in seats), 0)
    return (Remark(text=f"{missing} members are missing", field=seats[0].id),) if missing else ()


def start(settings: Settings, seats: Sequence[Seat], _dice: Dice) -> Outcome[Match]:
    members: dict[str, tuple[str, ...]] = {}
    for seat in seats:
        if not seat.neutral:
            members[seat.team] = (*members.get(seat.team, ()), seat.id)
    gold = {seat.id: GOLD for seat in seats if not seat.neutral}
    speakers = {team: own[0] for team, own in members.items()} if settings.speeches else {}
    points = dict.fromkeys(members, 0)
    return Outcome(Match(settings=settings, members=members, gold=gold, points=points, speakers=speakers))


def open_forms(match: Match) -> tuple[Form, ...]:
    if match.phase == "over":
        return ()
    by_two, team = match.settings.judges == 2, Field("team", choices=tuple(match.members), required=True)
    if match.phase == "ruling":
        return (Form("ruling", match.judge, Ruling, (team,), who=Who(team=by_two)),)
    number = Field("number", Kind.WHOLE, required=True, low=1, high=9)
    motions = [
        _ballots(match, team, number)
        if match.settings.ballots
        else Form("motion", team, Motion, (number,), shown={"points": match.points[team]}, who=Who(team=True))
        for team in match.members
    ]
    gifts = [
        Form("gift", seat, Gift, (Field("gold", Kind.WHOLE, low=0, high=match.gold[seat]),), due=False)
        for seats in match.members.values()
        for seat in seats
    ]
    speeches = [form for name in match.speakers if name in match.members for form in _speeches(match, name)]
    amend = Form("amend", match.judge, Amend, (team,), who=Who(team=by_two), due=False, close=Close.AT_ONCE)
    return (*motions, *gifts, *speeches, *([amend] if match.settings.amending and match.ruled else []))


def _ballots(match: Match, team: str, number: Field) -> Form:
    """A row for each member of *team*, which that member alone fills in."""
    rows = tuple(FormRow(seat, (number,), says={"member": seat}, authors=(seat,)) for seat in match.members[team])
    return form_of_rows("ballot", team, Ballot, rows, who=Who(team=True))


def _speeches(match: Match, team: str) -> Iterator[Form]:
    """A row for the speaker and one for the others; and who speaks next, which the first member decides."""
    speaker, text = match.speakers[team], (Field("text", Kind.TEXT, required=True),)
    others = tuple(seat for seat in match.members[team] if seat != speaker)
    rows = (
        FormRow("speaker", text, authors=(speaker,)),
        FormRow("reserve", text, says={"reserve": True}, authors=others),
    )
    yield form_of_rows("speech", team, Speech, rows, who=Who(team=True), due=False)
    choice = Field("speaker", choices=match.members[team], required=True)
    yield Form("appoint", match.members[team][0], Appoint, (choice,), due=False)


def check(match: Match, seat: str, order: Order) -> Remark | None:
    if isinstance(order, Motion) and seat not in match.members:
        return Remark(text="Only a team makes a motion")
    if isinstance(order, Amend) and order.team == match.ruled:
        return Remark(text=f"The point is {order.team}'s already", field="team")
    if isinstance(order, Gift) and order.gold > match.gold.get(seat, 0):
        return Remark(text=f"You have {match.gold.get(seat, 0)} gold", field="gold")
    return None


def resolve(match: Match, orders: Orders, _dice: Dice) -> Outcome[Match]:
    if match.phase == "ruling":
        return _ruled(match, [order for order in orders.get(match.judge, ()) if isinstance(order, Ruling)])
    for amend in (order for order in orders.get(match.judge, ()) if isinstance(order, Amend)):
        points = {**match.points, match.ruled: match.points[match.ruled] - 1}
        points[amend.team] = points.get(amend.team, 0) + 1
        amended = Amended(clause="CCL-5", old=match.ruled, team=amend.team)
        return Outcome(match.but(points=points, ruled=""), (amended,))
    gold, motions, speakers = dict(match.gold), dict[str, int](), dict(match.speakers)
    for owner, given in sorted(orders.items()):
        votes = Counter(order.number for order in given if isinstance(order, Ballot))
        if votes:
            motions[owner] = min(votes, key=lambda number: (-votes[number], number))
        for order in given:
            if isinstance(order, Gift):
                gold[owner] -= order.gold
            elif isinstance(order, Motion):
                motions[owner] = order.number
            elif isinstance(order, Appoint):
                speakers[match.team_of(owner) or ""] = order.speaker
    speeches = {team: said for team, given in sorted(orders.items()) if (said := _speech(match, team, given))}
    events = (
        *(Moved(clause="CCL-1", audience=(team, BENCH), team=team, number=motions[team]) for team in motions),
        *(
            Spoke(clause="CCL-6", audience=(team, BENCH), team=team, by=by, text=text)
            for team, (by, text) in speeches.items()
        ),
    )
    after = match.but(phase="ruling", gold=gold, motions=motions, speakers=speakers, speeches=speeches, ruled="")
    return Outcome(after, events)


def _speech(match: Match, team: str, given: Sequence[Order]) -> tuple[str, str] | None:
    """Who spoke for *team*, and what: its speaker, else the others, of whom nobody knows which one wrote it."""
    said = {order.reserve: order.text for order in given if isinstance(order, Speech)}
    if False in said:
        return match.speakers[team], said[False]
    others = [seat for seat in match.members[team] if seat != match.speakers[team]] if said else []
    return (others[0] if len(others) == 1 else "", said[True]) if said else None


def _ruled(match: Match, rulings: Sequence[Ruling]) -> Outcome[Match]:
    points = dict(match.points)
    for ruling in rulings:
        points[ruling.team] += 1
    ruled = rulings[0].team if rulings else ""
    after = match.but(points=points, motions={}, speeches={}, ruled=ruled, round=match.round + 1, phase="motions")
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
        speakers={name: seat for name, seat in match.speakers.items() if name != team},
        speeches={name: said for name, said in match.speeches.items() if name != team},
        ruled="" if match.ruled == team else match.ruled,
    )
    return Outcome(left if len(left.members) > 1 else _ended(left), (Gone(clause="CCL-4", team=team),))


class View(Model):
    """What is public, and the *gold* and *motions* that the one who looks may know."""

    heading: str
    points: dict[str, int]
    gold: dict[str, int] = {}
    motions: dict[str, int] = {}
    speeches: dict[str, str] = {}


def view_of(secrecy: Secrecy, match: Match, eyes: str | None) -> View:
    team = match.team_of(eyes)
    every = eyes in (GM, JUDGE, "second", BENCH) or secrecy is Secrecy.OPEN
    motions = {name: number for name, number in match.motions.items() if every or name == team}
    mates = match.members.get(team or "", ()) if secrecy is Secrecy.TEAM else (eyes,)
    gold = {seat: left for seat, left in match.gold.items() if every or seat in mates}
    speeches = {name: f"{text} ({by or 'nobody knows who'})" for name, (by, text) in match.speeches.items()
                if every or name == team}  # fmt: skip
    return View(heading=label(match), points=match.points, gold=gold, motions=motions, speeches=speeches)


def label(match: Match) -> str:
    return f"Round {match.round}: {match.phase}"


def describe(event: Event, _seats: Mapping[str, Seat]) -> str:
    if isinstance(event, Moved):
        return f"{event.team.capitalize()} moves {event.number}."
    if isinstance(event, Ruled):
        return f"The point goes to {event.team.capitalize()}."
    if isinstance(event, Spoke):
        return f"{event.by or 'Somebody'} speaks for {event.team.capitalize()}: {event.text}"
    if isinstance(event, Amended):
        return f"The bench amends its ruling: the point of {event.old.capitalize()} goes to {event.team.capitalize()}."
    return f"{event.team.capitalize()} leaves the council." if isinstance(event, Gone) else event.kind


def draw(view: View, tab_template: TabTemplate) -> Grid:
    """The heading, and a row for each number that the view has."""
    rows = [[Cell(f"{tab_template.title} · {view.heading}", "title")]]
    for what in ("points", "gold", "motions", "speeches"):
        rows += [[Cell(f"{what} of {who}"), Cell(number)] for who, number in getattr(view, what).items()]
    return grid(rows)


def nobody_owes(match: Match) -> str | None:
    return next((f"{seat} has {gold} gold" for seat, gold in match.gold.items() if gold < 0), None)


def other_secrets(match: Match, seat: str | None, dice: Dice) -> Match:
    """*match* with other gold of all members but *seat*, and with other motions of the other teams."""
    if seat in (JUDGE, "second"):
        return match
    gold = {each: left if each == seat else dice.roll(GOLD, f"gold of {each}") for each, left in match.gold.items()}
    own = match.team_of(seat)
    motions = {team: number if team == own else dice.roll(9, team) for team, number in match.motions.items()}
    speeches = {
        team: said if team == own else (said[0], f"speech {dice.roll(9, f'speech of {team}')}")
        for team, said in match.speeches.items()
    }
    return match.but(gold=gold, motions=motions, speeches=speeches)


_TABS = (
    ViewTab("council", draw),
    FormTab("motion", "motion", ("number",), ("points",), Eyes.TEAM),
    ViewTab("plans", draw, Eyes.TEAM),
    FormTab("gift", "gift", ("gold",), (), Eyes.OWN),
    ViewTab("purse", draw, Eyes.OWN),
    FormTab("ruling", "ruling", ("team",), (), Eyes.NEUTRAL),
    ViewTab("bench", draw, Eyes.NEUTRAL),
)


def tabs(settings: Settings) -> tuple[Tab, ...]:
    """The tabs of a match: those that its settings ask for."""
    ballot = FormTab("ballot", "ballot", ("number",), (), Eyes.TEAM)
    found: list[Tab] = [ballot if tab.key == "motion" and settings.ballots else tab for tab in _TABS]
    if settings.speeches:
        found.append(FormTab("speech", "speech", ("text",), (), Eyes.TEAM))
        found.append(FormTab("appoint", "appoint", ("speaker",), (), Eyes.OWN))
    return (*found, *([FormTab("amend", "amend", ("team",), (), Eyes.NEUTRAL)] if settings.amending else ()))


def _game(secrecy: Secrecy) -> Game[Match, View]:
    return Game(
        name="council",
        title="The Council",
        version="council-1",
        settings=Settings,
        state=Match,
        orders=(Motion, Gift, Ruling, Ballot, Appoint, Speech, Amend),
        events=(Moved, Ruled, Gone, Spoke, Amended),
        secrecy=secrecy,
        players=(4, 6),
        places=places,
        start=start,
        open=open_forms,
        resolve=resolve,
        view=lambda match, eyes: view_of(secrecy, match, eyes),
        label=label,
        describe=describe,
        result=lambda match: match.result,
        tabs=tabs,
        people=People(bots={"any": random_bot}, seating=seating, leave=leave),
        checks=Checks(
            check=check,
            laws=(nobody_owes,),
        ),
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
