"""The checks of orders: why an order is refused, or a warning.

A destination out of reach may be accepted with a warning (R5). A captain's skills that cannot be paid for are named one
by one; the order is refused only if no skill is left (R30).
"""

from __future__ import annotations

from sheets_gm.games.gvg.data.board import tile_name
from sheets_gm.games.gvg.data.words import (
    AUTO,
    BALLISTA,
    BUFF,
    COST,
    FLY,
    HEALER,
    PICKUP,
    REVIVE,
    SPEED,
    TREE_SPEED,
    WALK,
    other,
)
from sheets_gm.games.gvg.forms.all_forms import commands_open, may_fly, movement_allowance, tree_available
from sheets_gm.games.gvg.position.orders import SKILL_FIELDS, Command, Play, Shots
from sheets_gm.games.gvg.position.state import Match, Player
from sheets_gm.games.gvg.rules.command import Purchase, can_buy, purchases, ready_in, spendable
from sheets_gm.games.gvg.rules.movement import end_tile, reach
from sheets_gm.games.gvg.rules.odds import odds_at
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.outcome import GM, Order, Remark


def check(match: Match, seat: str, order: Order) -> Remark | None:
    """Return why *order* is refused, a warning, or None."""
    if isinstance(order, Play):
        return check_play(match, seat, order)
    if isinstance(order, Command):
        return check_command(match, seat, order)
    if isinstance(order, Shots):
        return check_shots(match, seat, order)
    return Remark(text="this is not an order of GvG")


def check_play(match: Match, seat: str, order: Play) -> Remark | None:
    """Check a player's order."""
    player = next((each for each in match.players if each.seat == seat), None)
    if player is None:
        return Remark(text="this seat has no player", clause="GVG-23")
    if player.down:
        return Remark(text="this player is knocked down and skips the turn", clause="GVG-80")
    if order.action in (BUFF, REVIVE) and player.role != HEALER:
        return Remark(
            field="action", text=f"only a Healer can {order.action}, not a {player.role}", instead=AUTO, clause="GVG-13"
        )
    if order.action == PICKUP and not tree_available(match, player.team):
        return Remark(field="action", text="there is no Tree to pick up", instead=AUTO, clause="GVG-51")
    goal = order.move_to
    if goal is not None and goal not in match.board.kinds:
        return Remark(field="move_to", text=f"there is no tile {goal}", instead=tile_name(player.at), clause="GVG-R3")
    if goal in match.shut(player.team):
        text = "players cannot enter the enemy's Base"
        return Remark(field="move_to", text=text, instead=_beside_base(match, player), clause="GVG-R6")
    if order.mode == FLY:
        return _check_flight(match, player, goal)
    return _check_walk(match, player, goal) or _forecast(match, player, goal) if goal else None


def _forecast(match: Match, player: Player, goal: str) -> Remark | None:
    """Return the odds of a battle with the players at *goal* if all others stay; None if nobody is there."""
    foes = [each.role for each in match.players if each.team != player.team and each.at == goal and not each.down]
    battles = odds_at(match, goal, (player.seat,)) if foes and goal != player.at else ()
    if not battles:
        return None
    win = round(100 * battles[0].of(player.team)[0])
    text = f"You fight their {listed(foes)} there: {win} % to win if all others stay"
    return Remark(text=text, refuses=False, informs=True)


def _check_flight(match: Match, player: Player, goal: str | None) -> Remark | None:
    team = player.team
    if player.at != match.board.bases[team]:
        return Remark(field="mode", text="a ballista can be used only from the Base", instead=WALK, clause="GVG-78")
    if not may_fly(match, player, could_buy=can_buy(match, team, BALLISTA)):
        return Remark(field="mode", text="the team has no Ballista charges", instead=WALK, clause="GVG-77")
    if goal is None:
        return Remark(field="move_to", text="a ballista needs a destination", clause="GVG-78")
    charges = match.teams[team].charges
    texts = [] if charges else ["this works only if the captain buys Ballista Charges"]
    at_base = [each.seat for each in match.players if each.team == team and may_fly(match, each, could_buy=True)]
    before = at_base[: at_base.index(player.seat)]
    left = charges or match.settings.ballista_uses
    if len(before) >= left:
        first = f"{listed(before)} {'comes' if len(before) == 1 else 'come'} first"
        texts.append(f"{counted(left, 'charge')} cannot serve everybody at the Base, and {first}")
    clause = "GVG-R34" if charges else "GVG-77"
    return Remark(field="mode", text="; ".join(texts), refuses=False, clause=clause) if texts else None


