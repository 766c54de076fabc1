"""The use of abilities in a row of commands (WOD-72)."""

from __future__ import annotations

from sheets_gm.games.win_or_die.data.cards.effects import Ability
from sheets_gm.games.win_or_die.data.words import ALLY, SPACE, ULTIMATE, USE
from sheets_gm.games.win_or_die.position.orders import Command
from sheets_gm.games.win_or_die.position.state import Battlefield, Unit
from sheets_gm.games.win_or_die.rules.combat.abilities import Aim
from sheets_gm.games.win_or_die.rules.combat.aiming import goals, targets, usable, why_used
from sheets_gm.games.win_or_die.rules.combat.reactions import id_of
from sheets_gm.games.win_or_die.rules.commands.actions import Action
from sheets_gm.kernel.outcome import Remark


def use(field: Battlefield, unit: Unit, row: Command) -> Action | Remark:
    """Return the ability that *row* lets *unit* use, or why it is illegal."""
    can = usable(field, unit)
    instead = can[0].name if can else None
    if row.ability is None:
        text = f"Choose an ability of {field.own_label(unit)}"
        return Remark(field="ability", text=text, instead=instead, clause="WOD-72")
    ability = next((each for each in field.card(unit).commanded if each.name == row.ability), None)
    if ability is None:
        text = f"{field.own_label(unit)} has no action or ultimate “{row.ability}”"
        return Remark(field="ability", text=text, instead=instead, clause="WOD-72")
    why = why_used(unit, ability)
    if why is not None:
        clause = "WOD-18" if ability.kind == ULTIMATE else "WOD-15"
        return Remark(field="ability", text=why, instead=instead, clause=clause)
    target = _aimed(field, unit, ability, row.target)
    if isinstance(target, Remark):
        return target
    may = goals(field, unit, ability, target)
    if row.to == unit.at and row.to not in may:
        row = row.but(to=None)  # a row that was carried out keeps the destination of its move
    if row.to and row.to not in may:
        text = f"{ability.name} cannot move a unit to {row.to}"
        return Remark(field="to", text=text, instead=may[0] if may else None, clause="WOD-72")
    if ability.shift is not None and not row.to and len(may) > 1:  # one that cannot move stays
        return Remark(field="to", text="Choose a destination", instead=may[0], clause="WOD-72")
    return Action(USE, unit.id, ability=ability, aim=Aim(target, row.to or ""))


def _aimed(field: Battlefield, unit: Unit, ability: Ability, name: str | None) -> str | Remark:
    """Return the target that a row names for *ability*, "" if it needs none, or why the target is illegal."""
    effect = ability.chosen
    if effect is None:
        if name:
            return Remark(field="target", text=f"{ability.name} takes no target", clause="WOD-72")
        return ""
    can = targets(field, unit, ability)
    label = {each: field.label_for(field.by_id[each], unit.seat) if each in field.by_id else each for each in can}
    instead = label[can[0]] if can else None
    if not name:
        what = "a space" if effect.target == SPACE else "an ally" if effect.target == ALLY else "an enemy"
        return Remark(field="target", text=f"Choose {what} for {ability.name}", instead=instead, clause="WOD-72")
    target = name if effect.target == SPACE else id_of(name)
    if target not in can:
        text = f"{ability.name} does not reach {name}"
        return Remark(field="target", text=text, instead=instead, clause="WOD-72")
    return target
