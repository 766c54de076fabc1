"""Rows as somebody fills them in who wants to harm a match, and what the game master makes of each.

One match stands for all values: a row is read, answered and done with a copy of its session, which stores nothing.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import islice
from typing import Any

from sheets_gm.gm.calendars import calendar_for
from sheets_gm.gm.intake.desk.desk_forms import DESK, is_desk_form
from sheets_gm.gm.intake.desk.roll_form import ROLLS
from sheets_gm.gm.intake.row_guard import CANNOT
from sheets_gm.gm.intake.rows import Row
from sheets_gm.gm.intake.submissions import collect
from sheets_gm.gm.poll import steps
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.gm.workbooks.live.answered_rows import open_step
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.sheet.reading import Key, read_row
from tests.gm.table import Evening

ZONES = ("UTC", "America/New_York", "Pacific/Kiritimati")

USUAL: Mapping[str, Typed] = {
    "on": "",
    "value": "2h",
    "why": "because",
    "since": "",
    "until": "2h",
    "who": "Zoe",
    "text": "Ana moved twice",
    "order": "action=FIGHT",
    "when": "next time",
}
"""What stands in the other fields of a row, so that the one with the hostile value is reached."""


class Forgetful:
    """A store that reads what another one has, and keeps nothing."""

    def __init__(self, store: Any) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def save(self, record: Any) -> Any:
        """The record as if it were stored."""
        return record.but(version=record.version + 1)

    def append(self, _match: str, _entry: Any, record: Any) -> Any:
        """The record as if it were stored with an entry."""
        return record.but(version=record.version + 1)


def acts_of(form: Form) -> tuple[Typed, ...]:
    """What a row of *form* may ask for; none where it has no such choice."""
    return next((field.choices for field in form.at(0).fields if field.name == "act"), (None,))


def hostile_rows(form: Form, values: Sequence[Typed]) -> Iterator[dict[str, Typed]]:
    """Each of *values* in each field of *form*, for each act, with what usually stands in the other fields."""
    fields = form.at(0).fields
    for act in acts_of(form):
        on = next(iter(form.given.get(("act", act), {}).get("on", ())), "1") if form.key == DESK else ""
        usual = {field.name: USUAL.get(field.name, field.default) for field in fields} | {"act": act, "ready": True}
        for field in fields:
            for value in values:
                yield {**usual, **({"on": on} if on else {}), field.name: value}


def copied(session: Session) -> Session:
    """A copy of *session* that goes its own way."""
    found = copy(session)
    found.window = copy(session.window)
    return found


def in_zones(evening: Evening) -> list[Session]:
    """The session of a match in each of the zones."""
    session = evening.table.session
    found = []
    for zone in ZONES:
        each = copied(session)
        each.record = session.record.but(policy=session.record.policy.but(zone=zone))
        each.versions = (each.record, *session.versions[1:])
        each.ports = replace(session.ports, store=Forgetful(session.ports.store))
        found.append(each)
    return found


def answered(session: Session, form: Form, number: int, typed: Mapping[str, Typed], now: float) -> Row | None:
    """A row as a poll answers it; None where there is nothing to answer."""
    key: Key = (form.key, form.seat, number)
    step = replace(open_step(session, now), forms=(form,))
    read = read_row(key, form.at(number), typed, {})
    return next((row for row in collect(step, {key: read}).rows if row.key == key), None)


def done(evening: Evening, session: Session, row: Row, now: float) -> Session:
    """The session once a poll has done what a *row* of a desk form asks for, and has drawn the match."""
    trial, books = copied(session), copy(evening.table.workbooks)
    steps.do_desk_row(trial, row, now)
    books.session = trial
    snapshot = books.snapshot({})
    for layout in books.layouts[:1]:
        draw(snapshot, layout)
    calendar_for(trial.record, trial.all_forms, "a turn", now)
    return trial


def faults_of(evening: Evening, values: Sequence[Typed], every: int = 1, does: int = 1) -> list[str]:
    """What the program stumbles over where somebody types *values* into the desk forms of a match.

    One in so many of the rows is tried, and one in so many of those that can be done *does* it.
    """
    sessions, faults, possible = in_zones(evening), [], 0
    forms = {form.key: form for form in evening.table.session.all_forms if is_desk_form(form)}
    rows = (
        (session, form, typed)
        for form in forms.values()
        for typed in hostile_rows(form, values)
        for session in sessions
    )
    for number, (session, form, typed) in enumerate(islice(rows, 0, None, every)):
        row = answered(session, form, number % form.rows, typed, evening.now)
        if row is None:
            continue
        texts = [row.draft.receipt]
        acts = row.stands and row.form.close is Close.AT_ONCE and form.key != ROLLS
        possible += acts
        if acts and possible % does == 0:
            texts += [each.receipt for each in done(evening, session, row, evening.now).record.drafts]
        faults += [f"{form.key} {typed}: {text}" for text in texts if CANNOT in text]
    return faults


def faults_of_a_game(session: Session, values: Sequence[Typed], every: int = 1, but: Container[str] = ()) -> list[str]:
    """What the rules of a game stumble over where somebody types *values* into its forms that are open, *but* some."""
    faults: list[str] = []
    rows = (
        (form, row, field, value)
        for form, row in _rows(session)
        if form.key not in but
        for field in form.at(row).fields
        for value in values
    )
    for form, number, field, value in islice(rows, 0, None, every):
        usual = {each.name: each.choices[0] if each.choices else each.default for each in form.at(number).fields}
        row = answered(session, form, number, {**usual, field.name: value, "ready": True}, session.ports.clock())
        if row is not None and CANNOT in row.draft.receipt:
            faults.append(f"{form.key} {field.name}={value!r}: {row.draft.receipt}")
    return faults


def _rows(session: Session) -> Iterator[tuple[Form, int]]:
    """The rows of the game's open forms that differ from each other."""
    forms = {form.key: form for form in session.forms}
    return ((form, row) for form in forms.values() for row in range(form.rows if form.each else 1))
