"""The forms of players, captains and the GM. A form lists exactly what is legal for its seat."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from sheets_gm.games.gvg.data.board import BASES, Board, Terrain, tile_name
from sheets_gm.games.gvg.data.words import (
    AUTO,
    BALLISTA,
    BUFF,
    COST,
    FIGHT,
    FLY,
    HEALER,
    HOLD,
    PICKUP,
    REVIVE,
    SPEED,
    TEAMS,
    TREE_SPEED,
    WALK,
)
from sheets_gm.games.gvg.position.orders import SKILL_FIELDS, AskOdds, Command, Play, Shots
from sheets_gm.games.gvg.position.state import Match, Player
from sheets_gm.games.gvg.rules.command import can_buy, ready_in
from sheets_gm.games.gvg.rules.halftime import SPARE_ROWS, rounds_at_most
from sheets_gm.games.gvg.rules.movement import carrier_steps, nearest_first
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.forms import Close, Field, Form, Kind, Typed
from sheets_gm.kernel.outcome import GM


def open_forms(match: Match) -> tuple[Form, ...]:
    """The forms of the open step."""
    if match.phase == "over":
        return ()
    if match.phase == "archery":
        return (_archery(match, due=True),)
    forms: list[Form] = []
    if match.phase == "orders":
        buys = {(team, skill): can_buy(match, team, skill) for team in TEAMS for skill in (SPEED, TREE_SPEED, BALLISTA)}
        tree = {team: tree_available(match, team) for team in TEAMS}
        ground = {team: match.terrain(team) for team in TEAMS}
        forms += [_orders(match, player, buys, tree[player.team], ground[player.team]) for player in match.players]
        forms += [_odds(match, player) for player in match.players]
    if match.phase == "commands" or match.settings.turn_mode != "two_step":
        forms += [form for team in TEAMS if (form := _commands(match, team)) is not None]
    if match.duel_open:
        forms.append(_archery(match, due=False))
    return tuple(forms)


# -- orders ------------------------------------------------------------------------------------------------------------


def tree_available(match: Match, team: str) -> bool:
    """Whether there is a Tree anywhere that *team* may pick up."""
    return any(
        not match.fish[owner] and tree.carrier is None and (owner != team or match.settings.owner_may_carry)
        for owner, tree in match.trees.items()
    )


def may_fly(match: Match, player: Player, *, could_buy: bool) -> bool:
    """Whether *player* could be teleported this turn (GVG-78). *could_buy*: its team could buy charges."""
    at_base = player.at == match.board.bases[player.team]
    return at_base and not player.down and (match.teams[player.team].charges > 0 or could_buy)


def movement_allowance(match: Match, player: Player, *, fast: bool) -> int | None:
    """The steps that *player* may move, None if they are not rolled yet. *fast*: with the skill that adds to them."""
    if match.carried_by(player.seat):
        return carrier_steps(match, player, fast=fast)
    if player.roll is None:
        return None
    return player.roll + (match.settings.speed_bonus if fast else 0)


def _orders(match: Match, player: Player, buys: dict[tuple[str, str], bool], tree: bool, ground: Terrain) -> Form:
    team = player.team
    captain = match.teams[team].captain
    helpers = (captain,) if match.settings.captain_may_fill and captain and captain != player.seat else ()
    carries = match.carried_by(player.seat) is not None
    fields: tuple[Field, ...] = _NO_FIELDS
    if player.down:
        status = "knocked down"
    else:
        skill = TREE_SPEED if carries else SPEED
        fast = buys[team, skill] or skill in match.effects.get(team, ())
        steps = movement_allowance(match, player, fast=fast)
        flies = may_fly(match, player, could_buy=buys[team, BALLISTA])
        offers = _Offers(flies, player.role == HEALER, tree)
        fields = _order_fields(match.board, player.at, ground, None if flies else steps, offers)
        status = "carries the Tree" if carries else ""
    now = movement_allowance(match, player, fast=(TREE_SPEED if carries else SPEED) in match.effects.get(team, ()))
    shown = {"role": player.role, "at": tile_name(player.at), "roll": now, "status": status}
    return Form("orders", player.seat, Play, fields, due=not player.down, shown=shown, helpers=helpers)


_NO_FIELDS: tuple[Field, ...] = (Field("move_to"), Field("mode"), Field("action"))


class _Offers(NamedTuple):
    """What a player may do besides walking and fighting."""

    fly: bool
    heal: bool
    pick_up: bool


@lru_cache(maxsize=8192)
def _order_fields(board: Board, start: str, ground: Terrain, steps: int | None, offers: _Offers) -> tuple[Field, ...]:
    """The fields of an order from *start*, where *steps* is None for a player who may go to any open tile."""
    every = tuple(tile for tile in board.tiles if tile not in ground.shut)
    goals = nearest_first(board, start, ground, every if steps is None else board.reach(start, steps, ground))
    acts = (AUTO, FIGHT, HOLD, *((BUFF, REVIVE) if offers.heal else ()), *((PICKUP,) if offers.pick_up else ()))
    return (
        Field("move_to", choices=tuple(map(tile_name, goals)), known=(*board.tiles, *BASES.values())),
        Field("mode", choices=(WALK, FLY) if offers.fly else (WALK,), known=(WALK, FLY), default=WALK),
        Field("action", choices=acts, known=(AUTO, FIGHT, HOLD, BUFF, REVIVE, PICKUP), default=AUTO),
    )


# -- questions ---------------------------------------------------------------------------------------------------------


def _odds(match: Match, player: Player) -> Form:
    """What a player may ask: the odds of a battle on a tile, with an opponent who goes there too."""
    foes = tuple(each.seat for each in match.players if each.team != player.team and not each.down)
    return _odds_form(player.seat, match.board, foes)


_NO_ODDS: Mapping[str, Typed] = MappingProxyType({"win": None, "lose": None})


@lru_cache(maxsize=1024)
def _odds_form(seat: str, board: Board, foes: tuple[str, ...]) -> Form:
    fields = (Field("tile", choices=board.tiles, required=True), Field("against", choices=foes))
    return Form("odds", seat, AskOdds, fields, close=Close.ASK, shown=_NO_ODDS, people=("against",))


# -- commands ----------------------------------------------------------------------------------------------------------


def _commands(match: Match, team: str) -> Form | None:
    captain = match.teams[team].captain
    if not captain:
        return None
    skills = tuple(skill for skill in COST if can_buy(match, team, skill))
    purse = match.teams[team]
    waits = [f"{skill} ({counted(wait, 'turn')})" for skill in COST if (wait := ready_in(match, team, skill))]
    shown: dict[str, Typed] = {
        "team": team,
        "coins": purse.coins,
        "charges": purse.charges,
        "cooldowns": ", ".join(waits),
    }
    # GVG-22, GVG-68: the turn waits for a captain who can pay for a skill
    due = match.phase == "commands" or any(can_buy(match, team, skill, coins=purse.coins) for skill in COST)
    return Form("commands", captain, Command, _skill_fields(skills), due=due, forced=not skills, shown=shown)


@lru_cache(maxsize=512)
def _skill_fields(skills: tuple[str, ...]) -> tuple[Field, ...]:
    return tuple(Field(name, choices=skills, known=tuple(COST), optional=True) for name in SKILL_FIELDS)


# -- the archery duel --------------------------------------------------------------------------------------------------


def _archery(match: Match, *, due: bool) -> Form:
    fields = (
        Field("blue", Kind.NUMBER, low=0, high=10_000),
        Field("red", Kind.NUMBER, low=0, high=10_000),
        Field("winner", choices=TEAMS),
    )
    score = [f"{team.capitalize()} {match.duel_score.get(team, 0)}" for team in TEAMS]
    rows = rounds_at_most(match.settings) + SPARE_ROWS
    return Form("archery", GM, Shots, fields, rows=rows, due=due, shown={"score": ", ".join(score)})
