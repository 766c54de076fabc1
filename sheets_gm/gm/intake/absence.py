"""Absence: the orders of absent seats, and how many no-shows in a row each seat has.

A seat that typed an order that stands is present, ready or not. The journal marks rows that were filled in for an
absent seat. A bot sees only the view of the seat that it plays for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from sheets_gm.games.contract import Filled
from sheets_gm.games.play_out import bot_dice
from sheets_gm.gm.desk.context import MatchContext
from sheets_gm.gm.intake.answered import Answered, checked
from sheets_gm.gm.intake.rows import Submissions
from sheets_gm.gm.intake.wholes import as_wholes
from sheets_gm.gm.record.record import StandingOrder
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.kernel.journal import Attendance, Typing
from sheets_gm.kernel.outcome import Order
from sheets_gm.sheet.reading import Key, read_row

PRESENT = frozenset({Attendance.READY, Attendance.DRAFT})
"""A seat in one of these states is present."""


@dataclass(slots=True)
class StandIns:
    """The orders of absent seats, and the rows that they come from."""

    orders: dict[str, tuple[Order, ...]] = field(default_factory=dict)
    typed: list[Typing] = field(default_factory=list)


def stand_in(context: MatchContext, forms: Sequence[Form], absent: Sequence[str]) -> StandIns:
    """The orders of the seats in *absent*, by the policy of the match: none, their standing orders, or a bot's."""
    stand_ins = StandIns()
    policy = context.record.policy.no_show
    for seat in absent:
        own = tuple(form for form in forms if form.seat == seat and form.close is Close.TOGETHER)
        filled = [*{"standing": _standing, "bot": _bot}.get(policy, _nothing)(context, own, seat)]
        rows = [_checked(context, form, (form.key, seat, number), cells) for form, number, cells, _ in filled]
        rows = [*as_wholes(rows, partial(context.game.total, context.state))]
        orders: list[Order] = []
        for (form, number, _, by), row in zip(filled, rows, strict=True):
            broken = row.whole is not None and (row.whole.held_by or row.whole.refused)
            if row.read.order is not None and not row.refused and not broken:
                orders.append(row.read.order)
                cells = dict(row.read.typed)
                stand_ins.typed.append(Typing(seat=seat, form=form.key, row=number, cells=cells, by=by))
        if orders:
            stand_ins.orders[seat] = tuple(orders)
    return stand_ins


def _checked(context: MatchContext, form: Form, key: Key, cells: Mapping[str, Typed]) -> Answered:
    """A row that is filled in for a seat, with what is wrong with it by itself."""
    own_form = form.at(key[2])
    row = Answered(own_form, read_row(key, own_form, cells, {}))
    return checked(row, partial(context.game.check, context.state, key[1]))


StandInRow: TypeAlias = tuple[Form, int, Mapping[str, Typed], str]
"""A row that is filled in for a seat: its form, its number, its cells, and by what."""


def _nothing(_context: MatchContext, _own: Sequence[Form], _seat: str) -> Iterator[StandInRow]:
    yield from ()


def _standing(context: MatchContext, own: Sequence[Form], seat: str) -> Iterator[StandInRow]:
    forms = {form.key: form for form in own}
    for each in context.record.standing:
        form = forms.get(each.form)
        if each.seat == seat and form is not None and each.row < form.rows:
            yield form, each.row, each.typed, "standing order"


def _bot(context: MatchContext, own: Sequence[Form], seat: str) -> Iterator[StandInRow]:
    forms = {form.key: form for form in own}
    play = next(iter(context.game.bots.values()), None)
    if play is None:
        return
    dice = bot_dice(f"{context.record.charter.match} {context.last} {seat}")
    filled: tuple[Filled, ...] = play(context.game.view(context.state, seat), tuple(own), dice)
    for row in filled:
        if row.form in forms:
            yield forms[row.form], row.row, row.cells, "bot"


def count_no_shows(missed: Mapping[str, int], attended: Mapping[str, Attendance]) -> dict[str, int]:
    """The no-shows in a row of each seat, after a step with the attendance *attended*."""
    counts = dict(missed)
    for seat, state in attended.items():
        if state is Attendance.NO_SHOW:
            counts[seat] = counts.get(seat, 0) + 1
        elif state in PRESENT:
            counts.pop(seat, None)
    return counts


def kept_standing_orders(standing: tuple[StandingOrder, ...], submissions: Submissions) -> tuple[StandingOrder, ...]:
    """The standing orders, with the rows that seats tick to keep and without those that they no longer tick."""
    orders = {(each.form, each.seat, each.row): each for each in standing}
    for row in submissions.rows:
        keep = row.read.typed.get("keep")
        if keep is True and row.stands and row.form.close is Close.TOGETHER:
            form, seat, number = row.key
            cells = {name: value for name, value in row.read.typed.items() if name not in ("ready", "keep")}
            orders[row.key] = StandingOrder(form=form, seat=seat, row=number, typed=cells)
        elif keep is False:
            orders.pop(row.key, None)
    return tuple(orders.values())
