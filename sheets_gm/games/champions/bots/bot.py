"""Bots. Each sees the view and the forms of its own seat, and fills in rows as a person does.

`keen` stays where there is loot, whoever is near, because a battle hurts both sides and helps all others. It moves to a
free tile if that is better for it than for every other player next to the tile; in quiet times it accepts a worse one.
Among the last four players, the strongest chases the weakest; on a map without a free tile, it goes at a neighbour once
the map could have shrunk. It loots what its Champions lack, equips them by their
affinities, and sends the pair that does best against all pairs it may meet. It does not know what others wear, and
assumes that they wear nothing. `hunter` does the same, but moves towards strong neighbours.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from sheets_gm.games.champions.bots.equipping import all_items, equip, living_champions
from sheets_gm.games.champions.bots.fighting import fight_rows
from sheets_gm.games.champions.data.items import read_items
from sheets_gm.games.champions.data.numbers import AFFINITY, HEALER
from sheets_gm.games.champions.data.tiles import board, read_tiles
from sheets_gm.games.champions.data.words import ANY, DEFENSIVE, MAGICAL, PHYSICAL
from sheets_gm.games.champions.views.visible import Holdings, Person, View
from sheets_gm.games.contract import Bot, Filled
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form, Typed

MEETING, COMPANY = 3.0, 0.6
"""What it costs to go where somebody stands, and where somebody else may go too: who moves has no second choice."""

FREE, ROAMING = 0.1, 0.5
"""What it is worth to go where nobody else will, and how much in the first round and after a quiet one."""

FEW, HURT, CHASE = 4, 0.8, 10.0
"""Of so few players, the strongest goes at whoever looks weaker than this part of itself; what each part less is worth.
"""

BATTLE = 8.0
"""What a battle with an equal is worth to a hunter, in tiers of loot."""

STAYS = 0.8
"""How likely others are assumed to stay where they are."""

LOOT_PREFERENCE, EMPTY_TILE = 1.2, 2.0
"""How strongly others are assumed to prefer better loot, and the penalty for staying on an empty tile."""


def keen(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Fill in *forms* as a bot that plays to win."""
    return play(view, forms, dice, seek=0.0)


def hunter(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Fill in *forms* as a bot that moves towards players who look strong."""
    return play(view, forms, dice, seek=BATTLE)


def play(view: View, forms: tuple[Form, ...], dice: Dice, seek: float) -> tuple[Filled, ...]:
    """Fill in *forms*. *seek* is the value of a battle with an equal opponent, in tiers of loot."""
    hand, me = view.own, view.me
    if hand is None or me is None:
        return ()
    filled: list[Filled] = []
    for form in forms:
        rows: list[dict[str, Typed]]
        if form.key == "movement":
            rows = [{"move_to": _destination(view, me, hand, form, dice, seek)}]
        elif form.key == "looting":
            rows = [_loot(view, hand, form)]
        elif form.key == "equipment":
            rows = equip(view, hand, form)
        else:
            rows = fight_rows(view, hand, form)
        filled += [Filled(form.key, at, row | {"ready": True} if at == 0 else row) for at, row in enumerate(rows)]
    return tuple(filled)


# -- movement -------------------------------------------------------------------------------------------------------


def _power(person: Person) -> float:
    """Return how strong a player looks: the health of its Champions, with half of the Healer's."""
    return sum(health * (0.5 if type == HEALER else 1.0) for type, health in person.champions.items())


def _destination(view: View, me: Person, hand: Holdings, form: Form, dice: Dice, seek: float) -> str:
    worth = read_tiles(view.settings.tiles)
    scores: dict[str, float] = {}
    for tile in form.fields[0].choices:
        score = worth.at(view.size, tile).value
        if tile != me.at:
            score -= _price(view, me, tile)
        elif "" in hand.found:
            score -= EMPTY_TILE
        scores[tile] = score + (_meeting(view, me, tile, seek) if seek else 0.0)
    best = max(scores.values())
    return dice.pick([tile for tile, score in scores.items() if score > best - 0.05], "way")


def _price(view: View, me: Person, tile: str) -> float:
    """Return the cost of going to *tile*, in tiers of loot; negative if going is better than staying."""
    there = [each for each in view.alive if each.at == tile]
    if len(there) == 1 and _may_chase(view, me):
        ratio = _power(there[0]) / max(1.0, _power(me))
        if ratio < HURT:
            return CHASE * (ratio - HURT) - 1
        return -ROAMING if ratio <= 1 and _is_full(view) else MEETING
    if there:
        return MEETING
    if not _gains_most(view, me, tile):
        return COMPANY
    return -ROAMING if view.quiet or view.round == 1 else -FREE


def _may_chase(view: View, me: Person) -> bool:
    """Whether *me* is the strongest of the last few players after a round without a battle, or of all on a full map.

    Among equals it is another one in each round. Nobody chases before the map could shrink: a battle then costs what
    others loot.
    """
    if _is_full(view):
        turn = {each.seat: (at + view.round) % len(view.people) for at, each in enumerate(view.people)}
        strongest = max(view.alive, key=lambda each: (_power(each), turn[each.seat]))
        return me == strongest and view.round > view.settings.stall_rounds
    return bool(view.quiet) and len(view.alive) <= FEW and me == max(view.alive, key=_power)


def _is_full(view: View) -> bool:
    """Whether somebody is on each tile, so that nobody can go where nobody is."""
    return len({each.at for each in view.alive}) == len(board(view.size).tiles)


def _gains_most(view: View, me: Person, tile: str) -> bool:
    """Whether the free *tile* is better for *me* than for every other player next to it, so that nobody else goes
    there.
    """
    place, worth = board(view.size), read_tiles(view.settings.tiles)
    near = [each for each in view.alive if each.at is not None and place.distance(each.at, tile) == 1]
    return me == min(near, key=lambda each: (worth.at(view.size, each.at or tile).value, each.seat), default=me)


def _meeting(view: View, me: Person, tile: str, seek: float) -> float:
    """Return the value of the battles that *me* may have on *tile*."""
    place, worth = board(view.size), read_tiles(view.settings.tiles)
    pull = {each: math.exp(LOOT_PREFERENCE * worth.at(view.size, each).value) for each in place.tiles}
    score = 0.0
    for other in view.alive:
        if other.seat != me.seat and other.at is not None and place.distance(other.at, tile) <= 1:
            meets = (1 - STAYS) * pull[tile] / sum(pull[each] for each in place.within(other.at, 1))
            meets += STAYS * (tile == other.at)
            score += seek * meets * _power(other) / max(1.0, _power(me))
    return score


# -- what to look for --------------------------------------------------------------------------------------------------


def _loot(view: View, hand: Holdings, form: Form) -> dict[str, Typed]:
    """Return the categories that the living Champions lack most."""
    item_table = read_items(view.settings.items)
    owned = Counter(item_table[item].category for item in all_items(hand))
    lack: dict[str, float] = {category: -float(owned[category]) for category in (PHYSICAL, MAGICAL, DEFENSIVE)}
    for champion in living_champions(hand):
        lack[DEFENSIVE] += 1.0
        lack[PHYSICAL if PHYSICAL in AFFINITY[champion.type] else MAGICAL] += 1.6 if champion.type != HEALER else 0.8
    cells: dict[str, Typed] = {}
    for field in form.fields:
        if field.choices:
            most = max(lack, key=lambda category: lack[category])
            cells[field.name] = most if lack[most] > 0 else ANY
            lack[most] -= 1
    return cells


BOTS: Mapping[str, Bot] = MappingProxyType({"keen": keen, "hunter": hunter})
