"""Newcomers: they can join a side at any time, and its leader assigns existing armies to them (rulebook 2.2 and 3.1).

No new army appears during a round (CPW-39). The judge can change one for a newcomer, or change it back.
"""

from __future__ import annotations

from sheets_gm.games.war_game.data.names import meant
from sheets_gm.games.war_game.position.army_names import renamed
from sheets_gm.games.war_game.position.events import NotChanged, Renamed
from sheets_gm.games.war_game.position.opening import refused
from sheets_gm.games.war_game.position.orders import Redesign
from sheets_gm.games.war_game.position.state import Army, Match, Units
from sheets_gm.games.war_game.rules.changes import changed, wrong_name, wrong_parts
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event, Remark
from sheets_gm.kernel.seats import Seat

BATTLES = 2  # CPW-40: official battles


def join(match: Match, seat: Seat, _dice: Dice) -> Match | Remark:
    """Add a newcomer to a side. Its leader assigns armies to them (CPW-2, CPW-23)."""
    if match.result is not None:
        return Remark(text="The match is over")
    if seat.neutral:
        return Remark(text="The judges of a match are those that it began with", clause="CPW-17")
    return match.but(members={**match.members, seat.team: (*match.members[seat.team], seat.id)})


def check_redesign(match: Match, order: Redesign) -> Remark | None:
    """Return why the judge cannot change an army for a newcomer (CPW-40, CPW-41)."""
    army = find_army(match, order)
    if army is None or army.hired:
        return refused("army", "Choose an army of a side", "CPW-40")
    if army.name in match.engaged:
        return refused("army", f"{army.name} is in battle", "CPW-40")
    player = match.assigned.get(army.name, "")
    if player and match.fought.get(player, 0) < BATTLES:
        why = f"the player of {army.name} has written {match.fought.get(player, 0)} battles; {BATTLES} are needed"
        return refused("army", why, "CPW-40")
    if not order.reason:
        return refused("reason", "Write the reason for everybody to see", "CPW-40")
    return wrong_parts(match, army, order)


def find_army(match: Match, order: Redesign) -> Army | None:
    """Return the army that *order* names, in any case, or by a unique beginning."""
    meaning = meant(order.army or "", [army.name for army in match.armies])
    return None if meaning.guessed else match.find(meaning.name)


def redesign(match: Match, order: Redesign) -> tuple[Match, tuple[Event, ...]]:
    """Change an army for a newcomer, or back. Each slot keeps its share of losses.

    A new name waits for the end of the turn, because accepted orders use the old one (CPW-R54).
    """
    army = find_army(match, order)
    if army is None:
        return match, ()
    after, event = changed(match, army, order.units, None, order.legend)
    new_army = after.army(army.name)
    units = tuple(each.but(count=_kept(army, each)) for each in new_army.units)
    after = after.with_armies({new_army.name: new_army.but(units=units, turns=army.turns)})
    if order.name and order.name != army.name:
        after = after.but(names={**after.names, army.name: order.name})
    name = order.name or army.name
    joined = event.model_copy(
        update={"name": name, "how": "newcomer", "clause": "CPW-40", "reason": order.reason or ""}
    )
    return after, (joined,)


def _kept(army: Army, each: Units) -> int:
    """Return the number of *each* if its slot has lost the same share as in *army*."""
    full = sum(other.full for other in army.units if other.slot == each.slot)
    left = sum(other.count for other in army.units if other.slot == each.slot and other.full)
    return each.full * left // full if full else each.full


def give_names(match: Match) -> tuple[Match, tuple[Event, ...]]:
    """Give the armies of newcomers their new names, at a time when no order waits (CPW-R54)."""
    events: list[Event] = []
    waiting, match = match.names, match.but(names={})
    for old, new in sorted(waiting.items()):
        army = match.find(old)
        if army is None:
            continue
        if why := wrong_name(match, army, new):
            events.append(NotChanged(clause="CPW-R54", army=old, why=why))
            continue
        match = renamed(match, old, new)
        events.append(Renamed(clause="CPW-R54", army=old, name=new))
    return match, tuple(events)
