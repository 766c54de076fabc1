"""Taking: from rows as they were read to orders that stand, refusals, slips, receipts, and who has done what.

Laws: every row that holds something gets an answer; one row's fault costs no other row; a receipt changes only when
the row or the answer does. A draft counts: an order that stands is taken at the lock whether or not it was confirmed.
A confirmed row of the house's own forms that was refused stays refused until somebody changes it: what a game master
asked for and was told is impossible must not be done days later, when it has become possible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sheets_gm.games.contract import Game
from sheets_gm.gm.desk.desk_forms import is_desk_form
from sheets_gm.gm.intake.attendance import Facts, attendance_of
from sheets_gm.gm.ports import Draft
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.kernel.journal import Attendance, Refused, Slip, Typing
from sheets_gm.kernel.outcome import Order, Remark
from sheets_gm.kernel.rules import no_conflicts, remarks_together
from sheets_gm.sheet.reading import Key, RowRead, read_row, row_name

FormatTime = Callable[[float], str]
"""An instant in the match's own time zone, as its sheet writes it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row with all that is said of it."""

    key: Key
    form: Form
    read: RowRead
    remark: Remark | None
    draft: Draft

    @property
    def stands(self) -> bool:
        """Whether it holds an order that can be taken; a row as it was drawn orders nothing."""
        return self.read.touched and self.read.order is not None and not (self.remark and self.remark.refuses)

    @property
    def wrong(self) -> bool:
        """Whether something in it must be mended before it counts."""
        return bool(self.read.slips) or bool(self.remark and self.remark.refuses)

    @property
    def stops(self) -> bool:
        """Whether rows of its form that stand behind it wait for it: it must be mended, or is confirmed and empty."""
        if self.form.close is not Close.AT_ONCE or is_desk_form(self.form) or self.draft.done is not None:
            return False
        return self.wrong or (self.read.ready and not self.stands)

    def typing(self) -> Typing:
        """The row as it was typed, for the journal."""
        form, seat, number = self.key
        place = next((cell for cell in self.read.cells.values() if cell), "")
        return Typing(seat=seat, form=form, row=number, cells=dict(self.read.typed), place=place)


def key_of(draft: Draft) -> Key:
    """Which row a draft is of."""
    return draft.form, draft.seat, draft.row


@dataclass(frozen=True, slots=True)
class Submissions:
    """Everything on the table at one instant."""

    rows: tuple[Row, ...]
    attendance: Mapping[str, Attendance]

    def orders(self) -> dict[str, tuple[Order, ...]]:
        """The orders that stand, by seat, in the order of its rows; those taken one by one are left out."""
        taken: dict[str, list[Order]] = {}
        for row in self.rows:
            if row.stands and row.read.order is not None and row.form.close is Close.TOGETHER:
                taken.setdefault(row.key[1], []).append(row.read.order)
        return {seat: tuple(orders) for seat, orders in taken.items()}

    def next_at_once(self, *, ours: bool = False) -> Row | None:
        """The first row, of the forms whose rows are taken one by one, that is confirmed and not yet taken.

        A row of the game that is wrong stops those behind it on its form. *ours*: only rows of the house's own forms.
        """
        stopped: set[tuple[str, str]] = set()
        for row in self.rows:
            form = row.key[:2]
            if row.form.close is not Close.AT_ONCE or form in stopped or row.draft.done is not None:
                continue
            if ours and not is_desk_form(row.form):
                continue
            if row.read.ready and row.stands:
                return row
            if row.stops:
                stopped.add(form)
        return None

    def slips(self) -> tuple[Slip, ...]:
        """All that could not be read."""
        return tuple(slip for row in self.rows for slip in row.read.slips)

    def refused(self) -> tuple[Refused, ...]:
        """All orders that cannot stand."""
        return tuple(
            Refused(seat=row.key[1], order=row.read.order.model_dump(mode="json"), text=row.remark.text)
            for row in self.rows
            if row.draft.done is None and row.read.order is not None and row.remark is not None and row.remark.refuses
        )

    def typed(self) -> tuple[Typing, ...]:
        """Every row that somebody touched, as it was typed."""
        return tuple(row.typing() for row in self.rows if row.read.touched)


def collect(
    game: Game[Any, Any],
    state: Any,
    forms: Sequence[Form],
    found: Mapping[Key, RowRead],
    drafts: Mapping[Key, Draft],
    now: float,
    told: FormatTime,
    excused: frozenset[str] = frozenset(),
    aside: Callable[[str, Order], Remark | None] | None = None,
) -> Submissions:
    """Answer every row of *forms*.

    *found* are the rows that could be read; for one that could not, what it held at the last poll (*drafts*) stands.
    *aside* checks the rows of the house's own forms.
    """
    read: list[tuple[Form, RowRead, Remark | None]] = []
    for whole in forms:
        for number in range(whole.rows):
            form = whole.at(number)
            key = (form.key, form.seat, number)
            draft = drafts.get(key)
            row = found.get(key) or read_row(key, form, draft.typed if draft else _as_drawn(form), {})
            if row.slips:
                row = read_row(key, form, row.typed, row.cells)  # a row above it may have made it mean something
            remark = None
            if row.order is not None:
                if aside is not None and is_desk_form(form):
                    remark = _remark_aside(row, draft, aside, form.seat, row.order)
                else:
                    remark = game.check(state, form.seat, row.order)
            read.append((form, row, remark))
    together = _together(game, state, read)
    rows: list[Row] = []
    stopped: dict[tuple[str, str], str] = {}
    for at, (form, row, alone) in enumerate(read):
        remark = together.get(at, alone)
        before = stopped.get(row.key[:2], "")
        draft = _draft(row.key, form, row, remark, drafts.get(row.key), now, told, before)
        rows.append(Row(row.key, form, row, remark, draft))
        if not before and rows[-1].stops:
            stopped[row.key[:2]] = row_name(row.key, form)
    return Submissions(tuple(rows), attendance(forms, rows, excused, locked=False))


