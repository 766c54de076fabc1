"""Recruiting (rulebook, "Recruit").

Laws: only a leader recruits, on the main tile of its own castle, and it takes its whole turn; whoever is hired stands
on a free tile of that castle, and acts from its owner's next turn on.
"""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.games.wesnoth.data import FACTION_PRICE, HIGHEST_RECRUIT, MERCENARY_PRICE
from sheets_gm.games.wesnoth.events import Recruited
from sheets_gm.games.wesnoth.state import Match, Player, Unit, sight
from sheets_gm.games.wesnoth.tables import Pawn
from sheets_gm.games.wesnoth.workings import Workings
from sheets_gm.kernel.outcome import Remark


def offers(match: Match, player: Player) -> Mapping[str, Pawn]:
    """Whom *player* may hire, whatever it costs: its own faction first (WES-17, WES-18)."""
    return {
        name: pawn
        for name, pawn in match.world.tables.recruits[player.faction].items()
        if pawn.level <= HIGHEST_RECRUIT
    }


def price(player: Player, pawn: Pawn) -> int:
    """What *pawn* costs *player* (WES-17)."""
    return FACTION_PRICE if pawn.faction == player.faction else MERCENARY_PRICE


def affordable(match: Match, player: Player) -> tuple[str, ...]:
    """Whom *player* has the gold for."""
    return tuple(name for name, pawn in offers(match, player).items() if price(player, pawn) <= player.gold)


def free_tiles(match: Match, player: Player) -> tuple[str, ...]:
    """Tiles of the player's own castle, without the main one, on which nobody stands (WES-19)."""
    taken = sight(match).at
    return tuple(tile for tile in match.world.board.castles[player.castle] if tile not in taken)


def may_recruit(match: Match, unit: Unit) -> Remark | None:
    """Why *unit* cannot recruit anybody now, or None."""
    player = match.player(unit.seat)
    if not unit.leader:
        return Remark(field="unit", text="only the leader recruits", instead=_leader(match, unit), clause="WES-16")
    main = match.world.board.mains[player.castle]
    if unit.at != main and not match.settings.recruit_anywhere:
        text = f"{unit.label} is at {unit.at}, and recruits on the main tile of its castle, {main}"
        return Remark(field="unit", text=text, clause="WES-16")
    if not free_tiles(match, player):
        return Remark(field="to", text="no tile of the castle is free", clause="WES-19")
    if not affordable(match, player):
        text = f"{player.gold} gold is not enough for anybody"
        return Remark(field="recruit", text=text, clause="WES-17")
    return None


def _leader(match: Match, unit: Unit) -> str | None:
    return next((each.label for each in sight(match).units_of(unit.seat) if each.leader), None)


def check_recruit(match: Match, unit: Unit, name: str | None, to: str | None) -> Remark | None:
    """Why *unit* cannot hire *name* onto *to* (None: any free tile), or None."""
    wrong = may_recruit(match, unit)
    if wrong is not None:
        return wrong
    player = match.player(unit.seat)
    hired = affordable(match, player)
    if name is None:
        return Remark(field="recruit", text="say whom it recruits", instead=hired[0], clause="WES-16")
    if name not in hired:
        return _not_for_hire(match, player, name, hired)
    free = free_tiles(match, player)
    if to is not None and to not in free:
        castle = (*match.world.board.castles[player.castle],)
        text = f"{sight(match).at[to].label} stands at {to}" if to in castle else f"{to} is no tile for recruits"
        near = match.world.board.nearest(to, free) if to in match.world.terrain else free[0]
        return Remark(field="to", text=text, instead=near, clause="WES-19")
    return None


def _not_for_hire(match: Match, player: Player, name: str, hired: tuple[str, ...]) -> Remark:
    """Why *player* cannot hire *name*, and somebody of that role whom it can: one of *hired*."""
    known = offers(match, player)
    pawn = known.get(name) or next((each for each in match.world.tables.pawns.values() if each.name == name), None)
    if pawn is None or name not in known:
        low = pawn is not None and pawn.level <= HIGHEST_RECRUIT
        text = f"nobody can recruit «{name}»" if pawn is None or low else f"{name} is of level {pawn.level}, too high"
    else:
        text = f"{name} costs {price(player, pawn)} gold, and there is {player.gold}"
    same = next((each for each in hired if pawn and known[each].role == pawn.role), hired[0])
    return Remark(field="recruit", text=text, instead=same, clause="WES-17")


def recruit(now: Workings, leader: Unit, name: str, to: str | None) -> None:
    """Hire *name* onto *to*, or onto the first free tile of the castle."""
    match = now.now()
    player = now.players[leader.seat]
    pawn = offers(match, player)[name]
    cost = price(player, pawn)
    number = player.raised + 1
    unit = Unit(
        id=f"{player.seat[0]}{number}",
        seat=player.seat,
        faction=pawn.faction,
        name=pawn.name,
        at=to or free_tiles(match, player)[0],
        spent="" if match.settings.act_when_recruited else "spent",  # WES-13
    )
    now.units[unit.id] = unit
    now.units[leader.id] = leader.but(spent="recruiting")
    now.players[player.seat] = player.but(gold=player.gold - cost, raised=number)
    now.events.append(
        Recruited(
            clause="WES-17",
            seat=player.seat,
            unit=unit.label,
            at=unit.at,
            price=cost,
            left=player.gold - cost,
            mercenary=pawn.faction != player.faction,
        )
    )
