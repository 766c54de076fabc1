"""Calls of allies and the War Council in a row of commands (WOD-68, WOD-77)."""

from __future__ import annotations

from sheets_gm.games.win_or_die.data.words import CALL, COUNCIL, ENHANCEMENTS
from sheets_gm.games.win_or_die.position.orders import Command
from sheets_gm.games.win_or_die.position.state import Battlefield, Unit
from sheets_gm.games.win_or_die.rules.combat import council
from sheets_gm.games.win_or_die.rules.combat.reactions import id_of
from sheets_gm.games.win_or_die.rules.commands import allies
from sheets_gm.games.win_or_die.rules.commands.actions import Action, commanded_unit
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.outcome import Remark


def call(field: Battlefield, unit: Unit, row: Command) -> Action | Remark:
    """Return the call that *row* lets *unit* make, or why it is illegal."""
    player = field.player(unit.seat)
    why = allies.why_no_call(field, unit)
    if why is not None:
        clause = "WOD-93" if not field.settings.reinforcements else "WOD-68"
        return Remark(field="command", text=why, clause=clause)
    can = [card for card in allies.barrack(field, player) if allies.price(field, player, card) <= player.crystals]
    if row.card is None:
        return Remark(field="card", text="Choose a unit to call", instead=can[0].name, clause="WOD-69")
    card = next((each for each in allies.barrack(field, player) if each.name == row.card), None)
    if card is None:
        text = f"There is no {row.card} left in your Barrack"
        return Remark(field="card", text=text, instead=can[0].name, clause="WOD-22")
    enhancements = allies.parse_enhancements(row.enhancements or "")
    if isinstance(enhancements, str):
        near = allies.nearest_enhancement(enhancements)
        text = f"There is no enhancement “{enhancements}”. There are {listed(ENHANCEMENTS)}"
        return Remark(field="enhancements", text=text, instead=near, clause="WOD-44")
    wrong = allies.why_not_enhanced(field, unit.seat, enhancements)
    if wrong is not None:
        return Remark(field="enhancements", text=wrong, clause="WOD-44")
    cost = allies.total(field, player, card, enhancements)
    if cost > player.crystals:
        text = f"{card.name} costs {cost} Titan Crystals, and you have {player.crystals}"
        return Remark(field="card", text=text, instead=can[0].name, clause="WOD-69")
    may = allies.places(field, unit)
    if row.to and row.to not in may:
        text = f"{row.to} is not an empty plain or mine left or right of {unit.at}"
        return Remark(field="to", text=text, instead=may[0], clause="WOD-70")
    return Action(CALL, unit.id, card=card, enhancements=enhancements, at=row.to or may[0])


def convene(field: Battlefield, seat: str, row: Command) -> Action | Remark:
    """Return the War Council that *row* of *seat* asks for, or why it is illegal."""
    why = council.why_no_council(field, seat)
    if why is not None:
        return Remark(field="command", text=why, clause="WOD-77")
    can = council.tactics_left(field, seat)
    if row.tactic is None:
        return Remark(field="tactic", text="Choose a Tactic", instead=can[0], clause="WOD-77")
    if row.tactic not in can:
        exists = row.tactic in field.settings.known.tactics
        text = f"{row.tactic} is active already" if exists else f"There is no Tactic “{row.tactic}”"
        return Remark(field="tactic", text=text, instead=can[0], clause="WOD-77")
    effect = field.settings.known.tactics[row.tactic].each_turn
    may = [] if effect is None else [unit.id for unit in council.aims(field, seat, effect)]
    target = id_of(row.target or "")
    if row.target and target not in may:
        instead = field.label_for(field.by_id[may[0]], seat) if may else None
        text = f"{row.tactic} does not reach {row.target}"
        return Remark(field="target", text=text, instead=instead, clause="WOD-77")
    bearer = ""
    if field.settings.council_token:
        unit = commanded_unit(field, seat, row.unit)
        if isinstance(unit, Remark):
            return unit
        bearer = unit.id
    elif row.unit:
        return Remark(field="unit", text="The War Council takes no unit", clause="WOD-R25")
    return Action(COUNCIL, bearer, target=target, tactic=row.tactic)
