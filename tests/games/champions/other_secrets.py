"""Positions that differ in hidden facts alone: who has which items, what tiles hold, who is where without names."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.games.champions.data.numbers import HANDS
from sheets_gm.games.champions.position.state import Champion, Match, Player
from sheets_gm.games.champions.rules.equipment import may_wear
from sheets_gm.kernel.dice import Dice


def other_secrets(match: Match, seat: str | None, dice: Dice) -> Match:
    """*match* with other items on all tiles and with all players but *seat*, as many as before."""
    others = [player for player in match.alive if player.seat != seat]
    items = [item for pool in match.pools.values() for item in pool]
    items += [item for player in others for item in player.owned]
    places = [*match.pools, *match.pools, *(player.seat for player in others)]
    if match.size == 1:
        # whether the last tile is empty may be known to everybody, so it stays as it is
        places = [place for place in places if match.pools.get(place, ("some",))]
    lie: dict[str, list[str]] = {place: [] for place in (*match.pools, *places)}
    for number, item in enumerate(items):
        lie[dice.pick(places, f"item {number}")].append(item)
    if match.size == 1 and any(match.pools.values()) and not any(lie[tile] for tile in match.pools):
        return match
    players = tuple(
        _with_items(match, player, lie[player.seat]) if player in others else player for player in match.players
    )
    pools = {tile: tuple(sorted(lie[tile])) for tile in match.pools}
    return _elsewhere(match.but(players=players, pools=pools), seat, dice)


def _with_items(match: Match, player: Player, items: Sequence[str]) -> Player:
    """*player* with *items* alone; its Champions wear what they can."""
    left = list(items)
    champions = tuple(_dressed(match, each, left) for each in player.champions)
    found = player.found if match.size == 1 else player.found[1:]
    return player.but(champions=champions, stash=tuple(sorted(left)), found=found)


def _dressed(match: Match, champion: Champion, left: list[str]) -> Champion:
    if not champion.health:
        return champion
    worn: list[str] = []
    armor: str | None = None
    for item in tuple(left):
        found = match.item_table[item]
        if found.armor and armor is None and may_wear(champion.type, found, "armor") is None:
            armor = item
        elif not found.armor and len(worn) < HANDS:
            worn.append(item)
        else:
            continue
        left.remove(item)
    return champion.but(items=tuple(worn), armor=armor)


def _elsewhere(match: Match, seat: str | None, dice: Dice) -> Match:
    """*match* with players on each other's tiles, where *seat* is told how many are on a tile and not who."""
    if match.settings.show_names or match.fights:
        return match
    own = next((player.at for player in match.players if player.seat == seat), None)
    unseen = [player for player in match.alive if player.at != own]
    goes = dict(zip([each.seat for each in unseen], dice.shuffle([each.at for each in unseen], "tiles"), strict=True))
    return match.but(players=tuple(player.but(at=goes.get(player.seat, player.at)) for player in match.players))
