"""Absence: the orders of absent seats, and how many no-shows in a row each seat has.

A seat that typed an acceptable order is present, whether it is ready or not. The journal marks rows that were filled in
for an absent seat. A bot sees only the view of the seat that it plays for.

If rows close at once, the turn of an absent seat is played row by row, each on the position after the previous row,
until the turn is over or the seat fills in a row itself. Questions to other seats in the meantime are left to these
seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from sheets_gm.games.contract import Filled
from sheets_gm.games.play_out import bot_dice
from sheets_gm.games.random_play import first_bot
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.intake.checked_rows import Answered, checked
from sheets_gm.gm.intake.rows import Row, Submissions
from sheets_gm.gm.intake.rows_together import with_the_others
from sheets_gm.gm.match_record.drafts import BY_OWNER, Draft, StandIn, StandingOrder
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.kernel.match.journal import Attendance, Typing
from sheets_gm.kernel.match.recorder import Locked
from sheets_gm.kernel.outcome import Order
from sheets_gm.kernel.rules import remarks_together
from sheets_gm.sheet.reading import Key, read_row

PRESENT = frozenset({Attendance.READY, Attendance.DRAFT})
"""A seat in one of these states is present."""


@dataclass(slots=True)
class StandIns:
    """The orders for absent seats by row, and the rows as they were filled in."""

    orders: dict[Key, Order] = field(default_factory=dict)
    typed: list[Typing] = field(default_factory=list)


def stand_in(context: MatchContext, forms: Sequence[Form], given: Sequence[Row], absent: Sequence[str]) -> StandIns:
    """Return the orders for the seats in *absent*, by the policy of the match: none, their standing orders, or a bot's.

    They are added to the *given* rows, which do not change. An order that conflicts with these is left out.
    """
    stand_ins = StandIns()
    if not absent:
        return stand_ins
    typed = [row for row in given if row.stands and row.form.close is Close.TOGETHER]
    touched = {(*row.key[:2], row.form.awaited) for row in typed}
    policy = context.record.policy.no_show
    for who in absent:
        seat_forms = tuple(form for form in forms if form.close is Close.TOGETHER and _waits_for(form, who))
        proposals = {"standing": _standing, "bot": _bot}.get(policy, _nothing)(context, seat_forms, who)
        filled = [
            (form, number, cells, by)
            for form, number, cells, by in proposals
            if form.at(number).awaited == who and (form.key, form.seat, who) not in touched
        ]
        rows = [_checked(context, form, (form.key, form.seat, number), cells) for form, number, cells, _ in filled]
        rows = [*with_the_others(rows, partial(context.game.checks.total, context.state))]
        for (form, number, _, by), row in zip(filled, rows, strict=True):
            broken = row.together is not None and (row.together.held or row.together.refused)
            if row.read.order is not None and not row.refused and not broken:
                stand_ins.orders[row.read.key] = row.read.order
                cells = dict(row.read.typed)
                stand_ins.typed.append(Typing(seat=form.seat, form=form.key, row=number, cells=cells, by=by))
    return _without_conflicts(context, forms, typed, stand_ins)


def _without_conflicts(
    context: MatchContext, forms: Sequence[Form], typed: Sequence[Row], stand_ins: StandIns
) -> StandIns:
    """Return *stand_ins* without rows or forms that the rules refuse together with the owner's other orders."""
    refused: set[Key] = set()
    for owner in {key[1] for key in stand_ins.orders}:
        owner_orders = {row.key: row.read.order for row in typed if row.key[1] == owner and row.read.order is not None}
        owner_orders |= {key: order for key, order in stand_ins.orders.items() if key[1] == owner}
        keys = [*owner_orders]
        remarks = remarks_together(context.game, context.state, owner, dict(enumerate(owner_orders.values())))
        refused |= {keys[at] for at, remark in remarks.items() if remark.refuses}
    wholes = {(form.key, form.seat) for form in forms if form.counted.whole} & {key[:2] for key in refused}
    orders = {key: order for key, order in stand_ins.orders.items() if key not in refused and key[:2] not in wholes}
    return StandIns(orders, [each for each in stand_ins.typed if (each.form, each.seat, each.row) in orders])


def _waits_for(form: Form, who: str) -> bool:
    """Return whether *who*, a seat or a team, fills in a row of *form*."""
    return any(part.awaited == who for part in form.parts())


def _checked(context: MatchContext, form: Form, key: Key, cells: Mapping[str, Typed]) -> Answered:
    """Return a row that is filled in for a seat, with what is wrong with it alone."""
    own_form = form.at(key[2])
    row = Answered(own_form, read_row(key, own_form, cells, {}))
    return checked(row, partial(context.game.checks.check, context.state, key[1]))


StandInRow: TypeAlias = tuple[Form, int, Mapping[str, Typed], str]
"""A row that is filled in for a seat: its form, its number, its cells, and by what."""


def _nothing(_context: MatchContext, _own: Sequence[Form], _who: str) -> Iterator[StandInRow]:
    yield from ()


def _standing(context: MatchContext, seat_forms: Sequence[Form], _who: str) -> Iterator[StandInRow]:
    forms = {(form.key, form.seat): form for form in seat_forms}
    for each in context.record.standing:
        form = forms.get((each.form, each.seat))
        row = None if form is None else each.row_in(form)
        if form is not None and row is not None and form.at(row).who.authors == each.authors:
            yield form, row, each.typed, STANDING_ORDER


def _bot(context: MatchContext, seat_forms: Sequence[Form], who: str) -> Iterator[StandInRow]:
    forms = {form.key: form for form in seat_forms}
    play = first_bot(context.game)
    dice = bot_dice(f"{context.record.charter.match} {context.last} {who}")
    filled: tuple[Filled, ...] = play(context.game.view(context.state, who), tuple(seat_forms), dice)
    for row in filled:
        if row.form in forms:
            yield forms[row.form], row.row, row.cells, BOT


