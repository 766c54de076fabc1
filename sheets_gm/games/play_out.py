"""Playing a match out in memory, with bots and without a sheet: for soaks, goldens and measurements."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from sheets_gm.games.contract import Bot, Filled, Game
from sheets_gm.games.random_play import random_bot
from sheets_gm.kernel.dice import Dice, Secrets, uniform
from sheets_gm.kernel.forms import Form, Typed
from sheets_gm.kernel.journal import Charter
from sheets_gm.kernel.match import Locked, Step, charter_for, found, play
from sheets_gm.kernel.outcome import Order
from sheets_gm.kernel.seats import Seat


def whim(name: str) -> Dice:
    """A bot's own luck, which is never the luck of a match: it follows from *name* alone."""
    key = hashlib.sha256(name.encode()).digest()

    def source(sides: int, why: str, hidden: bool) -> int:  # noqa: ARG001
        return uniform(key, why, sides)

    return Dice(source)


def order_of(form: Form, cells: Mapping[str, Typed]) -> Order | None:
    """The order that a row of *form* with these *cells* asks for; None for an empty row."""
    told = {name: value for name, value in cells.items() if name != "ready" and value not in (None, "")}
    return form.order.model_validate(told) if told else None


def orders_of(
    game: Game[Any, Any], state: Any, forms: Sequence[Form], filled: Mapping[str, Sequence[Filled]]
) -> dict[str, tuple[Order, ...]]:
    """The orders that stand among what each seat *filled* in."""
    orders: dict[str, tuple[Order, ...]] = {}
    for form in forms:
        rows = sorted((each for each in filled.get(form.seat, ()) if each.form == form.key), key=lambda each: each.row)
        for row in rows:
            order = order_of(form, row.cells)
            if order is None:
                continue
            remark = game.check(state, form.seat, order)
            if remark is None or not remark.refuses:
                orders[form.seat] = (*orders.get(form.seat, ()), order)
    return orders


def fill(
    game: Game[Any, Any], state: Any, forms: Sequence[Form], bots: Mapping[str, Bot], name: str
) -> dict[str, tuple[Filled, ...]]:
    """What every seat with an open form fills in; a seat without a bot plays at random."""
    filled: dict[str, tuple[Filled, ...]] = {}
    for seat in dict.fromkeys(form.seat for form in forms):
        own = tuple(form for form in forms if form.seat == seat)
        bot = bots.get(seat, random_bot)
        filled[seat] = bot(game.view(state, seat), own, whim(f"{name} {seat}"))
    return filled


def play_out(
    game: Game[Any, Any],
    settings: BaseModel,
    seats: Sequence[Seat],
    bots: Mapping[str, Bot],
    seed: bytes,
    most: int = 10_000,
) -> Iterator[tuple[Charter, Step[Any]]]:
    """Every step of a match, from its founding to its end or to *most* steps."""
    secrets = Secrets(seed)
    charter = charter_for(game, secrets, match="play", title="Play", settings=settings, seats=seats)
    step = found(game, charter, secrets)
    yield charter, step
    for _ in range(most):
        forms = game.open(step.state)
        if not forms:
            return
        filled = fill(game, step.state, forms, bots, f"{seed.hex()} {step.entry.number}")
        orders = orders_of(game, step.state, forms, filled)
        step = play(game, charter, secrets, step.entry, step.state, Locked(orders=orders))
        yield charter, step
