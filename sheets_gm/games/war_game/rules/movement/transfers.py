"""Transfers of troops between allies (rulebook 4.1.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sheets_gm.games.war_game.data.army_lists import SLOTS, Listed
from sheets_gm.games.war_game.data.creatures import fits_slot, wrong_units
from sheets_gm.games.war_game.data.names import meant
from sheets_gm.games.war_game.position.state import Army, Match, Units
from sheets_gm.kernel.english import listed

Troops = Sequence[tuple[int, str]]
"""Units to send: how many of which creature."""


def wrong_transfer(match: Match, giver: Army, receiver: Army, troops: Troops) -> str:
    """Return why *giver* cannot send *troops* to *receiver*; "" if it can (CPW-96, CPW-R28)."""
    if giver.hired or receiver.side != giver.side or receiver.name == giver.name:
        return f"{receiver.name} is no ally of {giver.name}"
    if match.engaged & {giver.name, receiver.name}:
        return "An army in battle neither sends nor receives troops"
    structure = match.world.by_place.get(giver.place)
    if structure is not None and structure.name not in match.destroyed:
        return f"{giver.name} is in {structure.name}; an army in a structure sends no troops"
    if receiver.place not in match.world.ring(giver.place, 1):
        return f"{receiver.name} is not next to {giver.name}"
    sent = sent_units(giver, troops)
    return sent if isinstance(sent, str) else _does_not_fit(match, receiver, sent)


def named_troops(giver: Army, troops: Troops) -> tuple[tuple[int, str], ...]:
    """Return *troops* with the full names of their creatures."""
    creatures = {each.creature for each in giver.units}
    return tuple((number, meant(typed, creatures).name or typed) for number, typed in troops)


def sent_units(giver: Army, troops: Troops) -> list[Units] | str:
    """Return the units of *giver* that *troops* name, from the highest slot on. A text as the result says why there are
    none.
    """
    remaining = {(each.slot, each.creature): each.count for each in giver.units}
    sent: Counter[tuple[int, str]] = Counter()
    for number, typed in troops:
        naming = meant(typed, {creature for _, creature in remaining})
        if not naming.name:
            return f"{giver.name} has no “{typed}”; it has {listed(sorted({creature for _, creature in remaining}))}"
        slots = sorted((slot for slot, creature in remaining if creature == naming.name), reverse=True)
        available = sum(remaining[slot, naming.name] for slot in slots)
        if number > available:
            return f"{giver.name} has only {available:,} {naming.name}"
        rest = number
        for slot in slots:
            moved = min(rest, remaining[slot, naming.name])
            remaining[slot, naming.name] -= moved
            sent[slot, naming.name] += moved
            rest -= moved
    if giver.size <= sent.total():
        return f"{giver.name} would have no units left"
    return [
        Units(slot=slot, creature=creature, count=count, full=0) for (slot, creature), count in sent.items() if count
    ]


def _does_not_fit(match: Match, receiver: Army, sent: Sequence[Units]) -> str:
    """Return why *receiver* cannot take the units: its slots, its colours, or six different creatures (CPW-R28)."""
    after = received(match, receiver, sent)
    if isinstance(after, str):
        return after
    rank = match.world.ranks[receiver.level]
    units = [Listed(each.slot, each.creature, each.count) for each in after if each.count or each.full]
    why = wrong_units(
        units, rank, match.world.creatures, receiver.side, receiver.factions,
        slot_match=match.settings.slot_match, multicolour=match.settings.multicolour,
    )  # fmt: skip
    return f"{receiver.name} cannot take them: {why}" if why else ""


def received(match: Match, receiver: Army, sent: Sequence[Units]) -> tuple[Units, ...] | str:
    """Return the units of *receiver* with the *sent* ones added, each in a slot that fits. A text says why they do not
    fit.
    """
    units = {(each.slot, each.creature): each for each in receiver.units}
    for each in sent:
        slots = [slot for slot, creature in units if creature == each.creature]
        slot = slots[0] if slots else _slot_for(match, receiver, each.creature)
        if not slot:
            return f"{receiver.name} has no slot for {each.creature}"
        before = units.get((slot, each.creature), Units(slot=slot, creature=each.creature, count=0, full=0))
        units[slot, each.creature] = before.but(count=before.count + each.count)
    for slot, most in enumerate(SLOTS, start=1):
        if sum(each.count for (at, _), each in units.items() if at == slot) > most:
            return f"{receiver.name} has no room for them in slot {slot}, which holds {most:,}"
    return tuple(units[key] for key in sorted(units))


def _slot_for(match: Match, receiver: Army, name: str) -> int:
    """Return the first slot of *receiver* that the creature fits, 0 if none does."""
    sizes, creature = match.world.ranks[receiver.level].sizes, match.world.creatures[name]
    slots = enumerate(sizes, start=1)
    return next((slot for slot, size in slots if fits_slot(creature, size, match.settings.slot_match)), 0)


def without(giver: Army, sent: Sequence[Units]) -> Army:
    """Return the army without the units that it *sent*."""
    gone = {(each.slot, each.creature): each.count for each in sent}
    units = (each.but(count=each.count - gone.get((each.slot, each.creature), 0)) for each in giver.units)
    return giver.but(units=tuple(each for each in units if each.count or each.full))