def _check_walk(match: Match, player: Player, goal: str) -> Remark | None:
    team = player.team
    carries = match.carried_by(player.seat) is not None
    skill = TREE_SPEED if carries else SPEED
    on = skill in match.effects.get(team, ())
    steps = movement_allowance(match, player, fast=on)
    if steps is None or goal in reach(match, player, steps):
        return None
    name, end = tile_name(goal), tile_name(end_tile(match, player, goal, steps))
    if not on and can_buy(match, team, skill):
        faster = movement_allowance(match, player, fast=True)
        if faster is not None and goal in reach(match, player, faster):
            text = f"{name} is in reach only if the captain buys {skill}; without it this player ends at {end}"
            return Remark(field="move_to", text=text, instead=end, refuses=False, clause="GVG-23")
    far = match.board.distances(player.at, match.terrain(team)).get(goal)
    away = f"{counted(far, 'step')} away, and this player can move {counted(steps, 'step')}" if far else "out of reach"
    text = f"{name} is {away}"
    if match.settings.overreach == "clamp":
        return Remark(field="move_to", text=f"{text}, so it ends at {end}", instead=end, refuses=False, clause="GVG-R5")
    return Remark(field="move_to", text=text, instead=end, clause="GVG-23")


def _beside_base(match: Match, player: Player) -> str:
    """Return where *player* would end on its way to the nearest stair platform of the enemy's Base."""
    graph = match.board.paths(match.settings.diagonal)
    stairs = graph.neighbours(match.board.bases[other(player.team)])
    goal = min(stairs, key=lambda tile: graph.distance(player.at, tile) or 0)
    steps = movement_allowance(match, player, fast=False)
    return tile_name(goal if steps is None else end_tile(match, player, goal, steps))


def check_command(match: Match, seat: str, order: Command) -> Remark | None:
    """Check a captain's order."""
    team = next((name for name, purse in match.teams.items() if purse.captain == seat), None)
    if team is None:
        return Remark(text="only a team's captain can use Command Skills", clause="GVG-6")
    if not commands_open(match):
        return Remark(text="skills cannot be used in this step", clause="GVG-22")
    unknown = next((name for name in SKILL_FIELDS if getattr(order, name) not in (None, *COST)), None)
    if unknown:
        text = f"there is no skill {getattr(order, unknown)}"
        return Remark(field=unknown, text=text, instead=_other_skill(match, team, order), clause="GVG-22")
    return _check_purchases(match, team, order)


def _other_skill(match: Match, team: str, order: Command) -> str | None:
    """Return a skill that *team* could buy and *order* does not name."""
    return next((skill for skill in COST if can_buy(match, team, skill) and skill not in order.skills), None)


def _check_purchases(match: Match, team: str, order: Command) -> Remark | None:
    """Return which skills of *order* cannot be paid for (R30). It refuses the order only if no skill is left."""
    now = purchases(match, team, order.skills, match.teams[team].coins)
    at_most = purchases(match, team, order.skills, spendable(match, team))
    texts: list[str] = []
    for bought, hoped in zip(now, at_most, strict=True):
        if bought.refused and hoped.refused is None:
            texts.append(f"{bought.skill} is used only if {team.capitalize()} wins the Archery Duel")
        elif hoped.refused:
            texts.append(_refusal(match, team, hoped))
    if not texts:
        return None
    first = next(at for at, bought in enumerate(now) if bought.refused)
    field = [name for name in SKILL_FIELDS if getattr(order, name)][first]
    nothing = all(bought.refused for bought in at_most)
    clause = {"coins": "GVG-67", "cooldown": "GVG-69", "twice": "GVG-69"}[now[first].refused or "coins"]
    instead = _other_skill(match, team, order) if nothing else None
    return Remark(field=field, text="; ".join(texts), instead=instead, refuses=nothing, clause=clause)


def _refusal(match: Match, team: str, refused: Purchase) -> str:
    skill = refused.skill
    if refused.refused == "twice":
        return f"{skill} is chosen twice and is used once"
    if refused.refused == "coins":
        cost = counted(match.settings.skill_costs[skill], "coin")
        return f"{skill} costs {cost}, but {counted(refused.left, 'coin')} would be left"
    wait = ready_in(match, team, skill)
    if wait:
        return f"{skill} is on cooldown for {counted(wait, 'more turn')}"
    return f"{skill} is not used: the team can use only one skill at a time"


def check_shots(match: Match, seat: str, order: Shots) -> Remark | None:
    """Check a round of the Archery Duel."""
    if seat != GM:
        return Remark(text="only the GM can fill in the Archery Duel", clause="GVG-85")
    if not match.duel_open:
        return Remark(text="there is no Archery Duel now", clause="GVG-83")
    if order.winner is None and (order.blue is None) != (order.red is None):
        missing = "blue" if order.blue is None else "red"
        return Remark(field=missing, text="a round needs both distances", clause="GVG-86")
    return None
