"""The laws: conditions that hold in every position."""

from __future__ import annotations

from collections import Counter

from sheets_gm.games.wesnoth.data.board import FEWEST
from sheets_gm.games.wesnoth.position.state import Match
from sheets_gm.kernel.english import listed


def every_player_has_a_castle_of_its_own(match: Match) -> str | None:
    """Each player has a seat and a castle that no other has, and one of them acts (WES-4, WES-14)."""
    seats = [player.seat for player in match.players]
    if len(set(seats)) != len(seats) or len({player.castle for player in match.players}) != len(seats):
        return "two players have the same seat or castle"
    castles = len(match.world.board.castles)
    for player in match.players:
        if not 0 <= player.castle < castles:
            return f"{player.seat} has castle {player.castle}: there are 0 to {castles - 1}"
        if player.faction not in match.world.tables.factions:
            return f"{player.seat} leads {player.faction}: there are {listed(tuple(match.world.tables.factions))}"
    strangers = [unit.label for unit in match.units if unit.seat not in seats]
    if strangers:
        return f"{strangers[0]} belongs to no player: there are {listed(seats)}"
    return None if match.acting in seats else f"it is {match.acting}'s turn: there are {listed(seats)}"


def every_unit_has_a_tile_of_its_own(match: Match) -> str | None:
    """Each unit is on a tile of the map, and no two are on the same tile (WES-25)."""
    for unit in match.units:
        if unit.at not in match.world.terrain:
            return f"{unit.label} is at {unit.at}, which is not a tile"
    twice = [tile for tile, count in Counter(unit.at for unit in match.units).items() if count > 1]
    return f"several units are at {', '.join(twice)}" if twice else None


def every_unit_is_alive(match: Match) -> str | None:
    """The wounds of a unit are at least 0 and less than its hit points (WES-41, WES-44)."""
    index = match.index
    for unit in match.units:
        if not 0 <= unit.wounds < index.pawn(unit).hp:
            return f"{unit.label} has {unit.wounds} wounds of {index.pawn(unit).hp}"
    return None


def units_have_different_names(match: Match) -> str | None:
    """No two units have the same name, and no player has more than one leader (WES-2)."""
    if len({unit.id for unit in match.units}) != len(match.units):
        return "two units have the same name"
    leaders = Counter(unit.seat for unit in match.units if unit.leader)
    return next((f"{seat} has {count} leaders" for seat, count in leaders.items() if count > 1), None)


def gold_is_never_negative(match: Match) -> str | None:
    """Gold is a whole number, at least 0 (WES-10)."""
    return next((f"{player.seat} has {player.gold} gold" for player in match.players if player.gold < 0), None)


def players_out_of_the_game_have_nothing(match: Match) -> str | None:
    """A player who is out has no units, villages or gold.

    A player in the game has a leader, or other units if the settings let it play on (WES-30, WES-45).
    """
    counted = {unit.seat for unit in match.units if unit.leader or match.settings.leaderless == "play_on"}
    for player in match.players:
        if player.left:
            units = [unit.label for unit in match.units if unit.seat == player.seat]
            if units or player.gold or player.seat in match.villages.values():
                return f"{player.seat} is out of the game, but has {units}, {player.gold} gold or villages"
        elif player.seat not in counted:
            return f"{player.seat} has no leader and is still in the game"
    return None


def owned_villages_hold_no_enemy(match: Match) -> str | None:
    """Only villages have owners, and no enemy of the owner stands on one (WES-28)."""
    index = match.index
    for tile, owner in match.villages.items():
        if tile not in match.world.board.villages:
            return f"{tile} has an owner, but is not a village"
        unit = index.at.get(tile)
        if unit is not None and index.hostile(unit.seat, owner):
            return f"{unit.label} stands on {tile}, which still belongs to {owner}"
    return None


def round_and_turn_are_valid(match: Match) -> str | None:
    """The round is within the limit, and a match that is over has no open question.

    The acting player is in the game, unless its attack still waits for an answer (WES-45, WES-48).
    """
    most = match.settings.max_rounds
    if match.round < 1 or (most and match.round > most):
        return f"it is round {match.round} of {most}"
    if match.result is None and match.fight is None and match.player(match.acting).left:
        return f"it is {match.acting}'s turn, but {match.acting} is out of the game"
    if match.result is not None and match.fight is not None:
        return "the match is over, but an attack waits for an answer"
    teams = {match.index.team[unit.seat] for unit in match.units if unit.leader}
    if match.result is None and len(teams) < FEWEST:
        return f"only {listed(tuple(teams))} has a leader, but the match goes on"
    return None


LAWS = (
    every_player_has_a_castle_of_its_own,
    every_unit_has_a_tile_of_its_own,
    every_unit_is_alive,
    units_have_different_names,
    gold_is_never_negative,
    players_out_of_the_game_have_nothing,
    owned_villages_hold_no_enemy,
    round_and_turn_are_valid,
)
