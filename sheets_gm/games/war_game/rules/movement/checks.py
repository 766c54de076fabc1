"""The check of a command against what everybody can see when it is written (rulebook 4.1).

An order with a visible mistake is refused, and the army stays (CPW-R3). What other armies do in the same turn is left
to the movement.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from sheets_gm.games.war_game.data.numbers import RAID_BELOW, RAID_SQUAD, RANGE
from sheets_gm.games.war_game.data.words import ENGAGE, GARRISON, INTERCEPT, MOVE, RAID, REPLACE, SUPPORT, TRANSFER
from sheets_gm.games.war_game.data.world import plane_of, square_of
from sheets_gm.games.war_game.position.opening import Command, Opening, refused
from sheets_gm.games.war_game.position.state import Army
from sheets_gm.games.war_game.rules.movement.transfers import named_troops, wrong_transfer
from sheets_gm.kernel.outcome import Remark

CLAUSES = {ENGAGE: "CPW-82", REPLACE: "CPW-85", RAID: "CPW-98", SUPPORT: "CPW-107", TRANSFER: "CPW-97"}
"""The clause of each order that names an army."""


def checked(opening: Opening, army: Army, command: Command, field: str) -> Command | Remark:
    """Return *command* if it is legal in the opening position, else why it is refused."""
    if command.start != army.place:
        why = f"{army.name} is in {square_of(army.place)}, not in {square_of(command.start)}"
        return refused(field, why, "CPW-72")
    unknown = next((place for place in command.stops if place not in opening.world.terrain), None)
    if unknown is not None:
        return refused(field, f"There is no square {square_of(unknown)} on {plane_of(unknown)}", "CPW-20")
    if command.verb == MOVE and len(command.stops) == 1:
        return command  # CPW-112: it is told to stay
    if not command.moves:
        return _CHECKS[command.verb](opening, army, command, field)
    legs = pairwise(command.stops)
    steps = sum(opening.world.distance(one, other) or 0 for one, other in legs)
    if steps > RANGE:
        why = f"{square_of(command.end)} is {steps} squares away on this route; an army moves {RANGE} at most"
        return refused(field, why, "CPW-77")
    if command.end in opening.battles:
        return refused(field, f"There is a battle in {square_of(command.end)}", "CPW-R24")
    return _CHECKS[command.verb](opening, army, command, field)


def _plain(opening: Opening, army: Army, command: Command, field: str) -> Command | Remark:
    portal = opening.world.portal(command.end)
    if portal is not None:
        if portal.leads_to in opening.battles:
            return refused(field, f"There is a battle at the other end of {portal.name}", "CPW-156")
        return command
    if command.end == army.place:
        return refused(field, f"{army.name} is already in {square_of(command.end)}", "CPW-74")
    return _unnamed(opening, army, command, field)


def _unnamed(opening: Opening, army: Army, command: Command, field: str) -> Command | Remark:
    """Check a move that names no army: its last square must be empty (CPW-R5)."""
    there = opening.here.get(command.end)
    if there is None or there.name == army.name or opening.match.settings.missing_order == "try":
        return command
    ally = there.side == army.side
    why = f"{there.name} is in {square_of(command.end)}; write “{REPLACE if ally else ENGAGE} {there.name}”"
    return refused(field, why, "CPW-85" if ally else "CPW-82")


def _engage(opening: Opening, army: Army, command: Command, field: str) -> Command | Remark:
    there = opening.here.get(command.end)
    if there is not None and there.name == command.target:
        return command
    if there is not None:
        why = f"{there.name} is in {square_of(command.end)}, not {command.target}"
        return refused(field, why, "CPW-R4", there.name)
    if command.target in opening.engaged or opening.match.settings.engage_empty == "hold":
        return refused(field, f"{command.target} is not in {square_of(command.end)}", "CPW-R4")
    if command.end == army.place:
        return refused(field, f"{army.name} is already in {square_of(command.end)}", "CPW-74")
    note = f"nobody is in {square_of(command.end)}, so this is a plain move"
    verb = GARRISON if opening.world.portal(command.end) else MOVE
    return Command(army.name, verb, command.stops, note=note, warns=True)


def _beside_ally(opening: Opening, army: Army, command: Command, field: str) -> Command | Remark:
    """Check that replace and support name the ally in the last square (CPW-85, CPW-107)."""
    there = opening.here.get(command.end)
    if there is None or there.name != command.target:
        who = f"{there.name} is" if there is not None else "nobody is"
        why = f"{command.target} is not in {square_of(command.end)}; {who} there"
        return refused(field, why, CLAUSES[command.verb])
    if command.verb == REPLACE:
        return command
    if opening.structure(command.end):
        return refused(field, "There are no joint battles in a structure", "CPW-122")
    if not opening.world.ranks[army.level].joins:
        return refused(field, f"An army of level {army.level} cannot join a battle", "CPW-121")
    if opening.match.settings.joint_side < 2:
        return refused(field, "There are no joint battles in this match", "CPW-R18")
    return command


def _raid(opening: Opening, army: Army, command: Command, field: str) -> Command | Remark:
    """Check a raid (CPW-98 to CPW-106)."""
    there = opening.here.get(command.end)
    if there is None or there.name != command.target:
        return refused(field, f"{command.target} is not in {square_of(command.end)}", "CPW-98")
    if opening.structure(command.end):
        return refused(field, "There are no raids into a structure", "CPW-102")
    if not opening.world.ranks[army.level].raids:
        return refused(field, f"An army of level {army.level} cannot raid", "CPW-103")
    if army.top < RAID_SQUAD:
        why = f"{army.name} has {army.top} units in its highest slot; a raid needs {RAID_SQUAD}"
        return refused(field, why, "CPW-105")
    if there.size >= RAID_BELOW:
        why = f"{there.name} has {there.size:,} units; only an army with fewer than {RAID_BELOW:,} can be raided"
        return refused(field, why, "CPW-105")
    return command


def _intercept(_opening: Opening, _army: Army, command: Command, _field: str) -> Command | Remark:
    return command


def _transfer(opening: Opening, army: Army, command: Command, field: str) -> Command | Remark:
    receiver = opening.names[command.target]
    if why := wrong_transfer(opening.match, army, receiver, command.troops):
        return refused("troops" if field == "to" else field, why, "CPW-96")
    return replace(command, troops=named_troops(army, command.troops))


def _garrison(opening: Opening, army: Army, command: Command, field: str) -> Command | Remark:
    """Check an order to stay in a portal (CPW-154)."""
    if opening.world.portal(command.end) is None:
        return refused(field, f"There is no portal in {square_of(command.end)}", "CPW-154")
    return _unnamed(opening, army, command, field)


_CHECKS: dict[str, Callable[[Opening, Army, Command, str], Command | Remark]] = {
    MOVE: _plain,
    ENGAGE: _engage,
    REPLACE: _beside_ally,
    SUPPORT: _beside_ally,
    RAID: _raid,
    INTERCEPT: _intercept,
    TRANSFER: _transfer,
    GARRISON: _garrison,
}
