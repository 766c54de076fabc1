"""Giving up: a player leaves the match with all its Champions, like an eliminated player (R12, R29).

The rulebook does not mention it. The player's items fall into the pool of its tile, and its battles do not take place.
Effects that need dice, such as a smaller map, wait for the end of the round.
"""

from __future__ import annotations

from collections.abc import Iterator

from sheets_gm.games.champions.position.battle_events import BattleVoid
from sheets_gm.games.champions.position.events import Ended, GaveUp
from sheets_gm.games.champions.position.state import Champion, Match, Player
from sheets_gm.games.champions.rules.ending import LAST, over
from sheets_gm.kernel.outcome import Event, Outcome, Result


def leave(match: Match, seat: str) -> Outcome[Match]:
    """Return the position without the player at *seat*, which is a team by itself (R1)."""
    player = next((each for each in match.alive if each.seat == seat), None)
    if player is None:
        return Outcome(match)
    left = _without(match, player)
    events = (*_void(match, player), _gave_up(match, player))
    if len(left.alive) > 1:
        return Outcome(left, events)
    ended = Ended(clause="CBR-R29", result=Result(winners=(left.alive[0].seat,), reason=LAST, clause="CBR-R29"))
    return Outcome(over(left.but(fights=()), ended.result), (*events, ended))


def _without(match: Match, player: Player) -> Match:
    """Return *match* after *player* lost its Champions and its items."""
    champions = tuple(Champion(type=champion.type, health=0) for champion in player.champions)
    gone = player.but(champions=champions, stash=(), found=(), out=match.round)
    players = tuple(gone if each.seat == player.seat else each for each in match.players)
    if match.settings.drop_on_elimination != "tile":
        return match.but(players=players, gone=match.gone + len(player.owned))
    pool = tuple(sorted((*match.pools[player.at], *player.owned)))
    return match.but(players=players, pools={**match.pools, player.at: pool})


def _gave_up(match: Match, player: Player) -> Event:
    return GaveUp(
        clause="CBR-R12",
        seat=player.seat,
        at=player.at if match.settings.show_names else "",
        dropped=match.settings.drop_on_elimination == "tile",
    )


def _void(match: Match, player: Player) -> Iterator[Event]:
    """Yield the battles that do not take place. The events are public, because an opponent without another battle has
    no form.
    """
    for fight in match.fights_of(player.seat):
        if not match.is_void(fight):
            at = fight.at if match.settings.show_names else ""
            yield BattleVoid(clause="CBR-R15", at=at, seats=fight.seats, missing=player.seat)
