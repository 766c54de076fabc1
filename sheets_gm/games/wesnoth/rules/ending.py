"""How players leave the game and how the match ends (rulebook, "Conquest" and "End of game").

The match ends when only one team has leaders, or after the last round. This is checked at once, even during a turn.
"""

from __future__ import annotations

from sheets_gm.games.wesnoth.data.board import FEWEST
from sheets_gm.games.wesnoth.position.events import Conquered, WentOut
from sheets_gm.games.wesnoth.position.resolution import Resolution
from sheets_gm.games.wesnoth.position.state import Match, Unit
from sheets_gm.kernel.outcome import Result

LEADERS = "no enemy leader is alive"
CASTLES = "the enemy castles are conquered"
BOTH = "the enemy leaders are dead or their castles conquered"
ONE_CASTLE = "it conquered an enemy castle"
GIVEN_UP = "no enemy is left in the game, because the last one gave up"
VILLAGES = "the rounds are over, and it holds more villages"
GOLD = "the rounds are over, and it has more gold and levels"
NOTHING = "the rounds are over, and nothing tells the teams apart"

REASONS = (LEADERS, CASTLES, BOTH, ONE_CASTLE, VILLAGES, GOLD, NOTHING)


def check_leaders(step: Resolution) -> None:
    """Remove players who are out of the game, and end the match if one team has leaders left (WES-1, WES-45).

    Depending on the settings, a player without a leader plays on until it has no units, or leaves at once. When the
    match ends, every player whose team has no leader leaves.
    """
    led = {unit.seat for unit in step.units.values() if unit.leader}
    teams = {step.players[seat].team for seat in led}
    over = len(teams) < FEWEST
    staying = led if step.before.settings.leaderless == "leave" else {unit.seat for unit in step.units.values()}
    for team in dict.fromkeys(player.team for player in step.playing()):
        seats = [player.seat for player in step.playing() if player.team == team]
        beaten = over and team not in teams
        leaving = [seat for seat in seats if beaten or seat not in staying]
        if leaving:
            for seat in leaving:
                leave(step, seat)
            step.events.append(WentOut(clause="WES-45", seats=tuple(leaving), team=team))
    if step.result is None and len(teams) == 1:
        reason = _why(step)
        step.end(Result(winners=tuple(teams), reason=reason, clause="WES-45" if reason == LEADERS else "WES-46"))


def give_up(step: Resolution) -> None:
    """End the match if only one team is left after another gave up (WES-1)."""
    teams = {step.players[unit.seat].team for unit in step.units.values() if unit.leader}
    if len(teams) == 1:
        step.end(Result(winners=tuple(teams), reason=GIVEN_UP, clause="WES-1"))
    check_leaders(step)


def _why(step: Resolution) -> str:
    """Say how the other teams left: their leaders died, their castles were conquered, or both (WES-1)."""
    conquered = [player.conquered for player in step.players.values() if player.left]
    return CASTLES if all(conquered) else BOTH if any(conquered) else LEADERS


def leave(step: Resolution, seat: str, *, conquered: bool = False) -> None:
    """Remove *seat* from the game, with its units, gold and villages (WES-30, WES-43)."""
    step.players[seat] = step.players[seat].but(left=True, gold=0, conquered=conquered)
    step.units = {name: unit for name, unit in step.units.items() if unit.seat != seat}
    step.villages = {tile: owner for tile, owner in step.villages.items() if owner != seat}


def besieged(match: Match, unit: Unit) -> str | None:
    """Return the seat whose castle *unit* may conquer, because it has been on the main tile since its turn began
    (WES-43).
    """
    if not unit.besieging or unit.at not in match.world.board.mains:
        return None
    castle = match.world.board.mains.index(unit.at)
    team = match.index.team[unit.seat]
    for player in match.players:
        if player.castle == castle and not player.left and player.team != team:
            return player.seat
    return None


def conquer(step: Resolution, unit: Unit) -> None:
    """Conquer the castle under *unit* (WES-43)."""
    seat = besieged(step.before, unit)
    if seat is None:
        raise ValueError(f"{unit.label} besieges no castle")
    step.events.append(Conquered(clause="WES-43", unit=unit.label, at=unit.at, seat=seat))
    leave(step, seat, conquered=True)
    if step.before.settings.castles_to_win == "one":
        step.end(Result(winners=(step.players[unit.seat].team,), reason=ONE_CASTLE, clause="WES-46"))
    check_leaders(step)


def limit(step: Resolution) -> None:
    """End the match after its last round (WES-47): by villages, then by gold and levels, else as a draw."""
    teams = list(dict.fromkeys(player.team for player in step.playing()))
    for score, reason in ((_villages, VILLAGES), (_worth, GOLD)):
        scores = {team: score(step, team) for team in teams}
        best = [team for team in teams if scores[team] == max(scores.values())]
        if len(best) == 1:
            step.end(Result(winners=(best[0],), reason=reason, clause="WES-47"))
            return
    step.end(Result(winners=(), reason=NOTHING, clause="WES-47"))


def _villages(step: Resolution, team: str) -> int:
    return sum(step.players[seat].team == team for seat in step.villages.values())


def _worth(step: Resolution, team: str) -> int:
    pawns = step.before.world.tables.pawns
    gold = sum(player.gold for player in step.playing() if player.team == team)
    levels = [
        pawns[unit.faction, unit.name].level for unit in step.units.values() if step.players[unit.seat].team == team
    ]
    return gold + sum(levels)
