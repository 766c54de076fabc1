"""JSON as it is stored and answered: without spaces, in UTF-8.

The slow library writes what the fast one refuses (whole numbers beyond 64 bits, unpaired surrogates), and reads what
the fast one would read differently.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import orjson

_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_LONG = b"0" * 19
"""The digits of a whole number that may be too large for 64 bits."""

_slowly = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def text_of(value: Any) -> str:
    """Return *value* as JSON."""
    try:
        return orjson.dumps(value).decode()
    except orjson.JSONEncodeError:
        return _slowly(value)


def bytes_of(value: Any) -> bytes:
    """Return *value* as JSON in UTF-8. Raises UnicodeEncodeError for an unpaired surrogate."""
    try:
        return orjson.dumps(value)
    except orjson.JSONEncodeError:
        return _slowly(value).encode()


def has_long_number(content: bytes) -> bool:
    """Whether *content* may have a whole number beyond 64 bits, which the fast library reads as a fraction."""
    return _LONG in content.translate(_ZEROS)


def values_of(texts: Iterable[str]) -> list[Any]:
    """Return the values in *texts*, each as `text_of` wrote it."""
    whole = f"[{','.join(texts)}]".encode()
    values: list[Any] = json.loads(whole) if has_long_number(whole) else orjson.loads(whole)
    return values


def copy_of(value: Any) -> Any:
    """Return a copy of the JSON value *value* that shares no list and no object with it."""
    if value.__class__ is dict:
        return {name: copy_of(held) for name, held in value.items()}
    return [copy_of(each) for each in value] if value.__class__ is list else value
