"""Command Phase (rulebook, “Command Skills”).

Skills are paid for in the order they are listed. A skill lasts for the turn of its use, and its cost is not refunded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sheets_gm.games.gvg.data.words import BALLISTA, COST, SKILL_CLAUSE, TEAMS
from sheets_gm.games.gvg.position.events import SkillRefused, SkillUsed
from sheets_gm.games.gvg.position.resolution import Resolution
from sheets_gm.games.gvg.position.state import Match


def ready_in(match: Match, team: str, skill: str) -> int:
    """Return the turns until *team* may use *skill* again, 0 if it may now (GVG-69, R29: used in turn n, next in n +
    3).
    """
    used = match.teams[team].used
    last = used.get(skill, 0) if match.settings.cooldown_scope == "skill" else max(used.values(), default=0)
    return max(0, last + match.settings.cooldown_turns - match.turn) if last else 0


def spendable(match: Match, team: str) -> int:
    """Return the coins that *team* may have when its skills are paid for, including those of an open Archery Duel
    (R35).
    """
    return match.teams[team].coins + (match.settings.duel_reward if match.duel_open else 0)


def can_buy(match: Match, team: str, skill: str) -> bool:
    """Whether *team* can still buy *skill* in the open step, with all the coins that it may have."""
    return skill in affordable(match, team, spendable(match, team))


def affordable(match: Match, team: str, coins: int) -> tuple[str, ...]:
    """Return the skills that *team* can still buy in the open step with *coins*."""
    if match.phase == "orders" and match.settings.turn_mode == "two_step":
        return ()  # R2: skills are locked before the orders open
    costs = match.settings.skill_costs
    return tuple([skill for skill in COST if coins >= costs[skill] and not ready_in(match, team, skill)])


class Purchase(NamedTuple):
    """A chosen skill, why it is refused (None: it is paid for), and the coins left after it."""

    skill: str
    refused: Literal["coins", "cooldown", "twice"] | None
    left: int


def purchases(match: Match, team: str, skills: Sequence[str], coins: int) -> tuple[Purchase, ...]:
    """Pay for *skills* in order with *coins*. Each skill that cannot be paid for is refused separately (R30)."""
    results: list[Purchase] = []
    for skill in skills:
        bought = [each.skill for each in results if each.refused is None]
        refused: Literal["coins", "cooldown", "twice"] | None = None
        if skill in bought:
            refused = "twice"
        elif ready_in(match, team, skill) or (bought and match.settings.cooldown_scope == "team"):
            refused = "cooldown"
        elif coins < match.settings.skill_costs[skill]:
            refused = "coins"
        else:
            coins -= match.settings.skill_costs[skill]
        results.append(Purchase(skill, refused, coins))
    return tuple(results)


_REFUSAL = {"coins": "GVG-67", "cooldown": "GVG-69", "twice": "GVG-69"}


def command(turn: Resolution) -> None:
    """Pay for the captains' skills (GVG-22, R30)."""
    for team in TEAMS:
        order = turn.commands.get(team)
        for skill, refused, left in purchases(turn.match, team, order.skills, turn.coins[team]) if order else ():
            if refused is None:
                _use(turn, team, skill, left)
            else:
                turn.events.append(SkillRefused(clause=_REFUSAL[refused], team=team, skill=skill, why=refused))


def _use(turn: Resolution, team: str, skill: str, left: int) -> None:
    turn.coins[team] = left
    turn.used[team][skill] = turn.turn
    turn.effects[team] = (*turn.effects[team], skill)
    if skill == BALLISTA:
        turn.charges[team] += turn.settings.ballista_uses  # GVG-77, R34: charges add up
    turn.events.append(SkillUsed(clause=SKILL_CLAUSE[skill], team=team, skill=skill, left=left))
