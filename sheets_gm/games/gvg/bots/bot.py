"""Bots. Each sees its seat's view and forms, and fills in rows like a person.

The players of a team do not talk to each other. Each `keen` bot works out the same `plan` from the same board, and
carries out its own part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.games.gvg.bots.plan import distance, picks_up, plan, turns_to
from sheets_gm.games.gvg.data.board import tile_id, tile_name
from sheets_gm.games.gvg.data.words import (
    BALLISTA,
    BULWARK_DAMAGE,
    FISH_DAMAGE,
    FLY,
    PICKUP,
    PROTECTION,
    TANK,
    TREE_SPEED,
    other,
)
from sheets_gm.games.gvg.position.orders import SKILL_FIELDS
from sheets_gm.games.gvg.position.state import Match, Player
from sheets_gm.games.gvg.rules.halftime import FARTHEST
from sheets_gm.games.gvg.views.visible import View
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form, Typed

THREAT = 4
"""The number of steps within which an enemy threatens a structure."""

WORTH_FLYING = 8
"""The Ballista takes those from their Base who are farther from their goal than this."""


def keen(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Fill in *forms* as a bot that plays to win."""
    return _fill_all(view, forms, dice, lambda match, player: plan(match, player.team).get(player.seat, player.at))


def rusher(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Fill in *forms* as a bot that only attacks the enemy's structures."""
    return _fill_all(view, forms, dice, lambda match, player: _target(match, player.team))


def guard(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Fill in *forms* as one of a team of which two of five players attack and the others defend threatened
    structures.
    """
    return _fill_all(view, forms, dice, _guard_goal)


def _fill_all(
    view: View, forms: tuple[Form, ...], dice: Dice, goal: Callable[[Match, Player], str]
) -> tuple[Filled, ...]:
    filled: list[Filled] = []
    for form in forms:
        if form.key == "archery":
            filled += _shoot(form, dice)
        else:
            filled.append(_fill(view, form, dice, goal))
    return tuple(filled)


def _shoot(form: Form, dice: Dice) -> list[Filled]:
    """Fill in the GM's form of the Archery Duel, with random distances for both teams."""
    return [
        Filled(
            form.key,
            row,
            {
                "blue": dice.roll(FARTHEST, f"blue arrow {row}"),
                "red": dice.roll(FARTHEST, f"red arrow {row}"),
                "ready": True,
            },
        )
        for row in range(form.rows)
    ]


def _fill(view: View, form: Form, dice: Dice, goal: Callable[[Match, Player], str]) -> Filled:
    cells: dict[str, Typed]
    if form.key == "commands":
        cells = _skills(view.match, form)
    elif form.key == "orders" and form.due:
        player = view.match.player(form.seat)
        cells = _order(view.match, form, goal(view.match, player), dice)
        if picks_up(view.match, player):
            cells["action"] = PICKUP
    else:
        cells = {}
    return Filled(form.key, 0, {**cells, "ready": True} if form.due or cells else {})


# -- where to go -------------------------------------------------------------------------------------------------------


def _order(match: Match, form: Form, goal: str, dice: Dice) -> dict[str, Typed]:
    """Order a move to the legal tile nearest to *goal*, or to a coin within reach that no enemy holds."""
    player = match.player(form.seat)
    by_name = {field.name: field for field in form.fields}
    choices = tuple(map(tile_id, by_name["move_to"].choices))
    if not choices:
        return {}
    if (
        FLY in by_name["mode"].choices
        and match.teams[player.team].charges
        and distance(match, player.at, goal) > WORTH_FLYING
    ):
        return {"move_to": _landing(match, player, goal), "mode": FLY}
    walk = [tile for tile in choices if _within_roll(match, player, tile)] or [player.at]
    coins = [tile for tile in match.coins if tile in walk and not _enemies_at(match, player.team, tile)]
    if coins and match.carried_by(player.seat) is None and distance(match, player.at, goal) > 3:
        return {"move_to": min(coins, key=lambda tile: (distance(match, tile, goal), tile))}
    least = min(distance(match, tile, goal) for tile in walk)
    best = [tile for tile in walk if distance(match, tile, goal) == least]
    return {
        "move_to": tile_name(
            min(best) if match.carried_by(player.seat) or len(best) == 1 else dice.pick(best, f"way of {form.seat}")
        )
    }


def _landing(match: Match, player: Player, goal: str) -> str:
    """Return where to fly: a tile next to *goal*, because a teleported player cannot fight in that turn (GVG-78)."""
    return min(match.board.graph.adjacency[goal], key=lambda tile: (distance(match, player.at, tile), tile))


def _within_roll(match: Match, player: Player, tile: str) -> bool:
    steps = player.roll if match.carried_by(player.seat) is None else None
    if steps is None:
        return True
    return (match.board.graph.distance(player.at, tile, match.shut(player.team)) or 0) <= steps


def _enemies_at(match: Match, team: str, tile: str) -> int:
    return sum(each.at == tile and each.team != team and not each.down for each in match.players)


def _lone_goal(match: Match, player: Player) -> str:
    """Return the goal of an attacking `guard`: home with the Tree, the enemy carrier of its Tree, or a structure."""
    team, enemy = player.team, other(player.team)
    mine, theirs = match.trees[enemy], match.trees[team]
    if mine.carrier == player.seat:
        return match.board.bases[team]
    if theirs.carrier is not None and _turns_home(match, enemy, theirs.at) <= _turns_home(match, team, mine.at) + 2:
        return theirs.at
    if not match.fish[enemy]:
        if mine.carrier is None:
            return mine.at
        return mine.at if player.seat[-1] in "135" else _post(match, player)
    if player.role == TANK:
        post = _threatened(match, team)
        if post is not None:
            return post
    return _target(match, team)


def _guard_goal(match: Match, player: Player) -> str:
    if player.seat[-1] in "12" or not match.fish[other(player.team)] or match.trees[player.team].carrier:
        return _lone_goal(match, player)
    return _post(match, player)


def _turns_home(match: Match, team: str, tile: str) -> int:
    """Return the approximate turns that a carrier of *team* at *tile* needs to its Base; 99 while the Fish is alive."""
    if match.fish[other(team)]:
        return 99
    return match.distance_home(team, tile) // 2


def _target(match: Match, team: str) -> str:
    """Return what the team attacks next: the Fish once its tier is low, else the weakest standing Bulwark."""
    enemy = other(team)
    if not match.fish[enemy]:
        return match.trees[enemy].at
    standing = [tile for tile in match.board.bulwarks[enemy] if match.bulwarks[tile]]
    if match.destroyed(enemy) >= 2 or not standing:
        return match.board.fish[enemy]
    own_players = [player for player in match.players if player.team == team and not player.down]
    return min(
        standing,
        key=lambda tile: (match.bulwarks[tile], sum(distance(match, player.at, tile) for player in own_players), tile),
    )


def _threatened(match: Match, team: str) -> str | None:
    """Return the structure of *team* with the most enemies near it, None if there are none."""
    posts = [tile for tile in match.board.bulwarks[team] if match.bulwarks[tile]]
    if match.destroyed(team) and match.fish[team]:
        posts.append(match.board.fish[team])
    near = {
        post: sum(
            each.team != team and not each.down and distance(match, each.at, post) <= THREAT for each in match.players
        )
        for post in posts
    }
    worst = max(near, key=lambda post: (near[post], post), default=None)
    return worst if worst is not None and near[worst] else None


def _post(match: Match, player: Player) -> str:
    """Return the structure that *player* defends."""
    threatened = _threatened(match, player.team)
    if threatened is not None:
        return threatened
    posts = [tile for tile in match.board.bulwarks[player.team] if match.bulwarks[tile]]
    return posts[int(player.seat[-1]) % len(posts)] if posts else match.board.fish[player.team]


# -- what to buy -------------------------------------------------------------------------------------------------------


def _skills(match: Match, form: Form) -> dict[str, Typed]:
    """Return the skills to buy this turn, the most useful first."""
    seat = form.seat
    team = match.player(seat).team
    offered = form.fields[0].choices
    coins = match.teams[team].coins
    bought: list[str] = []
    for skill in _skills_worth_buying(match, team):
        price = match.settings.skill_costs[skill]
        if skill in offered and coins >= price and len(bought) < len(SKILL_FIELDS):
            bought.append(skill)
            coins -= price
    return dict(zip(SKILL_FIELDS, bought, strict=False))


def _skills_worth_buying(match: Match, team: str) -> list[str]:
    """Return the skills that are useful this turn, the most useful first."""
    enemy = other(team)
    goals = plan(match, team)
    own_players = [match.player(seat) for seat in goals]
    foes = [player for player in match.players if player.team == enemy and not player.down]
    attacked = {goals[each.seat] for each in own_players if turns_to(match, each, goals[each.seat]) == 1}
    ours, base = match.board.fish[team], match.board.bases[team]
    wanted = []
    if match.trees[enemy].carrier is not None:
        wanted.append(TREE_SPEED)
    if match.destroyed(team) and match.fish[team] and sum(turns_to(match, foe, ours) == 1 for foe in foes) >= 2:
        wanted.append(PROTECTION)
    if match.fish[enemy] and match.board.fish[enemy] in attacked:
        wanted.append(FISH_DAMAGE)
    if any(match.bulwarks[wall] for wall in match.board.bulwarks[enemy] if wall in attacked):
        wanted.append(BULWARK_DAMAGE)
    far = any(each.at == base and distance(match, base, goals[each.seat]) > WORTH_FLYING for each in own_players)
    if far and not match.teams[team].charges:
        wanted.append(BALLISTA)
    return wanted


BOTS: Mapping[str, Bot] = MappingProxyType({"keen": keen, "rusher": rusher, "guard": guard})
