"""Messages for values that do not validate, in plain words instead of pydantic's.

A message quotes what was written and states what to write instead. Messages of a model's own validators are kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from pydantic_core import ErrorDetails


def in_plain_words(error: ErrorDetails) -> str:
    """Return an error of a ValidationError as a sentence, without the place of the value."""
    sentence = _SENTENCES.get(error["type"])
    if sentence is None:
        return error["msg"].removeprefix("Value error, ")
    return sentence(_shown(error.get("input")), error.get("ctx") or {})


def place(error: ErrorDetails, root: str) -> str:
    """Return the place of a value, in dotted form: "google.quota.reads"; *root* if it is the whole input."""
    return ".".join(str(part) for part in error["loc"]) or root


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def _choices(expected: str) -> str:
    """Return the values that pydantic expects, without its quotes and capitals: "true", "bot or hold"."""
    words = {"True": "true", "False": "false"}
    return re.sub(r"'([^']*)'|(True|False)\b", lambda match: match[1] or words.get(match[2], ""), expected)


_Sentence = Callable[[str, Mapping[str, Any]], str]

_WHOLE: _Sentence = lambda it, _: f"“{it}” is not a whole number: write one like 12"  # noqa: E731 - a table of sentences
_NUMBER: _Sentence = lambda it, _: f"“{it}” is not a number: write one like 2.5"  # noqa: E731
_SWITCH: _Sentence = lambda it, _: f"“{it}” is neither true nor false"  # noqa: E731
_TEXT: _Sentence = lambda it, _: f"“{it}” is not text: put it in quotes"  # noqa: E731
_LIST: _Sentence = lambda it, _: f"“{it}” is not a list: write it like [1, 2]"  # noqa: E731
_TABLE: _Sentence = lambda it, _: f"“{it}” is not a table: write its keys and values"  # noqa: E731
_CHOICE: _Sentence = lambda it, more: f"it cannot be “{it}”: write {_choices(str(more['expected']))}"  # noqa: E731

_SENTENCES: Mapping[str, _Sentence] = MappingProxyType(
    {
        "int_parsing": _WHOLE,
        "int_parsing_size": _WHOLE,
        "int_type": _WHOLE,
        "int_from_float": _WHOLE,
        "float_parsing": _NUMBER,
        "float_type": _NUMBER,
        "finite_number": _NUMBER,
        "bool_parsing": _SWITCH,
        "bool_type": _SWITCH,
        "string_type": _TEXT,
        "list_type": _LIST,
        "tuple_type": _LIST,
        "set_type": _LIST,
        "frozen_set_type": _LIST,
        "dict_type": _TABLE,
        "model_type": _TABLE,
        "model_attributes_type": _TABLE,
        "literal_error": _CHOICE,
        "enum": _CHOICE,
        "missing": lambda _it, _: "it is missing",
        "extra_forbidden": lambda _it, _: "there is no such name: check the spelling or remove it",
        "greater_than": lambda it, more: f"{it} is too small: write more than {more['gt']}",
        "greater_than_equal": lambda it, more: f"{it} is too small: write {more['ge']} or more",
        "less_than": lambda it, more: f"{it} is too large: write less than {more['lt']}",
        "less_than_equal": lambda it, more: f"{it} is too large: write {more['le']} or less",
        "too_short": lambda _it, more: f"too few values: write at least {more['min_length']}",
        "too_long": lambda _it, more: f"too many values: write at most {more['max_length']}",
    }
)
"""The sentence for each type of pydantic error."""
