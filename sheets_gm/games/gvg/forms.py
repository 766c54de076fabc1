"""What players, captains and the GM may fill in, and what is wrong with what they did.

Law: a form lists exactly what is legal for its seat; what it does not list is refused with its reason, or, where a
destination is only too far (R5), taken as far as it goes with a warning.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sheets_gm.games.gvg.board import BASES, tile_told
from sheets_gm.games.gvg.command import can_buy, ready_in
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
    SPEED_BONUS,
    TEAMS,
    TREE_SPEED,
    WALK,
    Settings,
    other,
)
from sheets_gm.games.gvg.halftime import ROUNDS, SPARE_ROWS
from sheets_gm.games.gvg.movement import carrier_steps, end_of, reach
from sheets_gm.games.gvg.orders import Command, Play, Shots
from sheets_gm.games.gvg.state import Match, Player
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.forms import Field, Form, Kind, Typed
from sheets_gm.kernel.outcome import GM, Order, Remark
from sheets_gm.kernel.seats import Seat

SKILL_FIELDS = ("skill_1", "skill_2", "skill_3")


def open_forms(match: Match) -> tuple[Form, ...]:
    """The forms of the open step."""
    if match.phase == "over":
        return ()
    if match.phase == "archery":
        return (_archery(due=True),)
    forms: list[Form] = []
    if match.phase == "orders":
        buys = {(team, skill): can_buy(match, team, skill) for team in TEAMS for skill in (SPEED, TREE_SPEED, BALLISTA)}
        tree = {team: _tree_lies(match, team) for team in TEAMS}
        forms += [_orders(match, player, buys, tree[player.team]) for player in match.players]
    if match.phase == "commands" or match.settings.turn_mode != "two_step":
        forms += [form for team in TEAMS if (form := _commands(match, team)) is not None]
    if match.duel_open:
        forms.append(_archery(due=False))
    return tuple(forms)


# -- orders ------------------------------------------------------------------------------------------------------------


def _tree_lies(match: Match, team: str) -> bool:
    """Whether a Tree lies somewhere that *team* might pick up."""
    return any(
        not match.fish[owner] and tree.carrier is None and (owner != team or match.settings.owner_may_carry)
        for owner, tree in match.trees.items()
    )


def may_fly(match: Match, player: Player, *, could_buy: bool) -> bool:
    """Whether a ballista could take *player* this turn (GVG-78)."""
    at_base = player.at == match.board.bases[player.team]
    return at_base and not player.down and (match.teams[player.team].charges > 0 or could_buy)


def steps_of(match: Match, player: Player, *, fast: bool) -> int | None:
    """The steps that *player* may take; *fast* with the skill its team could buy. None: they are not rolled yet."""
    if match.carried_by(player.seat):
        return carrier_steps(match, player, fast=fast)
    if player.roll is None:
        return None
    return player.roll + (SPEED_BONUS if fast else 0)


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
        steps = steps_of(match, player, fast=fast)
        flies = may_fly(match, player, could_buy=buys[team, BALLISTA])
        every = _lands(match, team)
        goals = every if steps is None or flies else reach(match, player, steps)
        fields = _order_fields(goals, match.board.tiles, flies, player.role == HEALER, tree)
        status = "carries the Tree" if carries else ""
    now = steps_of(match, player, fast=TREE_SPEED in match.effects.get(team, ())) if carries else player.roll
    shown = {"role": player.role, "at": tile_told(player.at), "roll": now, "status": status}
    return Form("orders", player.seat, Play, fields, due=not player.down, shown=shown, helpers=helpers)


@lru_cache(maxsize=64)
def _goals(tiles: tuple[str, ...], shut: frozenset[str]) -> tuple[str, ...]:
    return tuple(tile for tile in tiles if tile not in shut)


def _lands(match: Match, team: str) -> tuple[str, ...]:
    """Every tile that *team* may ever enter."""
    return _goals(match.board.tiles, match.shut(team))


_NO_FIELDS: tuple[Field, ...] = (Field("move_to"), Field("mode"), Field("action"))


@lru_cache(maxsize=8192)
def _order_fields(
    goals: tuple[str, ...], tiles: tuple[str, ...], flies: bool, healer: bool, tree: bool
) -> tuple[Field, ...]:
    acts = (AUTO, FIGHT, HOLD, *((BUFF, REVIVE) if healer else ()), *((PICKUP,) if tree else ()))
    return (
        Field("move_to", choices=tuple(map(tile_told, goals)), known=(*tiles, *BASES.values())),
        Field("mode", choices=(WALK, FLY) if flies else (WALK,), known=(WALK, FLY), default=WALK),
        Field("action", choices=acts, known=(AUTO, FIGHT, HOLD, BUFF, REVIVE, PICKUP), default=AUTO),
    )


def check_play(match: Match, seat: str, order: Play) -> Remark | None:
    """What is wrong with a player's order."""
    player = match.player(seat)
    if player.down:
        return Remark(text="it is knocked down and skips this turn", clause="GVG-80")
    if order.action in (BUFF, REVIVE) and player.role != HEALER:
        return Remark(
            field="action", text=f"only a Healer can {order.action}, not a {player.role}", instead=AUTO, clause="GVG-13"
        )
    if order.action == PICKUP and not _tree_lies(match, player.team):
        return Remark(field="action", text="there is no Tree to pick up", instead=AUTO, clause="GVG-51")
    goal = order.move_to
    if goal in match.shut(player.team):
        text = "nobody enters the enemy's Base"
        return Remark(field="move_to", text=text, instead=_beside_base(match, player), clause="GVG-R6")
    if order.mode == FLY:
        return _check_flight(match, player, goal)
    return _check_walk(match, player, goal) if goal else None


