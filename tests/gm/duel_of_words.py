"""A small game for tests of the game master: two people fence with words.

The acting player says words row by row, at once. A *jab* costs its target a roll, unless one of the target's standing
guards parries that word; a guard that has parried twice is worn out. A *taunt* asks the other player for a reply. With
`greetings`, both greet at the same time before each round. Nobody sees the other's guards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pydantic import Field as Setting

from sheets_gm.adapters.installation.templates import COMMON, WORKBOOK
from sheets_gm.games import files
from sheets_gm.games.contract import Checks, Clock, Filled, Game, GameSettings, People, Place
from sheets_gm.gm.workbooks.layout import COLUMNS
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Close, Field, Form, FormClock, FormRow, Kind, form_of_rows
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Event, Order, Orders, Outcome, Remark, Result
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.checking import columns_of, load
from sheets_gm.sheet.grid import Cell, Grid, grid
from sheets_gm.sheet.tabs import FormTab, ViewTab
from sheets_gm.sheet.template import TabTemplate, Template, read

WORDS = ("knave", "fool", "cur")
TAUNT, END = "taunt", "end turn"
WORN = 2


class Settings(GameSettings):
    """The settings of a duel."""

    goal: int = Setting(60, ge=1)
    """The sum of rolls that wins."""
    greetings: bool = False
    """Whether both greet before each round."""
    bank: bool = False
    """Whether turns are on a bank instead of a clock of their own."""
    named: bool = False
    """Whether guards are rows with names, of which one is gone in every second round."""
    break_guards: bool = False
    """Whether the guards may be changed only while greeting."""


class Say(Order):
    word: str


class Reply(Order):
    answer: str


class Guard(Order):
    word: str
    note: str = ""


class Greet(Order):
    text: str


class Duel(Model):
    settings: Settings
    seats: tuple[str, str]
    round: int = 1
    acting: str = ""
    said: int = 0
    asked: str = ""
    questions: int = 0
    sums: dict[str, int]
    worn: dict[str, dict[str, int]] = {}
    stood: dict[str, tuple[str, ...]] = {}
    replies: tuple[str, ...] = ()
    greeted: dict[str, str] = {}

    def other(self, seat: str) -> str:
        return self.seats[1 - self.seats.index(seat)]


class Said(Event):
    clause: str = "DUEL-1"
    seat: str
    word: str
    roll: int = 0
    parried: bool = False


class Replied(Event):
    clause: str = "DUEL-2"
    seat: str
    answer: str


class Ended(Event):
    clause: str = "DUEL-3"
    seat: str


def seating(_settings: Settings, seats: Sequence[Seat]) -> tuple[Remark, ...]:
    return () if len(seats) == 2 else (Remark(text="It takes two", field=seats[0].id),)


def start(settings: Settings, seats: Sequence[Seat], _dice: Dice) -> Outcome[Duel]:
    left, right = (seat.id for seat in seats)
    first = "" if settings.greetings else left
    return Outcome(Duel(settings=settings, seats=(left, right), acting=first, sums={left: 0, right: 0}))


def open_forms(state: Duel) -> tuple[Form, ...]:
    if result(state):
        return ()
    clock = "bank" if state.settings.bank else "turn"
    period, forms = f"round {state.round}", []
    if not state.acting:
        text = (Field("text", Kind.TEXT, required=True),)
        forms += [Form("greetings", seat, Greet, text, clock=FormClock(clock, period=period)) for seat in state.seats]
    else:
        said = (*WORDS, TAUNT, END)
        words = Field("word", choices=() if state.asked else said, known=said, required=True)
        forms.append(
            Form(
                "says",
                state.acting,
                Say,
                (words,),
                rows=4,
                due=not state.asked,
                close=Close.AT_ONCE,
                clock=FormClock(clock, period),
            )
        )
        if state.asked:
            answer = Field("answer", choices=("laugh", "shrug"), required=True, default="shrug")
            reaction = FormClock("reaction", f"question {state.questions}", reaction=True)
            forms.append(Form("replies", state.asked, Reply, (answer,), close=Close.AT_ONCE, clock=reaction))
    if not (state.settings.break_guards and state.acting):
        forms += [_guards(state, seat) for seat in state.seats]
    return tuple(forms)


def _guards(state: Duel, seat: str) -> Form:
    left = tuple(word for word in WORDS if state.worn.get(seat, {}).get(word, 0) < WORN)
    fields = (Field("word", choices=left, known=WORDS, required=True), Field("note", Kind.TEXT))
    if not state.settings.named:
        return Form("guards", seat, Guard, fields, rows=2, close=Close.STANDING)
    names = ("sword", "cloak") if state.round % 2 else ("cloak",)
    rows = tuple(FormRow(name, fields) for name in names)
    return form_of_rows("guards", seat, Guard, rows, close=Close.STANDING)


def check(state: Duel, seat: str, order: Order) -> Remark | None:
    if isinstance(order, Guard) and state.worn.get(seat, {}).get(order.word, 0) >= WORN:
        return Remark(text=f"Your guard against “{order.word}” is worn out", field="word", clause="DUEL-4")
    if isinstance(order, Say) and (seat != state.acting or state.asked):
        return Remark(text="It is not your turn", clause="DUEL-1")
    if isinstance(order, Reply) and seat != state.asked:
        return Remark(text="Nobody asked you", clause="DUEL-2")
    return None


def resolve(state: Duel, orders: Orders, dice: Dice) -> Outcome[Duel]:
    if not state.acting:
        greeted = {seat: each.text for seat, given in orders.items() for each in given if isinstance(each, Greet)}
        return Outcome(state.but(acting=state.seats[0], greeted=greeted))
    own = {seat: [each for each in given if not isinstance(each, Guard)] for seat, given in orders.items()}
    guards = {seat: {each.word for each in given if isinstance(each, Guard)} for seat, given in orders.items()}
    state = state.but(stood={seat: tuple(sorted(guards.get(seat, ()))) for seat in state.seats})
    if state.asked:
        given = next((each for each in own.get(state.asked, ()) if isinstance(each, Reply)), None)
        answer = given.answer if given else "silence"
        event = Replied(seat=state.asked, answer=answer)
        return Outcome(state.but(asked="", replies=(*state.replies, answer)), (event,))
    shown = next((each for each in own.get(state.acting, ()) if isinstance(each, Say)), Say(word=END))
    if shown.word == END:
        return Outcome(_next_turn(state), (Ended(seat=state.acting),))
    other = state.other(state.acting)
    now = state.but(said=state.said + 1)
    if shown.word == TAUNT:
        now = now.but(asked=other, questions=state.questions + 1)
        return Outcome(now, (Said(seat=state.acting, word=TAUNT),))
    if shown.word in guards.get(other, ()):
        worn = state.worn.get(other, {})
        worn = {**worn, shown.word: worn.get(shown.word, 0) + 1}
        event_ = Said(seat=state.acting, word=shown.word, parried=True)
        return Outcome(now.but(worn={**state.worn, other: worn}), (event_,))
    roll = dice.roll(6, f"jab {now.said} of {state.acting} in round {state.round}")
    sums = {**state.sums, state.acting: state.sums[state.acting] + roll}
    return Outcome(now.but(sums=sums), (Said(seat=state.acting, word=shown.word, roll=roll),))


def _next_turn(state: Duel) -> Duel:
    if state.acting == state.seats[0]:
        return state.but(acting=state.seats[1], said=0)
    first = "" if state.settings.greetings else state.seats[0]
    return state.but(acting=first, said=0, round=state.round + 1)


def result(state: Duel) -> Result | None:
    won = tuple(seat for seat, total in state.sums.items() if total >= state.settings.goal)
    return Result(winners=won, reason="the goal was reached", clause="DUEL-5") if won else None


def describe(event: Event, seats: Mapping[str, Seat]) -> str:
    if isinstance(event, Said):
        came = "parried" if event.parried else f"{event.roll}" if event.roll else "a question"
        return f"{seats[event.seat].player} says {event.word}: {came}."
    if isinstance(event, Replied):
        return f"{seats[event.seat].player} answers: {event.answer}."
    assert isinstance(event, Ended)
    return f"{seats[event.seat].player} ends the turn."


class View(Model):
    """What everybody sees: the position without the guards of the other and their wear."""

    duel: Duel


def view(state: Duel, seat: str | None) -> View:
    worn = {name: each for name, each in state.worn.items() if name == seat}
    return View(duel=state.but(worn=worn, stood={name: each for name, each in state.stood.items() if name == seat}))


def other_secrets(state: Duel, seat: str | None, dice: Dice) -> Duel:
    """*state* with other guards, more or less worn, of all but *seat*."""
    if result(state):
        return state
    worn, stood = dict(state.worn), dict(state.stood)
    for each in state.seats:
        if each != seat:
            worn[each] = {word: dice.roll(WORN + 1, f"{each} {word}") - 1 for word in WORDS}
            stood[each] = (WORDS[dice.roll(len(WORDS), f"{each} stood") - 1],)
    return state.but(worn=worn, stood=stood)


def draw_scores(seen: View, tab_template: TabTemplate) -> Grid:
    rows = [[Cell(tab_template.title, "title")], *([Cell(seat), Cell(sum_)] for seat, sum_ in seen.duel.sums.items())]
    return grid(rows)


def chatty(seen: View, forms: tuple[Form, ...], _dice: Dice) -> tuple[Filled, ...]:
    """Says two words and a taunt, then ends its turn; laughs when it is asked."""
    filled: list[Filled] = []
    for form in forms:
        shown = seen.duel.said
        if form.key == "says" and form.due:
            word = TAUNT if shown == 1 else END if shown >= 3 else "fool"
            filled.append(Filled("says", shown % form.rows, {"word": word, "ready": True}))
        elif form.key == "replies":
            filled.append(Filled("replies", 0, {"answer": "laugh", "ready": True}))
        elif form.key == "greetings":
            filled.append(Filled("greetings", 0, {"text": "hello", "ready": True}))
    return tuple(filled)


GAME: Game[Duel, View] = Game(
    name="duel",
    title="Duel of words",
    version="duel-1",
    settings=Settings,
    state=Duel,
    orders=(Say, Reply, Guard, Greet),
    events=(Said, Replied, Ended),
    secrecy=Secrecy.SEAT,
    players=(2, 2),
    places=lambda _settings: (Place("left", "left"), Place("right", "right")),
    start=start,
    open=open_forms,
    resolve=resolve,
    view=view,
    label=lambda state: f"Round {state.round}: {state.acting or 'greetings'}",
    describe=describe,
    result=result,
    tabs=(
        ViewTab("scores", draw_scores),
        FormTab("says", "says", ("word",)),
        FormTab("replies", "replies", ("answer",)),
        FormTab("guards", "guards", ("word", "note")),
        FormTab("greetings", "greetings", ("text",)),
    ),
    people=People(
        bots={"chatty": chatty},
        clocks=(
            Clock("turn", "a turn"),
            Clock("reaction", "an answer to a question"),
            Clock("bank", "all turns of the match", bank=True),
        ),
        seating=seating,
    ),
    checks=Checks(check=check, laws=()),
)


def _tab(key: str, *fields: str) -> str:
    columns = ("seat", "player", *fields, "ready", "receipt")
    listed = ", ".join(f'{{ field = "{name}", heading = "{name.capitalize()}" }}' for name in columns)
    return f'[tabs.{key}]\ntitle = "{key.capitalize()}"\nhelp = "Each row counts by itself."\ncolumns = [{listed}]\n'


WORKBOOK_TEXT = "\n".join(
    (
        'title = "Duel of words"\nversion = 1\n',
        '[tabs.scores]\ntitle = "Scores"\nwidths = [120, 80]\n',
        _tab("says", "word", "keep"),
        _tab("replies", "answer"),
        _tab("guards", "word", "note"),
        _tab("greetings", "text"),
    )
)


@cache
def template() -> Template:
    """The template of the duel."""
    own, common = read(WORKBOOK_TEXT, "duel"), read(files.read(COMMON, WORKBOOK), "common")
    tabs: Any = GAME.tabs
    return load(own, common, [columns_of(tab) for tab in tabs], COLUMNS)