MOST_ROWS = 100
"""The most rows that are played for an absent seat in one turn."""

STANDING_ORDER, BOT, DRAWN = "standing order", "bot", "nobody"
"""What filled in a row for an absent seat; the last is a row that counts as it was drawn."""


def stand_in_row(context: MatchContext, forms: Sequence[Form], seat: str) -> tuple[Row, str] | None:
    """Return the next row to play at once for the absent *seat*, and what filled it in; None if there is none."""
    policy, acting = context.record.policy, _acting(context, seat)
    if acting is not None and acting.rows >= MOST_ROWS:
        return None
    seat_forms = tuple(form for form in forms if form.seat == seat and form.due and form.close is Close.AT_ONCE)
    asked = tuple(form for form in seat_forms if form.clock.reaction)
    how = policy.no_show
    if asked:
        seat_forms, how = asked, policy.no_answer
        if acting is not None and policy.no_show == BOT:
            how = BOT  # a bot answers questions to its seat in a turn that it plays
    rows = {"standing": _kept, "bot": _bot, "pass": _drawn}.get(how, _nothing)(context, seat_forms, seat)
    for form, number, cells, by in rows:
        row = _row_alone(context, form, number, cells)
        if row.read.order is not None and not (row.remark and row.remark.refuses):
            return row, by
    return None


def _acting(context: MatchContext, seat: str) -> StandIn | None:
    """Return what was played for *seat* in its current turn."""
    return next((each for each in context.record.stand_ins if each.seat == seat), None)


def _row_alone(context: MatchContext, form: Form, number: int, cells: Mapping[str, Typed]) -> Row:
    """Return row *number* of *form* with *cells*, checked by the rules."""
    row_form, key = form.at(number), (form.key, form.seat, number)
    read = read_row(key, row_form, cells, {})
    answered = checked(Answered(row_form, read), partial(context.game.checks.check, context.state, form.seat))
    draft = Draft(form=form.key, seat=form.seat, row=number, typed=dict(read.typed), since=context.now)
    return Row(key, row_form, answered.read, answered.remark, draft, answered.left_out)


def _kept(context: MatchContext, seat_forms: Sequence[Form], seat: str) -> Iterator[StandInRow]:
    """Yield the standing orders of *seat* that are still to be played this turn, in row order."""
    acting = _acting(context, seat)
    played = acting.rows if acting is not None else 0
    rows = sorted(_standing(context, seat_forms, seat), key=lambda each: each[1])
    return (row for row in rows if row[1] >= played)


def _drawn(_context: MatchContext, seat_forms: Sequence[Form], _seat: str) -> Iterator[StandInRow]:
    """Yield the first row of each form, as it was drawn."""
    return ((form, 0, form.at(0).drawn, DRAWN) for form in seat_forms)


def stand_ins_after(
    stand_ins: Sequence[StandIn], locked: Locked, before: Sequence[Form], after: Sequence[Form]
) -> tuple[StandIn, ...]:
    """Return the seats whose turns the program continues to play, after *locked*.

    The open forms changed from *before* to *after*. The program stops playing for a seat that filled in a row itself,
    or whose turn is over.
    """
    acting = {each.seat: each for each in stand_ins}
    if locked.alone:
        first = locked.typed[0]
        form = next((form for form in before if (form.key, form.seat) == (first.form, first.seat)), None)
        if first.by in BY_OWNER:
            acting.pop(first.seat, None)
        elif form is not None and not form.clock.reaction:
            old = acting.get(first.seat, StandIn(seat=first.seat, period=form.clock.period))
            acting[first.seat] = old.but(rows=first.row + 1 if first.by == STANDING_ORDER else old.rows + 1)
    else:
        for form in before:
            if form.due:
                acting.pop(form.seat, None)
    going_on = {
        (form.seat, form.clock.period) for form in after if form.close is Close.AT_ONCE and not form.clock.reaction
    }
    return tuple(each for each in acting.values() if (each.seat, each.period) in going_on)


def count_no_shows(missed: Mapping[str, int], attended: Mapping[str, Attendance]) -> dict[str, int]:
    """Return the no-shows in a row of each seat, after a step with the attendance *attended*."""
    counts = dict(missed)
    for seat, state in attended.items():
        if state is Attendance.NO_SHOW:
            counts[seat] = counts.get(seat, 0) + 1
        elif state in PRESENT:
            counts.pop(seat, None)
    return counts


def kept_standing_orders(standing: tuple[StandingOrder, ...], submissions: Submissions) -> tuple[StandingOrder, ...]:
    """Return the standing orders, with the rows that seats tick to keep, and without those that they no longer tick.

    A standing order is dropped if its row now belongs to other people. If the row has no name, the order belongs to its
    number.
    """
    orders = {(each.form, each.seat, each.name or each.row): each for each in standing}
    for row in submissions.rows:
        form, seat, number = row.key
        name = row.form.row.name or None
        place = (form, seat, name or number)
        if name and (form, seat, number) in orders:  # an older version stored no names
            orders.setdefault(place, orders.pop((form, seat, number)).but(name=name))
        if place in orders and orders[place].authors != row.form.who.authors:
            del orders[place]
        keep = row.read.typed.get("keep")
        if keep is True and row.stands and row.form.close in (Close.TOGETHER, Close.AT_ONCE):
            cells = {field: value for field, value in row.read.typed.items() if field not in ("ready", "keep")}
            orders[place] = StandingOrder(
                form=form, seat=seat, row=number, typed=cells, authors=row.form.who.authors, name=name
            )
        elif keep is False:
            orders.pop(place, None)
    return tuple(orders.values())
