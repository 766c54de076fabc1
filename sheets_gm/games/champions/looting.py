"""Looting: what lies on the tiles, and who finds what.

Laws: what a tile holds and what a looting action draws is rolled with dice that nobody sees before the match is over;
an item that was taken is gone; first actions come before second ones, in a shuffled order (R7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheets_gm.games.champions.armoury import taken_from
from sheets_gm.games.champions.events import Looted
from sheets_gm.games.champions.orders import Loot
from sheets_gm.games.champions.state import Match, Player
from sheets_gm.games.champions.words import ANY, CATEGORIES, DEFENSIVE
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event

SHORT = {word[0]: word for word in CATEGORIES} | {"ANY": ANY}
"""R6: a category's letter is enough."""


def fill(match: Match, dice: Dice, why: str) -> Match:
    """The map with all of its pools new (CBR-5, R8); what still lay on the old one is lost."""
    pools = {
        tile: tuple(
            sorted(_draw(match, tile, dice, f"{why} {tile} {n}") for n in range(match.tiles.at(match.size, tile).items))
        )
        for tile in match.board.tiles
    }
    lost = sum(map(len, match.pools.values()))
    return match.but(pools=pools, made=match.made + sum(map(len, pools.values())), gone=match.gone + lost)


def refill(match: Match, dice: Dice) -> Match:
    """The pools with what comes back each round (R7): never more than they first held."""
    back = match.settings.pool_refill
    if not back:
        return match
    pools = {}
    for tile, pool in match.pools.items():
        room = max(0, match.tiles.at(match.size, tile).items - len(pool))
        new = [_draw(match, tile, dice, f"round {match.round}: refill of {tile} {n}") for n in range(min(back, room))]
        pools[tile] = tuple(sorted((*pool, *new)))
    more = sum(map(len, pools.values())) - sum(map(len, match.pools.values()))
    return match.but(pools=pools, made=match.made + more)


def _draw(match: Match, tile: str, dice: Dice, why: str) -> str:
    """One item for *tile*: its category, its tier by the tile's kind, its class of armor, then any alike."""
    category = _weighed(match.tiles.categories, dice, f"{why}: category")
    tier = _weighed(match.tiles.at(match.size, tile).weights, dice, f"{why}: tier")
    armor = _weighed(match.tiles.armors, dice, f"{why}: armor") if category == DEFENSIVE else ""
    return dice.pick(match.armoury.of(category, tier, armor), f"{why}: item", hidden=True)


def _weighed(weights: Mapping[str, int], dice: Dice, why: str) -> str:
    left = dice.roll(sum(weights.values()), why, hidden=True)
    for name, weight in weights.items():
        left -= weight
        if left <= 0:
            return name
    raise AssertionError("a roll within the sum of the weights falls to one of them")


def actions(match: Match, player: Player) -> int:
    """How many looting actions *player* has (CBR-13, R9)."""
    bonus = sum(item.loot for champion in player.living for item in match.items(champion.items))
    return match.settings.loot_actions + min(bonus, match.settings.loot_bonus_max) if player.living else 0


def loot(match: Match, orders: Mapping[str, Loot], dice: Dice) -> tuple[Match, tuple[Event, ...]]:
    """What everybody finds; each is told its own alone (CBR-19)."""
    pools = dict(match.pools)
    found: dict[str, list[str]] = {player.seat: [] for player in match.alive}
    for tile, here in match.rooms().items():
        left = {player.seat: actions(match, player) for player in here}
        for turn in range(1, max(left.values()) + 1):
            takers = [seat for seat, count in left.items() if count >= turn]
            for seat in dice.shuffle(takers, f"round {match.round}: looting {turn} at {tile}", hidden=True):
                wanted = _wanted(orders.get(seat), turn)
                item = _take(match, pools[tile], wanted, dice, f"round {match.round}: loot {turn} of {seat}")
                found[seat].append(item)
                if item:
                    pools[tile] = taken_from(pools[tile], (item,))
    players = tuple(_with(player, found.get(player.seat, ())) for player in match.players)
    events = tuple(
        Looted(
            clause="CBR-19",
            audience=(player.seat,),
            seat=player.seat,
            at=player.at,
            items=tuple(found[player.seat]),
            names=tuple(match.armoury[item].label if item else "" for item in found[player.seat]),
        )
        for player in match.alive
        if found[player.seat]
    )
    return match.but(players=players, pools=pools), events


def _with(player: Player, found: Sequence[str]) -> Player:
    new = tuple(item for item in found if item)
    return player.but(stash=tuple(sorted((*player.stash, *new))), found=tuple(found)) if found else player


def _wanted(order: Loot | None, turn: int) -> str:
    text = (order.categories[turn - 1] if order else None) or ANY
    return SHORT.get(text.upper(), text)


def _take(match: Match, pool: tuple[str, ...], wanted: str, dice: Dice, why: str) -> str:
    """An item of the *wanted* category; any, where none is left (R6); "" where nothing is."""
    if not pool:
        return ""
    fitting = tuple(item for item in pool if match.armoury[item].category == wanted)
    return dice.pick(fitting or pool, why, hidden=True)
