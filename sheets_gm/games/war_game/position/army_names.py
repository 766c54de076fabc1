"""Renaming armies in a position: the new name replaces the old one in every field.

`renamed` finds such fields, in any model, by their type `ArmyName`.
"""

from __future__ import annotations

from types import UnionType
from typing import Annotated, Any, TypeAlias, TypeVar, Union, get_args, get_origin

from sheets_gm.kernel.model import Model

NAMES_AN_ARMY = "names an army"

ArmyName: TypeAlias = Annotated[str, NAMES_AN_ARMY]
"""A text that is the name of an army, and nothing else."""

M = TypeVar("M", bound=Model)


def renamed(value: M, old: str, new: str) -> M:
    """Return *value* with the army *old* called *new* in every field that names armies, at any depth."""
    changed = {}
    for name, field in type(value).model_fields.items():
        before = getattr(value, name)
        after = (
            new if NAMES_AN_ARMY in field.metadata and before == old else _within(before, field.annotation, old, new)
        )
        if after is not before:
            changed[name] = after
    return value.but(**changed) if changed else value


def _within(value: Any, hint: Any, old: str, new: str) -> Any:
    """Return *value*, of the type *hint*, with the new name in it."""
    if isinstance(value, Model):
        return renamed(value, old, new)
    origin, parts = get_origin(hint), get_args(hint)
    if isinstance(value, str):
        return new if value == old and _names_an_army(hint) else value
    if origin is Annotated:
        return _within(value, parts[0], old, new)
    if origin in (Union, UnionType):
        return _within(value, next((part for part in parts if part is not type(None)), None), old, new)
    if isinstance(value, tuple) and origin is tuple:
        hints = parts[:1] * len(value) if parts[1:] == (...,) else parts
        after = tuple(_within(each, hint, old, new) for each, hint in zip(value, hints, strict=True))
        return value if after == value else after
    if isinstance(value, dict) and origin is dict:
        renamed_items = {
            _within(key, parts[0], old, new): _within(each, parts[1], old, new) for key, each in value.items()
        }
        return value if renamed_items == value else renamed_items
    return value


def _names_an_army(hint: Any) -> bool:
    """Whether *hint* is the type of an army's name."""
    if get_origin(hint) is Annotated:
        return NAMES_AN_ARMY in get_args(hint)[1:]
    return get_origin(hint) in (Union, UnionType) and any(map(_names_an_army, get_args(hint)))