def _remark_aside(
    row: RowRead, draft: Draft | None, aside: Callable[[str, Order], Remark | None], seat: str, order: Order
) -> Remark | None:
    """What is wrong with a row of the house's own forms.

    One that nobody has changed since it was done is not asked about again (to try an override takes long), and a
    confirmed one that was refused stays refused.
    """
    if draft is not None and draft.typed == dict(row.typed):
        if draft.done is not None:
            return None
        if row.ready and draft.receipt.startswith("✗"):
            return Remark(text=draft.receipt.removeprefix("✗ "))
    return aside(seat, order)


def _together(
    game: Game[Any, Any], state: Any, read: Sequence[tuple[Form, RowRead, Remark | None]]
) -> dict[int, Remark]:
    """What is wrong with orders that stand alone, held against the other orders of their seat; by row."""
    asked: dict[str, dict[int, Order]] = {}
    if game.fits is no_conflicts:
        return {}
    for at, (form, row, remark) in enumerate(read):
        alone = row.touched and row.order is not None and not (remark and remark.refuses)
        if alone and row.order is not None and form.close is Close.TOGETHER:
            asked.setdefault(form.seat, {})[at] = row.order
    return {
        at: remark
        for seat, orders in asked.items()
        for at, remark in remarks_together(game, state, seat, orders).items()
    }


def _as_drawn(form: Form) -> dict[str, Typed]:
    return {field.name: field.default for field in form.fields}


def attendance(
    forms: Sequence[Form], rows: Sequence[Row], excused: frozenset[str], *, locked: bool
) -> dict[str, Attendance]:
    """The state of every seat that has a form, sorted by seat."""
    due: dict[str, list[Form]] = {form.seat: [] for form in forms}
    by_form: dict[tuple[str, str], list[Row]] = {}
    for form in forms:
        if form.due:
            due[form.seat].append(form)
            by_form[form.key, form.seat] = []
    for row in rows:
        lines = by_form.get(row.key[:2])
        if lines is not None:
            lines.append(row)
    return {seat: _done(seat, due[seat], by_form, seat in excused, locked) for seat in sorted(due)}


def _done(
    seat: str, own: Sequence[Form], by_form: Mapping[tuple[str, str], Sequence[Row]], excused: bool, locked: bool
) -> Attendance:
    """The state of one seat, which must fill in the forms in *own*."""
    lines = [by_form[form.key, seat] for form in own]
    return attendance_of(
        Facts(
            due=bool(own),
            forced=bool(own) and all(form.forced for form in own),
            excused=excused,
            touched=any(row.read.touched for line in lines for row in line),
            ready=bool(own) and all(_confirmed(line) for line in lines),
            locked=locked,
        )
    )


def _confirmed(rows: Sequence[Row]) -> bool:
    """A form is confirmed by the tick of any of its rows, while nothing in it is wrong.

    A form whose rows are taken one by one is not: it goes on until its seat ends its turn.
    """
    if rows and rows[0].form.close is Close.AT_ONCE:
        return False
    return any(row.read.ready for row in rows) and not any(row.wrong for row in rows)


def _draft(
    key: Key,
    form: Form,
    read: RowRead,
    remark: Remark | None,
    before: Draft | None,
    now: float,
    told: FormatTime,
    behind: str = "",
) -> Draft:
    typed = dict(read.typed)
    if before is not None and before.typed == typed:
        since, revision = before.since, before.revision
        if before.done is not None:
            return before
    elif before is None and not read.touched:
        since, revision = 0.0, 0
    else:
        since, revision = now, (before.revision if before else 0) + 1
    receipt = _receipt(form, read, remark, told(since) if revision else "", revision)
    if behind and read.ready and receipt.startswith("✓"):
        receipt += f"; it waits for {behind}, which must be mended or emptied first"
    if before and (before.receipt, before.since, before.revision) == (receipt, since, revision):
        return before
    return Draft(
        form=key[0], seat=key[1], row=key[2], typed=typed, since=since, revision=revision, receipt=receipt, done=None
    )


def _receipt(form: Form, read: RowRead, remark: Remark | None, when: str, revision: int) -> str:
    if read.slips:
        return "✗ " + "; ".join(_slip(slip) for slip in read.slips)
    if remark is not None and remark.refuses:
        return "✗ " + _remark(read, remark)
    if not read.touched:
        return ""
    if read.ready and read.order is None and form.close is Close.AT_ONCE:
        return "⚠ nothing stands in this row: fill it in or take its tick away, the rows below wait for it"
    taken = f"taken {when} (no. {revision})"
    if remark is not None:
        return f"{'✓' if remark.informs else '⚠'} {taken}: {_remark(read, remark)}"
    if form.due and not read.ready:
        return f"✓ {taken}; tick Ready when you are done"
    return f"✓ {taken}" + ("; ready" if read.ready else "")


def _slip(slip: Slip) -> str:
    return f"{slip.cell or slip.field}: {slip.text}" + (f"; nearest: {slip.instead}" if slip.instead else "")


def _remark(read: RowRead, remark: Remark) -> str:
    where = read.cells.get(remark.field or "", "")
    clause = f" ({remark.clause})" if remark.clause else ""
    instead = f"; nearest: {remark.instead}" if remark.instead else ""
    return (f"{where}: " if where else "") + remark.text + instead + clause
