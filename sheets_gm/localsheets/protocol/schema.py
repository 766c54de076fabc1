"""Validation of request bodies against Google's own types, with errors in Google's words.

`schema.json` holds the types of Google's discovery document that can occur in a body. It maps each field to its type: a
scalar ("string", "boolean", "int32", "int64", "double"), the name of another type, "[x]" for a list of x, "{x}" for a
map to x, "any", or the values of an enumeration between bars.
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from typing import Any, TypeAlias

from sheets_gm.localsheets.protocol.errors import ApiError, invalid
from sheets_gm.localsheets.protocol.text_limits import MOST_IN_LIST, limit_of

Reader: TypeAlias = Callable[[Any], Any]

INT32 = range(-(2**31), 2**31)


class _TypeMismatch(Exception):
    """A value does not match its type; *path* lists the field names from the inside out."""

    def __init__(self, message: str) -> None:
        self.message = message
        self.path: list[str] = []


@cache
def types() -> dict[str, dict[str, str]]:
    """Return every type by name: its fields and their types."""
    text = resources.files("sheets_gm.localsheets.protocol").joinpath("schema.json").read_text("utf-8")
    held: dict[str, dict[str, str]] = json.loads(text)
    return held


def read(kind: str, body: Any, at: str = "") -> Any:
    """Validate *body* as the type *kind*. Returns it without nulls, with numbers converted. Raises 400 in Google's
    words.

    *at* is the name that Google gives to the body in errors.
    """
    try:
        return _reader(kind)(body)
    except _TypeMismatch as wrong:
        wrong.path.append(at)
        raise _refusal(wrong) from wrong


def _refusal(wrong: _TypeMismatch) -> ApiError:
    path = "".join(reversed(wrong.path)).removeprefix(".")
    if "%s" in wrong.message:
        return invalid(wrong.message.replace("%s", f" at '{path}'" if path else ""))
    return invalid(wrong.message)


def snake(name: str) -> str:
    """Return a field name as in Google's errors: updateCells becomes update_cells."""
    return re.sub(r"[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def camel(name: str) -> str:
    """The inverse of `snake`."""
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
        return _enum(frozenset(kind[1:-1].split("|")))
    return _message(kind)


def _message(kind: str) -> Reader:
    fields = types()[kind]
    by_name: dict[str, tuple[str, type | None, Reader]] = {}

    def field(name: str) -> str:
        """Return the field for a name: Google accepts update_cells for updateCells."""
        meant = name if name in fields else camel(name)
        if meant not in fields:
            raise _TypeMismatch(f'Invalid JSON payload received. Unknown name "{name}"%s: Cannot find field.')
        return meant

    def learn(name: str) -> tuple[str, type | None, Reader]:
        """Return the field for a name, the class whose values need no reader, and the reader of all other values."""
        meant = field(name)
        if kind == "Color":
            return by_name.setdefault(name, (meant, None, _part_of_colour))
        most = limit_of(kind, meant)
        if most is not None and fields[meant] in ("string", "[string]"):
            return by_name.setdefault(name, (meant, None, _BOUNDED[fields[meant]](most)))
        return by_name.setdefault(name, (meant, _PLAIN.get(fields[meant]), _reader(fields[meant])))

    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            raise _TypeMismatch(
                f"Invalid value%s (type.googleapis.com/google.apps.sheets.v4.{kind}), {json.dumps(value)}"
            )
        message = {}
        for name, held in value.items():
            meant, plain, reader = by_name.get(name) or learn(name)
            if held.__class__ is plain:
                message[meant] = held
                continue
            if held is None:
                continue
            try:
                message[meant] = reader(held)
            except _TypeMismatch as wrong:
                wrong.path.append("." + snake(name))
                raise
        return message

    return read


def _list(kind: str) -> Reader:
    reader = _reader(kind)

    def read(value: Any) -> Any:
        if isinstance(value, dict) and kind in types():  # Google takes one message where a list of them is due
            value = [value]
        if not isinstance(value, list):
            raise _TypeMismatch(f"Invalid value%s (type.googleapis.com/google.protobuf.ListValue), {json.dumps(value)}")
        items: list[Any] = []
        try:
            for each in _flat(value) if kind in types() else value:
                items.append(reader(each))
        except _TypeMismatch as wrong:
            wrong.path.append(f"[{len(items)}]")
            raise
        return items

    return read


def _flat(value: list[Any]) -> Iterator[Any]:
    """Yield the messages of a list and of lists within it, as Google reads them; null is a message without fields."""
    for each in value:
        if isinstance(each, list):
            yield from _flat(each)
        else:
            yield {} if each is None else each


def _map(kind: str) -> Reader:
    reader = _reader(kind)

    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            raise _TypeMismatch(f"Invalid value%s (map), {json.dumps(value)}")
        return {name: reader(held) for name, held in value.items()}

    return read


def _enum(words: frozenset[str]) -> Reader:
    def read(value: Any) -> Any:
        if not isinstance(value, str) or value not in words:
            raise _TypeMismatch(f"Invalid value%s (TYPE_ENUM), {json.dumps(value)}")
        return value

    return read


def _string(value: Any) -> Any:
    if not isinstance(value, str):
        raise _TypeMismatch(f"Invalid value%s (TYPE_STRING), {json.dumps(value)}")
    return value


def _text_of(most: int) -> Reader:
    """Return a reader for a text of at most *most* characters."""

    def read(value: Any) -> Any:
        if not isinstance(value, str):
            return _string(value)
        if len(value) > most:
            words = "Your input contains more than the maximum of 50000 characters in a single cell."
            raise _TypeMismatch(words if most == CELL else f"Invalid value%s: it has more than {most} characters.")
        return value

    return read


def _texts_of(most: int) -> Reader:
    """Return a reader for a list of texts of at most *most* characters each."""
    whole = _list("string")
    text = _text_of(most)

    def read(value: Any) -> Any:
        texts = whole(value)
        if len(texts) > MOST_IN_LIST:
            raise _TypeMismatch(f"Invalid value%s: it has more than {MOST_IN_LIST} texts.")
        return [text(each) for each in texts]

    return read


def _boolean(value: Any) -> Any:
    if not isinstance(value, bool):
        raise _TypeMismatch(f"Invalid value%s (TYPE_BOOL), {json.dumps(value)}")
    return value


def _int32(value: Any) -> Any:
    if type(value) is int and value in INT32:
        return value
    number = _integer(value)
    if number is None or number not in INT32:
        raise _TypeMismatch(f"Invalid value%s (TYPE_INT32), {json.dumps(value)}")
    return number


def _int64(value: Any) -> Any:
    number = _integer(value)
    if number is None:
        raise _TypeMismatch(f"Invalid value%s (TYPE_INT64), {json.dumps(value)}")
    return str(number)


def _integer(value: Any) -> int | None:
    """Return an integer from any notation; None for anything else."""
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
        raise _TypeMismatch(f"Invalid value%s (TYPE_DOUBLE), {json.dumps(value)}") from None


def _part_of_colour(value: Any) -> Any:
    """Return red, green, blue or alpha as Google answers it: stored as one of 256 steps, written in seven or eight
    digits.
    """
    part = _double(value)
    return _steps()[round(255 * part)] if 0 < part < 1 else part


@cache
def _steps() -> tuple[float, ...]:
    """Return the numbers n/255 in the fewest digits that differ for every 32-bit number."""
    exact = [struct.unpack("f", struct.pack("f", step / 255))[0] for step in range(256)]
    spelled = ((float(f"{each:.{digits}g}") for digits in range(1, 10)) for each in exact)
    return tuple(
        next(one for one in each if struct.pack("f", one) == struct.pack("f", held))
        for held, each in zip(exact, spelled, strict=True)
    )


_SCALARS: dict[str, Reader] = {
    "any": lambda value: value,
    "string": _string,
    "boolean": _boolean,
    "int32": _int32,
    "int64": _int64,
    "double": _double,
}

CELL = 50_000
"""The most characters of a cell."""

_BOUNDED: dict[str, Callable[[int], Reader]] = {"string": _text_of, "[string]": _texts_of}

_PLAIN: dict[str, type] = {"string": str, "boolean": bool, "double": float}
"""The classes whose values are of a type as they are."""


def known_fields(kind: str, mask: dict[str, Any]) -> None:
    """Raise 400 if a field mask names a field that the type *kind* does not have."""
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
