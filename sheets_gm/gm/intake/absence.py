"""Absence: what is ordered for seats that were not there, and how often they were not.

Laws: whoever typed anything that stands is there, ready or not; what is ordered for an absent seat is marked as not
its own in the journal; a bot sees that seat's view and nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from sheets_gm.games.contract import Filled
from sheets_gm.games.play_out import bot_dice
from sheets_gm.gm.desk.gm_actions import MatchContext
from sheets_gm.gm.intake.rows import Submissions
from sheets_gm.gm.record.record import StandingOrder
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.kernel.journal import Attendance, Typing
from sheets_gm.kernel.outcome import Order
from sheets_gm.sheet.reading import read_row

HERE = frozenset({Attendance.READY, Attendance.DRAFT})


@dataclass(slots=True)
class StandIns:
    """What is ordered for absent seats, and the rows that it comes from."""

    orders: dict[str, tuple[Order, ...]] = field(default_factory=dict)
    typed: list[Typing] = field(default_factory=list)


def stand_in(present: MatchContext, forms: Sequence[Form], absent: Sequence[str]) -> StandIns:
    """The orders of the seats in *absent*, by the policy of the match: none, their standing orders, or a bot's."""
    stood_in = StandIns()
    policy = present.record.policy.no_show
    for seat in absent:
        own = tuple(form for form in forms if form.seat == seat and form.close is Close.TOGETHER)
        rows = {"standing": _standing, "bot": _bot}.get(policy, _nothing)(present, own, seat)
        orders: list[Order] = []
        for form, number, cells, by in rows:
            read = read_row((form.key, seat, number), form.at(number), cells, {})
            remark = present.game.check(present.state, seat, read.order) if read.order is not None else None
            if read.order is not None and not (remark and remark.refuses):
                orders.append(read.order)
                stood_in.typed.append(Typing(seat=seat, form=form.key, row=number, cells=dict(read.typed), by=by))
        if orders:
            stood_in.orders[seat] = tuple(orders)
    return stood_in


StandInRow: TypeAlias = tuple[Form, int, Mapping[str, Typed], str]
"""A row that is filled in for a seat: its form, its number, its cells, and by what."""


def _nothing(_present: MatchContext, _own: Sequence[Form], _seat: str) -> Iterator[StandInRow]:
    yield from ()


def _standing(present: MatchContext, own: Sequence[Form], seat: str) -> Iterator[StandInRow]:
    forms = {form.key: form for form in own}
    for each in present.record.standing:
        form = forms.get(each.form)
        if each.seat == seat and form is not None and each.row < form.rows:
            yield form, each.row, each.typed, "standing order"


def _bot(present: MatchContext, own: Sequence[Form], seat: str) -> Iterator[StandInRow]:
    forms = {form.key: form for form in own}
    play = next(iter(present.game.bots.values()), None)
    if play is None:
        return
    dice = bot_dice(f"{present.record.charter.match} {present.last} {seat}")
    filled: tuple[Filled, ...] = play(present.game.view(present.state, seat), tuple(own), dice)
    for row in filled:
        if row.form in forms:
            yield forms[row.form], row.row, row.cells, "bot"


def count_no_shows(missed: Mapping[str, int], attended: Mapping[str, Attendance]) -> dict[str, int]:
    """The no-shows in a row of each seat, after a step that was *attended* so."""
    counts = dict(missed)
    for seat, state in attended.items():
        if state is Attendance.NO_SHOW:
            counts[seat] = counts.get(seat, 0) + 1
        elif state in HERE:
            counts.pop(seat, None)
    return counts


def kept_standing_orders(standing: tuple[StandingOrder, ...], submissions: Submissions) -> tuple[StandingOrder, ...]:
    """The standing orders, with those that seats tick to keep, without those that they no longer tick."""
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
