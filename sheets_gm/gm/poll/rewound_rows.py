"""Rewound rows: a rewind restores what people had typed for the step that it opens again, as drafts without ticks.

The locks of that step are in the journal. If the step was never locked, the current drafts belong to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheets_gm.gm.between.rows.naming import is_player_of
from sheets_gm.gm.intake.rows import key_of
from sheets_gm.gm.match_record.drafts import BY_OWNER, Draft
from sheets_gm.gm.match_record.timeline import rewound_to
from sheets_gm.gm.session import Session
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.sheet.reading import READY, Key

Forms = Mapping[tuple[str, str], Form]
"""Open forms by their key and their owner."""

KEEP = "keep"


def rewound_rows(session: Session, to: int, forms: Sequence[Form], now: float) -> tuple[Draft, ...]:
    """Return the drafts for *forms* when the next entry rewinds to entry *to*. *forms* are open in that position."""
    closes = (Close.TOGETHER, Close.AT_ONCE)
    opened: Forms = {(form.key, form.seat): form for form in forms if form.close in closes}
    still_open = opened
    rows: dict[Key, tuple[Mapping[str, Typed], str]] = {}
    entries, goes_on = _played_from(session, to)
    for entry in entries:
        for typed in entry.typed:
            if (
                (typed.form, typed.seat) in still_open
                and typed.by in BY_OWNER
                and _sits_there(session, typed.seat, entry)
            ):
                rows.setdefault((typed.form, typed.seat, typed.row), (typed.cells, typed.by))
        still_open = _still_open(session, still_open, entry)
    if goes_on:
        for draft in session.record.drafts:
            if (draft.form, draft.seat) in still_open and draft.done is None and draft.by in BY_OWNER:
                rows.setdefault(key_of(draft), (draft.typed, draft.by))
    number = session.entry.number + 1
    drafts = (_draft(key, opened[key[:2]], cells, by) for key, (cells, by) in rows.items())
    return tuple(draft.but(since=now, filled=number) for draft in drafts if draft is not None)


def _sits_there(session: Session, seat: str, entry: Entry) -> bool:
    """Return whether *seat* has the same player as in *entry*. For a team it is always True."""
    then = session.record.people_at(entry.number).get(seat)
    now = next((each for each in session.record.people if each.id == seat), None)
    return then is None or now is None or is_player_of(now, then.player, then.account)


def _played_from(session: Session, to: int) -> tuple[Sequence[Entry], bool]:
    """Return what was last played from the position after *to*, and whether it leads to the current one."""
    played: list[Entry] = []
    goes_on = True
    for entry in session.ports.store.entries(session.match, to + 1):
        back = rewound_to(entry)
        if back is None:
            played += [entry] if goes_on else []
        elif back == to or (goes_on and back > to):
            played = [each for each in played if each.number <= back]
            goes_on = True
        else:
            goes_on = False
    return played, goes_on


def _still_open(session: Session, forms: Forms, entry: Entry) -> Forms:
    """Return those of *forms* that *entry* left open, in the same step."""
    if not forms or entry.kind != "turn":
        return forms
    after = {(form.key, form.seat): form for form in session.forms_after(entry.number)}
    rows = {(typed.form, typed.seat) for typed in entry.typed}
    alone = bool(rows) and not any(forms[key].close is Close.TOGETHER for key in rows & forms.keys())
    alone = alone and len(entry.attendance) <= 1
    return {
        key: form
        for key, form in forms.items()
        if key in after and (alone if form.close is Close.TOGETHER else after[key].shown == form.shown)
    }


def _draft(key: Key, form: Form, cells: Mapping[str, Typed], by: str) -> Draft | None:
    """Return the draft of a row with *cells*, without its tick; None if nobody had typed anything."""
    name, seat, row = key
    if row >= form.rows:
        return None
    row_form = form.at(row)
    drawn = {**row_form.drawn, READY.name: False} if form.has_ready_box(row) else row_form.drawn
    typed = {**drawn, **{field: value for field, value in cells.items() if field in row_form.drawn or field == KEEP}}
    if typed == drawn:
        return None
    return Draft(form=name, seat=seat, row=row, typed=typed, since=0.0, revision=1, by=by)
