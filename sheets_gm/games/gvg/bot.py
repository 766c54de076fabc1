"""Players that are programs. Each sees its seat's view and its own forms, and fills rows as a person would.

The keen one thinks like a team without talking: every player works out the same plan from the same board (bring the
Tree home, stop the enemy's carrier, break the weakest wall together) and takes its own part in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.games.gvg.board import tile_named, tile_told
from sheets_gm.games.gvg.data import (
    BALLISTA,
    BULWARK_DAMAGE,
    FISH_DAMAGE,
    FLY,
    HEALER,
    PROTECTION,
    REDUCTION,
    SPEED,
    TANK,
    TREE_SPEED,
    other,
)
from sheets_gm.games.gvg.forms import SKILL_FIELDS
from sheets_gm.games.gvg.halftime import FARTHEST
from sheets_gm.games.gvg.state import Match, Player
from sheets_gm.games.gvg.views import View
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form, Typed

THREAT = 4
"""Enemies so near to a structure of ours are coming for it."""


def keen(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Plays to win."""
    return _fill_all(view, forms, dice, _keen_goal)


def rusher(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Runs at the enemy's structures and never looks back."""
    return _fill_all(view, forms, dice, lambda match, player: _target(match, player.team))


def guard(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Two in five attack; the others stay with what is threatened at home."""
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
    """A GM's table of the Archery Duel, filled by archers who are equally good."""
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
        cells = _go(view.match, form, goal(view.match, view.match.player(form.seat)), dice)
    else:
        cells = {}
    return Filled(form.key, 0, {**cells, "ready": True} if form.due or cells else {})


# -- where to go -------------------------------------------------------------------------------------------------------


def _go(match: Match, form: Form, goal: str, dice: Dice) -> dict[str, Typed]:
    """The choice nearest to *goal*; a coin within reach that nobody guards is taken on the way."""
    player = match.player(form.seat)
    by_name = {field.name: field for field in form.fields}
    choices = tuple(map(tile_named, by_name["move_to"].choices))
    if not choices:
        return {}
    if FLY in by_name["mode"].choices and match.teams[player.team].charges and _far(match, player.at, goal) > 8:
        return {"move_to": tile_told(goal), "mode": FLY}
    walk = [tile for tile in choices if _in_steps(match, player, tile)] or [player.at]
    coins = [tile for tile in match.coins if tile in walk and not _enemies_at(match, player.team, tile)]
    if coins and match.carried_by(player.seat) is None and _far(match, player.at, goal) > 3:
        return {"move_to": min(coins, key=lambda tile: (_far(match, tile, goal), tile))}
    least = min(_far(match, tile, goal) for tile in walk)
    best = [tile for tile in walk if _far(match, tile, goal) == least]
    return {"move_to": tile_told(best[0] if len(best) == 1 else dice.pick(best, f"way of {form.seat}"))}


def _in_steps(match: Match, player: Player, tile: str) -> bool:
    steps = player.roll if match.carried_by(player.seat) is None else None
    if steps is None:
        return True
    return (match.board.graph.distance(player.at, tile, match.shut(player.team)) or 0) <= steps


def _far(match: Match, start: str, end: str) -> int:
    return match.board.graph.distance(start, end) or 0


def _enemies_at(match: Match, team: str, tile: str) -> int:
    return sum(each.at == tile and each.team != team and not each.down for each in match.players)


def _keen_goal(match: Match, player: Player) -> str:
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
        return _keen_goal(match, player)
    return _post(match, player)


def _turns_home(match: Match, team: str, tile: str) -> int:
    """About how many turns a carrier of *team* at *tile* needs to its Base; many while the Fish lives."""
    if match.fish[other(team)]:
        return 99
    return match.distance_home(team, tile) // 2


def _target(match: Match, team: str) -> str:
    """What the team breaks next: the Fish once its tier is low, else the weakest standing Bulwark."""
    enemy = other(team)
    if not match.fish[enemy]:
        return match.trees[enemy].at
    standing = [tile for tile in match.board.bulwarks[enemy] if match.bulwarks[tile]]
    if match.destroyed(enemy) >= 2 or not standing:
        return match.board.fish[enemy]
    own = [player for player in match.players if player.team == team and not player.down]
    return min(
        standing,
        key=lambda tile: (match.bulwarks[tile], sum(_far(match, player.at, tile) for player in own), tile),
    )


def _threatened(match: Match, team: str) -> str | None:
    """The structure of *team* that most enemies are near to."""
    posts = [tile for tile in match.board.bulwarks[team] if match.bulwarks[tile]]
    if match.destroyed(team) and match.fish[team]:
        posts.append(match.board.fish[team])
    near = {
        post: sum(
            each.team != team and not each.down and _far(match, each.at, post) <= THREAT for each in match.players
        )
        for post in posts
    }
    worst = max(near, key=lambda post: (near[post], post), default=None)
    return worst if worst is not None and near[worst] else None


def _post(match: Match, player: Player) -> str:
    """Where *player* stands guard."""
    threatened = _threatened(match, player.team)
    if threatened is not None:
        return threatened
    posts = [tile for tile in match.board.bulwarks[player.team] if match.bulwarks[tile]]
    return posts[int(player.seat[-1]) % len(posts)] if posts else match.board.fish[player.team]


# -- what to buy -------------------------------------------------------------------------------------------------------


def _skills(match: Match, form: Form) -> dict[str, Typed]:
    """The skills worth their price this turn, dearest need first."""
    seat = form.seat
    team = match.player(seat).team
    offered = form.fields[0].choices
    coins = match.teams[team].coins
    bought: list[str] = []
    for skill in _wishes(match, team):
        price = 2 if skill in (PROTECTION, TREE_SPEED) else 1
        if skill in offered and coins >= price and len(bought) < len(SKILL_FIELDS):
            bought.append(skill)
            coins -= price
    return dict(zip(SKILL_FIELDS, bought, strict=False))


def _wishes(match: Match, team: str) -> list[str]:
    enemy = other(team)
    own = [player for player in match.players if player.team == team and not player.down]
    foes = [player for player in match.players if player.team == enemy and not player.down]
    wishes = []
    if match.trees[enemy].carrier is not None:
        wishes.append(TREE_SPEED)
    fish, ours = match.board.fish[enemy], match.board.fish[team]
    if match.destroyed(team) and match.fish[team] and sum(_far(match, foe.at, ours) <= THREAT for foe in foes) >= 2:
        wishes.append(PROTECTION)
    if match.destroyed(enemy) and match.fish[enemy] and sum(_far(match, each.at, fish) <= 3 for each in own) >= 2:
        wishes.append(FISH_DAMAGE)
    walls = [tile for tile in match.board.bulwarks[enemy] if match.bulwarks[tile]]
    if any(sum(_far(match, each.at, wall) <= 3 for each in own) >= 2 for wall in walls):
        wishes.append(BULWARK_DAMAGE)
    if match.teams[team].coins >= 4:
        wishes += [SPEED]
        if any(foe.role == HEALER for foe in foes):
            wishes.append(REDUCTION)
        if not match.teams[team].charges:
            wishes.append(BALLISTA)
    return wishes


BOTS: Mapping[str, Bot] = MappingProxyType({"keen": keen, "rusher": rusher, "guard": guard})
