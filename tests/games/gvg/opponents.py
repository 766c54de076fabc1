"""Strangers for the bots of GvG: simple ways to play, which no bot knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.games.gvg.data.board import tile_id, tile_name
from sheets_gm.games.gvg.data.words import HEALER, TANK, other
from sheets_gm.games.gvg.position.state import Match, Player
from sheets_gm.games.gvg.views.visible import View
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form


def _walks(goal: Callable[[Match, Player], str]) -> Bot:
    """A bot that walks the shortest way to *goal* and buys nothing."""

    def bot(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
        return tuple(
            Filled(form.key, 0, {"move_to": _step(view.match, form, goal), "ready": True})
            if form.key == "orders" and form.fields[0].choices
            else Filled(form.key, 0, {"ready": True})
            for form in forms
            if form.due
        )

    return bot


def _step(match: Match, form: Form, goal: Callable[[Match, Player], str]) -> str:
    player = match.player(form.seat)
    steps = player.roll if player.roll is not None and match.carried_by(player.seat) is None else 99
    tiles = [tile_id(name) for name in form.fields[0].choices]
    reach = [tile for tile in tiles if _far(match, player.at, tile) <= steps] or [player.at]
    wanted = match.board.bases[player.team] if match.carried_by(player.seat) else goal(match, player)
    return tile_name(min(reach, key=lambda tile: (_far(match, tile, wanted), tile)))


def _far(match: Match, start: str, end: str) -> int:
    return match.board.graph.distance(start, end) or 0


def _stays(match: Match, player: Player) -> str:
    return player.at


def _raids(match: Match, player: Player) -> str:
    """Everybody: one Bulwark, then the Fish, then the Tree, then home with it."""
    enemy = other(player.team)
    if not match.fish[enemy]:
        return match.trees[enemy].at
    walls = match.board.bulwarks[enemy]
    return (
        match.board.fish[enemy] if match.destroyed(enemy) else min(walls, key=lambda wall: (match.bulwarks[wall], wall))
    )


def _raids_and_guards(match: Match, player: Player) -> str:
    """Tanks and Healers wait on their own Fish or beside whoever has their Tree, the others raid."""
    tree = match.trees[player.team]
    if player.role in (TANK, HEALER):
        return tree.at if tree.carrier or not match.fish[player.team] else match.board.fish[player.team]
    return _raids(match, player)


def _runs_to_the_nearest(match: Match, player: Player) -> str:
    """The nearest tile that gives something: a coin, the Boss, a Bulwark, the Fish, the Tree, an enemy alone."""
    enemy = other(player.team)
    if not match.fish[enemy]:
        return match.trees[enemy].at
    good = [*match.coins, *(wall for wall in match.board.bulwarks[enemy] if match.bulwarks[wall])]
    good += [match.board.fish[enemy]] if match.destroyed(enemy) else []
    good += [match.boss.at] if match.boss else []
    return min(good, key=lambda tile: (_far(match, player.at, tile), tile))


def _hunts(match: Match, player: Player) -> str:
    """The nearest enemy outside its Base; the raid if there is none."""
    base = match.board.bases[other(player.team)]
    seen = [each.at for each in match.players if each.team != player.team and not each.down and each.at != base]
    return min(seen, key=lambda tile: (_far(match, player.at, tile), tile), default=_raids(match, player))


def _hoards(match: Match, player: Player) -> str:
    """The nearest coin; the raid if there is none."""
    return min(match.coins, key=lambda tile: (_far(match, player.at, tile), tile), default=_raids(match, player))


def _herds(match: Match, player: Player) -> str:
    """All stay together: the first who stands raids, the others go where that one is."""
    first = next((each for each in match.players if each.team == player.team and not each.down), player)
    return _raids(match, player) if first.seat == player.seat else first.at


def _waits(match: Match, player: Player) -> str:
    """Everybody at home on the Fish or the Tree for a third of the match, then the raid."""
    if match.turn * 3 > match.settings.max_turns:
        return _raids(match, player)
    return match.board.fish[player.team] if match.fish[player.team] else match.trees[player.team].at


BOTS: Mapping[str, Bot] = {
    "stayer": _walks(_stays),
    "raiders": _walks(_raids),
    "raiders and guards": _walks(_raids_and_guards),
    "runner": _walks(_runs_to_the_nearest),
    "hunters": _walks(_hunts),
    "hoarders": _walks(_hoards),
    "herd": _walks(_herds),
    "waiters": _walks(_waits),
}
