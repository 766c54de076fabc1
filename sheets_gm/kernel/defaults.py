"""What a hook does that nobody has given: it takes anything, and returns what means that there is nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

T = TypeVar("T")


def nothing(*_given: Any, **_named: Any) -> None:
    """Return None: there is no remark, and nothing to do."""


def no_values(*_given: Any) -> tuple[()]:
    """Return no values, whether a sequence of them is asked for or any other collection."""
    return ()


def no_entries(*_given: Any) -> Mapping[Any, Any]:
    """Return an empty mapping."""
    return {}


def no_text(*_given: Any) -> str:
    """Return the empty text."""
    return ""


def never(*_given: Any) -> bool:
    """Return False."""
    return False


def always(*_given: Any) -> bool:
    """Return True."""
    return True


def unchanged(value: T, *_others: Any) -> T:
    """Return *value*, the first of what is given."""
    return value
