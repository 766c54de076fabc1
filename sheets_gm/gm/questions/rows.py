"""Questions about who may fill in what, and about the answers to everything that people type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, product
from typing import Any

from pydantic import ValidationError

from sheets_gm.games.play_out import bot_dice, order_of, play_out, seats_for
from sheets_gm.games.random_play import first_bot
from sheets_gm.gm.questions.played import EVERY, Played, Wrong, different_rows, few, owners, rows_of
from sheets_gm.kernel.english import sides_left
from sheets_gm.kernel.forms import Close, Field, Form, Kind, Typed
from sheets_gm.kernel.outcome import GM, Order
from sheets_gm.kernel.seats import members_of
from sheets_gm.sheet.reading import read_row

JUNK: tuple[Typed, ...] = (
    "", " ", "=1+1", "#REF!", "A1", "Ωmega", "🐉", "x" * 5000, "-1", "1e309", "0", 0, -7, 3.5, 1e300, True, False, None,
)  # fmt: skip

WAYS = 2000
"""The most combinations of the other cells of a row that are tried for one choice."""


def gives_each_form_an_owner_and_an_order(played: Played) -> Iterator[Wrong]:
    """A seat or a team must own each form, and a row of it must make an order of the game."""
    game = played.game
    for match in played.matches:
        seats = owners(match, Form("", "", Order, ()))
        for step in played.steps(match):
            forms = played.opened(step.state)
            if len({(form.key, form.seat) for form in forms}) < len(forms):
                yield Wrong("two forms with the same key and owner are open", "open")
            for _, form in rows_of(forms):
                name = f"the form {form.key} of {form.seat}"
                # an ask is never stored, so its type is none of those that are
                if (form.order in game.orders) is (form.close is Close.ASK):
                    yield Wrong(f"{name} makes a {form.order.__name__}, which is not among its orders", "open")
                if form.seat not in owners(match, form) or not set(form.who.helpers) <= seats:
                    yield Wrong(f"{name} is nobody's: there is no such {'team' if form.who.team else 'seat'}", "open")
                names = [*(field.name for field in form.fields), *form.row.says]
                for field in set(names) - set(form.order.model_fields):
                    yield Wrong(f"{form.order.__name__} has no field {field} of {name}", form.order)
                for field in {"seat", "player", "ready", "receipt"} & set(names):
                    yield Wrong(f"{name} has a field {field}, which every form has", "open")


def names_its_clocks_and_their_periods(played: Played) -> Iterator[Wrong]:
    """A form with a clock must name one of the game's clocks and a period."""
    clocks = {clock.name: clock for clock in played.game.people.clocks}
    if len(clocks) < len(played.game.people.clocks) or not all(clock.help for clock in played.game.people.clocks):
        yield Wrong("each clock needs a name of its own and its help", "clocks")
    for match in played.matches:
        for step in played.steps(match):
            periods: dict[tuple[str, str], str] = {}
            for form in played.opened(step.state):
                if form.clock.name and form.clock.name not in clocks:
                    yield Wrong(
                        f"the form {form.key} has the clock {form.clock.name}, which is none of its clocks", "open"
                    )
                elif form.clock.name and not form.clock.period and not clocks[form.clock.name].bank:
                    yield Wrong(f"the form {form.key} does not say for which period its clock is filled", "open")
                if (
                    form.clock.name
                    and periods.setdefault((form.clock.name, form.seat), form.clock.period) != form.clock.period
                ):
                    yield Wrong(f"the clock {form.clock.name} of {form.seat} is filled for two periods", "open")


def tells_standing_orders_apart_by_their_type(played: Played) -> Iterator[Wrong]:
    """An order that stands must have another type than one of the same owner that does not."""
    for match in played.matches:
        for step in played.steps(match):
            stands: dict[tuple[str, type], bool] = {}
            for form in played.opened(step.state):
                standing = form.close is Close.STANDING
                if stands.setdefault((form.seat, form.order), standing) is not standing:
                    yield Wrong(f"{form.order.__name__} is an order that stands and one that does not", "open")


def gives_a_form_to_one_seat_or_one_team(played: Played) -> Iterator[Wrong]:
    """A team that owns a form must not have the name of a seat, because orders are stored by owner.

    The authors of a row must have seats of the team.
    """
    for match in played.matches:
        ids = {seat.id for seat in match.seats}
        for step in played.steps(match):
            for form in played.opened(step.state):
                if form.who.team and form.seat in ids:
                    yield Wrong(f"the team {form.seat} owns the form {form.key}, and a seat has its name", "open")
                members = {seat.id for seat in members_of(form.seat, match.seats)}
                if not all(members.issuperset(part.who.authors) for part in form.parts()):
                    yield Wrong(f"not all authors of the form {form.key} are of the team {form.seat}", "open")


def waits_for_somebody_who_has_something_to_fill_in(played: Played) -> Iterator[Wrong]:
    """If forms are open, at least one must be due. Otherwise the step would wait for its deadline, or end unnoticed."""
    for match in played.matches:
        for step in played.steps(match):
            forms = [form for form in played.opened(step.state) if form.close is not Close.ASK]
            due = [form for form in forms if form.due]
            if bool(due) is not bool(forms):
                yield Wrong(f"{step.entry.label} waits for nobody, and forms are open", "open")
            elif due and not any(form.at(row).fields for form in due for row in range(form.rows)):
                yield Wrong(f"{step.entry.label} waits for rows in which there is nothing to fill in", "open")


def asks_nothing_of_who_is_out(played: Played) -> Iterator[Wrong]:
    """A player who is out must have nothing to do, while others play on."""
    for state in played.states(EVERY):
        out = set(played.game.people.out(state)) if played.game.result(state) is None else set()
        for form in played.opened(state):
            if form.due and form.seat in out:
                yield Wrong(f"{form.seat} is out, and the form {form.key} waits for it", "open")


