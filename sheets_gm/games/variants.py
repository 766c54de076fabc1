"""Settings that differ from the default in one value, for checks that must hold whatever a GM chooses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

MOST_NUMBERS = 100
"""Whole numbers between the bounds of a setting, up to which each is tried; of more, only the bounds are."""


def variants(settings: type[BaseModel]) -> Iterator[BaseModel]:
    """Yield the default settings, and settings that differ from them in one value."""
    default = settings()
    yield default
    for name, value in changes(default):
        with suppress(ValidationError):  # it may need another setting beside it
            yield settings.model_validate({name: value})


def changes(settings: BaseModel) -> Iterator[tuple[str, Any]]:
    """Yield the name of each setting with each other value that it can have."""
    for name, field in type(settings).model_fields.items():
        for value in values_of(field):
            if value != getattr(settings, name):
                yield name, value


def values_of(field: FieldInfo) -> Iterator[Any]:
    """Yield the values that a setting can have, if its type lists them."""
    if field.annotation is int:
        bounds = {name: getattr(each, name) for each in field.metadata for name in ("ge", "le") if hasattr(each, name)}
        least, most = bounds.get("ge"), bounds.get("le")
        if least is not None and most is not None and most - least < MOST_NUMBERS:
            yield from range(least, most + 1)
        else:
            yield from (bound for bound in (least, most) if bound is not None)
    elif get_origin(field.annotation) is tuple:
        listed = [value for each in get_args(field.annotation) for value in _listed(each)]
        yield from ((value,) for value in listed)
        yield tuple(dict.fromkeys(listed))
    else:
        yield from _listed(field.annotation)


def _listed(annotation: Any) -> Iterator[Any]:
    """Yield the values of a type that lists them."""
    if annotation is bool:
        yield from (True, False)
    elif get_origin(annotation) is Literal:
        yield from get_args(annotation)
    elif isinstance(annotation, type) and issubclass(annotation, Enum):
        yield from annotation
