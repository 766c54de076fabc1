"""Typed rows: what somebody had typed at a lock, in sentences, for the judge of a claim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.cleaning import is_blank, spelled


def disputed(entries: Iterable[Entry], about: int | None, until: int) -> Entry | None:
    """Return the turn that a claim is *about*, or else the newest turn up to entry *until*; None if there is none."""
    turns = [entry for entry in entries if entry.kind == "turn" and entry.number <= until]
    return next((entry for entry in turns if entry.number == about), turns[-1] if turns else None)


def typed_lines(entry: Entry, seat: Seat, zone: str) -> Iterator[str]:
    """Yield what *seat* had done when *entry* was locked, and each row that it or its team had typed."""
    done = entry.attendance.get(seat.id)
    locked = f"{entry.label}, locked {clock_face_in_zone(entry.when, zone)}"
    rows = [row for row in entry.typed if row.seat in (seat.id, seat.team)]
    yield ": ".join((locked, *([done.value] if done is not None else ()))) + ("" if rows else ", nothing typed")
    for row in rows:
        by = f" (by {row.by})" if row.by else ""
        yield f"{f'cell {row.place}' if row.place else row.form}: {cells_in_words(row.cells)}{by}"


def cells_in_words(typed: Mapping[str, Typed]) -> str:
    """Return the cells of a row as typed, without empty ones."""
    return ", ".join(f"{name}={spelled(value)}" for name, value in typed.items() if not is_blank(value)) or "empty"
