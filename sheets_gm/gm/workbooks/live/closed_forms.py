"""What people typed in forms that are closed because a backup was restored.

It means nothing in the position of the backup, and only its owner can tell what is still useful. So it is kept and
shown below the rows of its form, without inputs, until its owner has had that form again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheets_gm.gm.intake.rows import key_of
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks.build import template_as_built
from sheets_gm.gm.workbooks.form_lines import lines_on
from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.live.workbooks import Reading, Workbooks
from sheets_gm.kernel.forms import Form, Typed
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.cleaning import spelled
from sheets_gm.sheet.reading import Lines, other_rows
from sheets_gm.sheet.tabs import FormTab

BEFORE = "before"
"""The end of the name of such a row."""

KEPT = "⚠ From before the backup. It counts for nothing now: use what still fits when this form opens again."
"""The answer to such a row."""

MOST = 200
"""The most such rows of a match. Owners could paste any number."""

SEARCHED = 20
"""How many entries are searched for a position in which a form was open."""

NO_INPUTS = frozenset({"seat", "player", "ready", "receipt", "sign", "whose"})


def with_closed_forms(books: Workbooks, reading: Reading) -> tuple[Draft, ...]:
    """Return the drafts of the record, and of rows whose forms have closed since people typed in them."""
    drafts = {key_of(draft): draft for draft in books.session.record.drafts}
    seen = {(draft.form, draft.seat, draft.closed, str(draft.typed)) for draft in drafts.values() if draft.kept}
    for draft in _typed_there(books, reading):
        if len(seen) < MOST and (draft.form, draft.seat, draft.closed, str(draft.typed)) not in seen:
            seen.add((draft.form, draft.seat, draft.closed, str(draft.typed)))
            while key_of(draft) in drafts:
                draft = draft.but(row=draft.row + 1)  # noqa: PLW2901 - the next row that is free
            drafts[key_of(draft)] = draft
    return tuple(drafts.values())


def _typed_there(books: Workbooks, reading: Reading) -> Iterator[Draft]:
    """Yield a draft for each row with content whose form is not open now."""
    session, snapshot = books.session, books.snapshot({})
    for layout in books.layouts:
        workbook, values = books.workbook(layout), reading.values[layout.key]
        for tab in session.journal.tabs:
            if not isinstance(tab, FormTab) or tab.ask or tab.key not in layout.tabs:
                continue
            lines = lines_on(snapshot, layout, tab)
            template = template_as_built(session.record, workbook, tab.key, session.template.tabs[tab.key])
            rows = [*other_rows(lines, template, session.people.seats, values.get(tab.key, ()))]
            defaults = _defaults(session, tab.form) if rows else frozenset()
            for name, cells in rows:
                typed = {field: value for field, value in cells.items() if field not in NO_INPUTS and spelled(value)}
                filled = {field: value for field, value in typed.items() if field in tab.fields and value is not False}
                owner = _owner(session, layout, name)
                if owner and filled.items() - defaults and not name.endswith(f" {BEFORE}"):
                    yield _kept(tab.form, owner, name, typed, lines)


def _kept(form: str, owner: str, name: str, typed: Mapping[str, Typed], lines: Lines) -> Draft:
    """Return the draft of a row called *name*, below the rows of its owner."""
    first = sum(key[1] == owner for key in lines.keys)
    closed = f"{name.removeprefix(owner).strip()} {BEFORE}".strip()
    return Draft(form=form, seat=owner, row=first, typed=dict(typed), since=0.0, receipt=KEPT, closed=closed, kept=True)


def _owner(session: Session, layout: WorkbookLayout, name: str) -> str:
    """Return the seat or team whose row is called *name*, if its forms are filled in here; else ""."""
    here: Sequence[str] = [each for each in (*layout.eyes, *layout.teams) if each != GM]
    named = [each for each in here if name == each or name.startswith((f"{each} ", f"{each}:"))]
    if named:
        return max(named, key=len)
    teams = {session.people.seats[each].team or each for each in layout.eyes if each in session.people.seats}
    return here[0] if len({*teams, *layout.teams}) == 1 and here else ""


def _defaults(session: Session, key: str) -> frozenset[tuple[str, Typed]]:
    """Return what the fields of a form held when it was last drawn open, before anybody typed."""
    newest = session.entry.number
    for number in range(newest, max(-1, newest - SEARCHED), -1):
        forms: Sequence[Form] = [form for form in session.forms_after(number) if form.key == key]
        if forms:
            parts = (form.at(row) for form in forms for row in range(form.rows))
            return frozenset((name, value) for part in parts for name, value in part.drawn.items())
    return frozenset()
