"""Playing a match out in memory, with bots and without a sheet: for soaks, goldens and measurements.

Laws: a bot sees only its own seat's view and forms; a bot's luck is its own and never the match's; rows that close at
once are taken one by one before anybody's other orders, as the game master takes them.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from pydantic import BaseModel, ValidationError

from sheets_gm.games.contract import Bot, Filled, Game, Place
from sheets_gm.games.random_play import random_bot
from sheets_gm.kernel.dice import Dice, Secrets, uniform
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.kernel.journal import Charter
from sheets_gm.kernel.match import Locked, Step, charter_for, play, start_match
from sheets_gm.kernel.outcome import Order
from sheets_gm.kernel.rules import remarks_together
from sheets_gm.kernel.seats import Seat


def fewer(places: Sequence[Place], players: int | None) -> tuple[Place, ...]:
    """*players* of *places* (None: all), side by side: each team in turn gives one, so that sides stay even."""
    if players is None:
        return tuple(places)
    teams: dict[str, list[Place]] = {}
    for place in places:
        teams.setdefault(place.team, []).append(place)
    turns = zip_longest(*teams.values())
    chosen = [place for turn in turns for place in turn if place is not None][:players]
    return tuple(place for place in places if place in chosen)


def tables(game: Game[Any, Any], settings: BaseModel) -> tuple[int, ...]:
    """How many can play side against side: numbers of players who may start, as many in each team that plays."""
    places = game.places(settings)
    return tuple(
        number
        for number in range(1, len(places) + 1)
        if len(set(Counter(place.team for place in fewer(places, number)).values())) == 1
        and not any(remark.refuses for remark in game.seating(settings, seats_for(game, settings, number)))
    )


def seats_for(game: Game[Any, Any], settings: BaseModel, players: int | None = None) -> tuple[Seat, ...]:
    """A table of *players* made-up people (None: a full one) who, where the game lets them, choose different traits."""
    places = fewer(game.places(settings), players)
    for turn in (1, 0):
        seats = tuple(
            Seat(
                id=place.id,
                player=f"Player {place.id}",
                team=place.team,
                captain=place.captain,
                traits={name: choices[at * turn % len(choices)] for name, choices in place.traits.items()},
            )
            for at, place in enumerate(places)
        )
        if not any(remark.refuses for remark in game.seating(settings, seats)):
            break
    return seats


def charter_of(game: Game[Any, Any], settings: BaseModel, seats: Sequence[Seat], seed: bytes) -> Charter:
    """The charter of the match that `play_out` plays with the same arguments."""
    return charter_for(game, Secrets(seed), match="play", title=game.title, settings=settings, seats=seats)


def play_out(
    game: Game[Any, Any],
    settings: BaseModel,
    seats: Sequence[Seat],
    bots: Mapping[str, Bot],
    seed: bytes,
    turns: int = 10_000,
) -> Iterator[Step[Any]]:
    """Every step of a match, from its founding to its end or to *turns* steps more.

    *bots* are by seat, the GM's ("gm") among them; a seat without one plays at random.
    """
    secrets = Secrets(seed)
    charter = charter_of(game, settings, seats, seed)
    step = start_match(game, charter, secrets)
    yield step
    for _ in range(turns):
        forms = game.open(step.state)
        if not forms:
            return
        rows = fill(game, step.state, forms, bots, f"{seed.hex()} {step.entry.number}")
        step = play(game, charter, secrets, step.entry, step.state, Locked(orders=next_orders(rows)))
        yield step


@dataclass(frozen=True, slots=True)
class Row:
    """A filled row: the form, and the order it asks for if that stands."""

    form: Form
    order: Order | None


def fill(
    game: Game[Any, Any], state: Any, forms: Sequence[Form], bots: Mapping[str, Bot], luck: str
) -> tuple[Row, ...]:
    """What every seat with an open form fills in, form by form and row by row. *luck* names the bots' luck."""
    rows: list[Row] = []
    for seat in dict.fromkeys(form.seat for form in forms):
        own = tuple(form for form in forms if form.seat == seat)
        filled = bots.get(seat, random_bot)(game.view(state, seat), own, whim(f"{luck} {seat}"))
        for form in own:
            rows += [
                Row(form, _standing(game, state, form.at(each.row), each.cells))
                for each in _in_order(filled)
                if each.form == form.key
            ]
    return _fitting(game, state, rows)


def _fitting(game: Game[Any, Any], state: Any, rows: Sequence[Row]) -> tuple[Row, ...]:
    """*rows*, without the orders that cannot stand together with the others of their seat."""
    asked: dict[str, dict[int, Order]] = {}
    for at, row in enumerate(rows):
        if row.order is not None and row.form.close is Close.TOGETHER:
            asked.setdefault(row.form.seat, {})[at] = row.order
    wrong = {
        at
        for seat, orders in asked.items()
        for at, remark in remarks_together(game, state, seat, orders).items()
        if remark.refuses
    }
    return tuple(Row(row.form, None) if at in wrong else row for at, row in enumerate(rows))


def next_orders(rows: Sequence[Row]) -> dict[str, tuple[Order, ...]]:
    """The orders that are taken next: the first row that closes at once, else all that wait for each other."""
    for row in rows:
        if row.form.close is Close.AT_ONCE and row.order is not None:
            return {row.form.seat: (row.order,)}
    orders: dict[str, tuple[Order, ...]] = {}
    for row in rows:
        if row.form.close is Close.TOGETHER and row.order is not None:
            orders[row.form.seat] = (*orders.get(row.form.seat, ()), row.order)
    return orders


def order_of(form: Form, cells: Mapping[str, Typed]) -> Order | None:
    """The order that a row of *form* with these *cells* asks for; None if it asks for nothing or lacks something.

    A cell that was not filled holds its field's default. ValidationError if the form's own choices are no order.
    *form* is the form as that row has it.
    """
    told = {field.name: cells.get(field.name, field.default) for field in form.fields}
    told = {name: value for name, value in told.items() if value is not None and value != ""}
    told |= form.says
    if not cells or not told or any(field.required and field.name not in told for field in form.fields):
        return None
    return form.order.model_validate(told)


def whim(name: str) -> Dice:
    """A bot's own luck, which is never the luck of a match: it follows from *name* alone."""
    key = hashlib.sha256(name.encode()).digest()

    def source(sides: int, why: str, hidden: bool) -> int:  # noqa: ARG001 - a bot hides nothing
        return uniform(key, why, sides)

    return Dice(source)


def _in_order(filled: Sequence[Filled]) -> list[Filled]:
    return sorted(filled, key=lambda each: each.row)


def _standing(game: Game[Any, Any], state: Any, form: Form, cells: Mapping[str, Typed]) -> Order | None:
    """What a row asks for, None if that cannot be read or cannot stand."""
    try:
        order = order_of(form, cells)
    except ValidationError:
        return None
    remark = None if order is None else game.check(state, form.seat, order)
    return None if remark is not None and remark.refuses else order
