"""Plays a match in memory, with bots and without a sheet, for tests and measurements.

A bot sees only the view and the forms of its own seat, and its random choices never use the dice of the match. As with
the real game master, rows that close at once are played one by one before all other orders.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from pydantic import BaseModel, ValidationError

from sheets_gm.games import files
from sheets_gm.games.contract import Bot, Filled, Game, Place
from sheets_gm.games.random_play import random_bot
from sheets_gm.games.variants import changes, variants
from sheets_gm.kernel.dice import Dice, Secrets, uniform
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.kernel.match.journal import Charter
from sheets_gm.kernel.match.recorder import Locked, Recorder, Step, charter_for
from sheets_gm.kernel.outcome import Order
from sheets_gm.kernel.rules import remarks_together
from sheets_gm.kernel.seats import Seat


def choose_places(places: Sequence[Place], players: int | None) -> tuple[Place, ...]:
    """Choose *players* of *places* (None: all), one from each team in turn, so that teams stay even.

    Neutral seats are not players: those that a match needs are added, and optional seats are left out.
    """
    needed = [place for place in places if not place.optional]
    if players is None:
        return tuple(needed)
    teams: dict[str, list[Place]] = {}
    for place in needed:
        if not place.neutral:
            teams.setdefault(place.team, []).append(place)
    turns = zip_longest(*teams.values())
    chosen = [place for turn in turns for place in turn if place is not None][:players]
    return tuple(place for place in needed if place.neutral or place in chosen)


def player_counts(game: Game[Any, Any], settings: BaseModel) -> tuple[int, ...]:
    """Return the numbers of players with which a match can start with equally large teams."""
    places = [place for place in game.places(settings) if not place.neutral]
    return tuple(
        number
        for number in range(1, len(choose_places(places, None)) + 1)
        if len(set(Counter(place.team for place in choose_places(places, number)).values())) == 1
        and not any(remark.refuses for remark in game.why_not(settings, seats_for(game, settings, number)))
    )


def largest(game: Game[Any, Any]) -> tuple[BaseModel, int]:
    """Return the settings that allow the most players in *game*, and that number. They are the default or one change
    away.
    """
    best: tuple[BaseModel, int] | None = None
    for settings in _candidates(game):
        players = max(player_counts(game, settings), default=0)
        if best is None or players > best[1]:
            best = settings, players
        if players == game.players[1]:
            break
    assert best is not None
    return best


def _candidates(game: Game[Any, Any]) -> Iterator[BaseModel]:
    """Yield the default settings, those with one other value, and those that name another file of the template."""
    yield from variants(game.settings)
    for name, value in _files(game):
        with suppress(ValidationError):
            yield game.settings.model_validate({name: value})


def _files(game: Game[Any, Any]) -> Iterator[tuple[str, str]]:
    """Yield the name of each setting that names a file of the template, with each possible file."""
    for name in game.settings.model_fields:
        kept = files.folder(game.name) / f"{name}s"
        for file in sorted(kept.iterdir()) if kept.is_dir() else ():
            yield name, file.stem


def change_for(game: Game[Any, Any], settings: BaseModel, players: int) -> tuple[str, Any] | None:
    """Return the setting, and its new value, with which a match can start with *players* and even teams.

    None if it can start with *settings* unchanged, or if no single change is enough.
    """
    if players in player_counts(game, settings):
        return None
    for name, value in (*changes(settings), *_files(game)):
        with suppress(ValidationError):
            changed = game.settings.model_validate(settings.model_dump() | {name: value})
            if players in player_counts(game, changed):
                return name, value
    return None


def seats_for(game: Game[Any, Any], settings: BaseModel, players: int | None = None) -> tuple[Seat, ...]:
    """Return seats for *players* invented players (None: for all places, including optional ones).

    Traits differ if the game allows it, and are the same in each team.
    """
    places = game.places(settings) if players is None else choose_places(game.places(settings), players)
    teams = Counter(place.team for place in places)
    numbers_in_team = [sum(each.team == place.team for each in places[:at]) for at, place in enumerate(places)]
    order = numbers_in_team if max(teams.values()) > 1 else range(len(places))
    for turn in (1, 0):
        seats = tuple(
            Seat(
                id=place.id,
                player=f"Player {place.id}",
                team=place.team,
                captain=place.captain,
                neutral=place.neutral,
                traits={name: choices[at * turn % len(choices)] for name, choices in place.traits.items()},
            )
            for at, place in zip(order, places, strict=True)
        )
        if not any(remark.refuses for remark in game.why_not(settings, seats)):
            break
    return seats


def charter_of(game: Game[Any, Any], settings: BaseModel, seats: Sequence[Seat], seed: bytes) -> Charter:
    """Return the charter of the match that `play_out` plays with the same arguments."""
    return charter_for(game, Secrets(seed), match="play", title=game.title, settings=settings, seats=seats)


def play_out(
    game: Game[Any, Any],
    settings: BaseModel,
    seats: Sequence[Seat],
    bots: Mapping[str, Bot],
    seed: bytes,
    turns: int = 10_000,
) -> Iterator[Step[Any]]:
    """Yield every step of a match: its creation, then up to *turns* further steps.

    *bots* are by seat, including the GM's ("gm"); a seat without a bot plays at random.
    """
    secrets = Secrets(seed)
    charter = charter_of(game, settings, seats, seed)
    recorder = Recorder(game, charter, secrets)
    step = recorder.start()
    yield step
    for _ in range(turns):
        forms = game.open(step.state)
        if not forms:
            return
        rows = fill(game, step.state, forms, bots, f"{seed.hex()} {step.entry.number}")
        step = recorder.play(
            step.entry, step.state, Locked(orders=next_orders(rows), standing=seats_with_standing(forms))
        )
        yield step


@dataclass(frozen=True, slots=True)
class Row:
    """A filled row: its form, its order if it is legal, and its cells."""

    form: Form
    order: Order | None
    cells: Mapping[str, Typed]

    @property
    def is_wrong(self) -> bool:
        """Whether the row is filled in but makes no legal order."""
        return self.order is None and any(name != "ready" and value is not None for name, value in self.cells.items())


def fill(
    game: Game[Any, Any], state: Any, forms: Sequence[Form], bots: Mapping[str, Bot], luck: str
) -> tuple[Row, ...]:
    """Return the rows that every seat with an open form fills in, in order. *luck* seeds the random choices of the
    bots.

    A bot asks no questions, because it already sees the view from which they are answered.
    """
    rows: list[Row] = []
    forms = [form for form in forms if form.close is not Close.ASK]
    for seat in dict.fromkeys(form.seat for form in forms):
        seat_forms = tuple(form for form in forms if form.seat == seat)
        filled = bots.get(seat, random_bot)(game.view(state, seat), seat_forms, bot_dice(f"{luck} {seat}"))
        for form in seat_forms:
            own_rows = [
                Row(form, _legal_order(game, state, form.at(each.row), each.cells), each.cells)
                for each in _by_row(filled)
                if each.form == form.key
            ]
            rows += own_rows
    return _without_broken_wholes(game, state, _without_conflicts(game, state, rows))


def _without_broken_wholes(game: Game[Any, Any], state: Any, rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return *rows* without the orders of whole forms that have a wrong row, or that the rules refuse together."""
    wholes: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        if row.form.counted.whole:
            wholes.setdefault((row.form.key, row.form.seat), []).append(row)
    broken = set[tuple[str, str]]()
    for (key, seat), seat_rows in wholes.items():
        orders = tuple(row.order for row in seat_rows if row.order is not None)
        total = game.checks.total(state, seat, key, orders) if orders else None
        if any(row.is_wrong for row in seat_rows) or (total is not None and total.refuses):
            broken.add((key, seat))
    return tuple(replace(row, order=None) if (row.form.key, row.form.seat) in broken else row for row in rows)


