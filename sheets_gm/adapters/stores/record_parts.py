"""A record in parts, so that a save writes what has changed and not the whole record.

Each long field, draft, standing order and value of a feature is a part, identified by the digest of its text. The rest
is the *head*: short fields, and `{"part": DIGEST}` in place of each part. A part is written once, and deleted when no
head refers to it. Records of 0.1.0 have no parts: they are heads that refer to none.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Set
from typing import Any, NamedTuple, TypeAlias

from sheets_gm.gm.match_record.migration import up_to_date
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.model import as_ordered

LONG = 1_000
"""A value with at least this many characters is stored as a part."""

LISTS = ("drafts", "standing")
"""The fields of which each element may be a part, because they change one at a time."""

FEATURES = "parts"
"""The field of which the value of each feature may be a part, for the same reason."""

_PART = "part"

Head: TypeAlias = dict[str, Any]


class Split(NamedTuple):
    """A record as it is stored: its head, and the text of each part by digest."""

    head: Head
    parts: dict[str, str]


def split(record: Record, most: int | None = None) -> Split:
    """Return *record* in at most *most* parts."""
    head: Head = record.model_dump(mode="json")
    parts: dict[str, str] = {}
    for name, value in head.items():
        head[name] = _apart(name, value, parts, most)
    return Split(head, parts)


def _apart(name: str, value: Any, parts: dict[str, str], most: int | None = None) -> Any:
    """Return the *value* of the field *name* for a head. Long values are added to *parts*, up to *most*."""

    def apart(value: Any) -> Any:
        text = as_ordered(value).decode()
        if len(text) < LONG or (most is not None and len(parts) >= most):
            return value
        digest = digest_of(text)
        parts[digest] = text
        return {_PART: digest}

    if name in LISTS:
        return [apart(each) for each in value]
    if name == FEATURES:
        return {feature: apart(each) for feature, each in value.items()}
    return apart(value) if value and isinstance(value, list | dict) else value


class _Field(NamedTuple):
    """A field of a record, and its stored form."""

    value: Any
    head: Any
    parts: dict[str, str]


class Splitter:
    """Splits the records of matches. A field with the same value as the last time is not serialized again."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, _Field]] = {}

    def split(self, record: Record) -> Split:
        """Return *record* in parts."""
        match, values = record.charter.match, record.__dict__
        old_fields = self._known.get(match, {})
        changed = {
            name for name, value in values.items() if name not in old_fields or old_fields[name].value is not value
        }
        fields = dict(old_fields)
        for name, value in record.model_dump(mode="json", include=changed).items():
            parts: dict[str, str] = {}
            fields[name] = _Field(values[name], _apart(name, value, parts), parts)
        self._known[match] = fields
        head = {name: fields[name].head for name in values}
        return Split(head, {digest: text for each in fields.values() for digest, text in each.parts.items()})

    def forget(self, match: str) -> None:
        """Remove a match from memory."""
        self._known.pop(match, None)


def digest_of(text: str) -> str:
    """Return the digest that identifies a part."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def digests_in(head: Head) -> Iterator[str]:
    """Yield the digests of the parts that *head* refers to."""
    for name, value in head.items():
        among = value if name in LISTS else value.values() if name == FEATURES and not _is_part(value) else (value,)
        for each in among:
            if _is_part(each):
                yield each[_PART]


def joined(head: Head, parts: Mapping[str, str]) -> Record:
    """Return the record that was split. Raises KeyError if a part is missing, ValueError if it is not a record."""

    def whole(value: Any) -> str:
        return parts[value[_PART]] if _is_part(value) else json.dumps(value, ensure_ascii=False)

    def field(name: str, value: Any) -> str:
        if name == FEATURES and not _is_part(value):
            return f"{{{','.join(f'{json.dumps(feature)}:{whole(each)}' for feature, each in value.items())}}}"
        return f"[{','.join(map(whole, value))}]" if name in LISTS else whole(value)

    return Record.model_validate_json(up_to_date({name: field(name, value) for name, value in head.items()}))


def _is_part(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {_PART}


class PartCache:
    """A cache of the parts of each match that were last read or written, so that none is fetched again."""

    def __init__(self) -> None:
        self._parts: dict[str, Mapping[str, str]] = {}
        self._versions: dict[str, int] = {}

    def complete(self, match: str, head: Head, fetch: Callable[[tuple[str, ...]], Mapping[str, str]]) -> dict[str, str]:
        """Return the texts of all parts of *head*. *fetch* returns those that are not in the cache."""
        cached = self._parts.get(match, {})
        wanted = tuple(dict.fromkeys(digests_in(head)))
        missing = tuple(digest for digest in wanted if digest not in cached)
        texts = {**cached, **(fetch(missing) if missing else {})}
        parts = {digest: texts[digest] for digest in wanted}
        self._parts[match] = parts
        self._versions.pop(match, None)
        return parts

    def keep(self, match: str, parts: Mapping[str, str], version: int | None = None) -> None:
        """Keep the parts of a match that were just written with this *version* of its record."""
        self._parts[match] = parts
        if version is not None:
            self._versions[match] = version

    def stored(self, match: str, version: int) -> Set[str] | None:
        """Return the digests of the parts stored with this *version*; None if another program wrote it last."""
        return self._parts[match].keys() if self._versions.get(match) == version else None

    def forget(self, match: str) -> None:
        """Remove a match from the cache."""
        self._parts.pop(match, None)
        self._versions.pop(match, None)
