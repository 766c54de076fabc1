"""The conversion of records from earlier versions when they are read. The next save stores the new form."""

from __future__ import annotations

import json
from collections.abc import Mapping

FORMER: Mapping[str, tuple[str, ...]] = {"policy": ("replay", "own_zones", "patience"), "workbooks": ("viewed",)}
"""Names that a field of a record, or each of its values, contained in earlier versions."""

NOW_IN_PARTS: Mapping[str, tuple[str, str]] = {
    "ballots": ("votes", "ballots"),
    "nudged": ("votes", "nudged"),
    "inherits": ("heirs", "due"),
    "exchanges": ("exchanges", "wishes"),
    "said": ("talk", "said"),
    "told": ("talk", "told"),
    "heard": ("talk", "heard"),
    "reserves": ("reserves", "people"),
    "planned": ("plans", "became"),
    "wishes": ("notices", "wishes"),
    "held": ("notices", "held"),
    "addresses": ("notices", "addresses"),
    "absences": ("absences", "times"),
    "deputies": ("deputies", "people"),
    "openings": ("left", "seats"),
    "vacant": ("left", "vacant"),
    "cases": ("claims", "cases"),
    "reminded": ("reminders", "due"),
    "last_one": ("reminders", "last"),
    "rehearsal": ("repairs", "dry_run"),
    "mended": ("repairs", "mended"),
    "restored": ("repairs", "restored"),
    "departure": ("moving", "departure"),
    "moves": ("moving", "moves"),
    "paused_until": ("pause", "until"),
    "gathers": ("pause", "gathers"),
    "former": ("players", "former"),
    "given_up": ("players", "given_up"),
    "joined": ("players", "joined"),
    "excused": ("excuses", "excused"),
    "extended": ("excuses", "extended"),
    "missed": ("excuses", "missed"),
    "sharing_due": ("upkeep", "sharing_due"),
    "ending": ("upkeep", "ending"),
    "retitled": ("upkeep", "retitled"),
    "emptied": ("upkeep", "emptied"),
    "left": ("time", "left"),
    "moved": ("time", "moved"),
}
"""Fields of earlier records that are now in the part of a feature, with the part and the name there."""


def up_to_date(fields: Mapping[str, str]) -> str:
    """Return the stored record with these *fields* (JSON texts) as JSON text in the form of this version."""
    stored = _with_parts({name: _migrated(name, text) for name, text in fields.items()})
    return f"{{{','.join(f'{json.dumps(name)}:{text}' for name, text in stored.items())}}}"


def _with_parts(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the *fields* of a stored record as JSON texts, with the values of features moved into its parts."""
    former = {name: NOW_IN_PARTS[name] for name in fields if name in NOW_IN_PARTS}
    if not former:
        return dict(fields)
    parts = json.loads(fields.get("parts", "{}"))
    for name, (feature, field) in former.items():
        parts.setdefault(feature, {})[field] = json.loads(fields[name])
    others = {name: text for name, text in fields.items() if name not in former}
    return {**others, "parts": json.dumps(parts, ensure_ascii=False)}


def _migrated(name: str, text: str) -> str:
    """Return the JSON *text* of the field *name* of a stored record, in the form of this version."""
    former = [each for each in FORMER.get(name, ()) if f'"{each}"' in text]
    if not former:
        return text
    stored = json.loads(text)
    for value in stored if isinstance(stored, list) else [stored]:
        for each in former:
            value.pop(each, None)
    return json.dumps(stored, ensure_ascii=False)
