"""Strangers for the bots of Wesnoth: simple ways to play, which no bot knows, and `keen` without one of its ideas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.games.wesnoth.position.orders import ATTACK, CONQUEST, END, MOVE, RECRUIT
from sheets_gm.games.wesnoth.position.state import Match, Unit
from sheets_gm.games.wesnoth.rules.choices import Options, options
from sheets_gm.games.wesnoth.rules.ending import besieged
from sheets_gm.games.wesnoth.rules.odds import best_attack
from sheets_gm.games.wesnoth.views.visible import View
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form, Typed

FIELDS = ("unit", "action", "to", "route", "target", "attack", "recruit", "reroll", "advance")

Row = dict[str, Typed]

FAR = 99


def _plays(chosen: Callable[[Match], Iterator[Row]]) -> Bot:
    """A bot that does the first of what *chosen* yields, and ends its turn after that."""

    def bot(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
        for form in forms:
            if form.key == "answers":
                return (Filled(form.key, 0, {"answer": form.fields[0].choices[0], "ready": True}),)
            if form.key == "actions" and form.due:
                cells = {**dict.fromkeys(FIELDS), **next(chosen(view.match), {"action": END}), "ready": True}
                return (Filled(form.key, view.match.actions % form.rows, cells),)
        return ()

    return bot


def _stays(match: Match) -> Iterator[Row]:
    """Only recruits."""
    yield from (row for each in options(match) for row in _recruits(each))


def _recruits(each: Options) -> Iterator[Row]:
    if each.recruits and each.tiles:
        name = each.recruits[len(each.tiles) % len(each.recruits)]
        yield {"unit": each.unit.label, "action": RECRUIT, "recruit": name, "to": each.tiles[0]}


def _runs(match: Match) -> Iterator[Row]:
    """Recruits, conquers, and walks to the nearest foreign village, or the enemy's castle; it never attacks."""
    every = [each for each in options(match) if not each.unit.spent]
    yield from (_cells(each, CONQUEST) for each in every if besieged(match, each.unit) is not None)
    yield from _stays(match)
    for each in every:
        if not each.unit.leader:
            yield from _walks(match, each)


def _deserts(match: Match) -> Iterator[Row]:
    """Leaders too leave their castles, for foreign villages and the castle of the enemy."""
    every = [each for each in options(match) if not each.unit.spent]
    yield from (_cells(each, CONQUEST) for each in every if besieged(match, each.unit) is not None)
    for each in every:
        yield from _walks(match, each)


def _walks(match: Match, each: Options) -> Iterator[Row]:
    far, index, team = match.world.board.far, match.index, match.index.team
    own = match.player(match.acting).team
    goals = [tile for tile in match.world.board.villages if team.get(match.villages.get(tile, "")) != own]
    goals = [tile for tile in goals if tile not in index.at]
    goals += [match.world.board.mains[player.castle] for player in match.players if player.team != own]
    tile = min(each.ends, key=lambda end: (min(far[end][goal] for goal in goals), end))
    if tile != each.unit.at:
        yield _cells(each, MOVE, to=tile)


def _greedy(match: Match) -> Iterator[Row]:
    """Recruits; the attack with the best balance of wounds, if there is one; else it walks to the nearest goal."""
    yield from _prepares(match)
    yield from _strikes(match, lambda _each, _target: True)
    yield from _runs(match)


def _prepares(match: Match) -> Iterator[Row]:
    """Conquers what it besieges, and recruits."""
    yield from (_cells(each, CONQUEST) for each in options(match) if besieged(match, each.unit) is not None)
    yield from _stays(match)


def _strikes(match: Match, wanted: Callable[[Options, Unit], bool], least: float = 0.0) -> Iterator[Row]:
    """The attack with the best balance of wounds on a *wanted* target, if it is above *least*."""
    best: list[tuple[float, Row]] = []
    for each in options(match):
        for target in each.targets if not each.unit.spent and not each.unit.leader else ():
            for tile in match.world.board.graph.adjacency[target.at] if wanted(each, target) else ():
                likely = best_attack(match, each.unit, target, tile) if tile in each.ends else None
                if likely is not None:
                    worth = likely.strike.wounds + 4 * likely.strike.kill - 0.7 * likely.answer.wounds
                    cells = _cells(each, ATTACK, to=tile, target=target.label, attack=likely.attack.label)
                    best.append((worth + 3 * target.leader, cells))
    worth, cells = max(best, key=lambda pair: pair[0], default=(least, Row()))
    if worth > least:
        yield cells


def _goes(match: Match, each: Options, goal: str) -> Iterator[Row]:
    """A move nearer to *goal*."""
    far = match.world.board.far
    tile = min(each.ends, key=lambda end: (far[end][goal], end))
    if not each.unit.leader and not each.unit.spent and far[tile][goal] < far[each.unit.at][goal]:
        yield _cells(each, MOVE, to=tile)


def _rushes(match: Match) -> Iterator[Row]:
    """Everybody at the enemy's leader, whatever it costs; others are struck by who cannot come nearer."""
    yield from _prepares(match)
    yield from _strikes(match, lambda _each, target: target.leader, -FAR)
    goal = next(unit.at for unit in match.units if unit.leader and match.index.hostile(match.acting, unit.seat))
    for each in options(match):
        yield from _goes(match, each, goal)
    yield from _strikes(match, lambda _each, _target: True, -FAR)


def _fortifies(match: Match) -> Iterator[Row]:
    """All stay within four hexes of the castle, and strike who comes there."""
    home = match.world.board.mains[match.player(match.acting).castle]
    far = match.world.board.far
    yield from _prepares(match)
    yield from _strikes(match, lambda _each, target: far[target.at][home] <= 5)
    for each in options(match):
        if far[each.unit.at][home] > 4:
            yield from _goes(match, each, home)


def _herds(match: Match) -> Iterator[Row]:
    """All stay together: who is far ahead waits, the others go to their middle; near each other they are greedy."""
    far = match.world.board.far
    own = [unit.at for unit in match.index.units_of(match.acting) if not unit.leader]
    yield from _prepares(match)
    yield from _strikes(match, lambda _each, _target: True)
    if len(own) < 4:
        return
    middle = min(own, key=lambda at: (sum(far[at][each] for each in own), at))
    if max(far[middle][each] for each in own) <= 4:
        yield from _runs(match)
    for each in options(match):
        yield from _goes(match, each, middle)


def _cells(each: Options, action: str, **cells: Typed) -> Row:
    return {"unit": each.unit.label, "action": action, **cells}


BOTS: Mapping[str, Bot] = {
    "stayer": _plays(_stays),
    "runner": _plays(_runs),
    "greedy": _plays(_greedy),
    "rusher": _plays(_rushes),
    "fortress": _plays(_fortifies),
    "herd": _plays(_herds),
}

deserter = _plays(_deserts)
"""A bot for a recorded match that ends by conquest: it leaves its castle to whoever comes."""
