"""Brings what earlier versions stored of a match up to date when it is read; the next save stores it like that."""

from __future__ import annotations

import json
from collections.abc import Mapping

FORMER: Mapping[str, tuple[str, ...]] = {"policy": ("replay", "own_zones", "patience"), "workbooks": ("viewed",)}
"""What a field of a record, or each value in it, had in earlier versions and has no more."""


def migrated(name: str, text: str) -> str:
    """The JSON *text* of the field *name* of a stored record, as this version has it."""
    former = [each for each in FORMER.get(name, ()) if f'"{each}"' in text]
    if not former:
        return text
    stored = json.loads(text)
    for value in stored if isinstance(stored, list) else [stored]:
        for each in former:
            value.pop(each, None)
    return json.dumps(stored, ensure_ascii=False)
