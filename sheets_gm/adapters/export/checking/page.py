"""The parts of a report that do not follow from its record."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from sheets_gm.adapters.export.origin import Origin
from sheets_gm.adapters.export.packing import unpacked
from sheets_gm.adapters.export.past import past_of
from sheets_gm.adapters.export.proof import Proof
from sheets_gm.adapters.export.record import MatchRecord
from sheets_gm.adapters.export.report.page import report_page
from sheets_gm.adapters.export.report.parts import signed_text
from sheets_gm.adapters.export.report.reading import parcel_of, text_of, without_origin
from sheets_gm.adapters.export.signing import is_text_signed

PARCELS = {"frames": "its boards", "sealed": "the texts that its check reads"}

_PARCEL = re.compile(r'<script type="text/plain"[^>]*>[^<]*</script>')
_PART = re.compile(r"(?=<(?:section id|details id|header|script|style)\b)")
_NAME = re.compile(r'<(?:section|details) id="([\w-]+)"|<(\w+)')


def altered_parts(path: Path, record: MatchRecord, origin: Origin) -> Iterator[str]:
    """Yield each part of the report *path* that differs from the report of *record*."""
    page = text_of(path)
    right = report_page(past_of(record, origin.zone), origin.audience, Proof(lambda: record))
    for name, contents in PARCELS.items():
        if unpacked(parcel_of(page, name)) != unpacked(parcel_of(right, name)):
            yield f"The report was altered: {contents} do not follow from its record."
    shown_parts, _, signature = (unpacked(parcel_of(page, "parts")) or "").partition("\n")
    if signature and not is_text_signed(record.charter, signed_text(shown_parts, _last_seal(record)), signature):
        yield "The report was altered: the key of the match has not signed its parts."
    shown, expected = (_PART.split(_PARCEL.sub("", without_origin(each))) for each in (page, right))
    if len(shown) != len(expected):
        yield "The report was altered: it has other parts than the report of its record."
        return
    for one, other in zip(shown, expected, strict=True):
        if one != other:
            yield f"The report was altered in its part “{_name(other)}”, which does not follow from its record."


def _last_seal(record: MatchRecord) -> str:
    return deque(record.entries, maxlen=1)[0].seal


def _name(part: str) -> str:
    """Return the name of a part in the page: “turn-12”."""
    match = _NAME.match(part)
    return (match[1] or match[2]) if match else "beginning"
