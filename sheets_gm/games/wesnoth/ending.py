"""The end of players and of the match (rulebook, "Conquest" and "End of game").

Laws: a team is in the game while one of its leaders lives; it is checked at once, also in the middle of a turn; the
match ends when one team is left, or the rounds are over.
"""

from __future__ import annotations

from sheets_gm.games.wesnoth.events import Conquered, WentOut
from sheets_gm.games.wesnoth.state import Match, Unit, sight
from sheets_gm.games.wesnoth.workings import Workings
from sheets_gm.kernel.outcome import Result

LEADERS = "no enemy leader is alive"
CASTLES = "the enemy castles are conquered"
BOTH = "the enemy leaders are dead or their castles conquered"
ONE_CASTLE = "it conquered an enemy castle"
VILLAGES = "the rounds are over, and it holds more villages"
GOLD = "the rounds are over, and it has more gold and levels"
NOTHING = "the rounds are over, and nothing tells the teams apart"

REASONS = (LEADERS, CASTLES, BOTH, ONE_CASTLE, VILLAGES, GOLD, NOTHING)


def check_leaders(now: Workings) -> None:
    """Take out whoever nobody leads any more (WES-45), and end the match if one team is left (WES-1)."""
    led = {unit.seat for unit in now.units.values() if unit.leader}
    teams = {now.players[seat].team for seat in led}
    for team in dict.fromkeys(player.team for player in now.playing()):
        seats = [player.seat for player in now.playing() if player.team == team]
        leaving = [seat for seat in seats if seat not in led and now.before.settings.leaderless == "leave"]
        if team not in teams:
            leaving = seats
        if leaving:
            for seat in leaving:
                leave(now, seat)
            now.events.append(WentOut(clause="WES-45", seats=tuple(leaving), team=team))
    left = list(dict.fromkeys(player.team for player in now.playing()))
    if now.result is None and len(left) == 1:
        now.end(Result(winners=(left[0],), reason=_why(now), clause="WES-45" if _why(now) == LEADERS else "WES-46"))


def _why(now: Workings) -> str:
    """How the last of the others left: by their leaders, by their castles, or some so and some so (WES-1)."""
    conquered = [player.conquered for player in now.players.values() if player.left]
    return CASTLES if all(conquered) else BOTH if any(conquered) else LEADERS


def leave(now: Workings, seat: str, *, conquered: bool = False) -> None:
    """Take *seat* out of the game: its units, its gold, its villages (WES-30, WES-43)."""
    now.players[seat] = now.players[seat].but(left=True, gold=0, conquered=conquered)
    now.units = {name: unit for name, unit in now.units.items() if unit.seat != seat}
    now.villages = {tile: owner for tile, owner in now.villages.items() if owner != seat}


def besieged(match: Match, unit: Unit) -> str | None:
    """Whose castle *unit* may conquer now: it stands on the main tile since its turn began (WES-43)."""
    if not unit.besieging or unit.at not in match.world.board.mains:
        return None
    castle = match.world.board.mains.index(unit.at)
    team = sight(match).team[unit.seat]
    for player in match.players:
        if player.castle == castle and not player.left and player.team != team:
            return player.seat
    return None


def conquer(now: Workings, unit: Unit) -> None:
    """Take the castle under *unit* (WES-43)."""
    seat = besieged(now.before, unit)
    if seat is None:
        raise ValueError(f"{unit.label} besieges no castle")
    now.events.append(Conquered(clause="WES-43", unit=unit.label, at=unit.at, seat=seat))
    leave(now, seat, conquered=True)
    if now.before.settings.castles_to_win == "one":
        now.end(Result(winners=(now.players[unit.seat].team,), reason=ONE_CASTLE, clause="WES-46"))
    check_leaders(now)


def limit(now: Workings) -> None:
    """End the match after its last round (WES-47): by villages, then by gold and levels, else nobody wins."""
    teams = list(dict.fromkeys(player.team for player in now.playing()))
    for score, reason in ((_villages, VILLAGES), (_worth, GOLD)):
        scores = {team: score(now, team) for team in teams}
        best = [team for team in teams if scores[team] == max(scores.values())]
        if len(best) == 1:
            now.end(Result(winners=(best[0],), reason=reason, clause="WES-47"))
            return
    now.end(Result(winners=(), reason=NOTHING, clause="WES-47"))


def _villages(now: Workings, team: str) -> int:
    return sum(now.players[seat].team == team for seat in now.villages.values())


def _worth(now: Workings, team: str) -> int:
    pawns = now.before.world.tables.pawns
    gold = sum(player.gold for player in now.playing() if player.team == team)
    levels = [
        pawns[unit.faction, unit.name].level for unit in now.units.values() if now.players[unit.seat].team == team
    ]
    return gold + sum(levels)
