"""What is true of every position."""

from __future__ import annotations

from collections import Counter

from sheets_gm.games.wesnoth.state import Match, sight
from sheets_gm.kernel.english import listed


def every_player_has_a_castle_of_its_own(match: Match) -> str | None:
    """Each player sits in a seat and begins in a castle that no other has; one of them acts (WES-4, WES-14)."""
    seats = [player.seat for player in match.players]
    if len(set(seats)) != len(seats) or len({player.castle for player in match.players}) != len(seats):
        return "two players have one seat or one castle"
    castles = len(match.world.board.castles)
    for player in match.players:
        if not 0 <= player.castle < castles:
            return f"{player.seat} has castle {player.castle}: there are 0 to {castles - 1}"
        if player.faction not in match.world.tables.factions:
            return f"{player.seat} leads {player.faction}: there are {listed(tuple(match.world.tables.factions))}"
    strangers = [unit.label for unit in match.units if unit.seat not in seats]
    if strangers:
        return f"{strangers[0]} is nobody's: there are {listed(seats)}"
    return None if match.acting in seats else f"it is {match.acting}'s turn: there are {listed(seats)}"


def every_unit_has_a_tile_of_its_own(match: Match) -> str | None:
    """Nobody stands beside the map, and no two units on one tile (WES-25)."""
    for unit in match.units:
        if unit.at not in match.world.terrain:
            return f"{unit.label} is at {unit.at}, which is no tile"
    twice = [tile for tile, count in Counter(unit.at for unit in match.units).items() if count > 1]
    return f"several units stand at {', '.join(twice)}" if twice else None


def every_unit_is_alive(match: Match) -> str | None:
    """A unit has fewer wounds than hit points, and no fewer than none (WES-41, WES-44)."""
    look = sight(match)
    for unit in match.units:
        if not 0 <= unit.wounds < look.pawn(unit).hp:
            return f"{unit.label} has {unit.wounds} wounds of {look.pawn(unit).hp}"
    return None


def units_are_told_apart(match: Match) -> str | None:
    """No two units have one name, and no player more leaders than one (WES-2)."""
    if len({unit.id for unit in match.units}) != len(match.units):
        return "two units have one name"
    leaders = Counter(unit.seat for unit in match.units if unit.leader)
    return next((f"{seat} has {count} leaders" for seat, count in leaders.items() if count > 1), None)


def nobody_owes_gold(match: Match) -> str | None:
    """Gold is a whole number of nothing or more (WES-10)."""
    return next((f"{player.seat} has {player.gold} gold" for player in match.players if player.gold < 0), None)


def who_left_left_nothing(match: Match) -> str | None:
    """A player who is out of the game has no units, villages or gold; a team in it has a leader (WES-30, WES-45)."""
    led = {sight(match).team[unit.seat] for unit in match.units if unit.leader}
    for player in match.players:
        if player.left:
            units = [unit.label for unit in match.units if unit.seat == player.seat]
            if units or player.gold or player.seat in match.villages.values():
                return f"{player.seat} is out of the game, and left {units}, {player.gold} gold or villages"
        elif player.team not in led:
            return f"nobody leads the team {player.team}"
    return None


def markers_lie_on_villages(match: Match) -> str | None:
    """A marker lies on a village; where an enemy of its owner ended a move, it changed hands (WES-28)."""
    look = sight(match)
    for tile, owner in match.villages.items():
        if tile not in match.world.board.villages:
            return f"a marker lies on {tile}, which is no village"
        unit = look.at.get(tile)
        if unit is not None and look.hostile(unit.seat, owner):
            return f"{unit.label} stands on {tile}, which is still {owner}'s"
    return None


def the_clock_is_right(match: Match) -> str | None:
    """The round is within the match, its player in the game, and nothing is asked once it is over."""
    most = match.settings.max_rounds
    if match.round < 1 or (most and match.round > most):
        return f"it is round {match.round} of {most}"
    if match.result is None and match.player(match.acting).left:
        return f"it is {match.acting}'s turn, and it is out of the game"
    if match.result is not None and match.fight is not None:
        return "the match is over, and an attack waits for an answer"
    teams = {player.team for player in match.players if not player.left}
    if match.result is None and len(teams) < 2:
        return f"only {', '.join(teams)} is left, and the match goes on"
    return None


LAWS = (
    every_player_has_a_castle_of_its_own,
    every_unit_has_a_tile_of_its_own,
    every_unit_is_alive,
    units_are_told_apart,
    nobody_owes_gold,
    who_left_left_nothing,
    markers_lie_on_villages,
    the_clock_is_right,
)
