"""Deploying the legions (rulebook, "Deployment of Legion"): the first player, then the second.

Hidden dice place the units that no order places, so their places reveal nothing. Bases are numbered from left to right,
row by row, so their numbers reveal nothing either.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.games.win_or_die.data.words import other
from sheets_gm.games.win_or_die.position.events import Deployed
from sheets_gm.games.win_or_die.position.orders import Deploy
from sheets_gm.games.win_or_die.position.resolution import Resolution
from sheets_gm.games.win_or_die.position.state import Match, Unit
from sheets_gm.games.win_or_die.rules.commands.allies import LETTER
from sheets_gm.games.win_or_die.rules.upkeep import begin_turn
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.outcome import Remark


def check(match: Match, seat: str, order: Deploy) -> Remark | None:
    """Return why a place is refused, or None (WOD-49, R24)."""
    if seat != match.picking:
        return Remark(text=f"{match.picking.capitalize()} deploys now", clause="WOD-49")
    if not 1 <= order.place <= len(match.player(seat).legion):
        return Remark(text=f"The legion has {len(match.player(seat).legion)} units", clause="WOD-49")
    may = match.board.deployment[seat]
    if order.at is not None and order.at not in may:
        if order.at not in match.board.terrain:
            text = f"There is no space {order.at}"
        else:
            text = f"{order.at} is not a plain in your first two rows"
        near = may[0]
        if order.at in match.board.terrain:
            near = min(may, key=lambda at: match.board.far[at][order.at or at])
        return Remark(field="at", text=text, instead=near, clause="WOD-49")
    return None


def fits(match: Match, seat: str, orders: Sequence[Deploy]) -> list[Remark | None]:
    """Refuse a second unit on the same space."""
    taken: set[str] = set()
    remarks: list[Remark | None] = []
    for order in orders:
        if order.at is not None and order.at in taken:
            free = next(at for at in match.board.deployment[seat] if at not in taken)
            text = f"Another unit is at {order.at} already"
            remarks.append(Remark(field="at", text=text, instead=free, clause="WOD-49"))
        else:
            remarks.append(None)
            taken |= {order.at} if order.at else set()
    return remarks


def total(match: Match, seat: str, orders: Sequence[Deploy]) -> Remark | None:
    """Say how many units have no space, so that dice will place them; None if all have one."""
    units = len(match.player(seat).legion)
    left = units - len({order.place for order in orders if order.at is not None})
    if not left:
        return None
    text = f"{left} of {counted(units, 'unit')} {'has' if left == 1 else 'have'} no space: dice will place"
    return Remark(text=f"{text} {'it' if left == 1 else 'them'}", refuses=False, clause="WOD-49")


def deploy(step: Resolution, orders: Sequence[Deploy]) -> None:
    """Place the legion of the deploying seat. After the second one, the first turn begins (WOD-50 to WOD-53)."""
    seat, settings = step.now.picking, step.before.settings
    player, spaces = step.players[seat], step.before.board.deployment[seat]
    at = {order.place - 1: order.at for order in orders if order.at}
    free = [space for space in spaces if space not in at.values()]
    left = [place for place in range(len(player.legion)) if place not in at]
    if left:
        why = f"game {step.now.game}: places of {seat}"
        at |= dict(zip(left, step.dice.shuffle(free, why, hidden=True), strict=False))
    order = {space: number for number, space in enumerate(step.before.board.spaces)}
    for number, place in enumerate(sorted(at, key=lambda place: order[at[place]]), start=1):
        recruit = player.legion[place]
        step.put(
            Unit(
                id=f"{LETTER[seat]}{number}",
                seat=seat,
                card=recruit.card,
                enhancements=recruit.enhancements,
                at=at[place],
            )
        )
    raised = tuple(each.card for each in player.legion)
    player = step.amend(seat, legion=(), raised=raised, bases=len(raised))
    bases = tuple((unit.id, unit.at) for unit in step.field.units_of(seat))
    morale = step.field.morale(seat)
    step.tell(Deployed(clause="WOD-49", seat=seat, bases=bases, morale=morale, crystals=player.crystals))
    if seat == step.now.first:
        step.set(picking=other(seat))
        return
    step.set(picking="", phase="battle")
    step.amend(seat, tokens=settings.tokens_in_first_round(first=False))
    begin_turn(step, step.now.first)
