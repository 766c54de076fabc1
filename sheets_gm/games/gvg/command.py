"""Command Phase (rulebook, “Command Skills”).

Skills are paid for in the order they are listed. A skill lasts for the turn of its use, and its cost is not refunded.
"""

from __future__ import annotations

from sheets_gm.games.gvg.data import BALLISTA, COST, SKILL_CLAUSE, TEAMS
from sheets_gm.games.gvg.events import SkillRefused, SkillUsed
from sheets_gm.games.gvg.resolution import Resolution
from sheets_gm.games.gvg.state import Match


def ready_in(match: Match, team: str, skill: str) -> int:
    """The turns until *team* may use *skill* again, 0 if it may now (GVG-69, R29: used in turn n, next in n + 3)."""
    used = match.teams[team].used
    last = used.get(skill, 0) if match.settings.cooldown_scope == "skill" else max(used.values(), default=0)
    return max(0, last + match.settings.cooldown_turns - match.turn) if last else 0


def can_buy(match: Match, team: str, skill: str) -> bool:
    """Whether *team* can still buy *skill* in the open step."""
    if match.phase == "orders" and match.settings.turn_mode == "two_step":
        return False  # R2: skills are locked before the orders open
    return match.teams[team].coins >= COST[skill] and ready_in(match, team, skill) == 0


def command(turn: Resolution) -> None:
    """Pay for the captains' skills (GVG-22, R30)."""
    for team in TEAMS:
        order = turn.commands.get(team)
        for skill in dict.fromkeys(order.skills) if order else ():
            if ready_in(turn.match, team, skill) or (
                turn.settings.cooldown_scope == "team" and turn.turn in turn.used[team].values()
            ):
                turn.events.append(SkillRefused(clause="GVG-69", team=team, skill=skill, why="cooldown"))
            elif turn.coins[team] < COST[skill]:
                turn.events.append(SkillRefused(clause="GVG-67", team=team, skill=skill, why="coins"))
            else:
                _use(turn, team, skill)


def _use(turn: Resolution, team: str, skill: str) -> None:
    turn.coins[team] -= COST[skill]
    turn.used[team][skill] = turn.turn
    turn.effects[team] = (*turn.effects[team], skill)
    if skill == BALLISTA:
        turn.charges[team] += turn.settings.ballista_uses  # GVG-77, R34: charges add up
    turn.events.append(SkillUsed(clause=SKILL_CLAUSE[skill], team=team, skill=skill, left=turn.coins[team]))