def _check_flight(match: Match, player: Player, goal: str | None) -> Remark | None:
    team = player.team
    if player.at != match.board.bases[team]:
        return Remark(field="mode", text="a ballista is used from the Base only", instead=WALK, clause="GVG-78")
    if not may_fly(match, player, could_buy=can_buy(match, team, BALLISTA)):
        return Remark(field="mode", text="the team has no charges of the ballista", instead=WALK, clause="GVG-77")
    if goal is None:
        return Remark(field="move_to", text="a ballista needs a tile to shoot at", clause="GVG-78")
    if not match.teams[team].charges:
        return Remark(
            field="mode", text="it flies only if the captain buys Ballista Charges", refuses=False, clause="GVG-77"
        )
    return None


def _check_walk(match: Match, player: Player, goal: str) -> Remark | None:
    team = player.team
    carries = match.carried_by(player.seat) is not None
    skill = TREE_SPEED if carries else SPEED
    on = skill in match.effects.get(team, ())
    steps = steps_of(match, player, fast=on)
    if steps is None or goal in reach(match, player, steps):
        return None
    told, end = tile_told(goal), tile_told(end_of(match, player, goal, steps))
    if not on and can_buy(match, team, skill):
        faster = steps_of(match, player, fast=True)
        if faster is not None and goal in reach(match, player, faster):
            text = f"{told} is in reach only if the captain buys {skill}; without it this ends at {end}"
            return Remark(field="move_to", text=text, instead=end, refuses=False, clause="GVG-23")
    far = match.board.graph.distance(player.at, goal, match.shut(team))
    away = f"{counted(far, 'step')} away, and {counted(steps, 'is', 'are')} the most" if far else "out of reach"
    text = f"{told} is {away}"
    if match.settings.overreach == "clamp":
        return Remark(field="move_to", text=f"{text}: this ends at {end}", instead=end, refuses=False, clause="GVG-R5")
    return Remark(field="move_to", text=text, instead=end, clause="GVG-23")


def _beside_base(match: Match, player: Player) -> str:
    """Where *player* would end on its way to the nearest stair of the enemy's Base."""
    graph = match.board.graph
    stairs = graph.neighbours(match.board.bases[other(player.team)])
    goal = min(stairs, key=lambda tile: graph.distance(player.at, tile) or 0)
    steps = steps_of(match, player, fast=False)
    return tile_told(goal if steps is None else end_of(match, player, goal, steps))


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
    due = match.phase == "commands"
    return Form("commands", captain, Command, _skill_fields(skills), due=due, forced=not skills, shown=shown)


@lru_cache(maxsize=512)
def _skill_fields(skills: tuple[str, ...]) -> tuple[Field, ...]:
    return tuple(Field(name, choices=skills, known=tuple(COST)) for name in SKILL_FIELDS)


