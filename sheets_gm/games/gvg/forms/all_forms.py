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
    other,
)
from sheets_gm.games.gvg.position.orders import SKILL_FIELDS, AskOdds, Command, Play, Shots
from sheets_gm.games.gvg.position.state import Match, Player
from sheets_gm.games.gvg.rules.command import affordable, ready_in, spendable
from sheets_gm.games.gvg.rules.halftime import SPARE_ROWS, rounds_at_most
from sheets_gm.games.gvg.rules.movement import carrier_steps
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.forms import Close, Counting, Field, Form, Idle, Kind, Naming, Typed, Who
from sheets_gm.kernel.outcome import GM


def open_forms(match: Match) -> tuple[Form, ...]:
    """Return the forms of the open step."""
    if match.phase == "over":
        return ()
    if match.phase == "archery":
        return (_archery(match, due=True),)
    forms: list[Form] = []
    if match.phase == "orders":
        sides = {team: _side(match, team) for team in TEAMS}
        forms += [_orders(match, player, sides[player.team]) for player in match.players]
        standing = {team: _standing(match, team) for team in TEAMS}
        forms += [_odds_form(player.seat, match.board, standing[other(player.team)]) for player in match.players]
    if commands_open(match):
        forms += [form for team in TEAMS if (form := _commands(match, team)) is not None]
    if match.duel_open:
        forms.append(_archery(match, due=False))
    return tuple(forms)


# -- orders ------------------------------------------------------------------------------------------------------------


def tree_available(match: Match, team: str) -> bool:
    """Whether there is a Tree that *team* may pick up."""
    return any(
        not match.fish[owner] and tree.carrier is None and (owner != team or match.settings.owner_may_carry)
        for owner, tree in match.trees.items()
    )


def may_fly(match: Match, player: Player, *, could_buy: bool) -> bool:
    """Whether *player* could be teleported this turn (GVG-78). *could_buy* says that its team could buy charges."""
    at_base = player.at == match.board.bases[player.team]
    return at_base and not player.down and (match.teams[player.team].charges > 0 or could_buy)


def movement_allowance(match: Match, player: Player, *, fast: bool) -> int | None:
    """Return the steps that *player* may move, None if they are not rolled yet. *fast* adds the skill's bonus."""
    if match.carried_by(player.seat):
        return carrier_steps(match, player, fast=fast)
    if player.roll is None:
        return None
    return player.roll + (match.settings.speed_bonus if fast else 0)


class _Side(NamedTuple):
    """What applies to all players of a team: the *captain* who may fill in their rows, and the *active* skills.

    *buys* are the skills that it can still buy. *tree* says that there is a Tree that it may pick up. *ground* is the
    terrain for it.
    """

    captain: str
    active: tuple[str, ...]
    buys: tuple[str, ...]
    tree: bool
    ground: Terrain


def _side(match: Match, team: str) -> _Side:
    return _Side(
        captain=match.teams[team].captain if match.settings.captain_may_fill else "",
        active=match.effects.get(team, ()),
        buys=affordable(match, team, spendable(match, team)),
        tree=tree_available(match, team),
        ground=match.terrain(team),
    )


def _orders(match: Match, player: Player, side: _Side) -> Form:
    carries = player.seat in match.carriers
    skill = TREE_SPEED if carries else SPEED
    steps = movement_allowance(match, player, fast=skill in side.active)
    fields: tuple[Field, ...] = _NO_FIELDS
    if player.down:
        status = "knocked down"
    else:
        status = "carries the Tree" if carries else ""
        at_most = movement_allowance(match, player, fast=True) if skill in side.buys else steps
        flies = may_fly(match, player, could_buy=BALLISTA in side.buys)
        offers = _Offers(flies, player.role == HEALER, side.tree)
        fields = _order_fields(match.board, player.at, side.ground, _Steps(steps, None if flies else at_most), offers)
    shown = {"role": player.role, "at": tile_name(player.at), "roll": steps, "status": status}
    who = Who(helpers=(side.captain,) if side.captain not in ("", player.seat) else ())
    counted = Counting(idle=Idle(f"you stay at {shown['at']}", f"you stayed at {shown['at']}"))
    due = not player.down
    return Form("orders", player.seat, Play, fields, due=due, shown=shown, who=who, counted=counted)


_NO_FIELDS: tuple[Field, ...] = (Field("move_to"), Field("mode"), Field("action"))


class _Offers(NamedTuple):
    """The options of a player apart from walking and fighting."""

    fly: bool
    heal: bool
    pick_up: bool


class _Steps(NamedTuple):
    """The steps that a player can walk now, and at most with a skill; None means that any open tile is in reach."""

    now: int | None
    at_most: int | None


@lru_cache(maxsize=8192)
def _order_fields(board: Board, start: str, ground: Terrain, steps: _Steps, offers: _Offers) -> tuple[Field, ...]:
    """Return the fields of an order from *start*."""
    acts = (AUTO, FIGHT, HOLD, *((BUFF, REVIVE) if offers.heal else ()), *((PICKUP,) if offers.pick_up else ()))
    goals = board.goals(start, steps.at_most, ground)
    near = None if steps.now == steps.at_most else board.goals(start, steps.now, ground)
    return (
        Field("move_to", choices=goals, known=(*board.tiles, *BASES.values()), near=near),
        Field("mode", choices=(WALK, FLY) if offers.fly else (WALK,), known=(WALK, FLY), default=WALK),
        Field("action", choices=acts, known=(AUTO, FIGHT, HOLD, BUFF, REVIVE, PICKUP), default=AUTO),
    )


# -- questions ---------------------------------------------------------------------------------------------------------


def _standing(match: Match, team: str) -> tuple[str, ...]:
    return tuple(player.seat for player in match.players if player.team == team and not player.down)


_NO_ODDS: Mapping[str, Typed] = MappingProxyType({"win": None, "lose": None})


@lru_cache(maxsize=1024)
def _odds_form(seat: str, board: Board, foes: tuple[str, ...]) -> Form:
    """Build the question form for odds: a battle on a tile, with one of *foes* who goes there too."""
    fields = (Field("tile", choices=board.tiles, required=True), Field("against", choices=foes))
    return Form("odds", seat, AskOdds, fields, close=Close.ASK, shown=_NO_ODDS, naming=Naming(people=("against",)))


# -- commands ----------------------------------------------------------------------------------------------------------


def commands_open(match: Match) -> bool:
    """Whether captains may use Command Skills in the open step."""
    return match.phase == "commands" or (match.phase == "orders" and match.settings.turn_mode != "two_step")


def _commands(match: Match, team: str) -> Form | None:
    captain = match.teams[team].captain
    if not captain:
        return None
    skills = affordable(match, team, spendable(match, team))
    purse = match.teams[team]
    waits = [f"{skill} ({counted(wait, 'turn')})" for skill in COST if (wait := ready_in(match, team, skill))]
    shown: dict[str, Typed] = {
        "team": team,
        "coins": purse.coins,
        "charges": purse.charges,
        "cooldowns": ", ".join(waits),
    }
    # GVG-22, GVG-68: the turn waits for a captain who can pay for a skill
    due = match.phase == "commands" or bool(affordable(match, team, purse.coins))
    counts = Counting(forced=not skills, idle=Idle("you use no skill", "you used no skill"))
    return Form("commands", captain, Command, _skill_fields(skills), due=due, shown=shown, counted=counts)


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
