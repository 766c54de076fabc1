"""Action Phase: what each player does on its tile, and the order of the results.

All battles read the position after Movement. Damage, knock-downs, drops, pick-ups, coins, revives and respawns happen
afterwards, in this order (R39).
"""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.games.gvg.data.words import AUTO, BUFF, FIGHT, HEALER, HOLD, PICKUP, REVIVE, other
from sheets_gm.games.gvg.position.resolution import STAY, Resolution
from sheets_gm.games.gvg.position.state import Player
from sheets_gm.games.gvg.rules import boss, combat, downed, jungle, tree


def action(turn: Resolution) -> None:
    """Resolve every tile (GVG-25, GVG-26)."""
    if turn.verdict is not None:
        return
    for player in turn.match.players:
        if not player.down:
            act = turn.action[player.seat] = chosen(turn, player)
            if act == BUFF:
                turn.buffing.append(player)
    present, kinds = turn.present(), turn.match.board.kinds
    for at in turn.match.board.tiles:
        if at in present and kinds[at] != "base":  # R6: nobody fights in a Base
            battle(turn, at)
    tree.drop(turn)
    tree.pick_up(turn)
    jungle.collect(turn)
    boss.remove_dead(turn)
    downed.revive(turn)
    downed.respawn(turn)
    tree.reset(turn)


def battle(turn: Resolution, at: str) -> None:
    """Resolve the battle at *at*, if there is one."""
    here = turn.present()[at]
    owner = _standing_structure(turn, at)
    if owner is not None:
        attackers = [player for player in here if player.team != owner]
        if attackers:
            combat.siege(turn, at, owner, attackers, [player for player in here if player.team == owner])
        return
    if turn.boss is not None and turn.boss.at == at:
        boss.fight(turn, at, here)
    elif len({player.team for player in here}) == 2:
        combat.open_battle(turn, at, here, "attack")


def _standing_structure(turn: Resolution, at: str) -> str | None:
    """Return the owner of a structure at *at* that could be attacked at the start of the Action Phase (R14),
    else None.
    """
    match = turn.match
    kind = match.board.kinds[at]
    if kind not in ("bulwark", "fish"):
        return None
    owner = match.board.owners[at]
    if kind == "bulwark":
        return owner if match.bulwarks[at] else None
    # GVG-43: the Fish cannot be attacked while all its Bulwarks stand
    return owner if match.fish[owner] and match.destroyed(owner) else None


def chosen(turn: Resolution, player: Player) -> str:
    """Return the action of *player*: the ordered one, or the meaning of AUTO on its tile."""
    wanted = _order(turn, player)
    if wanted in (BUFF, REVIVE) and player.role != HEALER:
        return FIGHT
    if wanted != AUTO:
        return wanted
    return _automatic(turn, player, turn.at[player.seat])


def _automatic(turn: Resolution, player: Player, at: str) -> str:
    """Return what AUTO means for *player* at *at*: the Tree first, then a Healer's help, then the fight."""
    here = turn.present().get(at, ())
    enemies = any(each.team != player.team for each in here)
    carries = player.seat in turn.carrier.values()
    if not enemies and not carries and tree.available(turn.match, player, at) and _first(turn, player, here):
        return PICKUP
    if not enemies and carries and _standing_structure(turn, at) == other(player.team):
        return HOLD  # a carrier does not risk its Tree for 1 HP
    if player.role == HEALER and (not enemies or _ally_rolls(turn, player, here)):
        if downed.in_reach(turn, player):
            return REVIVE
        if _ally_in_reach(turn, player, at):
            return BUFF
    return FIGHT


def _order(turn: Resolution, player: Player) -> str:
    """Return the action that *player* ordered; HOLD for a teleported player (GVG-78)."""
    return HOLD if player.seat in turn.teleported else turn.plays.get(player.seat, STAY).action


def _first(turn: Resolution, player: Player, here: Sequence[Player]) -> bool:
    """Whether *player* is the first of its team *here* whose action is AUTO."""
    return player.seat == next(each.seat for each in here if each.team == player.team and _order(turn, each) == AUTO)


def _ally_rolls(turn: Resolution, healer: Player, here: Sequence[Player]) -> bool:
    """Whether an ally of *healer* rolls in the battle *here*. Without one, a Healer who helps would lose it with a
    total of 0.
    """
    return any(
        each.team == healer.team
        and each.seat != healer.seat
        and (_order(turn, each) == FIGHT or (_order(turn, each) == AUTO and each.role != HEALER))
        for each in here
    )


def _ally_in_reach(turn: Resolution, healer: Player, at: str) -> bool:
    """Whether a standing ally is within 1 square of *healer*."""
    near = combat.near(turn, at)
    return any(
        each.team == healer.team and each.seat != healer.seat and not each.down and turn.at[each.seat] in near
        for each in turn.match.players
    )
