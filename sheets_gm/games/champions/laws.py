"""What is true of every position."""

from __future__ import annotations

from sheets_gm.games.champions.data import HANDS, HEALTH, TYPES
from sheets_gm.games.champions.ending import threshold
from sheets_gm.games.champions.equipment import may_wear
from sheets_gm.games.champions.state import Match


def everybody_has_a_seat_of_its_own(match: Match) -> str | None:
    """No two players sit in one place, and rounds are counted from 1."""
    seats = [player.seat for player in match.players]
    if len(set(seats)) != len(seats):
        return "two players have one seat"
    return None if match.round >= 1 else f"it is round {match.round}"


def no_item_is_lost_or_made_of_nothing(match: Match) -> str | None:
    """What lies on tiles and what players have is all that was ever laid out, less what is gone."""
    there = sum(map(len, match.pools.values())) + sum(len(player.owned) for player in match.players)
    if there != match.made - match.gone:
        return f"there are {there} items, and {match.made} were made and {match.gone} are gone"
    return None


def health_is_within_bounds(match: Match) -> str | None:
    """Nobody has less than no health, or more than at the start (R17)."""
    for player in match.players:
        if tuple(champion.type for champion in player.champions) != TYPES:
            return f"{player.seat} has other Champions than four"
        for champion in player.champions:
            most = 10_000 if match.settings.overheal else HEALTH[champion.type]
            if not 0 <= champion.health <= most:
                return f"the {champion.type} of {player.seat} has {champion.health} health"
    return None


def everybody_wears_what_it_may(match: Match) -> str | None:
    """Two items and one of armor at most, each in its place (CBR-24 to CBR-26); the dead wear nothing (R12)."""
    for player in match.players:
        for champion in player.champions:
            if champion.worn and not champion.health:
                return f"the dead {champion.type} of {player.seat} wears {champion.worn}"
            if len(champion.items) > HANDS:
                return f"the {champion.type} of {player.seat} wears {champion.items}"
            places = [(item, "item_1") for item in champion.items]
            places += [(champion.armor, "armor")] if champion.armor else []
            for item, slot in places:
                reason = may_wear(champion.type, match.armoury[item], slot)
                if reason:
                    return f"{player.seat}: {reason.text}"
    return None


def everybody_that_plays_is_on_the_map(match: Match) -> str | None:
    """Who plays stands on a tile; who is out has nothing left (R12)."""
    if set(match.pools) != set(match.board.tiles):
        return "the pools are not those of the map"
    for player in match.players:
        if player.living and player.at not in match.board:
            return f"{player.seat} is at {player.at}, which is no tile of the map"
        if bool(player.out) is bool(player.living):
            return f"{player.seat} fell in round {player.out} and has {len(player.living)} Champions"
        if player.out and player.owned:
            return f"{player.seat} is out and has {player.owned}"
    return None


def battles_are_between_neighbours_on_a_tile(match: Match) -> str | None:
    """Battles are open in their phase alone, between two players of one tile, nobody more than twice (R15)."""
    if bool(match.fights) is not (match.phase == "battle"):
        return f"there are {len(match.fights)} battles in the phase {match.phase}"
    for fight in match.fights:
        if len({match.player(seat).at for seat in fight.seats} | {fight.at}) != 1:
            return f"{fight.seats} fight at {fight.at} and are not there"
    rooms = match.rooms() if match.fights else {}
    for tile, here in rooms.items():
        counts = sorted(len(match.fights_of(player.seat)) for player in here)
        usual = [1] * (len(here) - len(here) % 2) + [2] * (len(here) % 2)
        if len(here) > 1 and counts != usual:
            return f"at {tile} they fight {counts} battles"
    return None


def the_map_is_as_small_as_it_must_be(match: Match) -> str | None:
    """No more players than the map is for, once a round has been played (R2), and an end once there is one (R29)."""
    alive = len(match.alive)
    if (match.phase == "over") is not (match.result is not None) or (alive < 2) is not (match.phase == "over"):
        return f"{alive} play in the phase {match.phase}, the result is {match.result}"
    if match.phase != "over" and match.round > 1 and alive <= threshold(match):
        return f"{alive} play on a map of {match.size}"
    return None


LAWS = (
    everybody_has_a_seat_of_its_own,
    no_item_is_lost_or_made_of_nothing,
    health_is_within_bounds,
    everybody_wears_what_it_may,
    everybody_that_plays_is_on_the_map,
    battles_are_between_neighbours_on_a_tile,
    the_map_is_as_small_as_it_must_be,
)
