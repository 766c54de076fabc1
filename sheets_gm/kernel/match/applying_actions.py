"""The effect of an action on the position: it replaces a value, restores an earlier position, or removes a team.

The path of a value is written with dots: "players.blue1.at". A wrong path is explained in a sentence.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, TypeVar

from pydantic import JsonValue, ValidationError

from sheets_gm.kernel.actions import (
    Action,
    ActionTaken,
    BadAction,
    Concede,
    Join,
    Override,
    Promote,
    Restore,
    Rewind,
    Ruling,
)
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.folding import whole_number
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Outcome, Remark
from sheets_gm.kernel.rules import Rules
from sheets_gm.kernel.validation_messages import in_plain_words

S = TypeVar("S", bound=Model)

NAME_FIELDS = ("seat", "id", "name", "key")
"""Fields that may name a value of a list in the path of an `Override`, if all values differ in it; the first wins."""


def carry_out(action: Action, state: S, dice: Dice, past: Callable[[int], S], rules: Rules[S]) -> Outcome[S]:
    """Apply *action* to *state*. `past(number)` returns the position after an earlier entry. Raises BadAction."""
    if isinstance(action, Override):
        state = overridden(state, action)
    elif isinstance(action, Promote):
        state = overridden(state, Override(what=action.what, old=action.old, new=action.seat))
    elif isinstance(action, Rewind):
        state = past(action.to)
    elif isinstance(action, Concede) and action.leaves:
        if rules.people.leave is None:
            raise BadAction("By the rules of this game, a team that gives up stays in the position.", "act")
        left = rules.people.leave(state, action.team)
        return Outcome(left.state, (ActionTaken(), *left.events))
    elif isinstance(action, Join):
        joined = rules.people.join(state, action.taken, dice)
        if isinstance(joined, Remark):
            raise BadAction(joined.text)
        state = joined
    elif isinstance(action, Restore) and action.more:
        return Outcome(state, ())
    elif isinstance(action, Ruling):
        for die in action.dice:
            dice.roll(die.sides, f"ruling {action.number}: {die.why}")
    return Outcome(state, (ActionTaken(),))


def value_at(state: Model, what: str) -> JsonValue:
    """Return the value of *state* at the path *what*. Raises BadAction, which names the missing part of the path."""
    at: Any = state.model_dump(mode="json")
    for part in _parts(what):
        at = at[_key(at, part, what)]
    value: JsonValue = at
    return value


def overridden(state: S, action: Override) -> S:
    """Return *state* with one value replaced, validated by the model of the state. Raises BadAction."""
    changed = state.model_dump(mode="json")
    at: Any = changed
    *parents, last = _parts(action.what)
    for part in parents:
        at = at[_key(at, part, action.what)]
    key = _key(at, last, action.what)
    if at[key] != action.old:
        raise BadAction(f"{action.what} is {_shown(at[key])}, not {_shown(action.old)}", "old")
    if isinstance(action.old, dict) and not isinstance(action.new, dict | None):
        raise BadAction(f"{action.what} has parts: name one, like {action.what}.{next(iter(action.old), '...')}", "on")
    at[key] = action.new
    try:
        return type(state).model_validate_json(json.dumps(changed))
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise BadAction(
            f"{action.what} cannot be {_shown(action.new)}: {in_plain_words(fault)} ({where})", "value"
        ) from error


def _parts(what: str) -> list[str]:
    parts = [part.strip() for part in what.split(".")]
    if not all(parts):
        raise BadAction("The path of what to change is empty. Write it like players.blue1.at.", "on")
    return parts


def _key(at: Any, part: str, what: str) -> str | int:
    """Return the key or index in *at* for *part* of the path *what*."""
    names: list[str]
    if isinstance(at, dict):
        if part in at:
            return part
        names = list(at)
    elif isinstance(at, list):
        places = _places_by_name(at)
        if part in places:
            return places[part]
        number = whole_number(part)
        if number is not None and number < len(at):
            return number
        names = list(places) or [str(number) for number in range(len(at))]
    else:
        raise BadAction(f"{what} goes on after a value that has no parts: {_shown(at)}", "on")
    close = get_close_matches(part, names, n=1)
    meant = f" Did you mean {close[0]}?" if close else ""
    raise BadAction(f"There is no “{part}” in {what}.{meant} There are: {', '.join(names[:12]) or 'none'}", "on")


def _places_by_name(values: list[Any]) -> dict[str, int]:
    """Return the index of each value by the `NAME_FIELDS` that differ between all values."""
    places: dict[str, int] = {}
    for field in NAME_FIELDS:
        names = [each.get(field) if isinstance(each, dict) else None for each in values]
        if all(isinstance(name, str) for name in names) and len(set(names)) == len(names):
            places = {**{str(name): number for number, name in enumerate(names)}, **places}
    return places


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
