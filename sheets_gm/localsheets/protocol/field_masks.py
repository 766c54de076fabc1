"""Field masks: `sheets(properties(title,sheetId),data.rowData.values),spreadsheetId`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

from sheets_gm.localsheets.protocol.errors import invalid

Mask: TypeAlias = dict[str, Any]
"""Maps each name to the mask below it; an empty mask includes everything below."""

REMEMBERED = 2_000
"""Characters of a mask that is remembered at most."""


def parse(text: str) -> Mask:
    """Parse a mask. The result is cached and must not be changed. Raises 400 for other syntax."""
    return _parse(text) if len(text) <= REMEMBERED else _parse.__wrapped__(text)


@lru_cache(maxsize=256)
def _parse(text: str) -> Mask:
    mask, rest = _list(text.replace(" ", ""), text)
    if rest:
        raise invalid(f"Request contains an invalid argument: fields={text}")
    return mask


def _list(text: str, source: str) -> tuple[Mask, str]:
    mask: Mask = {}
    while True:
        name = ""
        while text and text[0] not in ",()/.":
            name, text = name + text[0], text[1:]
        if not name:
            raise invalid(f"Request contains an invalid argument: fields={source}")
        below: Mask = {}
        if text[:1] in (".", "/"):
            below, text = _one(text[1:], source)
        elif text[:1] == "(":
            below, text = _list(text[1:], source)
            if text[:1] != ")":
                raise invalid(f"Request contains an invalid argument: fields={source}")
            text = text[1:]
        mask[name] = _joined(mask[name], below) if name in mask else below
        if text[:1] != ",":
            return mask, text
        text = text[1:]


def _joined(one: Mask, two: Mask) -> Mask:
    """Return the union of two masks; everything if one of them is empty."""
    if not one or not two:
        return {}
    both = {name: _joined(one[name], two[name]) for name in one.keys() & two.keys()}
    return {**one, **two, **both}


def _one(text: str, source: str) -> tuple[Mask, str]:
    name = ""
    while text and text[0] not in ",()/.":
        name, text = name + text[0], text[1:]
    if not name:
        raise invalid(f"Request contains an invalid argument: fields={source}")
    if text[:1] in (".", "/"):
        below, text = _one(text[1:], source)
        return {name: below}, text
    if text[:1] == "(":
        below, text = _list(text[1:], source)
        if text[:1] != ")":
            raise invalid(f"Request contains an invalid argument: fields={source}")
        return {name: below}, text[1:]
    return {name: {}}, text


def includes(mask: Mask, name: str) -> bool:
    """Whether *mask* includes anything of *name*."""
    return not mask or "*" in mask or name in mask


def reaches(mask: Mask, *names: str) -> bool:
    """Whether *mask* includes any part of the last of *names*, each a field of the one before."""
    for name in names:
        if not includes(mask, name):
            return False
        mask = below(mask, name)
    return True


def below(mask: Mask, name: str) -> Mask:
    """Return the part of *mask* below *name*, which it includes."""
    return {} if "*" in mask else mask.get(name, {})


def apply(mask: Mask, value: Any) -> Any:
    """Return *value* without the fields that *mask* excludes."""
    if not mask or "*" in mask:
        return value
    if isinstance(value, list):
        return [apply(mask, each) for each in value]
    if not isinstance(value, dict):
        return value
    return {name: apply(mask[name], below) for name, below in value.items() if name in mask}


def merge(mask: Mask, old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return *old* with the fields of *mask* taken from *new*; those that *new* lacks are unset."""
    if not mask or "*" in mask:
        return dict(new)
    merged = dict(old)
    for name, below in mask.items():
        if not below or "*" in below:
            if new.get(name) is None:
                merged.pop(name, None)
            else:
                merged[name] = new[name]
        else:
            part = merge(below, old.get(name) or {}, new.get(name) or {})
            if part:
                merged[name] = part
            else:
                merged.pop(name, None)
    return merged
