"""The settings of a game as a table: the default of each, its limits or its choices.

A match stores only what differs from a default, and rosters, commands and templates name settings: so a default, a
limit or a name changes on purpose or not at all. `settings.json` has what the schema says, `settings_tried.txt` what
happens to values that are tried: the least and the most that is taken, and what is said of others.
`python -m tests.kept tests.games.settings_table` writes both files of all games anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from sheets_gm.games.contract import Game
from sheets_gm.games.finding import game, games
from sheets_gm.kernel.validation_messages import in_plain_words
from tests.kept import Kept

LIMITS = ("default", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "enum", "maxLength", "pattern")
LONGEST = 100
"""Letters of a default beyond which it is a table of the template, and not shown."""


def table(rules: Game[Any, Any]) -> dict[str, Any]:
    """Each setting by its name, with the part of its JSON schema that limits it."""
    properties = rules.settings.model_json_schema()["properties"]
    return {
        name: {key: schema[key] for key in LIMITS if key in schema and len(str(schema[key])) <= LONGEST}
        for name, schema in properties.items()
    }


FAR = 10**6
"""A number that is beyond every limit, or stands for none."""

TEXTS = (
    "",
    "x",
    "1",
    "0d6",
    "1d0",
    "1d6",
    "1d6+1",
    "-1d6",
    "100d100",
    "101d1",
    "1d101",
    "1d6+101",
    "GRMH",
    "each",
    "1 2",
    "1 1",
    "1 2 1 2",
)
LISTS: tuple[Any, ...] = ([], [0], [-1], [1, 1], [2, 1], ["x"])
MAPPINGS: tuple[Any, ...] = ({}, {"x": 1}, {"1": 1}, {"A1": "x"}, {"A1": ""}, {"Z99": "x"})


def tried(rules: Game[Any, Any]) -> str:
    """What each setting takes and what it refuses, a line for each value that was tried."""
    return "\n".join(line for name in rules.settings.model_fields for line in _tried(rules, name)) + "\n"


def _tried(rules: Game[Any, Any], name: str) -> Iterator[str]:
    usual = rules.settings()
    default = getattr(usual, name)
    # given as they are, so that they are not made anew for each value
    tables = {key: value for key, value in usual if isinstance(value, str) and len(value) > LONGEST}

    def said(value: Any) -> str:
        """What is wrong with *value*; "" if it is taken."""
        try:
            rules.settings.model_validate({**tables, name: value})
        except ValidationError as error:
            return " / ".join(in_plain_words(each).partition(" (")[0][:LONGEST] for each in error.errors()[:2])
        return ""

    def together(values: Iterable[Any]) -> Iterator[str]:
        """What is said of each of *values*, those of which the same is said in one line."""
        alike: dict[str, list[str]] = {}
        for value in values:
            alike.setdefault(said(value), []).append(repr(value))
        for message, shown in alike.items():
            yield f"{name} {', '.join(shown)}: {message or 'taken'}"

    def limits(of: str, start: int, make: Callable[[int], Any]) -> Iterator[str]:
        """The least and the most that is taken of the values that *make* returns; *start* is taken."""
        for word, beyond in (("least", -FAR), ("most", FAR)):
            taken, refused = start, beyond
            if not said(make(beyond)):
                yield f"{of}: no {word}"
                continue
            while abs(taken - refused) > 1:
                middle = (taken + refused) // 2
                taken, refused = (taken, middle) if said(make(middle)) else (middle, refused)
            yield f"{of}: {word} {taken}; {refused}: {said(make(refused))}"

    if isinstance(default, bool) or "enum" in rules.settings.model_json_schema()["properties"][name]:
        yield f"{name}: {said('nonsense')}"
    elif isinstance(default, int | float):
        yield from limits(name, int(default), lambda number: number)
    elif default is None:
        yield from limits(name, 2, lambda number: number)
    elif isinstance(default, str):
        yield from together(TEXTS if name not in tables else TEXTS[:2])
    elif isinstance(default, tuple):
        yield from together(LISTS)
        if default and isinstance(default[0], int):
            yield from limits(f"{name}[0]", default[0], lambda number: [number, *default[1:]])
    else:
        yield from together(MAPPINGS)
        key, value = next(iter(default.items()), ("", ""))
        if isinstance(value, int):
            yield from limits(f"{name}.{key}", value, lambda number: {**default, key: number})


def kept_tries(name: str) -> Path:
    return Path(__file__).parent / name / "settings_tried.txt"


def stored(name: str) -> Path:
    return Path(__file__).parent / name / "settings.json"


def expected(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(stored(name).read_text(encoding="utf-8"))
    return found


def _stored_text(name: str) -> str:
    lines = (f"  {json.dumps(key)}: {json.dumps(each)}" for key, each in table(game(name)).items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def kept() -> Kept:
    tables = {stored(name): partial(_stored_text, name) for name in games()}
    return {**tables, **{kept_tries(name): partial(tried, rules) for name, rules in games().items()}}
