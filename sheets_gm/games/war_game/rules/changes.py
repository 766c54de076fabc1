"""Army changes (rulebook 5.2)."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.games.war_game.data.army_lists import SLOTS, Listed, read_units, unusable
from sheets_gm.games.war_game.data.creatures import exclusive_colour, units_text, wrong_numbers, wrong_units
from sheets_gm.games.war_game.data.names import fold
from sheets_gm.games.war_game.data.words import BASE, BENCH, COALITION, FACTIONS
from sheets_gm.games.war_game.position.army_names import renamed
from sheets_gm.games.war_game.position.events import Changed, LegendWaits, NotChanged
from sheets_gm.games.war_game.position.opening import refused
from sheets_gm.games.war_game.position.orders import Approve, Change, Redesign
from sheets_gm.games.war_game.position.state import Army, Match, Units
from sheets_gm.games.war_game.rules.healing import HEALS_AFTER, can_heal, turns_after
from sheets_gm.kernel.outcome import Event, Remark

MOST_LEGEND = 80
NOTHING = "Write new units, a new name or a new legend"


def lost_colours(match: Match) -> frozenset[str]:
    """Return the colours whose bases are destroyed (CPW-141)."""
    bases = (each for each in match.world.structures.values() if each.kind == BASE)
    return frozenset(base.faction for base in bases if base.name in match.destroyed)


def wrong_list(match: Match, army: Army, text: str) -> str | tuple[Listed, ...]:
    """Return the units to which *army* may change, or the reason why it may not."""
    try:
        listed = read_units(text, match.world.creatures)
    except ValueError as error:
        return str(error)
    settings = match.settings
    why = wrong_units(
        listed, match.world.ranks[army.level], match.world.creatures, army.side, army.factions,
        slot_match=settings.slot_match, multicolour=settings.multicolour,
    )  # fmt: skip
    return why or wrong_numbers(listed, SLOTS) or _barred(match, army, listed) or listed


def _barred(match: Match, army: Army, listed: Sequence[Listed]) -> str:
    """Return why a creature is not available because the base of its colour is destroyed; "" if it is (CPW-141,
    CPW-R34).
    """
    if army.side != COALITION:
        return ""
    has = {each.creature for each in army.units}
    for each in listed:
        colour = exclusive_colour(match.world.creatures[each.creature])
        if each.creature not in has and colour and colour in lost_colours(match):
            return (
                f"{each.creature} is only {FACTIONS[colour].lower()}, and the base of {FACTIONS[colour]} is destroyed"
            )
    return ""


def wrong_name(match: Match, army: Army, name: str) -> str:
    """Return why *army* may not be called *name*; "" if it may (CPW-137, CPW-R32)."""
    if why := unusable(name):
        return why
    taken = next((each.name for each in match.armies if each.name != army.name and fold(each.name) == fold(name)), "")
    if taken:
        return f"there is already an army {taken}"
    wanted = next((each for each, new in match.names.items() if each != army.name and fold(new) == fold(name)), "")
    return f"{wanted} gets this name at the end of the turn" if wanted else ""


def may_change(match: Match, army: Army) -> bool:
    """Whether *army* can be changed at the end of this turn if it stays (CPW-136, CPW-137)."""
    return can_heal(match, army) and turns_after(match, army) >= HEALS_AFTER


def check_change(match: Match, side: str, order: Change) -> Remark | None:
    """Return why a change is refused, or how it was read (CPW-136, CPW-138)."""
    army = match.find(order.army)
    if army is None or army.side != side:
        return refused("units", f"{order.army} is not yours", "CPW-136")
    if not can_heal(match, army):
        return refused("units", f"{army.name} is in no structure where it can heal", "CPW-136")
    turns = turns_after(match, army)
    if turns < HEALS_AFTER:
        left = HEALS_AFTER - turns
        why = f"{army.name} has {turns} of {HEALS_AFTER} turns there; ask again {'next turn' if left == 1 else 'later'}"
        return refused("units", why, "CPW-137")
    if not asks_for_something(order):
        return Remark(text=f"{army.name} is not changed. {NOTHING}", refuses=False, informs=True)
    return wrong_parts(match, army, order)


def asks_for_something(order: Change | Redesign) -> bool:
    """Whether *order* asks for any change."""
    return not order.units is order.name is order.legend is None


def wrong_parts(match: Match, army: Army, order: Change | Redesign) -> Remark | None:
    """Return why *army* cannot become what *order* asks for, with the wrong field; None if it can."""
    if order.units is not None and isinstance(why := wrong_list(match, army, order.units), str):
        return refused("units", why, "CPW-137")
    if order.name is not None and (why := wrong_name(match, army, order.name)):
        return refused("name", why, "CPW-137")
    if order.legend is not None and len(order.legend) > MOST_LEGEND:
        return refused("legend", f"The legend has more than {MOST_LEGEND} characters", "CPW-64")
    if not asks_for_something(order):
        return refused("units", NOTHING, "CPW-137")
    return None


def change(match: Match, legends: frozenset[str]) -> tuple[Match, tuple[Event, ...]]:
    """Make the requested changes, which replace healing (CPW-R32). *legends* are those that the judge allows."""
    events: list[Event] = []
    for order in sorted(match.changes, key=lambda order: order.army):
        army = match.find(order.army)
        if army is None:
            continue
        why = _not_now(match, army, order)
        if why:
            events.append(_denied(army, "CPW-137", why))
            continue
        legend = order.legend if order.legend and order.army in legends else None
        match, event = changed(match, army, order.units, order.name, legend)
        events.append(event)
        if order.legend and legend is None:
            match = match.but(legends={**match.legends, event.name: order.legend})
            events.append(_waits(match.army(event.name), order.legend))
    return match, tuple(events)


def allow(match: Match, order: Approve) -> tuple[Match, tuple[Event, ...]]:
    """Give an army the legend that it requested in an earlier step, if the judge allows it now (CPW-R58)."""
    army, legend = match.find(order.army), match.legends.get(order.army)
    if army is None or legend is None or not order.allow:
        return match, ()
    left = {name: each for name, each in match.legends.items() if name != army.name}
    event = Changed(clause="CPW-R58", army=army.name, name=army.name, legend=legend, units=list_of(army))
    return match.with_armies({army.name: army.but(legend=legend)}).but(legends=left), (event,)


def waiting_legends(match: Match) -> dict[str, str]:
    """Return the legends for which armies on the map wait, by army, in the order of their names."""
    there = {army.name for army in match.armies}
    return {name: each for name, each in sorted(match.legends.items()) if name in there}


def _waits(army: Army, legend: str) -> LegendWaits:
    """Build the event of a waiting legend. Like the request, only the side and the judge see it."""
    return LegendWaits(clause="CPW-R58", audience=(army.side, BENCH), army=army.name, legend=legend)


def _denied(army: Army, clause: str, why: str) -> NotChanged:
    """Build the event of a refused change. Only the side and the judge see it, because others must not learn of the
    request.
    """
    return NotChanged(clause=clause, audience=(army.side, BENCH), army=army.name, why=why)


def _not_now(match: Match, army: Army, order: Change) -> str:
    """Return why a requested change is not made in the end; "" if it is."""
    if not can_heal(match, army) or army.turns < HEALS_AFTER:
        return f"{army.name} has not been in its structure for {HEALS_AFTER} turns"
    remark = wrong_parts(match, army, order)
    return remark.text if remark is not None else ""


def changed(match: Match, army: Army, units: str | None, name: str | None, legend: str | None) -> tuple[Match, Changed]:
    """Return the match with *army* at full strength and with the requested changes, and the event. None keeps a value.

    A new name replaces the old one everywhere.
    """
    listed = wrong_list(match, army, units) if units is not None else ""
    new_army = army.but(
        legend=legend or army.legend,
        units=tuple(_full(each) for each in army.units if each.full) if isinstance(listed, str) else _units(listed),
        turns=0,
    )
    event = Changed(
        clause="CPW-137", army=army.name, name=name or army.name, legend=new_army.legend, units=list_of(new_army)
    )
    heals = tuple(order for order in match.heals if order.army != army.name)
    match = match.with_armies({army.name: new_army}).but(heals=heals)
    return renamed(match, army.name, name) if name else match, event


def _full(each: Units) -> Units:
    return each.but(count=each.full)


def _units(listed: Sequence[Listed]) -> tuple[Units, ...]:
    return tuple(Units(slot=each.slot, creature=each.creature, count=each.count, full=each.count) for each in listed)


def list_of(army: Army) -> str:
    """Return the full units of an army, as lists write them."""
    return units_text([Listed(each.slot, each.creature, each.full) for each in army.units if each.full])
