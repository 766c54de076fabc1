"""What the bodies of calls may hold: Google's own types, read strictly; what breaks them is told in Google's words.

`schema.json` holds, of Google's discovery document, the types that a body may be made of: each field's name to its
type: a scalar ("string", "boolean", "int32", "int64", "double"), another type's name, "[x]" for a list of x, "{x}" for
a map to x, "any", or the words of an enumeration between bars.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any, TypeAlias

from sheets_gm.localsheets.protocol.errors import ApiError, invalid

Reader: TypeAlias = Callable[[Any], Any]

INT32 = range(-(2**31), 2**31)


class _Wrong(Exception):
    """A value that its type does not allow; *path* is told from the inside out."""

    def __init__(self, message: str) -> None:
        self.message = message
        self.path: list[str] = []


@cache
def types() -> dict[str, dict[str, str]]:
    """Every type by its name: its fields, and the type of each."""
    text = resources.files("sheets_gm.localsheets.protocol").joinpath("schema.json").read_text("utf-8")
    held: dict[str, dict[str, str]] = json.loads(text)
    return held


def read(kind: str, body: Any, at: str = "") -> Any:
    """*body* as the type *kind*: without what is null, its numbers as numbers. 400 in Google's words.

    *at* is the name that Google gives the body in them.
    """
    try:
        return _reader(kind)(body)
    except _Wrong as wrong:
        wrong.path.append(at)
        raise _refusal(wrong) from wrong


def _refusal(wrong: _Wrong) -> ApiError:
    path = "".join(reversed(wrong.path)).removeprefix(".")
    if "%s" in wrong.message:
        return invalid(wrong.message.replace("%s", f" at '{path}'" if path else ""))
    return invalid(wrong.message)


def snake(name: str) -> str:
    """A field's name as Google writes it in errors: updateCells is update_cells."""
    return re.sub(r"[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def camel(name: str) -> str:
    """The other way round."""
    return re.sub(r"_([a-z])", lambda letter: letter[1].upper(), name)


@cache
def _reader(kind: str) -> Reader:
    if kind in _SCALARS:
        return _SCALARS[kind]
    if kind.startswith("["):
        return _list(kind[1:-1])
    if kind.startswith("{"):
        return _map(kind[1:-1])
    if kind.startswith("|"):
        return _words(frozenset(kind[1:-1].split("|")))
    return _message(kind)


def _message(kind: str) -> Reader:
    fields = types()[kind]
    readers: dict[str, Reader] = {}

    def field(name: str) -> str:
        """The field that a caller's name means: Google takes update_cells for updateCells."""
        meant = name if name in fields else camel(name)
        if meant not in fields:
            raise _Wrong(f'Invalid JSON payload received. Unknown name "{name}"%s: Cannot find field.')
        return meant

    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            raise _Wrong(f"Invalid value%s (type.googleapis.com/google.apps.sheets.v4.{kind}), {json.dumps(value)}")
        made = {}
        for name, held in value.items():
            reader = readers.get(name)
            if reader is None:
                reader = readers.setdefault(name, _reader(fields[field(name)]))
            if held is None:
                continue
            try:
                made[name if name in fields else camel(name)] = reader(held)
            except _Wrong as wrong:
                wrong.path.append("." + snake(name))
                raise
        return made

    return read


def _list(kind: str) -> Reader:
    reader = _reader(kind)

    def read(value: Any) -> Any:
        if not isinstance(value, list):
            raise _Wrong(f"Invalid value%s (type.googleapis.com/google.protobuf.ListValue), {json.dumps(value)}")
        made: list[Any] = []
        try:
            for each in value:
                made.append(reader(each))
        except _Wrong as wrong:
            wrong.path.append(f"[{len(made)}]")
            raise
        return made

    return read


def _map(kind: str) -> Reader:
    reader = _reader(kind)

    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            raise _Wrong(f"Invalid value%s (map), {json.dumps(value)}")
        return {name: reader(held) for name, held in value.items()}

    return read


def _words(words: frozenset[str]) -> Reader:
    def read(value: Any) -> Any:
        if not isinstance(value, str) or value not in words:
            raise _Wrong(f"Invalid value%s (TYPE_ENUM), {json.dumps(value)}")
        return value

    return read


def _string(value: Any) -> Any:
    if not isinstance(value, str):
        raise _Wrong(f"Invalid value%s (TYPE_STRING), {json.dumps(value)}")
    return value


def _boolean(value: Any) -> Any:
    if not isinstance(value, bool):
        raise _Wrong(f"Invalid value%s (TYPE_BOOL), {json.dumps(value)}")
    return value


def _int32(value: Any) -> Any:
    if type(value) is int and value in INT32:
        return value
    whole = _whole(value)
    if whole is None or whole not in INT32:
        raise _Wrong(f"Invalid value%s (TYPE_INT32), {json.dumps(value)}")
    return whole


def _int64(value: Any) -> Any:
    whole = _whole(value)
    if whole is None:
        raise _Wrong(f"Invalid value%s (TYPE_INT64), {json.dumps(value)}")
    return str(whole)


def _whole(value: Any) -> int | None:
    """A whole number, however it is written; None if it is none."""
    try:
        number = float(value) if not isinstance(value, bool) else 0.5
        return int(value) if isinstance(value, str) else int(number) if number.is_integer() else None
    except (TypeError, ValueError):
        return None


def _double(value: Any) -> Any:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    try:
        return float(value)
    except (TypeError, ValueError):
        raise _Wrong(f"Invalid value%s (TYPE_DOUBLE), {json.dumps(value)}") from None


_SCALARS: dict[str, Reader] = {
    "any": lambda value: value,
    "string": _string,
    "boolean": _boolean,
    "int32": _int32,
    "int64": _int64,
    "double": _double,
}


def known_fields(kind: str, mask: dict[str, Any]) -> None:
    """400 if a field mask names what the type *kind* does not have."""
    fields = types().get(kind.strip("[]"))
    if fields is None:
        return
    for name, below in mask.items():
        meant = camel(name)
        if name == "*":
            continue
        if meant not in fields:
            raise invalid(f"Invalid field: {snake(name)}")
        try:
            known_fields(fields[meant], below)
        except ApiError as error:
            raise invalid(error.message.replace("Invalid field: ", f"Invalid field: {snake(name)}.", 1)) from error
