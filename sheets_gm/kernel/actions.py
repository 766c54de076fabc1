"""Acts: what is done to a match from outside its rules, by its game master or by a seat.

Laws: an act is an entry of the journal like any other, so it can be played again and checked; it never changes an
entry before it, so whatever was undone can still be read; only `Override` and `Rewind` touch the position.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, TypeVar

from pydantic import Field, JsonValue, TypeAdapter, ValidationError

from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import GM, Event, Outcome
from sheets_gm.kernel.validation_messages import in_plain_words

S = TypeVar("S", bound=Model)

NAMED_BY = ("seat", "id", "name", "key")
"""The fields by which one of many values of a list is called in the path of an `Override`, where they tell all of them
apart; the first wins.
"""


class BadAction(UserError, ValueError):
    """An act cannot be done; the message says why and what would do. *field* is the part of the act at fault."""

    def __init__(self, text: str, field: str = "value") -> None:
        super().__init__(text)
        self.field = field


class Action(Model):
    """Something done from outside the rules: by whom (a seat, or the GM), and why in their own words."""

    TITLE: ClassVar[str] = "Game master"

    kind: str
    by: str = GM
    why: str = ""


class Override(Action):
    """A value of the position is put right by hand.

    *what* is its path in the position ("players.blue1.at"), *old* what stood there, *new* what shall. *hidden*: its
    line in the log tells only that something was changed, and why.
    """

    kind: Literal["override"] = "override"
    what: str
    old: JsonValue
    new: JsonValue
    hidden: bool = False


class Rewind(Action):
    """The match goes on from the position after entry *to*; numbers of entries go on rising."""

    kind: Literal["rewind"] = "rewind"
    to: int


class Substitute(Action):
    """Another person takes *seat*."""

    kind: Literal["substitute"] = "substitute"
    seat: str
    player: str
    account: str | None = None


class Vacate(Action):
    """*seat* has missed so many steps that it is free for a substitute."""

    kind: Literal["vacate"] = "vacate"
    seat: str
    missed: int


class Concede(Action):
    """*team* gives up; it orders nothing from here on."""

    kind: Literal["concede"] = "concede"
    team: str


class Pause(Action):
    """The clock stops: rows are answered, and nothing is played."""

    kind: Literal["pause"] = "pause"


class Resume(Action):
    """The clock goes on, with the time that was left."""

    kind: Literal["resume"] = "resume"


class Extend(Action):
    """The deadline of the open step moves by *seconds*, on the budget of *by* if that is a seat."""

    kind: Literal["extend"] = "extend"
    seconds: float


class Slide(Action):
    """Nobody polled for so many *seconds* across the deadline, so it moves by as many."""

    kind: Literal["slide"] = "slide"
    seconds: float


class Excuse(Action):
    """Nobody waits for *seat* in the open step, and its empty row is no no-show."""

    kind: Literal["excuse"] = "excuse"
    seat: str


class Adopt(Action):
    """From here on the match is played by the *rules* of another version."""

    kind: Literal["adopt"] = "adopt"
    rules: str


class Claim(Action):
    """A seat, or the GM, asks for a ruling. *number* counts the claims of the match; *about* is an entry of it."""

    TITLE: ClassVar[str] = "Claim"

    kind: Literal["claim"] = "claim"
    number: int
    text: str
    about: int | None = None


class Die(Model):
    """A roll that a ruling asks for: what for, and how many sides."""

    why: str
    sides: int = Field(ge=2, le=1000)


class Ruling(Action):
    """The judge decides claim *number*; *why* is the reason.

    *evidence* is what the decision rests on, *dice* are rolled with it from the secret of its entry, *appeal_by* is
    the instant until which it may be appealed (None: it is final at once).
    """

    TITLE: ClassVar[str] = "Ruling"

    kind: Literal["ruling"] = "ruling"
    number: int
    decision: str
    evidence: tuple[str, ...] = ()
    dice: tuple[Die, ...] = ()
    appeal_by: float | None = None


class Appeal(Action):
    """A seat asks the judge to look at claim *number* again."""

    TITLE: ClassVar[str] = "Appeal"

    kind: Literal["appeal"] = "appeal"
    number: int


AnyAction: TypeAlias = Annotated[
    Override
    | Rewind
    | Substitute
    | Vacate
    | Concede
    | Pause
    | Resume
    | Extend
    | Slide
    | Excuse
    | Adopt
    | Claim
    | Ruling
    | Appeal,
    Field(discriminator="kind"),
]

_ACTIONS: TypeAdapter[AnyAction] = TypeAdapter(AnyAction)


class ActionTaken(Event):
    """The line that an act makes in the log; the act itself stands in its entry."""

    kind: Literal["acted"] = "acted"
    clause: str = "GM"


def stored_action(stored: Mapping[str, Any]) -> AnyAction:
    """An act from its JSON form. ValidationError."""
    return _ACTIONS.validate_json(json.dumps(stored))


def carry_out(action: AnyAction, state: S, dice: Dice, past: Callable[[int], S]) -> Outcome[S]:
    """What becomes of *state*; *past* gives the position after an earlier entry. BadAct."""
    if isinstance(action, Override):
        state = overridden(state, action)
    elif isinstance(action, Rewind):
        state = past(action.to)
    elif isinstance(action, Ruling):
        for die in action.dice:
            dice.roll(die.sides, f"ruling {action.number}: {die.why}")
    return Outcome(state, (ActionTaken(),))


# -- overrides ---------------------------------------------------------------------------------------------------------


def value_at(state: Model, what: str) -> JsonValue:
    """What stands in *state* at the path *what*. BadAct names the part of the path that is not there."""
    at: Any = state.model_dump(mode="json")
    for part in _parts(what):
        at = at[_place(at, part, what)]
    value: JsonValue = at
    return value


def overridden(state: S, action: Override) -> S:
    """*state* with one value replaced, held against the model of the state. BadAct."""
    whole = state.model_dump(mode="json")
    at: Any = whole
    *way, last = _parts(action.what)
    for part in way:
        at = at[_place(at, part, action.what)]
    place = _place(at, last, action.what)
    if at[place] != action.old:
        raise BadAction(f"{action.what} is {_shown(at[place])}, not {_shown(action.old)}", "old")
    if isinstance(action.old, dict) and not isinstance(action.new, dict | None):
        raise BadAction(
            f"{action.what} has parts of its own: name one, like {action.what}.{next(iter(action.old), '...')}", "on"
        )
    at[place] = action.new
    try:
        return type(state).model_validate_json(json.dumps(whole))
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise BadAction(
            f"{action.what} cannot be {_shown(action.new)}: {in_plain_words(fault)} ({where})", "value"
        ) from error


def _parts(what: str) -> list[str]:
    parts = [part.strip() for part in what.split(".")]
    if not all(parts):
        raise BadAction("the path of what to change is empty: write it like players.blue1.at", "on")
    return parts


def _place(at: Any, part: str, what: str) -> str | int:
    """Where *part* of the path *what* leads from the value *at*."""
    names: list[str]
    if isinstance(at, dict):
        if part in at:
            return part
        names = list(at)
    elif isinstance(at, list):
        called = _called(at)
        if part in called:
            return called[part]
        if part.isdigit() and int(part) < len(at):
            return int(part)
        names = list(called) or [str(number) for number in range(len(at))]
    else:
        raise BadAction(f"{what} goes on after a value that has no parts: {_shown(at)}", "on")
    near = get_close_matches(part, names, n=1)
    meant = f" Did you mean {near[0]}?" if near else ""
    raise BadAction(f"there is no {part!r} in {what}.{meant} There are: {', '.join(names[:12]) or 'none'}", "on")


def _called(values: list[Any]) -> dict[str, int]:
    """The places of a list by what its values are called: by each field in which no two of them are alike."""
    called: dict[str, int] = {}
    for field in NAMED_BY:
        names = [each.get(field) if isinstance(each, dict) else None for each in values]
        if all(isinstance(name, str) for name in names) and len(set(names)) == len(names):
            called = {**{str(name): number for number, name in enumerate(names)}, **called}
    return called


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
