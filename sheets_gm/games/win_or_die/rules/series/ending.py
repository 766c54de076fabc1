"""The end of games, and with them of the match (rulebook, "The end of the game conditions").

It is checked after every damage and every change of a marker (R27). If both legions are defeated at the same time, the
player whose turn it is wins (WOD-84).
"""

from __future__ import annotations

from sheets_gm.games.win_or_die.data.numbers import SURRENDERS
from sheets_gm.games.win_or_die.data.words import RED, SEATS, TEAL, other
from sheets_gm.games.win_or_die.position.events import GameEnded, MatchEnded, Surrendered
from sheets_gm.games.win_or_die.position.resolution import Halt, Resolution
from sheets_gm.games.win_or_die.position.state import Battlefield
from sheets_gm.games.win_or_die.rules.series import beginning
from sheets_gm.kernel.outcome import Result

MORALE = "the enemy's morale is not above its fatigue"
FATIGUE = "the enemy's fatigue is at its limit"
LEADER = "the enemy's Leader is dead"
SURRENDER = "the enemy surrendered"

REASONS = (MORALE, FATIGUE, LEADER, SURRENDER)
_CLAUSES = {MORALE: "WOD-89", FATIGUE: "WOD-90", LEADER: "WOD-R15", SURRENDER: "WOD-88"}


def defeated(field: Battlefield) -> dict[str, str]:
    """Return the defeated seats, each with the reason why the enemy wins."""
    settings, reasons = field.settings, dict[str, str]()
    for seat in SEATS:
        if settings.leader_death_loses and not any(field.card(unit).leader for unit in field.units_of(seat)):
            reasons[seat] = LEADER
        if field.morale(seat) <= field.player(seat).fatigue:
            reasons[seat] = MORALE
    tired = [seat for seat in SEATS if field.player(seat).fatigue >= settings.fatigue_limit]
    if settings.fatigue_mode == "literal":
        reasons |= dict.fromkeys(tired, FATIGUE)
    elif len(tired) == len(SEATS):  # R28
        red, teal = field.morale(RED), field.morale(TEAL)
        lower = RED if red < teal else TEAL if teal < red else other(field.acting)
        reasons.setdefault(lower, FATIGUE)
    return reasons


def check(step: Resolution) -> None:
    """End the game if a legion is defeated."""
    lost = defeated(step.field)
    if lost:
        loser = other(step.now.acting) if len(lost) == len(SEATS) else next(iter(lost))
        end_game(step, other(loser), lost[loser])


def surrender(step: Resolution, seat: str) -> None:
    """Let *seat* give up the game. Its second surrender gives up the match (R30)."""
    count = step.players[seat].surrenders + 1
    step.amend(seat, surrenders=count)
    step.tell(Surrendered(clause="WOD-R30", seat=seat, match=count >= SURRENDERS))
    end_game(step, other(seat), SURRENDER, match=count >= SURRENDERS)


def end_game(step: Resolution, winner: str, reason: str, *, match: bool = False) -> None:
    """End the game. The match ends if *winner* has enough games, otherwise the next game begins (WOD-95)."""
    wins = step.players[winner].wins + 1
    step.amend(winner, wins=wins)
    score = (step.players[RED].wins, step.players[TEAL].wins)
    clause = _CLAUSES[reason]
    step.tell(GameEnded(clause=clause, game=step.now.game, winner=winner, reason=reason, wins=score))
    step.set(question=None)
    if match or wins >= step.before.settings.wins_needed:
        result = Result(winners=(winner,), reason=reason, clause=clause)
        step.tell(MatchEnded(clause="WOD-95", result=result))
        step.end(result)
    step.set(game=step.now.game + 1, winner=winner)
    beginning.begin_game(step)
    raise Halt
