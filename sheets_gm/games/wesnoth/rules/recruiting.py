"""Recruiting (rulebook, "Recruit").

Only a leader recruits, on the main tile of its own castle, and it does nothing else in that turn. It may recruit as
many units as it can pay, one after another; the action ends when another unit acts. A recruit is placed on a free tile
of that castle and acts from its owner's next turn on.
"""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.games.wesnoth.data.numbers import HIGHEST_RECRUIT
from sheets_gm.games.wesnoth.data.tables import Pawn
from sheets_gm.games.wesnoth.position.events import Recruited
from sheets_gm.games.wesnoth.position.resolution import Resolution
from sheets_gm.games.wesnoth.position.state import Match, Player, Unit
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.outcome import Remark


def offers(match: Match, player: Player) -> Mapping[str, Pawn]:
    """Return the pawns that *player* may recruit, by name, ignoring prices; the player's faction first (WES-17,
    WES-18).
    """
    return {
        name: pawn
        for name, pawn in match.world.tables.recruits[player.faction].items()
        if pawn.level <= HIGHEST_RECRUIT
    }


def price(match: Match, player: Player, pawn: Pawn) -> int:
    """Return the price of *pawn* for *player*, in gold (WES-17)."""
    settings = match.settings
    return settings.recruit_price if pawn.faction == player.faction else settings.mercenary_price


def affordable(match: Match, player: Player) -> tuple[str, ...]:
    """Return the pawns that *player* can pay."""
    return tuple(name for name, pawn in offers(match, player).items() if price(match, player, pawn) <= player.gold)


def free_tiles(match: Match, player: Player) -> tuple[str, ...]:
    """Return the empty tiles of the player's castle, except the main tile (WES-19)."""
    taken = match.index.at
    return tuple(tile for tile in match.world.board.castles[player.castle] if tile not in taken)


def may_recruit(match: Match, unit: Unit) -> Remark | None:
    """Return why *unit* cannot recruit anything, or None."""
    player = match.player(unit.seat)
    if not unit.leader:
        return Remark(field="unit", text="Only the leader can recruit", instead=_leader(match, unit), clause="WES-16")
    main = match.world.board.mains[player.castle]
    if unit.at != main and not match.settings.recruit_anywhere:
        text = f"{unit.label} is at {unit.at}, but can recruit only on the main tile of its castle, {main}"
        return Remark(field="unit", text=text, clause="WES-16")
    if not free_tiles(match, player):
        return Remark(field="to", text="No tile of the castle is free", clause="WES-19")
    if not affordable(match, player):
        text = f"{player.gold} gold is not enough for any unit"
        return Remark(field="recruit", text=text, clause="WES-17")
    return None


def _leader(match: Match, unit: Unit) -> str | None:
    return next((each.label for each in match.index.units_of(unit.seat) if each.leader), None)


def check_recruit(match: Match, unit: Unit, name: str | None, to: str | None) -> Remark | None:
    """Return why *unit* cannot recruit *name* onto *to* (None: any free tile), or None."""
    wrong = may_recruit(match, unit)
    if wrong is not None:
        return wrong
    player = match.player(unit.seat)
    payable = affordable(match, player)
    if name is None:
        return Remark(field="recruit", text="Choose a unit to recruit", instead=payable[0], clause="WES-16")
    if name not in payable:
        return _refuse_pawn(match, player, name, payable)
    free = free_tiles(match, player)
    if to is not None and to not in free:
        castle = (*match.world.board.castles[player.castle],)
        text = f"{match.index.at[to].label} is at {to}" if to in castle else f"{to} is not a tile for recruits"
        near = match.world.board.nearest(to, free) if to in match.world.terrain else free[0]
        return Remark(field="to", text=text, instead=near, clause="WES-19")
    return None


def _refuse_pawn(match: Match, player: Player, name: str, payable: tuple[str, ...]) -> Remark:
    """Say why *player* cannot recruit *name*, and suggest one of *payable* with the same role."""
    pawns = offers(match, player)
    several = [other for other in payable if name not in pawns and pawns[other].name == name]
    if several:
        text = f"There are several: {listed(several)}"
        return Remark(field="recruit", text=text, instead=several[0], clause="WES-18")
    pawn = pawns.get(name) or next((each for each in match.world.tables.pawns.values() if each.name == name), None)
    if pawn is None or name not in pawns:
        low = pawn is not None and pawn.level <= HIGHEST_RECRUIT
        text = f"No leader can recruit “{name}”"
        if pawn is not None and not low:
            text = f"{name} has level {pawn.level}, but recruits have level {HIGHEST_RECRUIT} or less"
    else:
        text = f"{name} costs {price(match, player, pawn)} gold, but there is {player.gold}"
    same = next((each for each in payable if pawn and pawns[each].role == pawn.role), payable[0])
    return Remark(field="recruit", text=text, instead=same if pawn else None, clause="WES-17")


def recruit(step: Resolution, leader: Unit, name: str, to: str | None) -> None:
    """Recruit *name* onto *to*, or onto the first free tile of the castle."""
    match = step.before
    player = step.players[leader.seat]
    pawn = offers(match, player)[name]
    cost = price(match, player, pawn)
    number = player.raised + 1
    unit = Unit(
        id=f"{player.seat[0]}{number}",
        seat=player.seat,
        faction=pawn.faction,
        name=pawn.name,
        at=to or free_tiles(match, player)[0],
        spent="" if match.settings.act_when_recruited else "spent",  # WES-13
    )
    step.units[unit.id] = unit
    step.units[leader.id] = leader.but(spent="recruiting")
    step.players[player.seat] = player.but(gold=player.gold - cost, raised=number)
    step.events.append(
        Recruited(
            clause="WES-17",
            seat=player.seat,
            unit=unit.label,
            at=unit.at,
            price=cost,
            left=player.gold - cost,
            mercenary=pawn.faction != player.faction,
            faction=pawn.faction,
        )
    )


def stop_recruiting(step: Resolution, seat: str) -> None:
    """End the recruiting of the leader of *seat*, because another unit acts (WES-11, WES-16)."""
    for unit in step.units.values():
        if unit.seat == seat and unit.spent == "recruiting":
            step.units[unit.id] = unit.but(spent="spent")
            return
