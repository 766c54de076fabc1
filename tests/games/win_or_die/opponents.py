"""Strangers for the bots of Win or Die: simple ways to play, which no bot knows.

They build and deploy their legions as bots do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.games.win_or_die.bots.setup import deployment, legion
from sheets_gm.games.win_or_die.data.words import END, MINE, MOVE, STRIKE, other
from sheets_gm.games.win_or_die.position.state import Battlefield, Unit
from sheets_gm.games.win_or_die.position.strength import dice as dice_of
from sheets_gm.games.win_or_die.position.strength import health_left
from sheets_gm.games.win_or_die.rules.commands.choices import Options, options
from sheets_gm.games.win_or_die.rules.commands.forecast import chance
from sheets_gm.games.win_or_die.views.visible import View
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form, Typed

FIELDS = ("unit", "command", "to", "route", "target", "ability", "card", "enhancements", "tactic")

Row = dict[str, Typed]


def _plays(chosen: Callable[[Battlefield, str], Iterator[Row]]) -> Bot:
    """A bot that gives the first command of what *chosen* yields, and ends its turn after that."""

    def bot(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
        return tuple(filled for form in forms if form.due for filled in _filled(view, form))

    def _filled(view: View, form: Form) -> Iterator[Filled]:
        if form.key == "legion":
            yield from (
                Filled(form.key, at, {**row, "ready": True}) for at, row in enumerate(legion(view.match, form.seat))
            )
        elif form.key == "deployment":
            for at, place in enumerate(deployment(view.match, form.seat)):
                yield Filled(form.key, at, {"at": place, "ready": True})
        elif form.key == "commands":
            cells = next(chosen(view.match.field, form.seat), {"command": END})
            yield Filled(form.key, 0, {**dict.fromkeys(FIELDS), **cells, "ready": True})
        else:
            yield Filled(form.key, 0, {form.fields[0].name: form.fields[0].choices[0], "ready": True})

    return bot


def _stays(field: Battlefield, seat: str) -> Iterator[Row]:
    """Only waits for who comes, and attacks whoever stands beside it."""
    for each in options(field, seat):
        for target in each.attack:
            if field.distance(each.unit, target) == 1:
                yield _row(field, each.unit, STRIKE, target=field.label(target))


def _runs(field: Battlefield, seat: str) -> Iterator[Row]:
    """Everybody to the nearest free mine, each a space nearer if it can; it attacks only from there."""
    board = field.board
    mines = [at for at in board.terrain if board.terrain[at] == MINE]
    for each in options(field, seat):
        free = [at for at in mines if at not in field.at] or mines
        here = min((board.far[each.unit.at][at] for at in free), default=0)
        if each.unit.at in mines:
            yield from (_row(field, each.unit, STRIKE, target=field.label(target)) for target in each.attack)
        elif each.move and not each.unit.moves:
            to = min(each.move, key=lambda end: (min((board.far[end][at] for at in free), default=0), end))
            if min((board.far[to][at] for at in free), default=0) < here:
                yield _row(field, each.unit, MOVE, to=to)


def _greedy(field: Battlefield, seat: str) -> Iterator[Row]:
    """The attack with the most hits for the health that is left; else the nearest unit goes nearer to the enemy."""
    best: list[tuple[float, Row]] = []
    walks: list[tuple[float, Row]] = []
    for each in options(field, seat):
        for target in each.attack:
            number, _ = dice_of(field, each.unit.but(exposed=True), target, counter=False)
            left = health_left(field, target) if target.exposed else 4
            worth = float(number * chance(field, each.unit, target)) / left
            best.append((worth, _row(field, each.unit, STRIKE, target=field.label(target))))
        if each.move and not each.unit.moves:
            far = field.board.far
            enemies = [unit.at for unit in field.units_of(other(seat))]
            to = min(each.move, key=lambda end: (min(far[end][at] for at in enemies), end))
            won = min(far[each.unit.at][at] for at in enemies) - min(far[to][at] for at in enemies)
            walks.append((won, _row(field, each.unit, MOVE, to=to)))
    for rows in (best, walks):
        worth, row = max(rows, key=lambda pair: pair[0], default=(0.0, Row()))
        if worth > 0.2:
            yield row


def _rushes(field: Battlefield, seat: str) -> Iterator[Row]:
    """Everybody at the enemy's Leader; who cannot attack it attacks whoever it can, then goes nearer."""
    enemies = field.units_of(other(seat))
    goal = min(enemies, key=lambda unit: (not field.card(unit).leader, unit.id))
    for wanted in ((goal,), enemies):
        for each in options(field, seat):
            yield from (_row(field, each.unit, STRIKE, target=field.label(it)) for it in each.attack if it in wanted)
    for each in options(field, seat):
        yield from _nearer(field, each, goal.at, each.move)


def _herds(field: Battlefield, seat: str) -> Iterator[Row]:
    """All stay side by side: each attacks the weakest it can, and goes nearer to the enemy only beside another one."""
    far, own = field.board.far, field.units_of(seat)
    strikes = [(each, target) for each in options(field, seat) for target in each.attack]
    each_, target_ = min(strikes, key=lambda pair: health_left(field, pair[1]), default=(None, None))
    if each_ is not None and target_ is not None:
        yield _row(field, each_.unit, STRIKE, target=field.label(target_))
    for each in options(field, seat):
        goal = min((enemy.at for enemy in field.units_of(other(seat))), key=lambda at: (far[each.unit.at][at], at))
        others = [unit.at for unit in own if unit.id != each.unit.id]
        yield from _nearer(field, each, goal, [to for to in each.move if any(far[to][at] == 1 for at in others)])


def _shoots(field: Battlefield, seat: str) -> Iterator[Row]:
    """Nobody is attacked who can strike back, but for the last tokens; archers go nearer, the others wait."""
    every = options(field, seat)
    for least in (2, 1):
        for each in every:
            for target in each.attack:
                if field.distance(each.unit, target) >= least:
                    yield _row(field, each.unit, STRIKE, target=field.label(target))
        for each in every:
            if field.card(each.unit).ranged:
                far = field.board.far[each.unit.at]
                goal = min((unit.at for unit in field.units_of(other(seat))), key=lambda at: (far[at], at))
                yield from _nearer(field, each, goal, [to for to in each.move if field.board.far[to][goal] > 1])


def _nearer(field: Battlefield, each: Options, goal: str, ends: Sequence[str]) -> Iterator[Row]:
    """A move of a unit that has not moved, to the one of *ends* that is nearest to *goal*."""
    far = field.board.far
    to = min(ends, key=lambda end: (far[end][goal], end), default=each.unit.at)
    if not each.unit.moves and far[to][goal] < far[each.unit.at][goal]:
        yield _row(field, each.unit, MOVE, to=to)


def _row(field: Battlefield, unit: Unit, command: str, **cells: Typed) -> Row:
    return {"unit": field.own_label(unit), "command": command, **cells}


BOTS: Mapping[str, Bot] = {
    "stayer": _plays(_stays),
    "runner": _plays(_runs),
    "greedy": _plays(_greedy),
    "rusher": _plays(_rushes),
    "herd": _plays(_herds),
    "archers": _plays(_shoots),
}
