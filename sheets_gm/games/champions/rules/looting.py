"""Looting: the pools of the tiles, and the draws of players.

Pools and draws are rolled with hidden dice, which nobody sees before the match is over. A drawn item leaves the pool.
All first actions come before all second ones, each time in a shuffled order (R7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheets_gm.games.champions.data.items import taken_from
from sheets_gm.games.champions.data.words import ANY, CATEGORIES, DEFENSIVE
from sheets_gm.games.champions.position.events import Looted
from sheets_gm.games.champions.position.orders import Loot
from sheets_gm.games.champions.position.state import Match, Player
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event

SHORT = {word[0]: word for word in CATEGORIES} | {"ANY": ANY}
"""Short forms of the categories (R6)."""


def fill(match: Match, dice: Dice, why: str) -> Match:
    """Fill the pools of all tiles (CBR-5, R8). Items that were still there are lost."""
    pools = {
        tile: tuple(
            sorted(_draw(match, tile, dice, f"{why} {tile} {n}") for n in range(match.tiles.at(match.size, tile).items))
        )
        for tile in match.board.tiles
    }
    lost = sum(map(len, match.pools.values()))
    return match.but(pools=pools, made=match.made + sum(map(len, pools.values())), gone=match.gone + lost)


def refill(match: Match, dice: Dice) -> Match:
    """Return items to the pools after a round (R7), up to the first number of each tile."""
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
    """Draw one item for *tile*: its category, its tier, its class of armor, then one of the items that fit."""
    category = _weighted(match.tiles.categories, dice, f"{why}: category")
    tier = _weighted(match.tiles.at(match.size, tile).weights, dice, f"{why}: tier")
    armor = _weighted(match.tiles.armors, dice, f"{why}: armor") if category == DEFENSIVE else ""
    return dice.pick(match.item_table.of(category, tier, armor), f"{why}: item", hidden=True)


def _weighted(weights: Mapping[str, int], dice: Dice, why: str) -> str:
    left = dice.roll(sum(weights.values()), why, hidden=True)
    for name, weight in weights.items():
        left -= weight
        if left <= 0:
            return name
    raise AssertionError("a roll within the sum of the weights selects one of them")


def action_count(match: Match, player: Player) -> int:
    """Return the number of looting actions of *player* (CBR-13, R9)."""
    bonus = sum(item.loot for champion in player.living for item in match.items(champion.worn))
    return match.settings.loot_actions + min(bonus, match.settings.loot_bonus_max) if player.living else 0


def known_empty(match: Match) -> bool:
    """Whether everybody knows that there is nothing to loot: all found the last tile empty, and nothing was added."""
    return match.size == 1 and not any(match.pools.values()) and all("" in player.found for player in match.alive)


def loot(match: Match, orders: Mapping[str, Loot], dice: Dice) -> tuple[Match, tuple[Event, ...]]:
    """Resolve all looting actions. Each player learns only its own finds (CBR-19)."""
    pools = dict(match.pools)
    finds: dict[str, list[str]] = {player.seat: [] for player in match.alive}
    for tile, here in match.rooms().items():
        actions = {player.seat: action_count(match, player) for player in here}
        for turn in range(1, max(actions.values()) + 1):
            takers = [seat for seat, count in actions.items() if count >= turn]
            for seat in dice.shuffle(takers, f"round {match.round}: looting {turn} at {tile}", hidden=True):
                wanted = _wanted(orders.get(seat), turn)
                item = _take(match, pools[tile], wanted, dice, f"round {match.round}: loot {turn} of {seat}")
                finds[seat].append(item)
                if item:
                    pools[tile] = taken_from(pools[tile], (item,))
    players = tuple(_with(player, finds.get(player.seat, ())) for player in match.players)
    events = tuple(
        Looted(
            clause="CBR-19",
            audience=(player.seat,),
            seat=player.seat,
            at=player.at,
            items=tuple(finds[player.seat]),
            names=tuple(match.item_table[item].label if item else "" for item in finds[player.seat]),
        )
        for player in match.alive
        if finds[player.seat]
    )
    return match.but(players=players, pools=pools), events


def _with(player: Player, draws: Sequence[str]) -> Player:
    new = tuple(item for item in draws if item)
    return player.but(stash=tuple(sorted((*player.stash, *new))), found=tuple(draws)) if draws else player


def _wanted(order: Loot | None, turn: int) -> str:
    text = (order.categories[turn - 1] if order else None) or ANY
    return SHORT.get(text.upper(), text)


def _take(match: Match, pool: tuple[str, ...], wanted: str, dice: Dice, why: str) -> str:
    """Draw an item of the *wanted* category; of any category if none is left (R6); "" if the pool is empty."""
    if not pool:
        return ""
    fitting = tuple(item for item in pool if match.item_table[item].category == wanted)
    return dice.pick(fitting or pool, why, hidden=True)
