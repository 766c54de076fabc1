"""The forms of players, captains and the GM, and the checks of their orders.

A form lists exactly what is legal for its seat. Anything else is refused with a reason, except that a destination out
of reach may be accepted with a warning (R5).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sheets_gm.games.gvg.board import BASES, tile_name
from sheets_gm.games.gvg.command import Purchase, can_buy, purchases, ready_in, spendable
from sheets_gm.games.gvg.data import (
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
    ROLES,
    SPEED,
    TEAMS,
    TREE_SPEED,
    WALK,
    other,
)
from sheets_gm.games.gvg.halftime import SPARE_ROWS, rounds_at_most
from sheets_gm.games.gvg.movement import carrier_steps, end_tile, reach
from sheets_gm.games.gvg.orders import SKILL_FIELDS, Command, Play, Shots
from sheets_gm.games.gvg.settings import Settings
from sheets_gm.games.gvg.state import Match, Player
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.forms import Field, Form, Kind, Typed
from sheets_gm.kernel.outcome import GM, Order, Remark
from sheets_gm.kernel.seats import Seat


def open_forms(match: Match) -> tuple[Form, ...]:
    """The forms of the open step."""
    if match.phase == "over":
        return ()
    if match.phase == "archery":
        return (_archery(match, due=True),)
    forms: list[Form] = []
    if match.phase == "orders":
        buys = {(team, skill): can_buy(match, team, skill) for team in TEAMS for skill in (SPEED, TREE_SPEED, BALLISTA)}
        tree = {team: _tree_available(match, team) for team in TEAMS}
        forms += [_orders(match, player, buys, tree[player.team]) for player in match.players]
    if match.phase == "commands" or match.settings.turn_mode != "two_step":
        forms += [form for team in TEAMS if (form := _commands(match, team)) is not None]
    if match.duel_open:
        forms.append(_archery(match, due=False))
    return tuple(forms)


# -- orders ------------------------------------------------------------------------------------------------------------


def _tree_available(match: Match, team: str) -> bool:
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


def _orders(match: Match, player: Player, buys: dict[tuple[str, str], bool], tree: bool) -> Form:
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
        every = _enterable(match, team)
        goals = every if steps is None or flies else reach(match, player, steps)
        fields = _order_fields(goals, match.board.tiles, flies, player.role == HEALER, tree)
        status = "carries the Tree" if carries else ""
    now = movement_allowance(match, player, fast=(TREE_SPEED if carries else SPEED) in match.effects.get(team, ()))
    shown = {"role": player.role, "at": tile_name(player.at), "roll": now, "status": status}
    return Form("orders", player.seat, Play, fields, due=not player.down, shown=shown, helpers=helpers)


@lru_cache(maxsize=64)
def _without(tiles: tuple[str, ...], shut: frozenset[str]) -> tuple[str, ...]:
    return tuple(tile for tile in tiles if tile not in shut)


def _enterable(match: Match, team: str) -> tuple[str, ...]:
    """All tiles that *team* may enter."""
    return _without(match.board.tiles, match.shut(team))


_NO_FIELDS: tuple[Field, ...] = (Field("move_to"), Field("mode"), Field("action"))


@lru_cache(maxsize=8192)
def _order_fields(
    goals: tuple[str, ...], tiles: tuple[str, ...], flies: bool, healer: bool, tree: bool
) -> tuple[Field, ...]:
    acts = (AUTO, FIGHT, HOLD, *((BUFF, REVIVE) if healer else ()), *((PICKUP,) if tree else ()))
    return (
        Field("move_to", choices=tuple(map(tile_name, goals)), known=(*tiles, *BASES.values())),
        Field("mode", choices=(WALK, FLY) if flies else (WALK,), known=(WALK, FLY), default=WALK),
        Field("action", choices=acts, known=(AUTO, FIGHT, HOLD, BUFF, REVIVE, PICKUP), default=AUTO),
    )


def check_play(match: Match, seat: str, order: Play) -> Remark | None:
    """Check a player's order."""
    player = match.player(seat)
    if player.down:
        return Remark(text="this player is knocked down and skips the turn", clause="GVG-80")
    if order.action in (BUFF, REVIVE) and player.role != HEALER:
        return Remark(
            field="action", text=f"only a Healer can {order.action}, not a {player.role}", instead=AUTO, clause="GVG-13"
        )
    if order.action == PICKUP and not _tree_available(match, player.team):
        return Remark(field="action", text="there is no Tree to pick up", instead=AUTO, clause="GVG-51")
    goal = order.move_to
    if goal is not None and goal not in match.board.kinds:
        return Remark(field="move_to", text=f"there is no tile {goal}", instead=tile_name(player.at), clause="GVG-R3")
    if goal in match.shut(player.team):
        text = "players cannot enter the enemy's Base"
        return Remark(field="move_to", text=text, instead=_beside_base(match, player), clause="GVG-R6")
    if order.mode == FLY:
        return _check_flight(match, player, goal)
    return _check_walk(match, player, goal) if goal else None


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
    """Where *player* would end on its way to the nearest stair platform of the enemy's Base."""
    graph = match.board.paths(match.settings.diagonal)
    stairs = graph.neighbours(match.board.bases[other(player.team)])
    goal = min(stairs, key=lambda tile: graph.distance(player.at, tile) or 0)
    steps = movement_allowance(match, player, fast=False)
    return tile_name(goal if steps is None else end_tile(match, player, goal, steps))


