"""How players leave the game and how the match ends (rulebook, "Conquest" and "End of game").

A team is in the game while one of its leaders lives. This is checked at once, even in the middle of a turn. The match
ends when one team is left, or after the last round.
"""

from __future__ import annotations

from sheets_gm.games.wesnoth.events import Conquered, WentOut
from sheets_gm.games.wesnoth.resolution import Resolution
from sheets_gm.games.wesnoth.state import Match, Unit
from sheets_gm.kernel.outcome import Result

LEADERS = "no enemy leader is alive"
CASTLES = "the enemy castles are conquered"
BOTH = "the enemy leaders are dead or their castles conquered"
ONE_CASTLE = "it conquered an enemy castle"
VILLAGES = "the rounds are over, and it holds more villages"
GOLD = "the rounds are over, and it has more gold and levels"
NOTHING = "the rounds are over, and nothing tells the teams apart"

REASONS = (LEADERS, CASTLES, BOTH, ONE_CASTLE, VILLAGES, GOLD, NOTHING)


def check_leaders(step: Resolution) -> None:
    """Remove players whose team has no leader (WES-45), and end the match if one team is left (WES-1)."""
    led = {unit.seat for unit in step.units.values() if unit.leader}
    teams = {step.players[seat].team for seat in led}
    for team in dict.fromkeys(player.team for player in step.playing()):
        seats = [player.seat for player in step.playing() if player.team == team]
        leaving = [seat for seat in seats if seat not in led and step.before.settings.leaderless == "leave"]
        if team not in teams:
            leaving = seats
        if leaving:
            for seat in leaving:
                leave(step, seat)
            step.events.append(WentOut(clause="WES-45", seats=tuple(leaving), team=team))
    left = list(dict.fromkeys(player.team for player in step.playing()))
    if step.result is None and len(left) == 1:
        step.end(Result(winners=(left[0],), reason=_why(step), clause="WES-45" if _why(step) == LEADERS else "WES-46"))


def _why(step: Resolution) -> str:
    """How the other teams left: their leaders died, their castles were conquered, or both (WES-1)."""
    conquered = [player.conquered for player in step.players.values() if player.left]
    return CASTLES if all(conquered) else BOTH if any(conquered) else LEADERS


def leave(step: Resolution, seat: str, *, conquered: bool = False) -> None:
    """Take *seat* out of the game: its units, its gold, its villages (WES-30, WES-43)."""
    step.players[seat] = step.players[seat].but(left=True, gold=0, conquered=conquered)
    step.units = {name: unit for name, unit in step.units.items() if unit.seat != seat}
    step.villages = {tile: owner for tile, owner in step.villages.items() if owner != seat}


def besieged(match: Match, unit: Unit) -> str | None:
    """The seat whose castle *unit* may conquer: it has stood on the main tile since its turn began (WES-43)."""
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
    """End the match after its last round (WES-47): by villages, then by gold and levels, else in a draw."""
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
