"""Turns in structures, and healing (rulebook 5 and 5.1)."""

from __future__ import annotations

from sheets_gm.games.war_game.data.maps import Structure
from sheets_gm.games.war_game.data.words import BASE, COALITION, OWNERS, PHYREXIA, STRONGHOLD
from sheets_gm.games.war_game.position.events import Healed
from sheets_gm.games.war_game.position.state import Army, Match, Units
from sheets_gm.kernel.outcome import Event

HEALS_AFTER = 2  # CPW-129, CPW-133, CPW-134
HEALS_ON_REQUEST = 1  # CPW-133


def structure_at(match: Match, place: str) -> Structure | None:
    """Return the structure at *place*, None if there is none or it is destroyed."""
    structure = match.world.by_place.get(place)
    return None if structure is None or structure.name in match.destroyed else structure


def can_heal(match: Match, army: Army) -> bool:
    """Whether *army* is in an allied structure where it heals (CPW-126 to CPW-132, CPW-R31)."""
    structure = structure_at(match, army.place)
    if structure is None:
        return False
    if structure.kind == STRONGHOLD:
        return army.side == PHYREXIA
    return structure.kind == BASE and army.side == COALITION and structure.faction in army.factions


def in_primary_base(match: Match, army: Army) -> bool:
    """Whether *army* is in the base of its primary faction."""
    structure = structure_at(match, army.place)
    return structure is not None and bool(army.primary) and structure.faction == army.primary


def in_enemy_structure(match: Match, army: Army) -> bool:
    """Whether *army* is in a base or stronghold of the other side (CPW-139)."""
    structure = structure_at(match, army.place)
    owner = OWNERS.get(structure.kind) if structure is not None else None
    return owner is not None and not army.hired and owner != army.side


def turns_after(match: Match, army: Army) -> int:
    """Return the number of turns of *army* in its structure after this turn, if it stays (CPW-123, CPW-R30)."""
    if structure_at(match, army.place) is None or army.place != army.camp:
        return 0
    return army.turns + (not army.busy)


def count_turns(match: Match) -> Match:
    """Count the turn for every army in a structure. It counts whenever the army could have moved (CPW-124)."""
    counted = {army.name: army.but(turns=turns_after(match, army)) for army in match.armies}
    return match.with_armies(dict(counted))


def heal(match: Match) -> tuple[Match, tuple[Event, ...]]:
    """Heal all armies that have been long enough where they can heal (CPW-128)."""
    asked = {order.army for order in match.heals if order.now}
    events: list[Event] = []
    healed: dict[str, Army | None] = {}
    for army in match.armies:
        if not can_heal(match, army):
            continue
        soon = army.name in asked and in_primary_base(match, army) and army.turns >= HEALS_ON_REQUEST
        if army.turns < HEALS_AFTER and not soon:
            continue
        units = tuple(_healed(each) for each in army.units if each.full)
        gained = sum(each.count for each in units) - army.size
        healed[army.name] = army.but(units=units, turns=0)
        if gained:
            events.append(Healed(clause="CPW-128", army=army.name, place=army.place, units=gained))
    return match.with_armies(healed), tuple(events)


def _healed(each: Units) -> Units:
    """Return the units at full strength minus the losses of this turn (CPW-127)."""
    return each.but(count=max(0, each.full - each.lost))