# -- commands ----------------------------------------------------------------------------------------------------------


def _commands(match: Match, team: str) -> Form | None:
    captain = match.teams[team].captain
    if not captain:
        return None
    skills = tuple(skill for skill in COST if can_buy(match, team, skill))
    purse = match.teams[team]
    waits = [f"{skill} in {ready_in(match, team, skill)}" for skill in COST if ready_in(match, team, skill)]
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
    return tuple(Field(name, choices=skills, known=tuple(COST)) for name in SKILL_FIELDS)


def check_command(match: Match, seat: str, order: Command) -> Remark | None:
    """Check a captain's order."""
    team = next((name for name, purse in match.teams.items() if purse.captain == seat), None)
    if team is None:
        return Remark(text="only a team's captain can use Command Skills", clause="GVG-6")
    if match.phase not in ("orders", "commands") or not any(form.key == "commands" for form in open_forms(match)):
        return Remark(text="skills cannot be used in this step", clause="GVG-22")
    unknown = next((name for name in SKILL_FIELDS if getattr(order, name) not in (None, *COST)), None)
    if unknown:
        text = f"there is no skill {getattr(order, unknown)}"
        return Remark(field=unknown, text=text, instead=_other_skill(match, team, order), clause="GVG-22")
    return _check_purchases(match, team, order)


def _other_skill(match: Match, team: str, order: Command) -> str | None:
    """A skill that *team* could buy and *order* does not name."""
    return next((skill for skill in COST if can_buy(match, team, skill) and skill not in order.skills), None)


def _check_purchases(match: Match, team: str, order: Command) -> Remark | None:
    """What *order* cannot pay for (R30). The order is refused only if nothing is left of it."""
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


def check(match: Match, seat: str, order: Order) -> Remark | None:
    """Why *order* is refused, a warning, or None."""
    if isinstance(order, Play):
        return check_play(match, seat, order)
    if isinstance(order, Command):
        return check_command(match, seat, order)
    if isinstance(order, Shots):
        return check_shots(match, seat, order)
    return Remark(text="this is not an order of GvG")


def seating(settings: Settings, seats: Sequence[Seat]) -> tuple[Remark, ...]:
    """Why a match cannot start with *seats* (GVG-1, GVG-4, GVG-9, R38)."""
    remarks: list[Remark] = []
    names: dict[str, str] = {}
    for seat in seats:
        if seat.team not in TEAMS:
            remarks.append(Remark(field=seat.id, text=f"there is no team “{seat.team}”; the teams are {listed(TEAMS)}"))
        if seat.trait("role") not in ROLES:
            text = f"“{seat.trait('role')}” is not a role; the roles are {listed(ROLES)}"
            remarks.append(Remark(field=seat.id, text=text, clause="GVG-9"))
        if seat.player in names:
            text = f"{seat.player} already plays {names[seat.player]}; give every player a different name"
            remarks.append(Remark(field=seat.id, text=text))
        names.setdefault(seat.player, seat.id)
    for team in TEAMS:
        own = [seat for seat in seats if seat.team == team]
        if not 1 <= len(own) <= settings.team_size:
            text = (
                f"it has {counted(len(own), 'player')}, and 1 to {settings.team_size} can play; "
                f"write {' or '.join(TEAMS)} in the column “team”, or leave it empty to divide players evenly"
            )
            remarks.append(Remark(field=team, text=text, clause="GVG-1"))
        captains = [seat.player for seat in own if seat.captain]
        if own and len(captains) != 1:
            text = (
                f"it needs one captain but has {len(captains)} ({listed(captains)}); mark one in the column “captain”"
            )
            remarks.append(Remark(field=team, text=text, clause="GVG-4"))
        for role in ROLES if settings.max_per_role else ():
            count = sum(seat.trait("role") == role for seat in own)
            if count > (settings.max_per_role or 0):
                most = settings.max_per_role or 0
                text = f"it has {count} players with the role {role}, and the limit is {most}; change the column “role”"
                remarks.append(Remark(field=team, text=text, clause="GVG-9"))
    return tuple(remarks)
