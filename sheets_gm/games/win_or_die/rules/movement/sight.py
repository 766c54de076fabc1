"""Line of sight, and possible targets (rulebook, "Terrain influence on line of sight").

A unit in a forest can be attacked, or be the target of an enemy's ability, only from an adjacent space. A unit on
highland ignores the forest and everything that blocks the line. Adjacent units always see each other.
"""

from __future__ import annotations

from sheets_gm.games.win_or_die.data.cards.effects import ELUSIVE
from sheets_gm.games.win_or_die.data.words import FOREST, HIGHLAND
from sheets_gm.games.win_or_die.position.state import Battlefield, Unit
from sheets_gm.games.win_or_die.position.strength import passives
from sheets_gm.kernel.english import counted


def unseen(field: Battlefield, unit: Unit, at: str, *, enemy: bool) -> str | None:
    """Return why *unit* cannot aim at the space *at*, None if it can. *enemy* says that an enemy is there."""
    board = field.board
    if board.far[unit.at][at] <= 1 or board.terrain[unit.at] == HIGHLAND:  # WOD-35
        return None
    if enemy and board.terrain[at] == FOREST:  # WOD-32, R5
        return f"{at} is forest; an enemy there is a target only from an adjacent space or from highland"
    if not board.sees(unit.at, at, edges=field.settings.los_edge_both):  # WOD-27
        return f"{unit.at} has no line of sight to {at}"
    return None


def out_of_reach(field: Battlefield, unit: Unit, target: Unit) -> str | None:
    """Return why *unit* cannot attack *target* from where it is, None if it can (WOD-63, R4)."""
    card, far = field.card(unit), field.distance(unit, target)
    if not card.range_min <= far <= card.range_max:
        reach = f"{card.range_min}" if card.range_min == card.range_max else f"{card.range_min} to {card.range_max}"
        name = field.label_for(target, unit.seat)
        return f"{name} is {counted(far, 'space')} away, and the range of {field.own_label(unit)} is {reach}"
    if far > 1 and passives(field, target, ELUSIVE):  # WOD-64: what it is was revealed before
        return f"{field.label(target)} cannot be attacked from 2 spaces or more"
    return unseen(field, unit, target.at, enemy=True)
