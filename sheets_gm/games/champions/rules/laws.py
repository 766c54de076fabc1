"""The laws: conditions that hold in every position."""

from __future__ import annotations

from sheets_gm.games.champions.data.numbers import HANDS, TYPES
from sheets_gm.games.champions.position.state import Match
from sheets_gm.games.champions.rules.ending import threshold
from sheets_gm.games.champions.rules.equipment import may_wear


def every_player_has_its_own_seat(match: Match) -> str | None:
    """No two players have the same seat, and rounds are counted from 1."""
    seats = [player.seat for player in match.players]
    if len(set(seats)) != len(seats):
        return "two players have one seat"
    return None if match.round >= 1 else f"it is round {match.round}"


def no_item_is_lost_or_duplicated(match: Match) -> str | None:
    """The items on tiles and of players are all items ever created, without those that are gone."""
    there = sum(map(len, match.pools.values())) + sum(len(player.owned) for player in match.players)
    if there != match.made - match.gone:
        return f"there are {there} items, but {match.made} were created and {match.gone} are gone"
    return None


def health_is_within_bounds(match: Match) -> str | None:
    """Health is never below 0, and above its maximum only if a setting allows it (R17)."""
    for player in match.players:
        if tuple(champion.type for champion in player.champions) != TYPES:
            return f"{player.seat} has Champions of other types than four"
        for champion in player.champions:
            above = champion.health > match.settings.health[champion.type] and not match.settings.overheal
            if champion.health < 0 or above:
                return f"the {champion.type} of {player.seat} has {champion.health} health"
    return None


def champions_wear_only_what_they_may(match: Match) -> str | None:
    """A Champion wears at most two items and one armor, each in its slot (CBR-24 to CBR-26); the dead, none (R12)."""
    for player in match.players:
        for champion in player.champions:
            if champion.worn and not champion.health:
                return f"the dead {champion.type} of {player.seat} wears {champion.worn}"
            if len(champion.items) > HANDS:
                return f"the {champion.type} of {player.seat} wears {champion.items}"
            places = [(item, "item_1") for item in champion.items]
            places += [(champion.armor, "armor")] if champion.armor else []
            for item, slot in places:
                reason = may_wear(champion.type, match.item_table[item], slot)
                if reason:
                    return f"{player.seat}: {reason.text}"
    return None


def every_player_left_is_on_the_map(match: Match) -> str | None:
    """A player with a living Champion is on a tile; an eliminated one owns nothing (R12)."""
    if set(match.pools) != set(match.board.tiles):
        return "the pools do not match the tiles of the map"
    for player in match.players:
        if player.living and player.at not in match.board:
            return f"{player.seat} is at {player.at}, which is not a tile of the map"
        if bool(player.out) is bool(player.living):
            return f"{player.seat} was eliminated in round {player.out} and has {len(player.living)} living Champions"
        if player.out and player.owned:
            return f"{player.seat} is out and has {player.owned}"
    return None


def opponents_share_a_tile(match: Match) -> str | None:
    """Battles exist only in their phase and between players on one tile, and nobody has more than two (R15).

    A player who gave up since the pairing still counts on its tile.
    """
    if bool(match.fights) is not (match.phase == "battle"):
        return f"there are {len(match.fights)} battles in the phase {match.phase}"
    for fight in match.fights:
        if len({match.player(seat).at for seat in fight.seats} | {fight.at}) != 1:
            return f"{fight.seats} fight at {fight.at} but are not there"
    rooms = match.rooms() if match.fights else {}
    left = [player for player in match.players if not player.living and match.fights_of(player.seat)]
    for tile, alive in rooms.items():
        here = (*alive, *(player for player in left if player.at == tile))
        counts = sorted(len(match.fights_of(player.seat)) for player in here)
        usual = [1] * (len(here) - len(here) % 2) + [2] * (len(here) % 2)
        if len(here) > 1 and counts != usual:
            return f"the players at {tile} have {counts} battles"
    return None


def the_map_fits_the_number_of_players(match: Match) -> str | None:
    """After the first round, the map is as small as R2 demands, and the match is over once one player is left (R29)."""
    alive = len(match.alive)
    if (match.phase == "over") is not (match.result is not None) or (alive < 2) is not (match.phase == "over"):
        return f"{alive} players are left in the phase {match.phase}, and the result is {match.result}"
    # who gave up in this round made the map no smaller yet
    paired = alive + sum(player.out == match.round for player in match.players)
    if match.phase != "over" and match.round > 1 and paired <= threshold(match):
        return f"{alive} players are left on a map of size {match.size}"
    return None


LAWS = (
    every_player_has_its_own_seat,
    no_item_is_lost_or_duplicated,
    health_is_within_bounds,
    champions_wear_only_what_they_may,
    every_player_left_is_on_the_map,
    opponents_share_a_tile,
    the_map_fits_the_number_of_players,
)
