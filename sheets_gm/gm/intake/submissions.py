"""The answers to all rows of the open forms: the order or the mistake, the receipt, and the attendance.

Every row with content gets an answer, and a wrong row does not affect other rows. A ready row of a desk form that was
refused stays refused, with an empty box, until somebody changes it or ticks it again. A request must not be carried out
days later only because it has become possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from sheets_gm.games.contract import Game
from sheets_gm.gm.between.rows.desk_orders import RollOrder
from sheets_gm.gm.intake.attendance import attendance_by_seat
from sheets_gm.gm.intake.checked_rows import (
    Answered,
    Heading,
    checked,
    unfinished_cells,
    with_ways_named,
    without_refused_cell,
)
from sheets_gm.gm.intake.desk.desk_forms import is_desk_form
from sheets_gm.gm.intake.late_rows import is_late
from sheets_gm.gm.intake.receipts import (
    JUST_DONE,
    READY_ONCE_MORE,
    FormatTime,
    draft_of,
    is_asked_once_more,
    is_pressed_twice,
    left_out_cells,
    same_cells,
    stays_refused,
    was_skipped,
    with_another_tick,
)
from sheets_gm.gm.intake.row_guard import at_its_row
from sheets_gm.gm.intake.rows import ALONE, Row, Submissions, without_tick
from sheets_gm.gm.intake.rows_together import with_the_others
from sheets_gm.gm.known_answers import KnownAnswers
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.side_jobs import Report
from sheets_gm.kernel.defaults import nothing
from sheets_gm.kernel.forms import Close, Form, Reply, Typed
from sheets_gm.kernel.outcome import Order, Remark
from sheets_gm.kernel.rules import no_conflicts, remarks_together
from sheets_gm.sheet.reading import READY, Key, RowRead, blank_row, own_name, read_again, read_row


class DeskRules(NamedTuple):
    """The rules of the desk forms.

    `check(seat, order, is_asked)`: what is wrong with a row; *is_asked*: its owner was asked to tick it once more.
    `answer(seat, order)`: the answer to a row that asks.
    """

    check: Callable[[str, Order, bool], Remark | None]
    answer: Callable[[str, Order], Reply | Remark]


class Absent(NamedTuple):
    """The seats and teams that are *excused* or *away*, and the seats that have a deputy."""

    excused: frozenset[str] = frozenset()
    away: frozenset[str] = frozenset()
    deputized: frozenset[str] = frozenset()


NOBODY = Absent()


NO_DEPUTY = Remark(text="Nobody gives up here while there is a deputy. First choose no deputy on the tab “Your seat”.")
"""The answer to an order to concede of a seat that has a deputy."""


GIVES_UP = Remark(text=f"You cannot take this back. {READY_ONCE_MORE}")
"""The answer to the first tick of a row that concedes and would be carried out at once."""


READY_BOX = "Ready"
"""The name of the box of a row, for players."""


def name_as_heading(_form: str, field: str) -> str:
    """Return the name of the field as the heading of its column, if no template is known."""
    return field


@dataclass(frozen=True, slots=True)
class OpenStep:
    """The step for which rows are read: its position and forms, the drafts of the last poll, who is *absent*.

    *entry* is the number of the entry that led to the position, if known: a row that asks and was answered since then
    is not answered again. Without the rules of the *desk*, its forms are not supported. *heading* returns the headings
    of columns. *locked* are the cells of a lock whose step is not played yet. *answers* are cached answers about this
    position. *now* is when the rows are read.
    """

    game: Game[Any, Any]
    state: Any
    forms: Sequence[Form]
    format_time: FormatTime
    drafts: Mapping[Key, Draft] = field(default_factory=dict)
    absent: Absent = NOBODY
    desk: DeskRules | None = None
    heading: Heading = name_as_heading
    locked: Mapping[Key, Mapping[str, Typed]] | None = None
    entry: int | None = None
    report: Report = nothing
    answers: KnownAnswers = field(default_factory=KnownAnswers)
    now: float = 0.0

    def check_alone(self, row: Answered) -> Answered:
        """Return *row* of the game, with what is wrong with it alone.

        While a seat has a deputy, it cannot concede, because nobody can tell whether the deputy or the player typed it.
        """
        if (
            row.form.seat in self.absent.deputized
            and row.read.order is not None
            and self.game.people.concedes(row.read.order)
        ):
            return row._replace(remark=NO_DEPUTY)
        return checked(row, partial(self._check, row.read.key))

    def _check(self, key: Key, order: Order) -> Remark | None:
        return self.answers.once(("check", key), order, lambda: self.game.checks.check(self.state, key[1], order))

    def check_tick(self, row: Answered, draft: Draft | None) -> Answered:
        """Return *row* of the game, which is carried out when it is ticked, with the reason why it is not carried out
        now.

        If its owner cannot undo it, they are asked to tick it once more. A refused row stays refused until somebody
        changes it or ticks it again.
        """
        order, read = row.read.order, row.read
        if row.form.close is not Close.AT_ONCE or row.refused or order is None:
            return row
        if draft is not None and stays_refused(draft, read):
            return row._replace(remark=Remark(text=draft.receipt.removeprefix("✗ ")), asked=True)
        is_asked = draft is not None and is_asked_once_more(draft, read)
        if not read.ready or is_asked or not self.game.people.concedes(order):
            return row
        return row._replace(remark=GIVES_UP, asked=True)

    def box_to_confirm(self, row: Answered) -> str:
        """Return the heading of the box that must be ticked before *row* counts; "" if there is none.

        It is needed if the row concedes, ends the match, or is carried out when ticked.
        """
        form, read = row.form, row.read
        if read.ready or read.order is None or not read.touched:
            return ""
        if is_desk_form(form):
            return "" if isinstance(read.order, RollOrder) else self.heading(form.key, READY.name)
        return READY_BOX if form.counted.confirmed or self.game.people.concedes(read.order) else ""

    def answer(self, row: Answered) -> Answered:
        """Return *row* with the answer to what it asks, if it asks. The answer uses only the view of its seat."""
        if row.read.order is None or not row.read.touched:
            return row
        said = at_its_row(row.read.key, partial(self._answer, row.form, row.read.order), self.report)
        return row._replace(remark=said) if isinstance(said, Remark) else row._replace(reply=said)

    def _answer(self, form: Form, order: Order) -> Reply | Remark | None:
        if is_desk_form(form):
            return self.desk.answer(form.seat, order) if self.desk is not None else None
        return self.game.checks.answer(self.game.view(self.state, form.seat), form.seat, order)

    def total(self, seat: str, form: str, orders: tuple[Order, ...]) -> Remark | None:
        """Return what the rules say about all rows of a form together."""
        ask = partial(self.game.checks.total, self.state, seat, form, orders)
        return at_its_row((form, seat, 0), partial(self.answers.once, ("total", form, seat), orders, ask), self.report)

    def draft(self, row: Answered, before: Draft | None) -> Draft:
        return draft_of(row, before, self.now, self.format_time)

    def is_asked_again(self, row: Answered, before: Draft) -> bool:
        """Return whether *row* is unchanged since its owner was asked in this position to tick it again."""
        return self._is_unchanged(row, before, since=before.asked_again)

    def keeps(self, row: Answered, before: Draft) -> bool:
        """Return whether *row* keeps its former answer, whatever the rules say about it now."""
        if row.skipped and was_skipped(before) and before.typed == dict(row.read.typed):
            return True
        return self.is_asked_again(row, before)

    def asks_again(self, draft: Draft) -> Draft:
        """Return *draft* of a row that was ticked for an earlier step, with a receipt that asks for another tick."""
        return draft.but(receipt=with_another_tick(draft.receipt), asked_again=self.entry)

    def is_answered(self, row: Answered, draft: Draft | None) -> bool:
        """Return whether *draft* has the answer to what *row* asks in this position."""
        return draft is not None and self._is_unchanged(row, draft, since=draft.answered)

    def _is_unchanged(self, row: Answered, draft: Draft, since: int | None) -> bool:
        """Return whether *row* is unchanged since *draft*, and *since* is the entry of this position."""
        return since is not None and since == self.entry and draft.typed == dict(row.read.typed)


def collect(step: OpenStep, found: Mapping[Key, RowRead]) -> Submissions:
    """Answer every row of the open forms.

    *found* are the rows that could be read; for any other row, its draft from the last poll counts. A row of a desk
    form, or one that asks, is left out if nobody has typed in it.
    """
    answered, blanks = _read_alone(step, found)
    together = with_the_others(_checked_together(step, answered), step.total)
    lines = _Lines(step)
    rows: list[Row] = []
    for each in _without_replaced(together) if any(form.counted.duty for form in step.forms) else together:
        blank = blanks.get(each.read.key)
        if blank is not None and blank.answered is each:
            rows.append(blank.row)
        elif each.form.close is Close.ASK:
            rows.append(_with_reply(step, each))
        else:
            rows.append(lines.next(each))
    return Submissions(
        tuple(rows), attendance_by_seat(step.forms, rows, step.absent.excused, step.absent.away, locked=False)
    )


def _read_alone(step: OpenStep, typed: Mapping[Key, RowRead]) -> tuple[list[Answered], dict[Key, Blank]]:
    """Return every row of the open forms with what is wrong with it alone, and the blank ones among them."""
    answered: list[Answered] = []
    blanks: dict[Key, Blank] = {}
    typed_places = {key[:2] for key in (*typed, *step.drafts)}
    for form in step.forms:
        blank_rows = (
            form.once(_blank_rows) if step.locked is None and (form.key, form.seat) not in typed_places else None
        )
        if blank_rows is not None:
            blanks.update(blank_rows)
            answered += [blank.answered for blank in blank_rows.values()]
            continue
        for key in form.once(_keys):
            if form.due or key in step.drafts or not _is_left_alone(form, typed.get(key)):
                row_form = form.at(key[2])
                is_known = step.locked is not None or key in typed or key in step.drafts
                blank = None if is_known or form.close is Close.ASK else _blank(row_form, key)
                if blank is not None:
                    blanks[key] = blank
                answered.append(_checked_alone(step, row_form, key, typed) if blank is None else blank.answered)
    return answered, blanks


@dataclass(slots=True)
class _Lines:
    """The rows of a step from top to bottom. A row may have to wait for another row of its form above it.

    *_held_back* is the name of the row that later rows wait for, by form and seat. *_has_next* are the forms and seats
    of which a row above is played first.
    """

    step: OpenStep
    _held_back: dict[tuple[str, str], str] = field(default_factory=dict)
    _has_next: set[tuple[str, str]] = field(default_factory=set)

    def next(self, each: Answered) -> Row:
        """Return the next row with its answer."""
        key, step = each.read.key, self.step
        line = key[:2]
        before = step.drafts.get(key)
        row = self._with_what_holds(each, before)
        kept = step.answers.once(("row", key), (row, before, step.entry), partial(self._kept, row, before))
        if row.read.ready and kept.draft.done is None and not row.skipped:
            self._has_next.add(line)
        if not row.waits_for and kept.stops:
            self._held_back[line] = own_name(key, row.form)
        return kept

    def _kept(self, row: Answered, before: Draft | None) -> Row:
        """Return *row* with its new draft."""
        keeps = before is not None and not row.read.swapped and self.step.keeps(row, before)
        draft = before if before is not None and keeps else self.step.draft(row, before)
        return _row(row, self.step.asks_again(draft) if row.read.outdated else draft)

    def _with_what_holds(self, row: Answered, before: Draft | None) -> Answered:
        """Return *row* with what it waits for, the box that confirms it, and whether it is skipped."""
        line, heading = row.read.key[:2], self.step.heading
        unfinished, waits_for = unfinished_cells(row, heading), self._held_back.get(line, "")
        if unfinished or waits_for:
            row = row._replace(unfinished=unfinished, waits_for=waits_for)
        if row.read.slips:
            row = with_ways_named(row, heading)
        if confirm := self.step.box_to_confirm(row):
            row = row._replace(confirm=confirm)
        is_skipped = line not in self._has_next and _is_skipped(row, before)
        return row._replace(skipped=True) if is_skipped else row


class Blank(NamedTuple):
    """A row in which nobody has typed, and which orders nothing as drawn. It depends only on its form."""

    answered: Answered
    row: Row


def _blank_rows(form: Form) -> Mapping[Key, Blank] | None:
    """Return all rows of an untouched *form* that need an answer; None if one orders something as drawn."""
    if not form.due and _is_left_alone(form, None):
        return {}
    rows = {key: _blank(form.at(key[2]), key) for key in form.once(_keys)}
    return None if None in rows.values() else {key: row for key, row in rows.items() if row is not None}


def _blank(form: Form, key: Key) -> Blank | None:
    """Return the untouched row of *form*, cached; None if it orders something as drawn."""
    known = form.once(_blanks_found)
    if key not in known:
        row = Answered(form, _from_draft(key, form, None))
        read = row.read
        orders = read.order is not None or read.touched or read.slips or read.missing
        known[key] = None if orders else Blank(row, _row(row, draft_of(row, None, 0.0, str)))  # it was typed at no time
    return known[key]


def _blanks_found(_form: Form) -> dict[Key, Blank | None]:
    """Return an empty cache for the blank rows of a form."""
    return {}


def _row(row: Answered, draft: Draft) -> Row:
    together = row.together or ALONE
    note = left_out_cells(row)
    return Row(
        row.read.key, row.form, row.read, row.remark, draft, row.left_out, note, together, row.replaced, row.skipped
    )


def _is_skipped(row: Answered, before: Draft | None) -> bool:
    """Return whether *row* does nothing on its turn, or did nothing when its turn came.

    A skipped row stays skipped until somebody changes it, even if it becomes possible.
    """
    if row.form.close is not Close.AT_ONCE or row.late or row.waits_for or not row.read.ready or row.read.outdated:
        return False
    if before is not None and before.typed == dict(row.read.typed) and was_skipped(before):
        return True
    return row.remark is not None and row.remark.skips


def _without_replaced(rows: Sequence[Answered]) -> Iterator[Answered]:
    """Yield *rows*. Rows of a form are marked if another form with the same duty is ready and counts instead."""
    ready = {
        (row.form.seat, row.form.counted.duty, row.form.key) for row in rows if row.form.counted.duty and row.is_ready
    }
    done = {each[:2] for each in ready}
    for row in rows:
        form = row.form
        replaced = (form.seat, form.counted.duty) in done and (form.seat, form.counted.duty, form.key) not in ready
        yield row._replace(replaced=True) if replaced else row


def _keys(form: Form) -> tuple[Key, ...]:
    return tuple((form.key, form.seat, number) for number in range(form.rows))


def _is_left_alone(form: Form, read: RowRead | None) -> bool:
    """Return whether a row of *form* without a draft needs no answer. *read* is its content."""
    if read is not None and (read.touched or read.slips):
        return False
    return form.close is Close.ASK or is_desk_form(form)


def _with_reply(step: OpenStep, row: Answered) -> Row:
    """Return a row that asks, with its answer."""
    key = row.read.key
    draft = step.drafts.get(key)
    if draft is None or not step.is_answered(row, draft):
        unfinished = unfinished_cells(row, step.heading)
        row = step.answer(row._replace(unfinished=unfinished) if unfinished else row)
        draft, answered = step.draft(row, draft), step.entry if row.reply or row.remark else None
        draft = draft if draft.answered == answered else draft.but(answered=answered)
    return Row(key, row.form, row.read, None, draft)


def _checked_alone(step: OpenStep, form: Form, key: Key, found: Mapping[Key, RowRead]) -> Answered:
    """Return a row with what is wrong with it alone."""
    draft = step.drafts.get(key)
    read = found.get(key) or _from_draft(key, form, draft)
    if read.slips or read.instead:
        # a row above may have changed what this one means
        read = read_again(read, form)
    row = Answered(form, read)
    lasts = is_desk_form(form) or form.close is Close.STANDING
    if step.locked is not None and not lasts and is_late(read, form, step.locked):
        return row._replace(late=True)  # the rules of the present step do not concern it
    if read.order is None or isinstance(read.order, RollOrder) or form.close is Close.ASK:
        return row
    if step.desk is not None and is_desk_form(form):
        if draft is not None and is_pressed_twice(draft, read, step.now):
            return row._replace(remark=Remark(text=JUST_DONE))
        return row._replace(
            remark=at_its_row(key, partial(_desk_remark, read, draft, step.desk, read.order), step.report)
        )
    alone = at_its_row(key, partial(step.check_alone, row), step.report)
    return row._replace(remark=alone) if isinstance(alone, Remark) else step.check_tick(alone, draft)


def _desk_remark(read: RowRead, draft: Draft | None, desk: DeskRules, order: Order) -> Remark | None:
    """Return what is wrong with a row of a desk form.

    A row that was carried out and not changed since is not checked again, because trying an override is slow. A refused
    row is not checked again either, until somebody changes it or ticks it again.
    """
    if draft is not None and draft.done is not None:
        if not read.ready and same_cells(draft.typed, read.typed):
            return None
    elif draft is not None and stays_refused(draft, read):
        return Remark(text=draft.receipt.removeprefix("✗ "))
    # before the tick there is nothing to ask once more
    is_asked = not read.ready or (draft is not None and is_asked_once_more(draft, read))
    return desk.check(read.key[1], order, is_asked)


def _checked_together(step: OpenStep, answered: Sequence[Answered]) -> Sequence[Answered]:
    """Return the rows; orders that stand alone are checked together with the others of their seat."""
    if step.game.checks.fits is no_conflicts:
        return answered
    by_seat: dict[tuple[str, Close], list[int]] = {}
    for at, row in enumerate(answered):
        if row.form.close in (Close.TOGETHER, Close.STANDING) and row.read.touched and not row.late:
            by_seat.setdefault((row.form.seat, row.form.close), []).append(at)
    rows = list(answered)
    for (seat, _), places in by_seat.items():
        while (remarks := _conflicts(step, seat, rows, places)) and (cell := _refused_cell(step, rows, remarks)):
            rows[cell[0]] = cell[1]
        for at, remark in remarks.items():
            rows[at] = rows[at]._replace(remark=remark)
    return rows


def _conflicts(step: OpenStep, seat: str, rows: Sequence[Answered], places: Iterable[int]) -> dict[int, Remark]:
    """Return what is wrong with the orders in *places* together, by place."""
    orders = {at: order for at in places if (order := rows[at].read.order) is not None and not rows[at].refused}

    def together(orders: Mapping[int, Order]) -> dict[int, Remark]:
        ask = partial(remarks_together, step.game, step.state, seat, orders)
        return step.answers.once(("together", seat, rows[min(orders)].form.close), orders, ask)

    found = at_its_row(rows[min(orders)].read.key, partial(together, orders), step.report) if orders else {}
    if not isinstance(found, Remark):
        return found
    kept: dict[int, Order] = {}
    refused: dict[int, Remark] = {}
    remarks: dict[int, Remark] = {}
    for at, order in orders.items():
        answer = at_its_row(rows[at].read.key, partial(together, {**kept, at: order}), step.report)
        if isinstance(answer, Remark):
            refused[at] = answer
        else:
            kept[at], remarks = order, answer
    return remarks | refused


def _refused_cell(
    step: OpenStep, rows: Sequence[Answered], remarks: Mapping[int, Remark]
) -> tuple[int, Answered] | None:
    """Return the place of the first row with an optional cell that *remarks* refuse, and the row without this cell."""
    for at, remark in sorted(remarks.items(), key=lambda each: each[0]):
        rest = without_refused_cell(rows[at]._replace(remark=remark))
        if rest is not None and rest.read.order is not None:
            again = at_its_row(rest.read.key, partial(step.check_alone, rest), step.report)
            return at, rest._replace(remark=again) if isinstance(again, Remark) else again
    return None


def _from_draft(key: Key, form: Form, draft: Draft | None) -> RowRead:
    """Return a row that could not be read, as its draft has it."""
    if draft is None:
        known = form.once(_rows_as_drawn)
        return known[key] if key in known else known.setdefault(key, blank_row(key, form))
    read = read_row(key, form, draft.typed, {})
    return without_tick(read, form) if draft.done is not None and read.ready else read


def _rows_as_drawn(_form: Form) -> dict[Key, RowRead]:
    """Return an empty cache for the untouched rows of a form."""
    return {}
