"""The JSON body of a request, parsed as strictly as Google does.

The result is a JSON object that can be stored and returned. Anything else is answered with 400 in Google's words: NaN,
infinity, unpaired surrogates and excessive nesting.
"""

from __future__ import annotations

import json
import math
import re
from contextlib import suppress
from typing import Any, NoReturn

import orjson

from sheets_gm.localsheets.protocol.errors import ApiError, Json, invalid
from sheets_gm.localsheets.protocol.json_text import has_long_number

LARGEST = 10 * 1024 * 1024
"""The largest request that Google's front end accepts, in bytes."""
LARGEST_FILE = 100 * 1024 * 1024
"""The largest file that Drive converts to a spreadsheet, in bytes."""
DEEPEST = 100
MEDIA = ("application/json", "text/json")


class TooLarge(ApiError):
    """A 400 error for a request of more than *limit* bytes."""

    def __init__(self, limit: int) -> None:
        super().__init__(400, f"Request payload size exceeds the limit: {limit} bytes.")


def parse(content: bytes, media: str | None) -> Json:
    """Return the JSON object in *content*; an empty body is an empty object. Raises 400 in Google's words for anything
    else.
    """
    if len(content) > LARGEST:
        raise TooLarge(LARGEST)
    if not content.strip():
        return {}
    kind = (media or MEDIA[0]).partition(";")[0].strip().lower()
    if kind not in MEDIA:
        raise invalid(f"Invalid content type: {kind[:80]}. Send the request's body as application/json.")
    try:
        value = _loaded(content)
    except json.JSONDecodeError as error:
        raise invalid(_pointed(error)) from error
    except RecursionError as error:
        raise _too_deep() from error
    except ValueError as error:
        raise invalid(f"Invalid JSON payload received. {error}") from error
    if not isinstance(value, dict):
        raise invalid('Invalid JSON payload received. Unknown name "": Root element must be a message.')
    _must_be_shallow(value, content)
    if re.search(rb"\\u[dD][89a-fA-F]", content):
        _must_be_text(value)
    return value


def _loaded(content: bytes) -> Any:
    """Parse *content*. Raises ValueError.

    The fast parser would read a long whole number as a fraction, and its errors are worded differently than Google's.
    """
    if not has_long_number(content):
        with suppress(orjson.JSONDecodeError):
            return orjson.loads(content)
    return json.loads(content, parse_constant=_no_constant, parse_float=_float)


def _pointed(error: json.JSONDecodeError) -> str:
    """Return the error, the line, and a caret under the position."""
    line = error.doc.splitlines()[error.lineno - 1] if error.doc.splitlines() else ""
    start = max(0, error.colno - 41)
    shown = line[start : error.colno + 39]
    return f"Invalid JSON payload received. {error.msg}.\n{shown}\n{' ' * (error.colno - 1 - start)}^"


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"Unexpected token.\n{name}\n^")


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"Number out of range.\n{text[:80]}\n^")
    return value


def _too_deep() -> ApiError:
    return invalid("Invalid JSON payload received. Message too deep. Max recursion depth reached.")


_DEEP = b"\n" + b"  " * DEEPEST
"""How a line begins that is as deep as may be, where each level has its line; strings have no line breaks in them."""


def _must_be_shallow(value: Json, content: bytes) -> None:
    if content.count(b"{") + content.count(b"[") <= DEEPEST:
        return
    with suppress(orjson.JSONEncodeError):
        if _DEEP not in orjson.dumps(value, option=orjson.OPT_INDENT_2):
            return
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        inner: list[Any] = []
        for each in level:
            inner += [
                one for one in (each.values() if isinstance(each, dict) else each) if isinstance(one, dict | list)
            ]
        if not inner:
            return
        level = inner
    raise _too_deep()


def _must_be_text(value: Json) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        raise invalid("Invalid JSON payload received. Invalid UTF-16 surrogate pair.") from error
