"""Which armies stay. Replace and support depend on whether an ally leaves (rulebook 4.1.2 and 4.1.6).

Only orders count here: an army "goes" if it has a valid order to move, even if it is later intercepted or moves only
part of the way (CPW-R7).
"""

from __future__ import annotations

from sheets_gm.games.war_game.data.words import ENGAGE, RAID, REPLACE, SUPPORT
from sheets_gm.games.war_game.rules.movement.march import March


def hold(march: March) -> None:
    """Separate movers from supporters, and stop the armies whose ally does not behave as their order needs."""
    for name, command in march.commands.items():
        if not command.moves or command.verb == RAID or name in march.fighting:
            continue
        (march.supporters if command.verb == SUPPORT else march.movers)[name] = command
    for name, command in sorted(march.supporters.items()):
        if march.commands.get(command.target) is not None and march.commands[command.target].moves:
            march.hold(name, "ally_moves", "CPW-111", command.target)
    _replace(march)


def _replace(march: March) -> None:
    """Assume that all move, then stop those whose square stays occupied, until nothing changes (CPW-R8)."""
    occupants = {army.place: name for name, army in march.opening.names.items() if name not in march.opening.engaged}
    changed = True
    while changed:
        changed = False
        for name, command in sorted(march.movers.items()):
            there = occupants.get(command.end)
            if command.verb == ENGAGE or there is None or there == name or march.passes(name):
                continue
            if there not in march.movers and march.ground.get(there) == command.end:
                clause = "CPW-86" if command.verb == REPLACE else "CPW-R5"
                march.hold(name, "ally_stays", clause, there)
                changed = True
