"""JSON as it is stored and answered: without spaces, in UTF-8.

What the fast library refuses (whole numbers beyond 64 bits, unpaired surrogates) is written by the slow one.
"""

from __future__ import annotations

import json
from typing import Any

import orjson

_slowly = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def text_of(value: Any) -> str:
    """*value* as JSON."""
    try:
        return orjson.dumps(value).decode()
    except orjson.JSONEncodeError:
        return _slowly(value)


def bytes_of(value: Any) -> bytes:
    """*value* as JSON in UTF-8. UnicodeEncodeError for an unpaired surrogate."""
    try:
        return orjson.dumps(value)
    except orjson.JSONEncodeError:
        return _slowly(value).encode()