def _without_conflicts(game: Game[Any, Any], state: Any, rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return *rows* without the orders that conflict with others of the same seat."""
    asked: dict[tuple[str, Close], dict[int, Order]] = {}
    for at, row in enumerate(rows):
        if row.order is not None and row.form.close is not Close.AT_ONCE:
            asked.setdefault((row.form.seat, row.form.close), {})[at] = row.order
    wrong = {
        at
        for (seat, _), orders in asked.items()
        for at, remark in remarks_together(game, state, seat, orders).items()
        if remark.refuses
    }
    return tuple(replace(row, order=None) if at in wrong else row for at, row in enumerate(rows))


def next_orders(rows: Sequence[Row]) -> dict[str, tuple[Order, ...]]:
    """Return the orders to play next: the first row that closes at once, else all that are played together.

    Standing orders are always included.
    """
    at_once = next((row for row in rows if row.form.close is Close.AT_ONCE and row.order is not None), None)
    locked = [at_once] if at_once else [row for row in rows if row.form.close is Close.TOGETHER]
    orders: dict[str, tuple[Order, ...]] = {}
    for row in (*locked, *(row for row in rows if row.form.close is Close.STANDING)):
        if row.order is not None:
            orders[row.form.seat] = (*orders.get(row.form.seat, ()), row.order)
    return orders


def seats_with_standing(forms: Sequence[Form]) -> tuple[str, ...]:
    """Return the seats that may have standing orders, sorted."""
    return tuple(sorted({form.seat for form in forms if form.close is Close.STANDING}))


def order_of(form: Form, cells: Mapping[str, Typed]) -> Order | None:
    """Return the order that a row with these *cells* makes; None if the row or a required cell is empty.

    *form* is the form of that row (`Form.at`). An unfilled cell has its field's default. Raises ValidationError if the
    cells make no valid order.
    """
    values = {field.name: cells.get(field.name, field.default) for field in form.fields}
    values = {name: value for name, value in values.items() if value is not None and value != ""}
    values |= form.row.says
    if not cells or not values or any(field.required and field.name not in values for field in form.fields):
        return None
    return form.order.model_validate(values)


def bot_dice(name: str) -> Dice:
    """Return dice for the random choices of a bot. They follow from *name* alone and never from the match."""
    key = hashlib.sha256(name.encode()).digest()

    def source(sides: int, why: str, hidden: bool) -> int:  # noqa: ARG001 - a bot hides nothing
        return uniform(key, why, sides)

    return Dice(source)


def _by_row(filled: Sequence[Filled]) -> list[Filled]:
    return sorted(filled, key=lambda each: each.row)


def _legal_order(game: Game[Any, Any], state: Any, form: Form, cells: Mapping[str, Typed]) -> Order | None:
    """Return the order of a row; None if it cannot be read or is refused."""
    try:
        order = order_of(form, cells)
    except ValidationError:
        return None
    remark = None if order is None else game.checks.check(state, form.seat, order)
    return None if remark is not None and remark.refuses else order