def check_command(match: Match, seat: str, order: Command) -> Remark | None:
    """What is wrong with a captain's order."""
    team = next((name for name, purse in match.teams.items() if purse.captain == seat), None)
    if team is None:
        return Remark(text="only a team's captain uses Command Skills", clause="GVG-6")
    named: set[str] = set()
    coins = match.teams[team].coins
    free = [skill for skill in COST if can_buy(match, team, skill)]
    for name in SKILL_FIELDS:
        skill = getattr(order, name)
        if skill is None:
            continue
        instead = next((each for each in free if each not in named), None)
        if skill not in COST:
            return Remark(field=name, text=f"there is no skill called {skill}", instead=instead, clause="GVG-22")
        if skill in named:
            return Remark(field=name, text=f"{skill} is named twice", clause="GVG-69")
        wait = ready_in(match, team, skill)
        if wait:
            text = f"{skill} has to wait {wait} more turn{'s' if wait > 1 else ''}"
            return Remark(field=name, text=text, instead=instead, clause="GVG-69")
        if match.settings.cooldown_scope == "team" and named:
            return Remark(field=name, text="the team may use one skill at a time", clause="GVG-69")
        coins -= COST[skill]
        if coins < 0:
            have = coins + COST[skill]
            text = f"{skill} costs {COST[skill]}, and {have} coin{'' if have == 1 else 's'} would be left"
            return Remark(field=name, text=text, instead=instead if have else None, clause="GVG-67")
        named.add(skill)
    return None


# -- the archery duel --------------------------------------------------------------------------------------------------


def _archery(*, due: bool) -> Form:
    fields = (
        Field("blue", Kind.NUMBER, low=0, high=10_000),
        Field("red", Kind.NUMBER, low=0, high=10_000),
        Field("winner", choices=TEAMS),
    )
    return Form("archery", GM, Shots, fields, rows=ROUNDS + SPARE_ROWS, due=due)


def check_shots(match: Match, seat: str, order: Shots) -> Remark | None:
    """What is wrong with a round of the duel."""
    if seat != GM:
        return Remark(text="the GM enters the Archery Duel", clause="GVG-85")
    if not match.duel_open:
        return Remark(text="there is no Archery Duel now", clause="GVG-83")
    if order.winner is None and (order.blue is None) != (order.red is None):
        missing = "blue" if order.blue is None else "red"
        return Remark(field=missing, text="a round needs both distances", clause="GVG-86")
    return None


def check(match: Match, seat: str, order: Order) -> Remark | None:
    """Why *order* cannot stand, a warning, or None."""
    if isinstance(order, Play):
        return check_play(match, seat, order)
    if isinstance(order, Command):
        return check_command(match, seat, order)
    if isinstance(order, Shots):
        return check_shots(match, seat, order)
    return Remark(text="this is no order of GvG")


def seating(settings: Settings, seats: Sequence[Seat]) -> tuple[Remark, ...]:
    """Why these people cannot start a match (GVG-1, GVG-4, GVG-9, R38)."""
    remarks: list[Remark] = []
    names: dict[str, str] = {}
    for seat in seats:
        if seat.team not in TEAMS:
            remarks.append(Remark(field=seat.id, text=f"there are the teams {' and '.join(TEAMS)}, not «{seat.team}»"))
        if seat.trait("role") not in ROLES:
            text = f"«{seat.trait('role')}» is no role; there are {', '.join(ROLES)}"
            remarks.append(Remark(field=seat.id, text=text, clause="GVG-9"))
        if seat.player in names:
            text = f"{seat.player} already plays {names[seat.player]}; give everybody a name of their own"
            remarks.append(Remark(field=seat.id, text=text))
        names.setdefault(seat.player, seat.id)
    for team in TEAMS:
        own = [seat for seat in seats if seat.team == team]
        if not 1 <= len(own) <= settings.team_size:
            text = (
                f"it has {counted(len(own), 'player')}, and 1 to {settings.team_size} can play; "
                f"write {' or '.join(TEAMS)} into the column «team», or leave it empty to deal players evenly"
            )
            remarks.append(Remark(field=team, text=text, clause="GVG-1"))
        captains = [seat.player for seat in own if seat.captain]
        if own and len(captains) != 1:
            text = (
                f"it needs one captain, and has {len(captains)} ({listed(captains)}); mark one in the column «captain»"
            )
            remarks.append(Remark(field=team, text=text, clause="GVG-4"))
        for role in ROLES if settings.max_per_role else ():
            count = sum(seat.trait("role") == role for seat in own)
            if count > (settings.max_per_role or 0):
                most = counted(settings.max_per_role or 0, "is the most", "are the most")
                text = f"it has {count} of the role {role}, and {most}; write others into the column «role»"
                remarks.append(Remark(field=team, text=text, clause="GVG-9"))
    return tuple(remarks)


__all__ = ["check", "open_forms", "other", "seating"]