def lets_every_legal_choice_stand(played: Played) -> Iterator[Wrong]:
    """Every offered choice must be legal together with some content of the other cells."""
    for at, state in enumerate(played.states(EVERY)):
        for _, form in different_rows(played.opened(state)):
            replies = _Replies(played, state, form)
            stood: list[Mapping[str, Typed]] = []
            for field in form.fields:
                for choice in few(_choices(field), 2, at, form.key, field.name):
                    if not _can_stand(replies, field, choice, stood):
                        what = f"{form.key} of {form.seat}: {field.name} {choice!r}"
                        yield Wrong(f"{what} is offered, and refused whatever else is chosen", "check")


def _choices(field: Field) -> tuple[Typed, ...]:
    """Return legal values of *field*: all choices of a drop-down, the limits of a number."""
    if field.kind is Kind.FLAG:
        return (True, False)
    if field.kind in (Kind.WHOLE, Kind.NUMBER):
        return tuple(bound for bound in (field.low, field.high) if bound is not None) or (1,)
    return field.choices


def _can_stand(replies: _Replies, field: Field, choice: Typed, stood: list[Mapping[str, Typed]]) -> bool:
    """Return whether some row with *choice* is legal. It tries the legal rows *stood* first, and adds one to them."""
    others = [each for each in replies.form.fields if each.name != field.name]
    ways = product(*(((None,) if not each.required else ()) + (_choices(each) or (None,)) for each in others))
    tried = ({each.name: cell for each, cell in zip(others, way, strict=True)} for way in islice(ways, WAYS))
    for cells in chain(stood[::-1], tried):
        order = order_of(replies.form, {**cells, field.name: choice})
        if order is not None and replies.stands(order):
            if cells not in stood:
                stood.append(cells)
            return True
    return False


@dataclass(frozen=True)
class _Replies:
    """The answers of the rules to a row."""

    played: Played
    state: Any
    form: Form

    @cached_property
    def _seen(self) -> Any:
        return self.played.game.view(self.state, self.form.seat)

    def stands(self, order: Order) -> bool:
        """Return whether *order* is accepted. An ask is, if it is answered in the columns of its row."""
        if self.form.close is Close.ASK:
            reply = self.played.game.checks.answer(self._seen, self.form.seat, order)
            return bool(reply.text.strip()) and set(reply.shown) <= set(self.form.shown)
        remark = self.played.game.checks.check(self.state, self.form.seat, order)
        return remark is None or not remark.refuses


def answers_whatever_is_typed(played: Played) -> Iterator[Wrong]:
    """All that people type must give an order, a slip or a reason, never a crash, even for unreachable choices."""
    for place, state in enumerate(played.states(EVERY)):
        for row, form in different_rows(played.opened(state)):
            key, replies = (form.key, form.seat, row), _Replies(played, state, form)
            for at in few(range(len(JUNK)), 6, place, form.key, row):
                typed = {field.name: JUNK[(at + n) % len(JUNK)] for n, field in enumerate(form.fields)}
                read = read_row(key, form, typed, {})
                anything = any(value not in (None, "", " ") for value in typed.values())
                if anything and not (read.slips or read.order or read.missing):
                    yield Wrong(f"{form.key} of {form.seat} has no answer to {typed}", "open")
                if read.order is not None:
                    replies.stands(read.order)
            for field in form.fields:
                for choice in few(field.known, 2, place, form.key, field.name):
                    order = read_row(key, form, {field.name: choice}, {}).order
                    if order is not None:
                        replies.stands(order)


def has_bots_whose_orders_are_never_refused(played: Played) -> Iterator[Wrong]:
    """The orders of every bot must be accepted, and each bot must give some."""
    game = played.game
    seats = seats_for(game, played.settings)
    for bot in dict.fromkeys((first_bot(game), *game.people.bots.values())):
        bots = dict.fromkeys((*(seat.id for seat in seats), *sides_left(seats, ()), GM), bot)
        steps = []
        for step in play_out(game, played.settings, seats, bots, b"b" * 32, turns=40):
            steps.append(step)
            if played.over():
                break
        if not any(step.entry.orders for step in steps) and not played.over():
            yield Wrong("a bot never gives an order", bot)
        for step in steps[::EVERY]:
            forms = played.opened(step.state)
            for form in forms:
                seat_forms = tuple(each for each in forms if each.seat == form.seat)
                for filled in bot(game.view(step.state, form.seat), seat_forms, bot_dice(f"{form.key} {form.seat}")):
                    if filled.form == form.key and (
                        why := _refusal(played, step.state, form, filled.row, filled.cells)
                    ):
                        yield Wrong(f"what a bot fills in is refused: {why}", bot)


def _refusal(played: Played, state: Any, form: Form, row: int, cells: Mapping[str, Typed]) -> str:
    """Return why the row that a bot filled in is refused, "" if it is accepted."""
    try:
        order = order_of(form.at(row), cells)
    except ValidationError as error:
        return str(error)
    remark = None if order is None else played.game.checks.check(state, form.seat, order)
    return remark.text if remark is not None and remark.refuses else ""


QUESTIONS = (
    gives_each_form_an_owner_and_an_order,
    names_its_clocks_and_their_periods,
    tells_standing_orders_apart_by_their_type,
    gives_a_form_to_one_seat_or_one_team,
    waits_for_somebody_who_has_something_to_fill_in,
    asks_nothing_of_who_is_out,
    lets_every_legal_choice_stand,
    answers_whatever_is_typed,
    has_bots_whose_orders_are_never_refused,
)
