"""A bot for tests that only races for the Tree, and a board with two lanes on which the teams never meet."""

from __future__ import annotations

from sheets_gm.games.contract import Filled
from sheets_gm.games.gvg.data.board import tile_id
from sheets_gm.games.gvg.data.words import other
from sheets_gm.games.gvg.position.state import Match, Player
from sheets_gm.games.gvg.views.visible import View
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form

TWO_LANES = """
columns A B C D E
base red
7  S S S S S
6  , , F , ,
5  W . # . W
4  b . # . b
3  W . # . W
2  , , F , ,
1  S S S S S
base blue
"""
LANES = {"blue": "AB", "red": "DE"}


def racer(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Follows its team's lane to the enemy's Bulwark, Fish and Tree, and back; buys nothing."""
    return tuple(
        Filled(form.key, 0, {"move_to": _next(view.match, view.match.player(form.seat), form), "ready": True})
        if form.key == "orders" and form.fields[0].choices
        else Filled(form.key, 0, {"ready": True})
        for form in forms
        if form.due
    )


def _next(match: Match, player: Player, form: Form) -> str:
    goal = _goal(match, player)
    choices = [tile for tile in map(tile_id, form.fields[0].choices) if _allowed(match, player, tile)]
    return min(choices or [player.at], key=lambda tile: (_distance(match, player, tile, goal), tile))


def _allowed(match: Match, player: Player, tile: str) -> bool:
    """Whether *tile* is in the player's lane, a Fish, or its own Base."""
    fish = match.board.fish.values()
    return tile.startswith(tuple(LANES[player.team])) or tile in fish or tile == match.board.bases[player.team]


def _distance(match: Match, player: Player, tile: str, goal: str) -> int:
    graph = match.board.graph
    walls = frozenset(
        each for each in match.board.tiles if not _allowed(match, player, each) and each not in (tile, goal)
    )
    found = graph.distance(tile, goal, walls)
    return 99 if found is None else found


def _goal(match: Match, player: Player) -> str:
    enemy = other(player.team)
    if match.carried_by(player.seat) is not None:
        return match.board.bases[player.team]
    if not match.fish[enemy]:
        return match.trees[enemy].at
    standing = [wall for wall in match.board.bulwarks[enemy] if match.bulwarks[wall] and _allowed(match, player, wall)]
    return standing[0] if standing else match.board.fish[enemy]
